import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { getCity, listCitiesAround } from "../../guide/cities/queries";
import { listStations } from "../../geo/climate/queries";
import { decodeLine, type LinePoint } from "../../geo/geo/lines";
import { statesIn, located, type GeoPoint } from "../../geo/geo/rules";
import { listPhotoPointPins, listPhotoPoints } from "../../guide/photo-points/queries";
import { photoPointPath } from "../../guide/photo-points/rules";
import { brazilianDay } from "../../platform/dates";
import { runCostly, type Caller } from "../../platform/costs";
import { AppError } from "../../platform/error";
import { translated } from "../../platform/i18n/content";
import { timeZoneOf } from "../../platform/time-zones/rules";
import { splitPath, type Locale } from "../../platform/i18n/routing";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { getRegion, listProfiles } from "../../guide/regions/queries";
import { elevationPoints, isSlug } from "../../guide/regions/rules";
import { getService } from "../../guide/services/queries";
import { stateOfSegment, type StateAbbr } from "../../geo/states/rules";
import { trackPoints } from "../../geo/tracks/rules";
import { activeConditionSettings } from "../conditions/queries";
import type { GradeSpan, PlaceMarks } from "../conditions/rules";
import { longestGap, PRICE_CLASS } from "../trips/rules";
import shapes from "@/public/map/states.json";
import {
  climateSpans,
  corridorOf,
  coverageOf,
  gradeSpans,
  hasOsmPoints,
  lineCost,
  outingsWithin,
  pointsBeside,
  priceAt,
  priceOn,
  statesOn,
  withoutShapeGaps,
  type Corridor,
  type PlaceOnWay,
  type StopMatch,
  type Outing,
  type TripFacts,
} from "./rules";
import { corridorPlaceOf, listCorridorMapPlaces, listCorridorPlaces } from "./corridor/queries";
import { thinnedPlaces } from "./corridor/rules";
import type { OutingsInput, TripFactsInput } from "./schema";

const features = statesIn(shapes);

/** Distances up to which a petrol station and a workshop count as beside the route. */
const [FUEL_KM, WORKSHOP_KM] = [1, 3];

type Station = GeoPoint & { name: string | null };
type OsmPoints = Record<"fuel" | "car_repair", Station[]>;
let osm: Promise<OsmPoints> | null = null;

/** Petrol stations and workshops of OpenStreetMap, read once. */
function readOsm(): Promise<OsmPoints> {
  osm ??= readFile(path.join(process.cwd(), "public/dados-abertos/osm/points.json"), "utf8").then((text) => {
    const rows = JSON.parse(text) as Record<"fuel" | "car_repair", [lat: number, lng: number, name: string][]>;
    const pointsOf = (kind: keyof OsmPoints) =>
      rows[kind].map(([lat, lng, name]) => ({ lat, lng, name: name || null }));
    return { fuel: pointsOf("fuel"), car_repair: pointsOf("car_repair") };
  });
  osm.catch(() => (osm = null));
  return osm;
}

type Kind = { kind: "fuel" | "car_repair"; category: string; maxKm: number };
const FUEL: Kind = { kind: "fuel", category: "fuel", maxKm: FUEL_KM };
const WORKSHOPS: Kind = { kind: "car_repair", category: "workshop", maxKm: WORKSHOP_KM };

/** What is known beside a route, and the spans and states where the sources have petrol stations and workshops. */
async function readCovered(line: readonly LinePoint[], km: number, locale: Locale) {
  const corridor = corridorOf(line, km);
  const states = withoutShapeGaps(statesOn(corridor, features));
  const abbrs = [...new Set(states.flatMap(({ state }) => state ?? []))];
  const [osmPoints, places, mapPlaces] = await Promise.all([
    readOsm(),
    listCorridorPlaces(corridor, abbrs, locale),
    listCorridorMapPlaces(corridor, abbrs),
  ]);
  return { corridor, states, abbrs, points: osmPoints, places, mapPlaces, ...coverageOf(states, hasOsmPoints) };
}
type Covered = Awaited<ReturnType<typeof readCovered>>;

