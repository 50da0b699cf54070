import { DAY_MS } from "../../platform/dates";
import type { StoredEntry } from "../entries/schema";
import type { Fuel } from "../vehicles/rules";

/** What the statistics read of an entry. */
export type CountedEntry = Pick<
  StoredEntry,
  | "id"
  | "kind"
  | "on_date"
  | "km"
  | "estimated_km"
  | "reading_km"
  | "fuel"
  | "litres"
  | "is_full"
  | "missed_previous"
  | "category"
  | "total_cents"
  | "parts_cents"
  | "labour_cents"
  | "distance_km"
>;

/** What the order of entries and the check of their kilometres need. */
export type Reading = Pick<CountedEntry, "id" | "on_date" | "km">;

type Tank = "liquid" | "cng" | "electric";
/** Fuels of one tank, which can be mixed. Gas cylinders and batteries are tanks of their own. */
const TANKS: Record<Fuel, Tank> = {
  gasoline: "liquid",
  gasoline_premium: "liquid",
  ethanol: "liquid",
  diesel: "liquid",
  cng: "cng",
  electric: "electric",
};

/**
 * Kilometres and litres from one full tank to the next, which `entry` filled; `fuel` is `mixed` when the tank held more
 * than one fuel, `cents` are null where a refuelling has no price.
 */
export type Segment = {
  entry: string;
  until: string;
  cents: number | null;
  km: number;
  litres: number;
  kmPerLitre: number;
  fuel: Fuel | "mixed";
  isEstimated: boolean;
};

type Fill = CountedEntry & { fuel: Fuel; litres: number };
type CheckedFill = Fill & { isOdd: boolean };

const isFill = (entry: CountedEntry): entry is Fill =>
  entry.kind === "fuel" && entry.fuel !== null && entry.litres !== null;

/** Entries by day; those of one day by kilometres, those without at the end. */
export const inOrder = <Entry extends Reading>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted(
    (a, b) => a.on_date.localeCompare(b.on_date) || (a.km ?? Infinity) - (b.km ?? Infinity) || a.id.localeCompare(b.id),
  );

/** More kilometres than a car of this portal is driven in a day. */
const MOST_KM_A_DAY = 1500;
/** Kilometres by litre, cubic metre or kilowatt-hour outside of which a reading or an amount is wrong. */
const PLAUSIBLE = { least: 1, most: 60 } as const;

const canFollow = (from: Reading, to: Reading) => {
  const [km, days] = [to.km! - from.km!, (Date.parse(to.on_date) - Date.parse(from.on_date)) / DAY_MS];
  return km >= 0 && km <= MOST_KM_A_DAY * (days + 1);
};

/**
 * The readings of the odometer that do not fit the others: those outside of the longest series in which kilometres only
 * increase and by no more than a car is driven in that time.
 */
export function oddReadings<Entry extends Reading>(entries: readonly Entry[]): Entry[] {
  const read = inOrder(entries.filter(({ km }) => km !== null));
  const series: { length: number; before: number }[] = [];
  let longest = 0;
  for (const [at, to] of read.entries()) {
    let best = { length: 1, before: -1 };
    // Nothing before is longer than the longest series, so most searches end with the reading before.
    for (let from = at - 1; from >= 0 && best.length <= longest; from--)
      if (series[from]!.length >= best.length && canFollow(read[from]!, to))
        best = { length: series[from]!.length + 1, before: from };
    series.push(best);
    longest = Math.max(longest, best.length);
  }
  const fitting = new Set<number>();
  let last = series.findIndex(({ length }) => length === longest);
  for (; last >= 0; last = series[last]!.before) fitting.add(last);
  return read.filter((_, index) => !fitting.has(index));
}

/**
 * Consumption from full tank to full tank: the litres filled after one full tank up to the next one, over the
 * kilometres between them. A refuelling that was not noted, a reading that does not fit the others, an impossible result
 * and a second tank that was filled in between leave the segment out.
 */
