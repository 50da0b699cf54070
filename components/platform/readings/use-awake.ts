import { useEffect } from "react";

/** Keeps the screen on while the component is shown. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isLeft = false;
    const ask = async () => {
      if (document.hidden || !("wakeLock" in navigator)) return;
      // Refused when the battery is low.
      const given = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isLeft) await given?.release();
      else lock = given;
    };
    void ask();
    // The browser releases the lock of a hidden page.
    document.addEventListener("visibilitychange", ask);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
