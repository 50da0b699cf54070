import archives from "./archives.json";

export type Archive = (typeof archives)[number];

/** Zoom levels of the tiles: the country's archive has them up to `BLOCK_ZOOM`, the archives of blocks from there on. */
export const MIN_ZOOM = 3;
export const MAX_ZOOM = 9;
const BLOCK_ZOOM = 6;
const COUNTRY = "brasil";

const byName = new Map(archives.map((archive) => [archive.name, archive]));

/** Address of an archive; its hash makes it immutable. */
export function archivePath({ name, hash }: Archive): string {
  return `/map/tiles/${name}.pmtiles?v=${hash}`;
}

/** The archive with a tile; undefined outside Brazil. */
export function archiveOf(z: number, x: number, y: number): Archive | undefined {
  if (z <= BLOCK_ZOOM) return byName.get(COUNTRY);
  const up = 2 ** (z - BLOCK_ZOOM);
  return byName.get(`${Math.floor(x / up)}-${Math.floor(y / up)}`);
}

/** The archives that show a state: the country's and the blocks that it touches. */
export function archivesOfState(abbr: string): Archive[] {
  return archives.filter(({ states }) => states.includes(abbr));
}
