import type { Fuel } from "@/lib/garage/vehicles/rules";
import { parseDecimal } from "@/lib/platform/typed-values";
import {
  EMPTY_ENTRY,
  EXPENSE_CATEGORIES,
  pricePerLitre,
  SERVICE_CATEGORIES,
  type EntryKind,
} from "@/lib/garage/entries/rules";
import type { EntryContent } from "@/lib/garage/entries/schema";
import { FUELS } from "@/lib/platform/supabase/database-constants/garage";

export type FieldProblem = "required" | "number" | "range" | "future" | "date";
export type Problems = Partial<Record<string, FieldProblem>>;

const LIMIT: Record<string, number> = {
  reading: 9_999_999,
  estimated: 9_999_999,
  litres: 2000,
  ethanol: 100,
  distance: 40_000,
};
const MAX_REAIS = 10_000_000;
const DECIMALS: Record<string, number> = { reading: 1, estimated: 1, litres: 3, ethanol: 0, distance: 1 };

/** Reads the fields of a form and collects what is wrong with them. */
class FieldReader {
  readonly problems: Problems = {};
  constructor(private readonly data: FormData) {}

  text(name: string): string {
    const value = this.data.get(name);
    return typeof value === "string" ? value.trim() : "";
  }
  isChecked(name: string): boolean {
    return this.data.get(name) !== null;
  }
  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    return choices.find((choice) => choice === this.text(name)) ?? null;
  }
  number(name: string, isRequired = false): number | null {
    const value = parseDecimal(this.text(name), DECIMALS[name] ?? 2);
    if (value === undefined) this.problems[name] = "number";
    else if (value === null && isRequired) this.problems[name] = "required";
    else if (value !== null && value > (LIMIT[name] ?? MAX_REAIS)) this.problems[name] = "range";
    else if (value === 0 && name === "litres") this.problems[name] = "number";
    return value ?? null;
  }
  cents(name: string, isRequired = false): number | null {
    const reais = this.number(name, isRequired);
    return reais === null ? null : Math.round(reais * 100);
  }
  required(name: string): string {
    const text = this.text(name);
    if (!text) this.problems[name] = "required";
    return text;
  }
}

type Content = Omit<EntryContent, "kind" | "on_date">;

const fuelFields = (fields: FieldReader): Partial<Content> => ({
  fuel: fields.oneOf<Fuel>("fuel", FUELS) ?? "gasoline",
  litres: fields.number("litres", true),
  total_cents: fields.cents("total"),
  is_full: fields.isChecked("full"),
  missed_previous: fields.isChecked("missed"),
  ethanol_pct: fields.number("ethanol"),
});

function serviceFields(fields: FieldReader): Partial<Content> {
  const [parts, labour] = [fields.cents("parts"), fields.cents("labour")];
  return {
    title: fields.required("title"),
    category: fields.oneOf("category", SERVICE_CATEGORIES) ?? "service",
    parts_cents: parts,
    labour_cents: labour,
    total_cents: parts === null && labour === null ? null : (parts ?? 0) + (labour ?? 0),
  };
}

function kindFields(kind: EntryKind, fields: FieldReader): Partial<Content> {
  if (kind === "fuel") return fuelFields(fields);
  if (kind === "service") return serviceFields(fields);
  if (kind === "expense")
    return {
      category: fields.oneOf("category", EXPENSE_CATEGORIES) ?? "other",
      total_cents: fields.cents("amount", true),
    };
  if (kind === "note") return { notes: fields.required("notes") };
  if (kind === "trip") return { title: fields.required("title"), distance_km: fields.number("distance", true) };
  return {};
}

/**
 * The entry that a form describes. Values without a field in the form (a trip, a position, the title of an expense) are
 * taken from `stored`.
 */
export function readEntryForm(
  data: FormData,
  { kind, isBroken, today, stored }: { kind: EntryKind; isBroken: boolean; today: string; stored: EntryContent | null },
): { content: EntryContent; problems: Problems } {
  const fields = new FieldReader(data);
  const day = fields.text("date");
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(day)) fields.problems.date = "date";
  else if (day > today) fields.problems.date = "future";
  const needsReading = kind === "km" && !isBroken;
  const content: EntryContent = {
    ...EMPTY_ENTRY,
    ...stored,
    kind,
    on_date: day,
    reading_km: fields.number("reading", needsReading),
    estimated_km: data.has("estimated")
      ? fields.number("estimated", isBroken && kind === "km")
      : (stored?.estimated_km ?? null),
    notes: fields.text("notes"),
    place: data.has("place") ? fields.text("place") : (stored?.place ?? ""),
    ...kindFields(kind, fields),
  };
  return { content, problems: fields.problems };
}

/** Reais per litre of what is typed so far. */
export function typedPrice(data: FormData): number | null {
  const fields = new FieldReader(data);
  return pricePerLitre(fields.cents("total"), fields.number("litres"));
}

/** Cents of parts and labour typed so far; null without both. */
export function typedSum(data: FormData): number | null {
  const { total_cents } = serviceFields(new FieldReader(data));
  return total_cents ?? null;
}
