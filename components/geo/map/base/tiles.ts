import { PMTiles } from "pmtiles";
import { archiveOf, archivePath, MIN_ZOOM } from "./archives";

const open = new Map<string, Promise<PMTiles>>();

/** Fetched whole: the Cache API cannot store partial responses, and the map then works without a network. */
async function fetchArchive(path: string): Promise<PMTiles> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  return new PMTiles({
    getKey: () => path,
    getBytes: (offset, length) => Promise.resolve({ data: bytes.slice(offset, offset + length) }),
  });
}

function openArchive(path: string): Promise<PMTiles> {
  const known = open.get(path);
  if (known) return known;
  const opened = fetchArchive(path);
  open.set(path, opened);
  // A failed archive is fetched again with the next tile.
  opened.catch(() => open.delete(path));
  return opened;
}

/** Loads the country's archive, so that a visitor can zoom out without a network; another base map has its own tiles. */
export function keepCountry(): void {
  const country = archiveOf(MIN_ZOOM, 0, 0);
  if (country && !document.documentElement.dataset.mapStyle) openArchive(archivePath(country)).catch(() => undefined);
}

/** Status 404 makes MapLibre draw the enlarged tile of a lower zoom level. */
class MissingTile extends Error {
  readonly status = 404;
}

/** The bytes of a vector tile for the address `base://z/x/y`. */
export async function loadTile({ url }: { url: string }): Promise<{ data: ArrayBuffer }> {
  const [z = 0, x = 0, y = 0] = url.replace("base://", "").split("/").map(Number);
  const archive = archiveOf(z, x, y);
  const tile = archive && (await (await openArchive(archivePath(archive))).getZxy(z, x, y));
  if (!tile) throw new MissingTile(url);
  return { data: tile.data };
}
