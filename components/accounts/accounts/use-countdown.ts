import { useCallback, useEffect, useState } from "react";

/** Seconds left since `start` was called; 0 when the countdown is over. */
export function useCountdown(seconds: number): [left: number, start: () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!left) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, useCallback(() => setLeft(seconds), [seconds])];
}
