import { useEffect, useRef } from "react";

type Keys = {
  turn: (step: 1 | -1) => void;
  first: () => void;
  last: () => void;
  resize: (step: 1 | -1) => void;
  close: () => void;
};

const ACTIONS: Record<string, (keys: Keys) => void> = {
  ArrowRight: ({ turn }) => turn(1),
  PageDown: ({ turn }) => turn(1),
  ArrowLeft: ({ turn }) => turn(-1),
  PageUp: ({ turn }) => turn(-1),
  Home: ({ first }) => first(),
  End: ({ last }) => last(),
  "+": ({ resize }) => resize(1),
  "=": ({ resize }) => resize(1),
  "-": ({ resize }) => resize(-1),
};

/** Keyboard control of the open book; ignores keys while an input has the focus and the browser's own shortcuts. */
export function useReaderKeys(isOn: boolean, keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") return latest.current.close();
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, [contenteditable], dialog");
      const action = ACTIONS[event.key];
      if (!isOn || !action || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action(latest.current);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}
