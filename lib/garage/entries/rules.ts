import type { LOG_ENTRY_KINDS } from "../../platform/supabase/database-constants/garage";

export type EntryKind = (typeof LOG_ENTRY_KINDS)[number];

export const SERVICE_CATEGORIES = ["service", "repair", "upgrade", "inspection"] as const;
export const EXPENSE_CATEGORIES = ["toll", "parking", "insurance", "tax", "part", "food", "lodging", "other"] as const;

/** Lists of entries: refuelling, services with parts, everything. */
export type EntryList = "fuel" | "service" | "all";

/** The page that adds entries without a connection; `?carro=` and `?tipo=` preselect car and kind. */
export const ADD_ENTRY_PATH = "/diario-de-bordo/anotar";
export const ADDED_KINDS = ["fuel", "service", "km", "expense", "note"] as const satisfies readonly EntryKind[];
export type AddedKind = (typeof ADDED_KINDS)[number];
export const isAddedKind = (kind: string): kind is AddedKind => ADDED_KINDS.some((added) => added === kind);

export const ENTRIES_PER_PAGE = 50;
/** Entries of each car that a device stores. */
export const RECENT_ENTRIES = 6;
export const MAX_BATCH = 50;

/** Reais per litre; null without both values. */
export const pricePerLitre = (totalCents: number | null, litres: number | null): number | null =>
  totalCents === null || !litres ? null : totalCents / 100 / litres;

export type KmOnDay = { on_date: string; km: number };
/** `lower` than an earlier entry, `higher` than a later one, or `far` beyond the last one. */
export type OddReading = { problem: "lower" | "higher" | "far"; km: number };

/** A jump that no entry explains; a car of this portal seldom drives it between two entries. */
const FAR_KM = 5000;

/** What makes the kilometres of a new entry doubtful beside the known ones; null when nothing does. */
export function checkKm({ on_date, km }: KmOnDay, others: readonly KmOnDay[]): OddReading | null {
  const before = others.filter((other) => other.on_date <= on_date).map((other) => other.km);
  const after = others.filter((other) => other.on_date > on_date).map((other) => other.km);
  const [last, next] = [Math.max(...before), Math.min(...after)];
  if (km < last) return { problem: "lower", km: last };
  if (km > next) return { problem: "higher", km: next };
  return before.length > 0 && km > last + FAR_KM ? { problem: "far", km: last } : null;
}

/**
 * What makes a reading doubtful beside the last one of the car, whose day is not known: a reading of an earlier day than
 * today may be lower.
 */
export function checkLast(reading: KmOnDay, last: number | null, today: string): OddReading | null {
  if (last === null) return null;
  const odd = checkKm(reading, [{ on_date: reading.on_date, km: last }]);
  return odd?.problem === "lower" && reading.on_date < today ? null : odd;
}

/** Plausible values of one refuelling: at most 200 litres (m³, kWh), and from R$ 0.40 to R$ 30 for one of them. */
const MOST_FUEL = 200;
const FUEL_PRICE = { least: 0.4, most: 30 } as const;

/** Implausible amount of fuel, or reais for a litre of it. */
export type OddFill = { problem: "litres" | "price"; value: number };

/** What makes the amounts of a refuelling doubtful; null when nothing does. */
export function checkFill(fill: { litres: number | null; total_cents: number | null }): OddFill | null {
  if ((fill.litres ?? 0) > MOST_FUEL) return { problem: "litres", value: fill.litres! };
  const price = pricePerLitre(fill.total_cents, fill.litres);
  const isOdd = !!price && (price < FUEL_PRICE.least || price > FUEL_PRICE.most);
  return isOdd ? { problem: "price", value: price } : null;
}

type Odometer = { on_date: string; offset_km: number; replaces_odometer: boolean };

/** Kilometres of the car minus the reading on a day: the offset of the car, or the earlier one for days before a replacement. */
export function offsetOn(day: string, current: number, others: readonly Odometer[]): number {
  const sorted = others.toSorted((a, b) => a.on_date.localeCompare(b.on_date));
  const later = sorted.find((entry) => entry.replaces_odometer && entry.on_date > day);
  if (later) return sorted.findLast(({ on_date }) => on_date < later.on_date)?.offset_km ?? 0;
  return sorted.findLast((entry) => entry.replaces_odometer)?.offset_km ?? current;
}

/** An entry without a value in any optional field. */
export const EMPTY_ENTRY = {
  reading_km: null,
  offset_km: 0,
  estimated_km: null,
  replaces_odometer: false,
  title: "",
  notes: "",
  place: "",
  lat: null,
  lng: null,
  fuel: null,
  ethanol_pct: null,
  litres: null,
  is_full: null,
  missed_previous: false,
  category: null,
  total_cents: null,
  parts_cents: null,
  labour_cents: null,
  trip_id: null,
  distance_km: null,
} as const;

type Content = keyof typeof EMPTY_ENTRY | "kind" | "on_date";

/** What a person noted, without the columns that the server writes. */
export function contentOf<Entry extends Record<Content, unknown>>(entry: Entry): Pick<Entry, Content> {
  const keys: readonly Content[] = [...(Object.keys(EMPTY_ENTRY) as (keyof typeof EMPTY_ENTRY)[]), "kind", "on_date"];
  return Object.fromEntries(keys.map((key) => [key, entry[key]])) as Pick<Entry, Content>;
}
