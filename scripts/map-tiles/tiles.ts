import GeoJSONVT, { type LegacyTile } from "geojson-vt";
import type { Feature } from "./feature";
import { fromGeojsonVt } from "vt-pbf";
import type { Tile } from "./archive";
import { roadFeature, type LayerFeatures } from "./layers";
import type { Road } from "./roads";

/** Units of a tile's side; twice as many where tiles are shown enlarged. */
const extentAt = (z: number) => (z < 7 ? 2048 : 4096);

/** Simplification in units of the tile: about one pixel at low zoom levels. */
const toleranceAt = (z: number, name: string) => (z < 7 ? 5 : name === "roads" ? 3 : 1.5);

/** Cuts the layers of one zoom level into encoded tiles, with empty ones beside those with features. */
export function cutTiles(z: number, layers: LayerFeatures): Tile[] {
  const cut = Object.entries(layers).map(([name, features]) => ({ name, tiles: cutLayer(z, features, name) }));
  const keys = new Set(cut.flatMap(({ tiles }) => [...tiles.keys()]));
  return [...keys].map((key) => {
    const [x, y] = key.split("/").map(Number) as [number, number];
    const parts = Object.fromEntries(
      cut.flatMap(({ name, tiles }) => {
        const tile = tiles.get(key);
        return tile && tile.features.length > 0 ? [[name, tile]] : [];
      }),
    );
    return { z, x, y, bytes: fromGeojsonVt(parts, { version: 2, extent: extentAt(z) }) };
  });
}

/** Tiles of the layer of roads by `x/y`. */
export type RoadTiles = ReadonlyMap<string, LegacyTile>;

export const cutRoads = (z: number, roads: readonly Road[]): RoadTiles => cutLayer(z, roads.map(roadFeature), "roads");

/** The layer of roads with the features of some tiles of the same place. */
export function encodeRoads(z: number, tiles: readonly (LegacyTile | undefined)[]): Uint8Array {
  const [first, ...others] = tiles.filter((tile) => tile !== undefined);
  if (!first) return new Uint8Array();
  const features = [first, ...others].flatMap((tile) => tile.features);
  return fromGeojsonVt({ roads: { ...first, features } }, { version: 2, extent: extentAt(z) });
}

function cutLayer(z: number, features: Feature[], name: string): Map<string, LegacyTile> {
  const index = new GeoJSONVT(
    { type: "FeatureCollection", features },
    {
      // One level more than is used, because the deepest level is never simplified.
      maxZoom: z + 1,
      indexMaxZoom: z,
      indexMaxPoints: 0,
      tolerance: toleranceAt(z, name),
      extent: extentAt(z),
      buffer: name === "places" ? 0 : extentAt(z) / 64,
    },
  );
  const found = new Map<string, LegacyTile>();
  for (const { z: level, x, y } of index.tileCoords) {
    const tile = level === z ? index.getTile(z, x, y) : null;
    if (tile) found.set(`${x}/${y}`, tile);
  }
  return found;
}