export const segmentsOf = (entries: readonly CountedEntry[]): Segment[] => allSegmentsOf(entries).filter(isPlausible);

const isPlausible = ({ kmPerLitre }: Segment) => kmPerLitre >= PLAUSIBLE.least && kmPerLitre <= PLAUSIBLE.most;

/** The segments that are left out because nobody drives so far, or so little, with their litres. */
export const oddSegments = (entries: readonly CountedEntry[]): Segment[] =>
  allSegmentsOf(entries).filter((segment) => !isPlausible(segment));

function allSegmentsOf(entries: readonly CountedEntry[]): Segment[] {
  const odd = new Set(oddReadings(entries).map(({ id }) => id));
  const fills = inOrder(entries.filter(isFill)).map((fill) => ({ ...fill, isOdd: odd.has(fill.id) }));
  const tanks = new Set(fills.map(({ fuel }) => TANKS[fuel]));
  return [...tanks].flatMap((tank) => segmentsOfTank(fills, tank)).toSorted((a, b) => a.until.localeCompare(b.until));
}

function segmentsOfTank(fills: readonly CheckedFill[], tank: Tank): Segment[] {
  const segments: Segment[] = [];
  let start: Fill | null = null;
  let litres = 0;
  let cents: number | null = 0;
  let fuels = new Set<Fuel>();
  let isBroken = false;
  for (const fill of fills) {
    if (TANKS[fill.fuel] !== tank) {
      isBroken = true;
      continue;
    }
    if (fill.missed_previous || fill.isOdd) isBroken = true;
    litres += fill.litres;
    cents = cents === null || fill.total_cents === null ? null : cents + fill.total_cents;
    fuels.add(fill.fuel);
    if (!fill.is_full || fill.km === null || fill.isOdd) continue;
    const km = start?.km === undefined || start.km === null ? 0 : fill.km - start.km;
    if (start && !isBroken && km > 0) segments.push(segmentOf(start, fill, { km, litres, cents }, fuels));
    start = fill;
    litres = 0;
    cents = 0;
    fuels = new Set([fill.fuel]);
    isBroken = false;
  }
  return segments;
}

type Sums = Pick<Segment, "km" | "litres" | "cents">;

function segmentOf(start: Fill, end: Fill, sums: Sums, fuels: ReadonlySet<Fuel>): Segment {
  const [fuel = end.fuel, ...others] = fuels;
  return {
    ...sums,
    entry: end.id,
    until: end.on_date,
    kmPerLitre: sums.km / sums.litres,
    fuel: others.length > 0 ? "mixed" : fuel,
    isEstimated: start.reading_km === null || end.reading_km === null,
  };
}

export type Consumption = { fuel: Segment["fuel"]; km: number; litres: number; kmPerLitre: number };

/** Consumption by fuel over all segments, the fuel with the most kilometres first. */
export function consumptionByFuel(segments: readonly Segment[]): Consumption[] {
  const sums = new Map<Segment["fuel"], { km: number; litres: number }>();
  for (const { fuel, km, litres } of segments) {
    const sum = sums.get(fuel) ?? { km: 0, litres: 0 };
    sums.set(fuel, { km: sum.km + km, litres: sum.litres + litres });
  }
  return [...sums]
    .map(([fuel, { km, litres }]) => ({ fuel, km, litres, kmPerLitre: km / litres }))
    .toSorted((a, b) => b.km - a.km);
}

/** Fuel of a kilometre from full tank to full tank, over the segments whose refuellings all have a price; null without any. */
export function fuelCentsPerKm(segments: readonly Segment[]): number | null {
  const priced = segments.filter(({ cents }) => cents !== null);
  const km = sumOf(priced.map((segment) => segment.km));
  return km > 0 ? sumOf(priced.map(({ cents }) => cents ?? 0)) / km : null;
}

