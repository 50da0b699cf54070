import { useCallback, useEffect, useRef } from "react";
import type { z } from "zod";

type Channel<R> = { prefix: string; scope: () => Promise<string>; reading: z.ZodType<R> };

/** Sends what this tab reads to other tabs of the same gate or desk, so that none accepts a code that another one accepted. */
export function useOtherTabs<R>(channel: Channel<R>, onReading: (reading: R) => void): (reading: R) => void {
  const opened = useRef<BroadcastChannel | null>(null);
  const callback = useRef(onReading);
  useEffect(() => {
    callback.current = onReading;
  }, [onReading]);

  useEffect(() => {
    let isLeft = false;
    void channel.scope().then((scope) => {
      if (isLeft) return;
      opened.current = new BroadcastChannel(`${channel.prefix} ${scope}`);
      opened.current.addEventListener("message", ({ data }) => callback.current(channel.reading.parse(data)));
    });
    return () => {
      isLeft = true;
      opened.current?.close();
      opened.current = null;
    };
  }, [channel]);
  return useCallback((reading: R) => opened.current?.postMessage(reading), []);
}
