import { greatCircleKm, located, type GeoPoint } from "../geo/rules";
import { sunDay } from "../sun/rules";
import { timeZoneOf } from "../../platform/time-zones/rules";
import type { StateAbbr } from "../states/rules";

/** The weather of a farther station may differ from that of the place. */
export const MAX_STATION_KM = 150;

/** From this mean maximum on, a warm engine needs an early start and pauses. */
export const HOT_MAX_C = 32;

/** Mean maximum from which a month is comfortable in a car without heating. */
const COOL_MAX_C = 15;

/** A station counts when at least this many months have a mean maximum and rain. */
const MIN_KNOWN_MONTHS = 10;

/** The sun times of a date change by at most two minutes from year to year. */
const SUN_YEAR = 2026;

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

type Monthly = readonly (number | null)[];
export type Normals = { max_c: Monthly; min_c: Monthly; rain_mm: Monthly };
export type Station = Normals & GeoPoint & { code: string; name: string; state_abbr: string };
export type SunMonth = { sunrise: string; sunset: string };

/** The nearest station with enough values within 150 km of a point, and its distance; null without one. */
export function nearestStation(point: GeoPoint, stations: readonly Station[]): { station: Station; km: number } | null {
  const [nearest] = stations
    .filter(({ max_c, rain_mm }) => [max_c, rain_mm].every((values) => known(values).length >= MIN_KNOWN_MONTHS))
    .map((station) => ({ station, km: greatCircleKm(point, station) }))
    .filter(({ km }) => km <= MAX_STATION_KM)
    .toSorted((a, b) => a.km - b.km);
  return nearest ?? null;
}

/** The months, 1–12, in which the mean maximum reaches 32 °C. */
export function hotMonths({ max_c }: Normals): number[] {
  return MONTHS.filter((month) => (max_c[month - 1] ?? -Infinity) >= HOT_MAX_C);
}

/**
 * The months, 1–12, that are good for a drive: rain of at most the median of the year and a mean maximum from 15 to
 * below 32 °C. Empty when a month has no value, because the months could not be compared.
 */
export function goodMonths({ max_c, rain_mm }: Normals): number[] {
  const rain = known(rain_mm).toSorted((a, b) => a - b);
  if (rain.length < 12 || known(max_c).length < 12) return [];
  const median = (rain[5]! + rain[6]!) / 2;
  return MONTHS.filter((month) => {
    const max = max_c[month - 1]!;
    return rain_mm[month - 1]! <= median && max >= COOL_MAX_C && max < HOT_MAX_C;
  });
}

/** The point halfway along the straight lines between the stops; null when no stop has a position. */
export function middleOf(stops: readonly { lat: number | null; lng: number | null }[]): GeoPoint | null {
  const points = located(stops);
  const [first] = points;
  if (!first) return null;
  const lengths = points.slice(1).map((point, index) => greatCircleKm(points[index]!, point));
  let rest = lengths.reduce((sum, km) => sum + km, 0) / 2;
  for (const [index, km] of lengths.entries()) {
    if (rest <= km && km > 0) return between(points[index]!, points[index + 1]!, rest / km);
    rest -= km;
  }
  return { lat: first.lat, lng: first.lng };
}

/** Sunrise and sunset on the 15th of each month as timestamps, and the time zone of the state. */
export function sunMonths(point: GeoPoint, abbr: StateAbbr): { timeZone: string; months: SunMonth[] } {
  const months = MONTHS.flatMap((month) => {
    // 15:00 UTC is around noon in Brazil.
    const day = sunDay(new Date(Date.UTC(SUN_YEAR, month - 1, 15, 15)), point);
    return day ? [{ sunrise: day.sunrise.toISOString(), sunset: day.sunset.toISOString() }] : [];
  });
  return { timeZone: timeZoneOf(abbr), months };
}

const known = (values: Monthly) => values.filter((value) => value !== null);

function between(a: GeoPoint, b: GeoPoint, share: number): GeoPoint {
  return { lat: a.lat + (b.lat - a.lat) * share, lng: a.lng + (b.lng - a.lng) * share };
}
