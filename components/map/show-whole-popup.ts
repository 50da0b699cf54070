import type { MapRef } from "@vis.gl/react-maplibre";
import type { Popup } from "maplibre-gl";

const MARGIN = 8;
/** The column of buttons on the right lies above popups. */
const BUTTONS = 60;

/** Beside the buttons on the narrowest screen, when the point is in the middle. */
export const POPUP_WIDTH = "min(18rem, calc(100vw - 10rem))";

function moveIntoView(map: MapRef, popup: Popup, top: number): void {
  const element = popup.getElement();
  if (!element?.isConnected) return;
  const frame = map.getContainer().getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const at = map.project(popup.getLngLat());
  // A point that somebody moved out of the map stays there.
  if (at.x < 0 || at.x > frame.width || at.y < 0 || at.y > frame.height) return;
  const isCut = box.left < frame.left + MARGIN || box.right > frame.right - BUTTONS;
  // Beside the point there may be room on neither side; in the middle there is on both.
  const x = isCut ? at.x - frame.width / 2 : 0;
  const above = Math.min(0, box.top - frame.top - top);
  const y = above === 0 ? Math.max(0, box.bottom - frame.bottom + MARGIN) : above;
  if (x !== 0 || y !== 0) map.panBy([x, y], { duration: 200 });
}

/** Moves a map that is too narrow for a popup, so that the whole popup is seen below `top` pixels; a movement under way ends first. */
export function showWholePopup(map: MapRef, popup: Popup, top = MARGIN): void {
  // The popup has its size once the browser laid it out.
  requestAnimationFrame(() => {
    if (map.isMoving()) map.once("moveend", () => moveIntoView(map, popup, top));
    else moveIntoView(map, popup, top);
  });
}
