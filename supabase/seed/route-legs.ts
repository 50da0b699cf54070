import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { classicMinutes } from "../../lib/regions/pace";
import { parseFile } from "./content-files";
import { text } from "./content-schema";
import { readRoadPoints, roadPointsBeside } from "./road-points";

const km = z.number().min(0);
const roadClass = z.enum([
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "minor",
  "track",
  "ferry",
  "unknown",
]);
const source = z.enum(["osm", "osm-catalog", "omt", "vic", "dnit", "sie-sc", "der-sp", "join"]);
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
  skip: z.enum(["no-path", "snap", "ratio", "open-water"]),
  detail: z.string().optional(),
});

export const routeLegsSchema = z.strictObject({
  note: text,
  tolerance_m: z.number(),
  routes: z.array(z.strictObject({ route: text, legs: z.array(z.union([line, gap])) })),
});

type SeedLeg = z.infer<typeof line> | z.infer<typeof gap>;
export type RouteLegs = ReadonlyMap<string, readonly SeedLeg[]>;
type Region = { slug: string; surface: string | null; paved_pct: number | null };
type Stop = { region_slug: string; position: number; lat: number | null; lng: number | null };

const FILE = path.join(import.meta.dirname, "roads/route-legs.json");

/** Legs of every route by its key, for example `SC/serra-do-rio-do-rastro`; empty without the file. */
export function readRouteLegs(file = FILE): RouteLegs {
  if (!existsSync(file)) return new Map();
  const { routes } = parseFile("roads/route-legs.json", readFileSync(file, "utf8"), routeLegsSchema);
  return new Map(routes.map(({ route, legs }) => [route, legs]));
}

/** Rows of `region_legs` of one route; a leg with a stop that has no position is left out. */
export function legRows(legs: readonly SeedLeg[], region: Region, stops: readonly Stop[]) {
  const placeOf = new Map(
    stops.filter(({ region_slug }) => region_slug === region.slug).map((stop) => [stop.position, stop]),
  );
  return legs.flatMap((leg) => {
    const [from, to] = [placeOf.get(leg.from), placeOf.get(leg.to)];
    if (!from || !to || from.lat === null || to.lat === null) return [];
    return [{ ...endsOf(leg), ...placesOf(from, to), region_slug: region.slug, ...factsOf(leg, region) }];
  });
}

export type LegRow = ReturnType<typeof legRows>[number];

const endsOf = ({ from, to, needs }: SeedLeg) => ({ from_position: from, to_position: to, needs });
const placesOf = (from: Stop, to: Stop) => ({
  from_lat: from.lat,
  from_lng: from.lng,
  to_lat: to.lat,
  to_lng: to.lng,
});

function factsOf(leg: SeedLeg, { surface, paved_pct }: Region) {
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
    classic_min: classicMinutes(leg.km, classes, { surface, pavedPct: paved_pct }),
    points: roadPointsBeside(encoded, leg.km, readRoadPoints()),
    has_fuel_data: hasFuelData(sources),
  };
}

/**
 * Petrol stations are known where the line comes from the OpenStreetMap extract of the twenty units of N, NE and CO;
 * not on a straight connection over a missing part of it.
 */
function hasFuelData(sources: Partial<Record<z.infer<typeof source>, number>>): boolean {
  const isComplete = Object.keys(sources).every((name) => name === "osm" || name === "join");
  return isComplete && (sources.join ?? 0) < 1;
}
