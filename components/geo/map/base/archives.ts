import archives from "./archives.json";

export type Archive = (typeof archives)[number];

/** Zoom levels of the tiles. */
export const MIN_ZOOM = 2;
export const MAX_ZOOM = 9;
export const COUNTRY = "brasil";
/**
 * Which archive has a zoom level: the country's up to zoom 4; above, one archive per block, a tile of zoom 5 (about
 * 1,200 km wide) or 6. Few and small enough archives are loaded for the first view of the country or of a state.
 */
const TIERS = [
  { from: 5, upTo: 6, block: 5 },
  { from: 7, upTo: 7, block: 5 },
  { from: 8, upTo: MAX_ZOOM, block: 6 },
] as const;

const byName = new Map(archives.map((archive) => [archive.name, archive]));

/** Address of an archive; its hash makes it immutable. */
export function archivePath({ name, hash }: Archive): string {
  return `/map/tiles/${name}.pmtiles?v=${hash}`;
}

/** Name of the archive for a tile: the country's, or its first zoom level with x and y of the block. */
export function archiveName(z: number, x: number, y: number): string {
  const tier = TIERS.find(({ from, upTo }) => z >= from && z <= upTo);
  if (!tier) return COUNTRY;
  const up = 2 ** (z - tier.block);
  return `${tier.from}-${Math.floor(x / up)}-${Math.floor(y / up)}`;
}

/** The archive with a tile; undefined outside Brazil. */
export function archiveOf(z: number, x: number, y: number): Archive | undefined {
  return byName.get(archiveName(z, x, y));
}

/** The archives that show a state: the country's and the blocks that it touches. */
export function archivesOfState(abbr: string): Archive[] {
  return archives.filter(({ states }) => states.includes(abbr));
}
