import type { MapRef } from "@vis.gl/react-maplibre";
import type { Popup } from "maplibre-gl";

/** Free pixels around a popup. */
export const MARGIN = 8;
/** Width in pixels of the control buttons on the right, which cover popups. */
const BUTTONS = 60;

/** Fits beside the buttons on the narrowest screen when the point is centred. */
export const POPUP_WIDTH = "min(18rem, calc(100vw - 10rem))";

/** A movement can change the side of the point on which the popup is, so its place is checked again afterwards. */
const MOVES = 3;

function moveIntoView(map: MapRef, popup: Popup, top: () => number, moves = MOVES): void {
  const element = popup.getElement();
  if (!element?.isConnected) return;
  const frame = map.getContainer().getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const at = map.project(popup.getLngLat());
  // Ignores a point that the visitor moved out of the visible map.
  if (at.x < 0 || at.x > frame.width || at.y < 0 || at.y > frame.height) return;
  const isCut = box.left < frame.left + MARGIN || box.right > frame.right - BUTTONS;
  // On a narrow map only a centred point leaves enough room on both sides.
  const x = isCut ? at.x - frame.width / 2 : 0;
  const above = Math.min(0, box.top - frame.top - top());
  const y = above === 0 ? Math.max(0, box.bottom - frame.bottom + MARGIN) : above;
  if (moves === 0 || Math.hypot(x, y) < 1) return;
  map.once("moveend", () => requestAnimationFrame(() => moveIntoView(map, popup, top, moves - 1)));
  map.panBy([x, y], { duration: 200 });
}

/**
 * Moves the map so that the whole popup is visible below `top` pixels; waits until a current movement ends. `top` is read
 * then, because a panel above the map can grow with the movement.
 */
export function showWholePopup(map: MapRef, popup: Popup, top = () => MARGIN): void {
  const show = () => requestAnimationFrame(() => moveIntoView(map, popup, top));
  // The popup has its size only after the browser's layout.
  requestAnimationFrame(() => {
    if (map.isMoving()) map.once("moveend", show);
    else show();
  });
}
