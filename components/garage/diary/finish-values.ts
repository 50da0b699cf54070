import { parseDecimal } from "@/lib/platform/typed-values";
import { drivenKm, type GarageCar, type KmSource } from "@/lib/garage/diary/rules";
import type { LogTripInput } from "@/lib/garage/diary/schema";
import { checkFill, checkKm, type OddFill, type OddReading } from "@/lib/garage/entries/rules";
import { FUELS } from "@/lib/platform/supabase/database-constants/garage";

type FinishProblem = "required" | "number" | "range" | "future" | "date" | "back";
export type FinishProblems = Partial<Record<string, FinishProblem>>;
type Ids = { trip: string; entry: string; fuel: string; toll: string; other: string };
type Proposed = { km: number; source: KmSource } | null;

const MAX: Partial<Record<string, number>> = { start: 9_999_999, end: 9_999_999, km: 40_000, litres: 2000 };
const DECIMALS: Partial<Record<string, number>> = { start: 1, end: 1, km: 1, litres: 3 };
const MAX_REAIS = 10_000_000;

class FinishReader {
  readonly problems: FinishProblems = {};
  constructor(private readonly data: FormData) {}
  text(name: string): string {
    const value = this.data.get(name);
    return typeof value === "string" ? value.trim() : "";
  }
  has = (name: string): boolean => this.data.get(name) !== null;
  number(name: string): number | null {
    const value = parseDecimal(this.text(name), DECIMALS[name] ?? 2);
    if (value === undefined) this.problems[name] = "number";
    else if (value !== null && value > (MAX[name] ?? MAX_REAIS)) this.problems[name] = "range";
    return value ?? null;
  }
  cents(name: string): number | null {
    const reais = this.number(name);
    return reais === null ? null : Math.round(reais * 100);
  }
}

function readFuel(fields: FinishReader, id: string): LogTripInput["fuel"] {
  const [litres, total_cents] = [fields.number("litres"), fields.cents("fuelTotal")];
  if (litres === 0 || (litres === null && total_cents !== null)) fields.problems.litres ??= "required";
  if (!litres) return null;
  const fuel = FUELS.find((one) => one === fields.text("fuel")) ?? "gasoline";
  return { id, fuel, litres, total_cents, is_full: fields.has("full") };
}

function readCosts(fields: FinishReader, ids: Ids): LogTripInput["costs"] {
  const [toll, other] = [fields.cents("toll"), fields.cents("other")];
  const title = fields.text("otherTitle").slice(0, 120);
  return [
    ...(toll ? [{ id: ids.toll, category: "toll" as const, title: "", total_cents: toll }] : []),
    ...(other ? [{ id: ids.other, category: "other" as const, title, total_cents: other }] : []),
  ];
}

/** What the form of a finished trip describes, and what is wrong with it. */
export function readFinishForm(
  data: FormData,
  { ids, proposed, today }: { ids: Ids; proposed: Proposed; today: string },
): { input: LogTripInput; problems: FinishProblems } {
  const fields = new FinishReader(data);
  const day = fields.text("date");
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(day)) fields.problems.date = "date";
  else if (day > today) fields.problems.date = "future";
  const [start, end, km] = [fields.number("start"), fields.number("end"), fields.number("km")];
  const driven = drivenKm({ start, end, km }, proposed);
  if (driven === "missing") fields.problems.km ??= "required";
  if (driven === "back") fields.problems.end ??= "back";
  const distance = typeof driven === "string" ? { km: 0, source: "typed" as const } : driven;
  const input: LogTripInput = {
    trip: ids.trip,
    vehicle: fields.text("vehicle"),
    id: ids.entry,
    on_date: day,
    reading_km: end,
    distance_km: distance.km,
    km_source: distance.source,
    notes: fields.text("notes").slice(0, 4000),
    fuel: readFuel(fields, ids.fuel),
    costs: readCosts(fields, ids),
  };
  return { input, problems: fields.problems };
}

/**
 * Implausible values of a finished trip: its odometer reading compared with the last one of the car, and its price per
 * litre. The litres are not checked, because they may be the sum of several refuellings.
 */
export function finishDoubts(input: LogTripInput, cars: readonly GarageCar[]): (OddReading | OddFill)[] {
  const { on_date, reading_km, fuel } = input;
  const last = cars.find(({ id }) => id === input.vehicle)?.readingKm ?? null;
  const reading =
    reading_km === null || last === null ? null : checkKm({ on_date, km: reading_km }, [{ on_date, km: last }]);
  const fill = fuel && checkFill(fuel);
  return [...(reading?.problem === "far" ? [reading] : []), ...(fill?.problem === "price" ? [fill] : [])];
}
