import { useCallback, useState } from "react";
import type { Sendable } from "./reading-queue";

/** With a connection the server's answer is shown; after this time the decision of the device. */
const WAIT_MS = 800;

type Screen = { nonce: string; result: string };

/** Stores a reading and shows its result: the server's answer, or the device's decision when there is none in time. */
export function useRecorder<R extends Sendable, A, S extends Screen>(
  add: (reading: R, onAnswer: (answer: A) => void) => Promise<void>,
) {
  const [shown, setShown] = useState<S | null>(null);
  const record = useCallback(
    (reading: R, local: S, screenOf: (answer: A) => S) => {
      let isShown = false;
      const show = () => {
        isShown = true;
        setShown(local);
      };
      const timer = setTimeout(show, reading.isOffline ? 0 : WAIT_MS);
      const answered = (answer: A) => {
        clearTimeout(timer);
        const final = screenOf(answer);
        // An answer that comes after the screen was closed is shown only when it differs.
        if (!isShown || final.result !== local.result) setShown(final);
        else setShown((old) => (old?.nonce === final.nonce ? final : old));
      };
      void add(reading, answered).catch(show);
    },
    [add],
  );
  return { shown, setShown, record };
}
