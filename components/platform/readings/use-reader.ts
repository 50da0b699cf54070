import { useEffect, useRef } from "react";

/** Readers type faster than people; a slow phone may delay their keys. */
const KEY_GAP_MS = 200;
const SHORTEST = 6;

/**
 * Calls back with the text that a USB or Bluetooth reader types and ends with Enter, wherever the focus is. `prefix`: how
 * a code begins.
 */
export function useReader(prefix: RegExp, onCode: (text: string) => void): void {
  const code = useRef(prefix);
  const callback = useRef(onCode);
  useEffect(() => {
    callback.current = onCode;
  }, [onCode]);

  useEffect(() => {
    let typed = "";
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.timeStamp - last > KEY_GAP_MS) typed = "";
      last = event.timeStamp;
      if (event.key.length === 1) typed += event.key;
      if (event.key !== "Enter" || typed.length < SHORTEST) return;
      const field = event.target instanceof HTMLInputElement ? event.target : null;
      // Fast typing in a field is a code only when it begins like one.
      if (field && !code.current.test(typed)) return;
      event.preventDefault();
      if (field) field.value = "";
      const text = typed;
      typed = "";
      callback.current(text);
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, []);
}
