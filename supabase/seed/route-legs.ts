import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { decodeLine, kmAlongLine } from "../../lib/geo/geo/lines";
import { greatCircleKm } from "../../lib/geo/geo/rules";
import { lineMinutes } from "../../lib/geo/pace/legs/rules";
import { PLAIN_PACE, type Pace } from "../../lib/geo/pace/drive/rules";
import { PACED_CLASSES } from "../../lib/geo/pace/rules";
import { joinedKm } from "../../lib/guide/regions/way";
import { parseFile } from "./content-files";
import { text } from "./content-schema";
import { hasStations, readRoadPoints, roadPointsBeside, type Point } from "./road-points";
import { LEG_SKIPS } from "../../lib/platform/supabase/database-constants/guide";

const km = z.number().min(0);
const roadClass = z.enum(PACED_CLASSES);
/** Where the line of a leg comes from. */
const LEG_SOURCES = ["osm", "osm-catalog", "omt", "vic", "dnit", "sie-sc", "der-sp", "join"] as const;
export type LegSource = (typeof LEG_SOURCES)[number];
const source = z.enum(LEG_SOURCES);
const position = z.int().min(1);
const ends = { from: position, to: position, needs: z.array(z.enum(["sie-sc", "der-sp"])) };

const line = z.strictObject({
  ...ends,
  km,
  line: z.string().min(4),
  sources: z.partialRecord(source, km),
  quality: z.enum(["traced", "simplified"]),
  joins: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
  roads: z.array(text),
  classes: z.partialRecord(roadClass, km),
});
const gap = z.strictObject({
  ...ends,
  skip: z.enum(LEG_SKIPS),
  detail: z.string().optional(),
});

const routeLegsSchema = z.strictObject({
  note: text,
  tolerance_m: z.number(),
  routes: z.array(
    z.strictObject({
      route: text,
      stops: z.array(z.tuple([position, z.number(), z.number()])),
      legs: z.array(z.union([line, gap])),
    }),
  ),
});

type SeedLeg = z.infer<typeof line> | z.infer<typeof gap>;
export type RouteLegs = ReadonlyMap<string, readonly SeedLeg[]>;
type Region = { slug: string; state_abbr: string; surface: string | null; paved_pct: number | null };
type Stop = { region_slug: string; position: number; lat: number | null; lng: number | null };

const FILE = path.join(import.meta.dirname, "roads/route-legs.json");

/** Legs of every route by its key, for example `SC/serra-do-rio-do-rastro`; empty without the file. */
export function readRouteLegs(file = FILE): RouteLegs {
  if (!existsSync(file)) return new Map();
  const { routes } = parseFile("roads/route-legs.json", readFileSync(file, "utf8"), routeLegsSchema);
  return new Map(routes.map(({ route, legs }) => [route, legs]));
}

/** Rows of `region_legs` of one route; a leg with a stop that has no position is left out. */
export function legRows(
  legs: readonly SeedLeg[],
  region: Region,
  stops: readonly Stop[],
  pace: Pace = PLAIN_PACE,
  points: readonly Point[] = readRoadPoints(),
) {
  const placeOf = new Map(
    stops.filter(({ region_slug }) => region_slug === region.slug).map((stop) => [stop.position, stop]),
  );
  return legs.flatMap((leg) => {
    const [from, to] = [placeOf.get(leg.from), placeOf.get(leg.to)];
    if (!isPlaced(from) || !isPlaced(to)) return [];
    const facts = endsAt(leg, from, to)
      ? factsOf(leg, region, { pace, points })
      : { skip: "snap", detail: "the stops were moved" };
    return [{ ...endsOf(leg), ...placesOf(from, to), region_slug: region.slug, ...facts }];
  });
}

export type LegRow = ReturnType<typeof legRows>[number];

/** A line ends up to 3 km from its stops; farther away it was traced between other stops. */
const MAX_END_KM = 4;

type PlacedStop = Stop & { lat: number; lng: number };
const isPlaced = (stop: Stop | undefined): stop is PlacedStop => stop !== undefined && stop.lat !== null;

function endsAt(leg: SeedLeg, from: PlacedStop, to: PlacedStop): boolean {
  if ("skip" in leg) return true;
  const points = decodeLine(leg.line).map(([lat, lng]) => ({ lat, lng }));
  const [start, end] = [points[0], points.at(-1)];
  return Boolean(start && end && greatCircleKm(start, from) <= MAX_END_KM && greatCircleKm(end, to) <= MAX_END_KM);
}

const endsOf = ({ from, to, needs }: SeedLeg) => ({ from_position: from, to_position: to, needs });
const placesOf = (from: PlacedStop, to: PlacedStop) => ({
  from_lat: from.lat,
  from_lng: from.lng,
  to_lat: to.lat,
  to_lng: to.lng,
});

type Known = { pace: Pace; points: readonly Point[] };

function factsOf(leg: SeedLeg, { surface, paved_pct, state_abbr }: Region, { pace, points }: Known) {
  if ("skip" in leg) return { skip: leg.skip, detail: leg.detail ?? null };
  const { line: encoded, quality, roads, classes, sources, joins } = leg;
  return {
    km: leg.km,
    line: encoded,
    quality,
    roads,
    classes,
    sources,
    joins,
    join_km: joinedKm(joins, kmAlongLine(decodeLine(encoded))),
    classic_min: lineMinutes(leg, { surface, pavedPct: paved_pct }, pace),
    points: roadPointsBeside(encoded, leg.km, points),
    has_fuel_data: hasFuelData(sources) && hasStations(points, state_abbr),
  };
}

/**
 * Petrol stations are known where the line comes from the OpenStreetMap extract of the twenty units of N, NE and CO;
 * not on a straight connection over a missing part of it, and not in a state without any station in the data.
 */
function hasFuelData(sources: Partial<Record<z.infer<typeof source>, number>>): boolean {
  const isComplete = Object.keys(sources).every((name) => name === "osm" || name === "join");
  return isComplete && (sources.join ?? 0) < 1;
}
