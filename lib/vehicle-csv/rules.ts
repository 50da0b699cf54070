import Papa from "papaparse";
import { guarded, unguarded } from "../platform/sheets";
import type { EntryContent } from "../vehicle-entries/schema";

export const CSV_FORMATS = ["lacambeche", "fuelio", "lubelogger-fuel", "lubelogger-service"] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

/** Order of day and month in files that write them as numbers with slashes. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Why a line of a file is not read. */
type LineProblem = "date" | "km" | "litres" | "kind" | "amount" | "empty";

/** One line of a file: the entry it becomes, or why it becomes none. `number` counts from 1. */
export type ReadLine = { number: number } & (
  | { entry: Partial<EntryContent>; problem: null }
  | { entry: null; problem: LineProblem }
);

export type Cells = Record<string, string>;

export type ReadFile = {
  format: CsvFormat;
  lines: ReadLine[];
  /** Whether the file itself says in which order day and month are. */ isOrderKnown: boolean;
};

/** A number in Brazilian or English notation, with or without a currency; null when it is none. */
export function numberOf(cell: string): number | null {
  const text = cell.replace(/[^\d.,-]/g, "");
  if (!/\d/.test(text)) return null;
  const decimal = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  const isGrouped = decimal !== -1 && text.split(text[decimal]!).length > 2;
  const digits =
    decimal === -1 || isGrouped
      ? text.replace(/[.,]/g, "")
      : `${text.slice(0, decimal).replace(/[.,]/g, "")}.${text.slice(decimal + 1)}`;
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}

export const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?$/;
const NUMBER_DAY = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:[ ,].*)?$/;

/** A day as `2026-01-31`; null when it does not exist. */
export function dayOf(cell: string, order: DateOrder): string | null {
  const iso = ISO_DAY.exec(cell.trim());
  const numbers = NUMBER_DAY.exec(cell.trim());
  if (!iso && !numbers) return null;
  const [, first = "", second = "", third = ""] = iso ?? numbers!;
  const [year, month, day] = iso
    ? [first, second, third]
    : order === "dmy"
      ? [third, second, first]
      : [third, first, second];
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The order that the days of a file prove; null when every day fits both. */
export function orderOf(cells: readonly string[]): DateOrder | null {
  const numbers = cells.flatMap((cell) => {
    const [, first, second] = NUMBER_DAY.exec(cell.trim()) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  if (numbers.some(([first]) => first > 12)) return "dmy";
  return numbers.some(([, second]) => second > 12) ? "mdy" : null;
}

export const centsOfCell = (cell: string): number | null => {
  const value = numberOf(cell);
  return value === null ? null : Math.round(value * 100);
};

/** Records of a CSV text with the names of its first line in lower case. */
export function recordsOf(text: string): Cells[] {
  const { data } = Papa.parse<Cells>(text, {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.trim().toLowerCase(),
    transform: unguarded,
  });
  return data;
}

/** Rows as CSV. */
export const csvText = (rows: readonly Cells[] | readonly string[][], delimiter = ","): string =>
  Papa.unparse(
    rows.map((row) =>
      Array.isArray(row)
        ? row.map(guarded)
        : Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, guarded(cell)])),
    ) as Cells[],
    { delimiter },
  );
