import Papa from "papaparse";
import type { Finding, Findings } from "../imports/rules";
import { guarded, unguarded } from "../platform/sheets";
import { dayOf, fileDegrees, fileNumber, type DateOrder, type DecimalSign } from "../platform/typed-values";
import type { EntryContent } from "../vehicle-entries/schema";

/** Formats that the log is written in. */
export const CSV_FORMATS = ["lacambeche", "fuelio", "lubelogger-fuel", "lubelogger-service"] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];
/** Formats that are read. */
type ReadFormat = CsvFormat | "drivvo" | "fuelly" | "spritmonitor";

/** Why a line of a file is not read. */
type LineProblem = "date" | "km" | "litres" | "kind" | "amount" | "empty";

/**
 * One line of a file: the entry it becomes, or why it becomes none. `number` counts from 1; `vehicle` is the car that a
 * file of several cars names; `isFuel` marks a refuelling that is left out.
 */
export type ReadLine = { number: number; vehicle?: string } & (
  | { entry: Partial<EntryContent>; problem: null }
  | { entry: null; problem: LineProblem; isFuel?: boolean; day?: string | null }
);

/** Line of the first row below the names of the columns. */
export const FIRST_ROW = 2;

export type Cells = Record<string, string>;

/** What the person decides where a file does not. */
export type Reading = { order: DateOrder; sign: DecimalSign | null };
/** The same with what the numbers of the file prove. */
export type FileReading = Reading & { provenSign: DecimalSign | null };

export type ReadFile = {
  format: ReadFormat;
  lines: ReadLine[];
  /** Whether the file itself shows in which order day and month are. */
  isOrderKnown: boolean;
  /** A number of the file that could be two, null where there is none. */
  openNumber: string | null;
  findings: Finding[];
  /** The cars of a file with several. */
  vehicles: string[];
};

/** Reads the cells of one file in its notation, and notes what it cannot read. */
export class CellReader {
  openNumber: string | null = null;

  constructor(
    private readonly reading: FileReading,
    readonly findings: Findings,
  ) {}

  /** A number with at most so many decimals; null for an empty cell and for what is no number, which is noted. */
  number(cell: string | undefined, decimals: number, line: number, column: string): number | null {
    const text = cell?.trim() ?? "";
    if (text === "") return null;
    const place = { line, element: column, value: text };
    const { sign, provenSign } = this.reading;
    const read = fileNumber(text, decimals, provenSign ?? sign);
    if (fileNumber(text, decimals, provenSign)?.isGuess) this.openNumber ??= text;
    if (!read) {
      this.findings.changed("field", place);
      return null;
    }
    if (read.isGuess) this.findings.changed("grouping", { ...place, value: `${text} → ${read.value}` });
    return read.value;
  }

  cents(cell: string | undefined, line: number, column: string): number | null {
    const value = this.number(cell, 2, line, column);
    return value === null ? null : Math.round(value * 100);
  }

  degrees(cell: string | undefined, line: number, column: string): number | null {
    const text = cell?.trim() ?? "";
    const value = text === "" ? null : fileDegrees(text);
    if (text !== "" && value === null) this.findings.changed("field", { line, element: column, value: text });
    return value;
  }

  day(cell: string | undefined): string | null {
    return dayOf(cell ?? "", this.reading.order);
  }
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Rows of a CSV text. */
export const rowsOf = (text: string): string[][] =>
  Papa.parse<string[]>(text, { skipEmptyLines: "greedy" }).data.map((row) => row.map(unguarded));

/** Records by the names of the first row in lower case, with their lines in the file. */
export function recordsOf([header = [], ...rows]: readonly string[][]): Cells[] {
  const names = header.map((name) => name.trim().toLowerCase());
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
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
