import Papa from "papaparse";
import type { Finding, Findings } from "../../geo/imports/rules";
import { guarded, unguarded } from "../../platform/sheets";
import { dayOf, fileDegrees, fileNumber, type DateOrder, type DecimalSign } from "../../platform/typed-values";
import type { EntryContent } from "../entries/schema";
import type { Fuel } from "../vehicles/rules";

/** Formats that the log is written in. */
export const CSV_FORMATS = ["lacambeche", "fuelio", "lubelogger-fuel", "lubelogger-service"] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];
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

export type Cells = Record<string, string>;
/** A row of a file with the line that it begins in, from 1. */
export type Row = { number: number; cells: string[] };
/** The same by the names of the columns. */
export type NamedRow = { number: number; cells: Cells };

/** What the person decides where a file does not; `fuel` is that of the car. */
export type Reading = { order: DateOrder; sign: DecimalSign | null; fuel?: Fuel | undefined };
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

  /** A number with at most the given decimals; null for an empty cell and for what is no number, which is noted. */
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

  /** The fuel that a file names; that of the car, which is noted, where it names none or an unknown one. */
  fuel(read: Fuel | null, line: number, word = ""): Fuel {
    if (read) return read;
    this.findings.changed("fuel", { line, element: word.trim() });
    return this.reading.fuel ?? "gasoline";
  }
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const breaksIn = (cell: string) => cell.match(/\r\n?|\n/g)?.length ?? 0;

/** Rows of a CSV text without the empty ones, which count as lines. */
export function rowsOf(text: string): Row[] {
  // Empty lines would make the guess of the delimiter wrong.
  const { delimiter } = Papa.parse(text, { preview: 1, skipEmptyLines: "greedy" }).meta;
  let next = 1;
  return Papa.parse<string[]>(text, { delimiter }).data.flatMap((cells) => {
    const number = next;
    next += cells.reduce((lines, cell) => lines + breaksIn(cell), 1);
    return cells.some((cell) => cell.trim() !== "") ? [{ number, cells: cells.map(unguarded) }] : [];
  });
}

/** Rows by the names of the first one in lower case. */
export function recordsOf([header, ...rows]: readonly Row[]): NamedRow[] {
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  return rows.map(({ number, cells }) => ({
    number,
    cells: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])),
  }));
}

/** What programs write into a column without a value. */
const NOTHING = /^(?:|[-+]?0+(?:[.,]0+)?|false|no|n[ãa]o|-)$/i;

/** Notes the columns with values that a reader does not take. */
export function noteColumns(rows: readonly NamedRow[], isTaken: (name: string) => boolean, findings: Findings): void {
  for (const name of Object.keys(rows[0]?.cells ?? {})) {
    const filled = rows.find(({ cells }) => !NOTHING.test(cells[name]?.trim() ?? ""));
    if (filled && !isTaken(name))
      findings.left("column", { line: filled.number, element: name, value: filled.cells[name] ?? "" });
  }
}

export const csvText = (rows: readonly Cells[] | readonly string[][], delimiter = ","): string =>
  Papa.unparse(
    rows.map((row) =>
      Array.isArray(row)
        ? row.map(guarded)
        : Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, guarded(cell)])),
    ) as Cells[],
    { delimiter },
  );