/** The known petrol stations or workshops beside a route, in the order of travel. */
function besideRoute({ corridor, points, places, mapPlaces }: Covered, { kind, category, maxKm }: Kind) {
  // The points of OpenStreetMap are those of `points`; map places of it would count twice.
  const own = places.filter(
    (place) => place.kind !== "map_place" && place.category === category && place.beside <= maxKm,
  );
  const read = mapPlaces.filter((place) => place.source !== "osm" && place.kind === category && place.beside <= maxKm);
  const all = [...pointsBeside(corridor, points[kind], maxKm), ...own, ...read];
  return all
    .map(({ km, beside, name }) => ({ km: Math.round(km * 100) / 100, besideKm: beside, name }))
    .toSorted((a, b) => a.km - b.km);
}

/** Runs calculations beside a line as a job of its caller. */
function withLine<T>(encoded: string, by: Caller, work: (line: readonly LinePoint[]) => Promise<T>): Promise<T> {
  const line = decodeLine(encoded);
  const cost = lineCost(line);
  if (!cost) throw new AppError("input.invalid", { detail: "the line is too long" });
  return runCostly("tripFacts", { ...by, ...cost }, () => work(line));
}

/** Petrol stations and workshops beside a route in the order of travel. */
export function readAid(encoded: string, km: number, { locale, by }: { locale: Locale; by: Caller }) {
  return withLine(encoded, by, async (line) => {
    const known = await readCovered(line, km, locale);
    const aidOf = (kind: Kind) => ({ places: besideRoute(known, kind), spans: known.spans });
    return { fuel: aidOf(FUEL), workshops: aidOf(WORKSHOPS) };
  });
}

const gapOf = ({ km, covered, unknown }: PlaceMarks) => ({ gap: longestGap(km, covered), unknown });

/** Facts along a route that only the server has: prices, gaps, the places of the guide, climate and slopes. */
export function readTripFacts(input: TripFactsInput, locale: Locale, by: Caller): Promise<TripFacts> {
  return withLine(input.line, by, (line) => factsBeside(line, input, locale));
}

async function factsBeside(line: readonly LinePoint[], input: TripFactsInput, locale: Locale): Promise<TripFacts> {
  const known = await readCovered(line, input.km, locale);
  const { corridor, abbrs, states, spans: covered, unknown } = known;
  const places = [...known.places, ...thinnedPlaces(known.mapPlaces).map(corridorPlaceOf)].toSorted(
    (a, b) => a.km - b.km,
  );
  const [tolls, stations, grades, settings] = await Promise.all([
    listTollPrices(input.tolls, input.tollClass),
    listStations(),
    listGrades(corridor, abbrs),
    activeConditionSettings(),
  ]);
  const marksOf = (kind: Kind): PlaceMarks => ({ km: besideRoute(known, kind).map(({ km }) => km), covered, unknown });
  const [fuel, workshops] = [marksOf(FUEL), marksOf(WORKSHOPS)];
  return {
    timeZone: timeZoneOf(states[0]?.state ?? "SP"),
    fuel: gapOf(fuel),
    workshops: gapOf(workshops),
    tolls,
    places,
    conditions: { fuel, workshops, climate: climateSpans(corridor, stations), grades, settings },
  };
}

/** Slopes of the routes of the guide that have a recording with altitudes. */
async function listGrades(corridor: Corridor, abbrs: readonly StateAbbr[]): Promise<GradeSpan[]> {
  const rows = await listProfiles(abbrs);
  return rows.flatMap(({ track, elevation_profile: profile }) => {
    const [points, heights] = [trackPoints(track), elevationPoints(profile)];
    return points.length > 1 && heights.length > 1 ? gradeSpans(corridor, points, heights) : [];
  });
}

