import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { polygonsOf, type Position, type StateGeometry } from "@/lib/geo/geo/rules";
import { decodePolyline } from "./polyline";
import type { StateRings } from "./state-borders";
import { readVectorTile, type TileFeature } from "./vector-tile";

export type RoadLine = { kind: string; ref: string; flag: number; line: Position[] };
type Network = {
  scale: number;
  classes: string[];
  refs: string[];
  cls: number[];
  ref: number[];
  flag: number[];
  line: string[];
};
type GeoJson = {
  features: { properties: Record<string, unknown>; geometry: { type: string; coordinates: unknown } | null }[];
};

/** Longitudes and latitudes around Brazil; source features outside are left out. */
const BRAZIL = { west: -74.5, south: -34.5, east: -34, north: 6 };

/** The codes of the states at IBGE. */
const STATE_CODES = [
  11, 12, 13, 14, 15, 16, 17, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 35, 41, 42, 43, 50, 51, 52, 53,
];

/** The source files, each in the first of the folders that has it. */
export class Sources {
  constructor(readonly folders: readonly string[]) {}

  #path(name: string): string {
    const folder = this.folders.find((candidate) => existsSync(join(candidate, name)));
    if (!folder) throw new Error(`${name} is in none of the folders ${this.folders.join(", ")}`);
    return join(folder, name);
  }

  readonly #tiles = new Map<string, TileFeature[]>();

  #json<T>(name: string): T {
    return JSON.parse(readFileSync(this.#path(name), "utf8").replace(/^\uFEFF/, "")) as T;
  }

  /** The lines of a road network (`network-*.json`). */
  network(name: string): RoadLine[] {
    const { scale, classes, refs, cls, ref, flag, line } = this.#json<Network>(name);
    return line.map((text, index) => ({
      kind: classes[cls[index] as number] as string,
      ref: refs[ref[index] as number] ?? "",
      flag: flag[index] as number,
      line: decodePolyline(text, scale),
    }));
  }

  /** The lines of a Natural Earth file (GeoJSON) that touch Brazil. */
  naturalEarth(name: string): { properties: Record<string, unknown>; lines: Position[][] }[] {
    return this.#json<GeoJson>(name).features.flatMap(({ properties, geometry }) => {
      if (!geometry) return [];
      const lines = (geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates) as Position[][];
      return lines.some((line) => line.some(isInBrazil)) ? [{ properties, lines }] : [];
    });
  }

  /** The municipalities of each state (`ibge/geojs-{code}-mun.json`). */
  municipalities(): StateRings[] {
    return STATE_CODES.map((code) => {
      const { features } = this.#json<{ features: { geometry: StateGeometry }[] }>(`ibge/geojs-${code}-mun.json`);
      return features.flatMap(({ geometry }) => polygonsOf(geometry).flat());
    });
  }

  /** One layer of all OpenMapTiles tiles of a zoom level (`openmaptiles/{z}/{x}/{y}.pbf`). */
  openMapTiles(z: number, layer: string): TileFeature[] {
    const known = this.#tiles.get(`${z}/${layer}`);
    if (known) return known;
    const folder = this.#path(`openmaptiles/${z}`);
    const features = readdirSync(folder).flatMap((x) =>
      readdirSync(join(folder, x)).flatMap((file) => {
        const bytes = readFileSync(join(folder, x, file));
        const tile = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
        return readVectorTile(tile, { z, x: Number(x), y: Number.parseInt(file, 10) })[layer] ?? [];
      }),
    );
    this.#tiles.set(`${z}/${layer}`, features);
    return features;
  }
}

function isInBrazil([lng, lat]: Position): boolean {
  return lng >= BRAZIL.west && lng <= BRAZIL.east && lat >= BRAZIL.south && lat <= BRAZIL.north;
}
