import { useCallback, useEffect, useRef } from "react";
import { readingSchema, type Reading } from "@/lib/gate/schema";
import type { GateMode } from "./gate-api";
import { scopeOf } from "./gate-scope";

/** Tells other tabs of the same gate what this tab reads, so that none admits a person whom another one admitted. */
export function useOtherTabs(mode: GateMode, onReading: (reading: Reading) => void): (reading: Reading) => void {
  const channel = useRef<BroadcastChannel | null>(null);
  const callback = useRef(onReading);
  useEffect(() => {
    callback.current = onReading;
  }, [onReading]);

  useEffect(() => {
    let isLeft = false;
    void scopeOf(mode).then((scope) => {
      if (isLeft) return;
      channel.current = new BroadcastChannel(`gate ${scope}`);
      channel.current.addEventListener("message", ({ data }) => callback.current(readingSchema.parse(data)));
    });
    return () => {
      isLeft = true;
      channel.current?.close();
      channel.current = null;
    };
  }, [mode]);
  return useCallback((reading: Reading) => channel.current?.postMessage(reading), []);
}