/** The price in cents that staff entered for each plaza and class of vehicle; null without one. */
export async function listTollPrices(
  tolls: readonly GeoPoint[],
  tollClass: TripFactsInput["tollClass"],
): Promise<(number | null)[]> {
  if (tolls.length === 0) return [];
  const rows = orThrow(
    await createPublicClient(["tolls"])
      .from("tolls")
      .select("lat, lng, toll_prices (vehicle_class, price, valid_from, valid_until)")
      .order("id")
      .limit(1000),
  );
  const today = brazilianDay(Date.now());
  const priced = located(rows).map(({ lat, lng, toll_prices }) => ({
    lat,
    lng,
    cents: priceOn(
      toll_prices.filter(({ vehicle_class }) => vehicle_class === PRICE_CLASS[tollClass]),
      today,
    ),
  }));
  return tolls.map((plaza) => priceAt(plaza, priced));
}

const MAX_OUTINGS = 30;

/** Towns with a page and photo points from which one is back at the start within a distance. */
export async function listOutings({ lat, lng, km, locale }: OutingsInput): Promise<Outing[]> {
  const start = { lat, lng };
  const [cities, photos] = await Promise.all([listCitiesAround(start, km / 2), listPhotoPointPins(null)]);
  const towns = located(cities).map((row) => ({
    id: String(row.ibge_code),
    kind: "city" as const,
    name: `${row.name} (${row.state_abbr})`,
    path: `/${row.state_abbr.toLowerCase()}/cidade/${row.slug}`,
    lat: row.lat,
    lng: row.lng,
  }));
  const spots = located(photos).map((row) => ({
    id: row.slug,
    kind: "photo_point" as const,
    name: translated(row, "name", locale).text,
    path: photoPointPath(row),
    lat: row.lat,
    lng: row.lng,
  }));
  return outingsWithin([...towns, ...spots], start, km).slice(0, MAX_OUTINGS);
}

type Position = { lat: number | null; lng: number | null };

const one = (name: string, point: Position, subject: StopMatch["subject"]) => ({
  name,
  stops: located([point]).map(({ lat, lng }) => ({ name, lat, lng, subject })),
});

/** Reads an event by its slug; null when it is not public. */
type ReadEvent = (slug: string) => Promise<(Position & { id: string; title: string }) | null>;

/** The stops of a page of the guide or of an event in the language of its path; null for a page without a position. */
export async function findTripPlace(address: string, readEvent: ReadEvent): Promise<PlaceOnWay | null> {
  const { locale, path: page } = splitPath(address);
  const [, uf, kind, slug = ""] = /^\/(\w+)\/([\w-]+)[/#]([\w-]+)$/.exec(page) ?? [];
  if (!isSlug(slug)) return null;
  if (uf === "eventos" && kind === "lacambeche") {
    const event = await readEvent(slug);
    return event && one(event.title, event, { kind: "event", id: event.id });
  }
  const state = stateOfSegment(uf);
  if (!state) return null;
  if (kind === "rota") return routePlaces(state.abbr, slug, locale);
  if (kind === "cidade") {
    const city = await getCity(state.abbr, slug);
    return city && one(`${city.name} (${city.state_abbr})`, city, { kind: "city", id: String(city.ibge_code) });
  }
  if (kind === "servicos") {
    const place = await getService(state.abbr, slug);
    const at = place && (located([place])[0] ?? place.city);
    return place && at && one(translated(place, "name", locale).text, at, { kind: "service", id: place.id });
  }
  if (kind !== "pontos-fotograficos") return null;
  const point = (await listPhotoPoints(state.abbr)).find((row) => row.slug === slug);
  return point ? one(translated(point, "name", locale).text, point, { kind: "photo_point", id: point.id }) : null;
}

async function routePlaces(abbr: StateAbbr, slug: string, locale: Locale): Promise<PlaceOnWay | null> {
  const region = await getRegion(abbr, slug);
  if (!region) return null;
  const subject = { kind: "region", id: region.id };
  const stops = located(region.region_waypoints).map(({ lat, lng, ...row }, index) => ({
    name: translated(row, "name", locale).text,
    lat,
    lng,
    // Only the first stop carries the route, which the others belong to.
    subject: index === 0 ? subject : null,
  }));
  return { name: translated(region, "name", locale).text, stops };
}
