import { archiveName } from "@/components/geo/map/base/archives";
import { polygonsOf, type Position, type StateCollection } from "@/lib/geo/geo/rules";
import type { Collected } from "./layers";

/** A zoom level of each kind of block. */
const BLOCK_ZOOMS = [5, 7, 8];

function blocksAt([lng, lat]: Position): string[] {
  const y = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2;
  return BLOCK_ZOOMS.map((z) => archiveName(z, Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)));
}

/** The blocks with a road or town of Brazil; no others are written. */
export function usedBlocks({ roads, towns }: Collected): Set<string> {
  const positions = [...roads.flatMap(({ line }) => line), ...towns.map(({ lng, lat }): Position => [lng, lat])];
  return new Set(positions.flatMap(blocksAt));
}

/** The states with a town or a piece of border in each block; their offline packs carry the block. */
export function statesOfBlocks({ towns }: Pick<Collected, "towns">, { features }: StateCollection) {
  const states = new Map<string, Set<string>>();
  const add = (position: Position, abbr: string) => {
    for (const block of blocksAt(position)) states.set(block, (states.get(block) ?? new Set()).add(abbr));
  };
  for (const { lng, lat, uf } of towns) add([lng, lat], uf);
  for (const { geometry, properties } of features)
    for (const ring of polygonsOf(geometry).flat()) for (const position of ring) add(position, properties.abbr);
  return (block: string) => [...(states.get(block) ?? [])].toSorted();
}
