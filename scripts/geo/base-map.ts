import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { PMTiles } from "pmtiles";
import { COUNTRY } from "@/components/geo/map/base/archives";
import { ROAD_CLASSES } from "@/lib/geo/roads/rules";
import { writeArchive, type Tile } from "../map-tiles/archive";
import { ROADS_FROM } from "../map-tiles/layers";
import { joinRoads, type Road } from "../map-tiles/roads";
import { boundsOfRoads, type RoadBounds } from "../map-tiles/search-index";
import { cutRoads, encodeRoads, type RoadTiles } from "../map-tiles/tiles";
import { readVectorTile, withoutLayer } from "../map-tiles/vector-tile";
import { partsOutside } from "./network";
import { readJson, writeWhole } from "./output";
import type { Refreshed } from "./refreshed";
import type { StateGrid } from "./state-grid";

const TILES = "public/map/tiles";
const ARCHIVES = "components/geo/map/base/archives.json";
const SEARCH = "public/map/search.json";
const LAYER = "roads";
const UNITS = 1e5;

type Archive = { name: string; bytes: number; hash: string; states: string[] };
type IsRefreshed = (lng: number, lat: number) => boolean;

/** The roads of the extracts by class and number, each as few lines. */
function roadsOf({ lines }: Refreshed): Road[] {
  return joinRoads(
    lines.flatMap(({ roadClass, ref, points }) => {
      const kind = ROAD_CLASSES[roadClass]!;
      if (!(kind in ROADS_FROM)) return [];
      const line = Array.from({ length: points.length / 2 }, (_, at) => {
        return [points[2 * at]! / UNITS, points[2 * at + 1]! / UNITS] as const;
      });
      return [{ kind, ref: ref ?? "", flag: 0, line }];
    }),
  );
}

/** The roads of a tile outside of the refreshed states. */
function roadsOutside(bytes: Uint8Array, at: Pick<Tile, "z" | "x" | "y">, isRefreshed: IsRefreshed): Road[] {
  return (readVectorTile(bytes, at)[LAYER] ?? []).flatMap(({ properties, parts }) =>
    parts.flatMap((part) => {
      const points = part.flatMap(([lng, lat]) => [Math.round(lng * UNITS), Math.round(lat * UNITS)]);
      return partsOutside({ roadClass: 0, ref: null, flag: 0, points }, isRefreshed).map(({ points: kept }) => ({
        kind: String(properties.kind),
        ref: String(properties.ref ?? ""),
        line: Array.from({ length: kept.length / 2 }, (_, index) => {
          return [kept[2 * index]! / UNITS, kept[2 * index + 1]! / UNITS] as const;
        }),
      }));
    }),
  );
}

async function readTiles(file: string, name: string): Promise<{ tiles: Tile[]; metadata: Record<string, unknown> }> {
  const buffer = Uint8Array.from(readFileSync(file)).buffer;
  const archive = new PMTiles({
    getKey: () => name,
    getBytes: (offset, length) => Promise.resolve({ data: buffer.slice(offset, offset + length) }),
  });
  const { minZoom, maxZoom } = await archive.getHeader();
  const [first = 0, blockX = 0, blockY = 0] = name === COUNTRY ? [] : name.split("-").map(Number);
  // The number in the name is the lowest zoom level, the position that of the block at zoom 5 or 6.
  const block = name === COUNTRY ? 0 : first === 8 ? 6 : 5;
  const tiles: Tile[] = [];
  for (let z = minZoom; z <= maxZoom; z++) {
    const side = 2 ** (z - block);
    for (let x = blockX * side; x < (blockX + 1) * side; x++)
      for (let y = blockY * side; y < (blockY + 1) * side; y++) {
        const tile = await archive.getZxy(z, x, y);
        if (tile) tiles.push({ z, x, y, bytes: new Uint8Array(tile.data) });
      }
  }
  return { tiles, metadata: (await archive.getMetadata()) as Record<string, unknown> };
}

/** A tile whose roads of the refreshed states are those of the extracts; its other layers stay as they are. */
function withRoads(tile: Tile, added: RoadTiles, isRefreshed: IsRefreshed): Tile {
  const { z, x, y } = tile;
  const key = `${x}/${y}`;
  const kept = cutRoads(z, roadsOutside(tile.bytes, tile, isRefreshed)).get(key);
  const roads = encodeRoads(z, [kept, added.get(key)]);
  return { ...tile, bytes: Buffer.concat([withoutLayer(tile.bytes, LAYER), roads]) };
}

/** Replaces the roads of the refreshed states in the tiles of the base map, and adds their numbers to its search. */
export async function writeBaseMap(root: string, refreshed: Refreshed, grid: StateGrid): Promise<number> {
  const roads = roadsOf(refreshed);
  const isRefreshed: IsRefreshed = (lng, lat) => {
    const state = grid.stateAt(lng, lat);
    return state !== null && state in refreshed.dates;
  };
  const cut = new Map<number, RoadTiles>();
  const addedAt = (z: number) => {
    const shown = () => roads.filter(({ kind }) => z >= (ROADS_FROM[kind] ?? Infinity));
    if (!cut.has(z)) cut.set(z, cutRoads(z, shown()));
    return cut.get(z)!;
  };
  const archives = readJson<Archive[]>(path.join(root, ARCHIVES));
  const touched = archives.filter(({ states }) => states.some((abbr) => abbr in refreshed.dates));
  for (const archive of touched) {
    const file = path.join(root, TILES, `${archive.name}.pmtiles`);
    const { tiles, metadata } = await readTiles(file, archive.name);
    const written = writeArchive(
      tiles.map((tile) => withRoads(tile, addedAt(tile.z), isRefreshed)),
      metadata,
    );
    writeWhole(file, written);
    archive.bytes = written.length;
    archive.hash = createHash("sha256").update(written).digest("hex").slice(0, 8);
  }
  const rows = archives.map((archive) => `  ${JSON.stringify(archive)}`).join(",\n");
  writeWhole(path.join(root, ARCHIVES), `[\n${rows}\n]\n`);
  writeSearch(path.join(root, SEARCH), roads);
  return touched.length;
}

/** Roads of the extracts in the search: new ones, and larger bounds of those that lead on into other states. */
function writeSearch(file: string, roads: readonly Road[]): void {
  const search = readJson<{ roads: RoadBounds[]; towns: unknown }>(file);
  const known = new Map(search.roads.map((row) => [row[0], row]));
  for (const [ref, west, south, east, north] of boundsOfRoads(roads)) {
    const [, w, s, e, n] = known.get(ref) ?? [ref, west, south, east, north];
    known.set(ref, [ref, Math.min(w, west), Math.min(s, south), Math.max(e, east), Math.max(n, north)]);
  }
  const sorted = [...known.values()].toSorted(([a], [b]) => a.localeCompare(b));
  writeWhole(file, JSON.stringify({ ...search, roads: sorted }));
}
