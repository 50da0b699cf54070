import type { Coordinates, Feature } from "./feature";
import { polygonsOf, type Position, type StateCollection } from "@/lib/geo/geo/rules";
import { mergeLines } from "./merge-lines";
import { collectNumbers, collectRoads, type Road } from "./roads";
import type { Sources } from "./sources";
import { stateBorders } from "./state-borders";
import { collectTowns, type Town } from "./towns";
import type { TileFeature } from "./vector-tile";

export const LAYERS = ["water", "rivers", "borders", "roads", "places"] as const;

/** The features of every layer at a zoom level. */
export type LayerFeatures = Record<(typeof LAYERS)[number], Feature[]>;

/** The zoom levels of the OpenMapTiles source tiles. */
const FIRST_SOURCE_ZOOM = 3;
const SOURCE_ZOOM = 7;
/** The zoom level from which a class of road, or a town of a rank, is in the tiles. */
export const ROADS_FROM: Record<string, number> = {
  motorway: 2,
  trunk: 2,
  primary: 5,
  secondary: 7,
  tertiary: 8,
  ferry: 7,
};
const NUMBERS_FROM = 6;
const TOWNS_FROM: Record<Town["rank"], number> = { 1: 2, 2: 5, 3: 6, 4: 7, 5: 8 };

export type Collected = { roads: Road[]; numbers: Road[]; towns: Town[]; borders: Position[][] };

export function collect(sources: Sources): Collected {
  const roads = collectRoads(sources);
  const towns = collectTowns(sources.openMapTiles(SOURCE_ZOOM, "place"));
  const borders = stateBorders(sources.municipalities());
  return { roads, numbers: collectNumbers(sources, roads), towns, borders };
}

export function layersAt(
  z: number,
  sources: Sources,
  { roads, numbers, towns, borders }: Collected,
  states: StateCollection,
): LayerFeatures {
  const source = Math.max(FIRST_SOURCE_ZOOM, Math.min(z, SOURCE_ZOOM));
  return {
    water: sources.openMapTiles(source, "water").map(waterArea),
    rivers: sources
      .naturalEarth("natural-earth/ne_10m_rivers_lake_centerlines.json")
      .filter(({ properties }) => Number(properties.scalerank) <= z)
      .flatMap(({ properties, lines }) =>
        lines.map((line) => lineFeature(line, { rank: Number(properties.scalerank) })),
      ),
    borders: [
      ...nationalBorders(sources.openMapTiles(source, "boundary")).map((line) =>
        lineFeature(line, { kind: "country" }),
      ),
      ...borders.map((line) => lineFeature(line, { kind: "state" })),
    ],
    roads: [
      ...roads.filter(({ kind }) => z >= (ROADS_FROM[kind] ?? 99)).map(roadFeature),
      ...(z >= NUMBERS_FROM ? numbers.map((road) => roadFeature({ ...road, kind: "number" })) : []),
    ],
    places: [
      ...towns.filter(({ rank }) => z >= TOWNS_FROM[rank]).map(townFeature),
      ...(z <= 6
        ? states.features.map(({ properties, geometry }) => stateFeature(properties, polygonsOf(geometry)))
        : []),
    ],
  };
}

/** National borders of OpenStreetMap on land, joined to long lines. */
function nationalBorders(borders: readonly TileFeature[]): Position[][] {
  const own = borders.filter(
    ({ properties }) => Number(properties.admin_level) === 2 && Number(properties.maritime) !== 1,
  );
  return mergeLines(own.flatMap(({ parts }) => parts));
}

function waterArea({ parts }: TileFeature): Feature {
  // The rings of a tile's polygon are in order: an outer ring (clockwise on the tile), then its holes.
  const polygons: Coordinates[][][] = [];
  for (const ring of parts) {
    if (signedArea(ring) < 0 || polygons.length === 0) polygons.push([ring as unknown as Coordinates[]]);
    else polygons.at(-1)?.push(ring as unknown as Coordinates[]);
  }
  return { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates: polygons } };
}

function signedArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [lng, lat], index) => {
    const next = ring[(index + 1) % ring.length] as Position;
    return sum + lng * next[1] - next[0] * lat;
  }, 0);
}

function lineFeature(line: readonly Position[], properties: Record<string, string | number>): Feature {
  return {
    type: "Feature",
    properties,
    geometry: { type: "LineString", coordinates: line as unknown as Coordinates[] },
  };
}

export const roadFeature = ({ kind, ref, line }: Road) => lineFeature(line, { kind, ...(ref ? { ref } : {}) });

function townFeature({ name, lat, lng, rank }: Town): Feature {
  return { type: "Feature", properties: { name, rank }, geometry: { type: "Point", coordinates: [lng, lat] } };
}

/** A state's name at the middle of its largest polygon's bounds. */
function stateFeature(
  { name, abbr }: { name: string; abbr: string },
  polygons: ReturnType<typeof polygonsOf>,
): Feature {
  const outer = polygons.map(([ring]) => ring ?? []).toSorted((a, b) => b.length - a.length)[0] ?? [];
  const [lngs, lats] = [outer.map(([lng]) => lng), outer.map(([, lat]) => lat)];
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return {
    type: "Feature",
    properties: { name, abbr, rank: 0 },
    geometry: { type: "Point", coordinates: [middle(lngs), middle(lats)] },
  };
}
