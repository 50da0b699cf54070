import type { Coordinates, Feature } from "./feature";
import { polygonsOf, stateOfPoint, type Position, type StateCollection } from "@/lib/geo/rules";
import { groupBy } from "./group-by";
import { mergeLines } from "./merge-lines";
import { collectNumbers, collectRoads, type Road } from "./roads";
import type { Sources } from "./sources";
import { collectTowns, type Town } from "./towns";
import type { TileFeature } from "./vector-tile";

/** The features of every layer at a zoom level. */
export type LayerFeatures = Record<"water" | "rivers" | "borders" | "roads" | "places", Feature[]>;

/** The most detailed zoom level of the OpenMapTiles source tiles. */
const SOURCE_ZOOM = 7;
/** The zoom level from which a class of road, or a town of a rank, is in the tiles. */
const ROADS_FROM: Record<string, number> = { motorway: 3, trunk: 3, primary: 5, secondary: 7, tertiary: 8, ferry: 7 };
const NUMBERS_FROM = 6;
const TOWNS_FROM: Record<Town["rank"], number> = { 1: 3, 2: 5, 3: 6, 4: 7, 5: 8 };
/** Border lines farther than this from every Brazilian state, in degrees, belong to neighbouring countries. */
const BORDER_MARGIN = 0.1;

export type Collected = { roads: Road[]; numbers: Road[]; towns: Town[] };

export function collect(sources: Sources): Collected {
  const roads = collectRoads(sources);
  const towns = collectTowns(sources.openMapTiles(SOURCE_ZOOM, "place"));
  return { roads, numbers: collectNumbers(sources, roads), towns };
}

export function layersAt(
  z: number,
  sources: Sources,
  { roads, numbers, towns }: Collected,
  states: StateCollection,
): LayerFeatures {
  const source = Math.min(z, SOURCE_ZOOM);
  return {
    water: sources.openMapTiles(source, "water").map(waterArea),
    rivers: sources
      .naturalEarth("natural-earth/ne_10m_rivers_lake_centerlines.json")
      .filter(({ properties }) => Number(properties.scalerank) <= z)
      .flatMap(({ properties, lines }) =>
        lines.map((line) => lineFeature(line, { rank: Number(properties.scalerank) })),
      ),
    borders: borderLines(sources.openMapTiles(source, "boundary"), states),
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

/** National and state borders, joined to long lines. */
function borderLines(borders: readonly TileFeature[], states: StateCollection): Feature[] {
  const ours = borders.filter((border) => isOurs(border, states));
  return [...groupBy(ours, ({ properties }) => (Number(properties.admin_level) === 2 ? "country" : "state"))].flatMap(
    ([kind, group]) => mergeLines(group.flatMap(({ parts }) => parts)).map((line) => lineFeature(line, { kind })),
  );
}

/** State and national borders on land; provinces of other countries are left out. */
function isOurs({ properties, parts }: TileFeature, { features }: StateCollection): boolean {
  const level = Number(properties.admin_level);
  if (Number(properties.maritime) === 1 || (level !== 2 && level !== 4)) return false;
  if (level === 2) return true;
  return parts.every((line) => {
    const [lng = 0, lat = 0] = line[Math.floor(line.length / 2)] ?? [];
    const around = [-BORDER_MARGIN, BORDER_MARGIN].flatMap((by) => [
      [lng + by, lat],
      [lng, lat + by],
    ]) as [number, number][];
    return around.some(([x, y]) => stateOfPoint(y, x, features) !== null);
  });
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

const roadFeature = ({ kind, ref, line }: Road) => lineFeature(line, { kind, ...(ref ? { ref } : {}) });

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
