import type { MapBounds } from "./room";
import { archiveOf, archivePath, MIN_ZOOM } from "../base/archives";
import { WORKER_PATH } from "../base/worker";

/** What the map needs for its first view: its worker, and the tiles at the zoom that fits the screen. */
export type FirstFiles = { worker: string; tiles: { from: number; paths: string[] }[] };

/** Zoom levels at which another set of archives begins; a whole state never fits closer ones. */
const FIRST_ZOOMS = [MIN_ZOOM, 5, 7];

/** Read on the server, so that the list of archives is not in the code of the page. */
export function firstFiles(bounds: MapBounds): FirstFiles {
  return { worker: WORKER_PATH, tiles: FIRST_ZOOMS.map((from) => ({ from, paths: pathsAt(from, bounds) })) };
}

function pathsAt(z: number, [west, south, east, north]: MapBounds): string[] {
  const columns = range(column(west, z), column(east, z));
  const rows = range(row(north, z), row(south, z));
  const archives = columns.flatMap((x) => rows.flatMap((y) => archiveOf(z, x, y) ?? []));
  return [...new Set(archives.map(archivePath))];
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const column = (lng: number, z: number) => Math.floor(((lng + 180) / 360) * 2 ** z);
const row = (lat: number, z: number) =>
  Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
