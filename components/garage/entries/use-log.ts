import { useCallback, useEffect, useState } from "react";
import { onLogChange, readLog, type Log } from "./log-store";
import { sendLog, syncLog, type UploadState } from "./log-upload";

const EVERY_MS = 20_000;

/** `unavailable`: the browser stores nothing. */
export type LogState = { phase: "loading" | "ready" | "unavailable"; log: Log };
const NOTHING: Log = { owner: null, cars: [], entries: [], files: [], lastSentAt: null };

/** The log of this device, read again when any tab changes it. */
function useStoredLog(): LogState {
  const [state, setState] = useState<LogState>({ phase: "loading", log: NOTHING });
  useEffect(() => {
    const read = () =>
      void readLog().then(
        (log) => setState({ phase: "ready", log }),
        () => setState({ phase: "unavailable", log: NOTHING }),
      );
    read();
    return onLogChange(read);
  }, []);
  return state;
}

/** The log of this device; it is sent when the page opens, when the connection is back and every 20 seconds. */
export function useLog(): LogState & { upload: UploadState; send: () => Promise<void> } {
  const state = useStoredLog();
  const [upload, setUpload] = useState<UploadState>("idle");
  const run = useCallback(async (how: () => Promise<UploadState>) => {
    setUpload("sending");
    setUpload(await how().catch(() => "offline" as const));
  }, []);
  const send = useCallback(() => run(sendLog), [run]);
  useEffect(() => {
    const sync = () => void run(syncLog);
    const again = () =>
      void readLog().then(
        ({ entries, files }) => (entries.length + files.length > 0 ? send() : undefined),
        () => undefined,
      );
    sync();
    window.addEventListener("online", sync);
    const timer = setInterval(again, EVERY_MS);
    return () => {
      window.removeEventListener("online", sync);
      clearInterval(timer);
    };
  }, [run, send]);
  return { ...state, upload, send };
}
