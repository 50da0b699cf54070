import { polygonsOf, type Position, type StateCollection } from "@/lib/geo/rules";
import type { Tile } from "./archive";
import type { Collected } from "./layers";

/** Zoom level of the square that one block archive covers: about 600 km. */
const BLOCK_ZOOM = 6;

/** The block of a tile: its ancestor at the block zoom. */
export function blockOf({ z, x, y }: Tile): string {
  const up = 2 ** (z - BLOCK_ZOOM);
  return `${Math.floor(x / up)}-${Math.floor(y / up)}`;
}

function blockAt([lng, lat]: Position): string {
  const tiles = 2 ** BLOCK_ZOOM;
  const y = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2;
  return `${Math.floor(((lng + 180) / 360) * tiles)}-${Math.floor(y * tiles)}`;
}

/** The blocks with a road or town of Brazil; no others are written. */
export function usedBlocks({ roads, towns }: Collected): Set<string> {
  const positions = [...roads.flatMap(({ line }) => line), ...towns.map(({ lng, lat }): Position => [lng, lat])];
  return new Set(positions.map((position) => blockAt(position)));
}

/** The states with a town or a piece of border in each block; their offline packs carry the block. */
export function statesOfBlocks({ towns }: Pick<Collected, "towns">, { features }: StateCollection) {
  const states = new Map<string, Set<string>>();
  const add = (position: Position, abbr: string) => {
    const block = blockAt(position);
    states.set(block, (states.get(block) ?? new Set()).add(abbr));
  };
  for (const { lng, lat, uf } of towns) add([lng, lat], uf);
  for (const { geometry, properties } of features)
    for (const ring of polygonsOf(geometry).flat()) for (const position of ring) add(position, properties.abbr);
  return (block: string) => [...(states.get(block) ?? [])].toSorted();
}
