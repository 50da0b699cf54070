import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { activePaceSettings } from "../../../geo/pace/queries";
import { listSeats } from "../../../guide/cities/queries";
import { located } from "../../../geo/geo/rules";
import type { Caller } from "../../../platform/costs";
import { AppError } from "../../../platform/error";
import { translated, translatedList } from "../../../platform/i18n/content";
import type { Locale } from "../../../platform/i18n/routing";
import { reportError } from "../../../platform/report";
import { listWarnings } from "../../../guide/regions/queries";
import type { Junction } from "../../../geo/roads/junctions";
import { findJunctions } from "../../../geo/roads/service";
import { getSettings } from "../../../platform/settings/queries";
import { roadSourcesOn } from "../../../platform/settings/rules";
import type { StateAbbr } from "../../../geo/states/rules";
import type { TripFacts } from "../../facts/rules";
import type { TripDay } from "../../trips/days/rules";
import type { SavedTrip, StoredRoute } from "../../trips/schema";
import { statesCrossed } from "../states";
import { lineBetween, stagePairs, type BookFacts } from "./rules";

type Options = { days: readonly TripDay[]; facts: TripFacts | null; locale: Locale; by: Caller };

/** Loading the network takes longer at the first route after a start; the page does not wait for it. */
const JUNCTIONS_MS = 10_000;

/** The junctions of each stage; the roadbook is shown without those that are not found in time. */
async function junctionsOf(route: StoredRoute, { days, by }: Options): Promise<BookFacts["junctions"]> {
  const [switched, pace] = [roadSourcesOn(await getSettings()), await activePaceSettings()];
  const limit = AbortSignal.timeout(JUNCTIONS_MS);
  const signal = by.signal ? AbortSignal.any([by.signal, limit]) : limit;
  const found = new Map<number, readonly Junction[]>();
  try {
    for (const [from, to] of days.flatMap(stagePairs)) {
      const { points } = lineBetween(route, from, to);
      found.set(from.index, await findJunctions(points, { switched, pace, by: { ...by, signal } }));
    }
  } catch (error) {
    if (!limit.aborted && !(error instanceof AppError)) reportError("roadbook", error);
  }
  return found;
}

type Altitudes = Readonly<Record<string, number | undefined>>;
let altitudes: Promise<Altitudes> | null = null;

/** Metres of the seats by IBGE code, read once; the table has 0 where the altitude was not measured. */
function readAltitudes(): Promise<Altitudes> {
  const file = path.join(process.cwd(), "public/dados-abertos/gov/altitudes-datasus.json");
  altitudes ??= readFile(file, "utf8").then((text) => (JSON.parse(text) as { metres: Altitudes }).metres);
  altitudes.catch(() => (altitudes = null));
  return altitudes;
}

async function townsIn(states: readonly StateAbbr[]): Promise<BookFacts["towns"]> {
  const [metres, seats] = await Promise.all([readAltitudes(), Promise.all(states.map(listSeats))]);
  return located(seats.flat()).map(({ ibge_code, name, lat, lng }) => {
    return { name, lat, lng, metres: metres[ibge_code] || null };
  });
}

async function warningsIn(states: readonly StateAbbr[], locale: Locale): Promise<BookFacts["warnings"]> {
  const rows = await listWarnings(states);
  return rows.map((row) => ({
    name: translated(row, "name", locale).text,
    texts: translatedList(row, "warnings", locale),
    stops: located(row.region_waypoints).map(({ lat, lng }) => ({ lat, lng })),
  }));
}

/** What the roadbook of a trip shows beside its stored line. */
export async function readBookFacts(trip: SavedTrip & { route: StoredRoute }, options: Options): Promise<BookFacts> {
  const { facts, locale } = options;
  const states = statesCrossed(trip);
  const [junctions, towns, warnings] = await Promise.all([
    junctionsOf(trip.route, options),
    townsIn(states),
    warningsIn(states, locale),
  ]);
  return {
    junctions,
    towns,
    plazas: trip.route.tolls.map((plaza, index) => ({ ...plaza, cents: facts?.tolls[index] ?? null })),
    warnings,
    places: facts?.places ?? [],
    conditions: facts?.conditions ?? null,
  };
}
