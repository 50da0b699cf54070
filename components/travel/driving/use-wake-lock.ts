import { useEffect, useState } from "react";

export type WakeLock = "off" | "on" | "unsupported";

/** Keeps the screen on while `isWanted`. The browser ends the lock when the page is hidden, so it is requested again. */
export function useWakeLock(isWanted: boolean): WakeLock {
  const [state, setState] = useState<WakeLock>("off");
  useEffect(() => {
    if (!isWanted) return;
    let lock: WakeLockSentinel | null = null;
    let isLeft = false;
    const request = async () => {
      if (document.hidden) return;
      if (!("wakeLock" in navigator)) return setState("unsupported");
      try {
        const granted = await navigator.wakeLock.request("screen");
        if (isLeft) return void granted.release();
        lock = granted;
        granted.addEventListener("release", () => setState("off"));
        setState("on");
      } catch {
        // Refused with a low battery, for example.
        setState("unsupported");
      }
    };
    const again = () => void request();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
      setState("off");
    };
  }, [isWanted]);
  return state;
}
