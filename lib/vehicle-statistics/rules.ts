import type { StoredEntry } from "../vehicle-entries/schema";
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

/** Fuels of one tank, which can be mixed. Gas cylinders and batteries are tanks of their own. */
const TANKS: Record<Fuel, "liquid" | "cng" | "electric"> = {
  gasoline: "liquid",
  gasoline_premium: "liquid",
  ethanol: "liquid",
  diesel: "liquid",
  cng: "cng",
  electric: "electric",
};

/** Kilometres and litres from one full tank to the next; `fuel` is `mixed` when the tank held more than one fuel. */
export type Segment = {
  until: string;
  km: number;
  litres: number;
  kmPerLitre: number;
  fuel: Fuel | "mixed";
  isEstimated: boolean;
};

type Fill = CountedEntry & { fuel: Fuel; litres: number };

const isFill = (entry: CountedEntry): entry is Fill =>
  entry.kind === "fuel" && entry.fuel !== null && entry.litres !== null;

/** Entries by day; those of one day by kilometres, those without at the end. */
export const inOrder = <Entry extends CountedEntry>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted(
    (a, b) => a.on_date.localeCompare(b.on_date) || (a.km ?? Infinity) - (b.km ?? Infinity) || a.id.localeCompare(b.id),
  );

/**
 * Consumption from full tank to full tank: the litres filled after one full tank up to the next one, over the
 * kilometres between them. A refuelling that was not noted, kilometres that decrease and a second tank that was filled
 * in between leave the segment out.
 */
export function segmentsOf(entries: readonly CountedEntry[]): Segment[] {
  const fills = inOrder(entries.filter(isFill));
  const tanks = new Set(fills.map(({ fuel }) => TANKS[fuel]));
  return [...tanks].flatMap((tank) => segmentsOfTank(fills, tank)).toSorted((a, b) => a.until.localeCompare(b.until));
}

function segmentsOfTank(fills: readonly Fill[], tank: "liquid" | "cng" | "electric"): Segment[] {
  const segments: Segment[] = [];
  let start: Fill | null = null;
  let litres = 0;
  let fuels = new Set<Fuel>();
  let isBroken = false;
  for (const fill of fills) {
    if (TANKS[fill.fuel] !== tank) {
      isBroken = true;
      continue;
    }
    if (fill.missed_previous) isBroken = true;
    litres += fill.litres;
    fuels.add(fill.fuel);
    if (!fill.is_full || fill.km === null) continue;
    const km = start?.km === undefined || start.km === null ? 0 : fill.km - start.km;
    if (start && !isBroken && km > 0) segments.push(segmentOf(start, fill, km, litres, fuels));
    start = fill;
    litres = 0;
    fuels = new Set([fill.fuel]);
    isBroken = false;
  }
  return segments;
}

function segmentOf(start: Fill, end: Fill, km: number, litres: number, fuels: ReadonlySet<Fuel>): Segment {
  const [fuel = end.fuel, ...others] = fuels;
  return {
    until: end.on_date,
    km,
    litres,
    kmPerLitre: km / litres,
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

/** Costs and kilometres of a car, in total and by calendar year. The cost of a kilometre counts what was spent from the day of the first noted kilometres on. */
export function costsOf(entries: readonly CountedEntry[]): Costs {
  const ordered = inOrder(entries);
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
