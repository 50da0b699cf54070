import type { ComponentType } from "react";
import type { AtlasData } from "./data";
import type { FirstFiles } from "./first-files";
import type { AtlasMapProps } from "./map";
import { zoomToFit, type MapBounds } from "./room";

export type Loaded = { View: ComponentType<AtlasMapProps>; data: AtlasData };

const INPUT_EVENTS = ["pointerdown", "pointermove", "keydown", "scroll"] as const;

/** Loads the map's code at the first touch, movement or key anywhere on the page; without one, nothing is loaded. */
export function loadCodeEarly(): () => void {
  const stop = () => {
    for (const type of INPUT_EVENTS) window.removeEventListener(type, load);
  };
  const load = () => {
    stop();
    // A failure is reported when the map is opened, which tries again.
    import("./map").catch(() => undefined);
  };
  for (const type of INPUT_EVENTS) window.addEventListener(type, load, { passive: true });
  return stop;
}

/** Loads the code and the data of the map together; `bounds` are null when the address names the view. */
export async function loadAtlas(dataPath: string, files: FirstFiles, bounds: MapBounds | null): Promise<Loaded> {
  const data = fetch(dataPath).then((answer) =>
    answer.ok ? (answer.json() as Promise<AtlasData>) : Promise.reject(new Error(String(answer.status))),
  );
  const code = import("./map");
  fillCache(files, bounds);
  const [{ AtlasMap }, loaded] = await Promise.all([code, data]);
  return { View: AtlasMap, data: loaded };
}

/** Starts the downloads that MapLibre asks for only after its code ran; it then finds them in the browser's cache. */
function fillCache({ worker, tiles }: FirstFiles, bounds: MapBounds | null): void {
  const page = document.documentElement;
  const zoom = bounds && zoomToFit(bounds, page.clientWidth, page.clientHeight);
  // Another base map has tiles of its own.
  const isOwn = zoom !== null && !page.dataset.mapStyle;
  const archives = isOwn ? (tiles.findLast(({ from }) => zoom >= from) ?? tiles[0])?.paths : [];
  for (const path of [worker, ...(archives ?? [])]) fetch(path).catch(() => undefined);
}