/** What a litre cost in cents at each refuelling with a price, the oldest first; gas and electricity have other units. */
export const fuelPrices = (entries: readonly CountedEntry[]): { on_date: string; centsPerLitre: number }[] =>
  inOrder(entries.filter(isFill)).flatMap(({ on_date, fuel, total_cents, litres }) =>
    total_cents && TANKS[fuel] === "liquid" ? [{ on_date, centsPerLitre: total_cents / litres }] : [],
  );

/** Cents of an entry: the total where it is noted, otherwise parts and labour. */
export const centsOf = ({ total_cents, parts_cents, labour_cents }: CountedEntry): number =>
  total_cents ?? (parts_cents ?? 0) + (labour_cents ?? 0);

/** What an entry counts as in the costs: fuel, a kind of maintenance or a kind of expense. */
const costKindOf = ({ kind, category }: CountedEntry): string => (kind === "fuel" ? "fuel" : (category ?? "other"));

export type Costs = {
  totalCents: number;
  /** Kilometres from the first noted ones to the last. */
  km: number;
  /** Null without kilometres. */
  centsPerKm: number | null;
  /** Whether a part of the kilometres is estimated. */
  isEstimated: boolean;
  byKind: { kind: string; cents: number }[];
  years: { year: number; cents: number; km: number; byKind: { kind: string; cents: number }[] }[];
};

const byKindOf = (entries: readonly CountedEntry[]) => {
  const sums = new Map<string, number>();
  for (const entry of entries) sums.set(costKindOf(entry), (sums.get(costKindOf(entry)) ?? 0) + centsOf(entry));
  return [...sums]
    .filter(([, cents]) => cents > 0)
    .map(([kind, cents]) => ({ kind, cents }))
    .toSorted((a, b) => b.cents - a.cents || a.kind.localeCompare(b.kind));
};

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const yearOf = ({ on_date }: CountedEntry) => Number(on_date.slice(0, 4));

/** Entries without the kilometres that do not fit the others. */
function withFittingKm(entries: readonly CountedEntry[]): CountedEntry[] {
  const odd = new Set(oddReadings(entries).map(({ id }) => id));
  return entries.map((entry) => (odd.has(entry.id) ? { ...entry, km: null } : entry));
}

/**
 * Costs and kilometres of a car, in total and by calendar year. The cost of a kilometre counts what was spent from the
 * day of the first noted kilometres on; readings that do not fit the others count no kilometres.
 */
export function costsOf(entries: readonly CountedEntry[]): Costs {
  const ordered = inOrder(withFittingKm(entries));
  const read = ordered.filter(({ km }) => km !== null);
  const km = distanceOf(read);
  const first = read[0];
  const counted = first ? sumOf(ordered.filter(({ on_date }) => on_date >= first.on_date).map(centsOf)) : 0;
  return {
    totalCents: sumOf(ordered.map(centsOf)),
    km,
    centsPerKm: km > 0 ? counted / km : null,
    isEstimated: read.some(({ reading_km }) => reading_km === null),
    byKind: byKindOf(ordered),
    years: yearsOf(ordered),
  };
}

const distanceOf = (read: readonly CountedEntry[]): number => {
  const values = read.map(({ km }) => km ?? 0);
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
};

/** The kilometres of a year are those noted until its end minus those noted until its start, or minus the first ones. */
function yearsOf(ordered: readonly CountedEntry[]): Costs["years"] {
  const years = [...new Set(ordered.map(yearOf))].toSorted((a, b) => a - b);
  let before: number | null = null;
  return years
    .map((year) => {
      const own = ordered.filter((entry) => yearOf(entry) === year);
      const values = own.flatMap(({ km }) => (km === null ? [] : [km]));
      const highest: number = Math.max(...values, before ?? -Infinity);
      const start = before ?? Math.min(...values);
      const km = values.length === 0 ? 0 : highest - start;
      if (values.length > 0) before = highest;
      return { year, cents: sumOf(own.map(centsOf)), km, byKind: byKindOf(own) };
    })
    .toReversed();
}
