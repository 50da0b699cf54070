export type MapBounds = [west: number, south: number, east: number, north: number];

/** Padding that keeps the initial view visible beside the panel on wide screens and below it on phones. */
export function roomBesidePanel() {
  return window.innerWidth >= 1024
    ? { top: 32, right: 72, bottom: 48, left: 376 }
    : { top: 190, right: 24, bottom: 48, left: 24 };
}

/** The zoom level at which the bounds fill a map of the page's size, in the room beside the panel. */
export function zoomToFit([west, south, east, north]: MapBounds, width: number, height: number): number {
  const { top, right, bottom, left } = roomBesidePanel();
  const across = (east - west) / 360;
  const down = mercator(south) - mercator(north);
  return Math.log2(Math.min((width - left - right) / across, (height - top - bottom) / down) / TILE);
}

/** Side in pixels of a tile of zoom 0, the whole world. */
const TILE = 512;

/** Share of the height of the world's map above a latitude. */
const mercator = (lat: number) => (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2;
