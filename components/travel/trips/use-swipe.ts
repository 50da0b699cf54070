import { useRef, type TouchEvent } from "react";

const MIN_PX = 60;
const MAX_MS = 800;
/** Parts that use a horizontal movement themselves. */
const OWN_MOVEMENT = "input, textarea, select, [data-handle], .maplibregl-map";

const isScrolledSideways = (element: Element, root: Element) => {
  for (let part: Element | null = element; part && part !== root; part = part.parentElement)
    if (part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== "visible") return true;
  return false;
};

/** Handlers that call back when one finger moves sideways: `forward` to the left, `back` to the right. */
export function useSwipe(onSwipe: (direction: "forward" | "back") => void) {
  const start = useRef<{ x: number; y: number; at: number } | null>(null);
  return {
    onTouchStart({ touches, target, currentTarget, timeStamp }: TouchEvent) {
      const touch = touches[0];
      const element = target as Element;
      const isFree = !element.closest(OWN_MOVEMENT) && !isScrolledSideways(element, currentTarget);
      start.current =
        touch && touches.length === 1 && isFree ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null;
    },
    onTouchEnd({ changedTouches, timeStamp }: TouchEvent) {
      const [from, touch] = [start.current, changedTouches[0]];
      start.current = null;
      if (!from || !touch || timeStamp - from.at > MAX_MS) return;
      const [right, down] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(right) < MIN_PX || Math.abs(right) < 2 * Math.abs(down)) return;
      onSwipe(right < 0 ? "forward" : "back");
    },
  };
}
