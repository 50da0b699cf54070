import Papa from "papaparse";
import { formatTimestamp } from "./format";
import { DEFAULT_LOCALE, type Locale } from "./i18n/routing";

/** A moment in the local time of a time zone, or a day without a time. */
type SheetDate = { at: string; timeZone?: string; hasTime?: boolean };
/** A cell before it is written: texts stay texts, also when they look like numbers or formulas. */
export type Cell = string | number | { cents: number } | SheetDate | null;

/** Where Excel separates columns with `;`, decimals have a comma. */
const CSV: Record<Locale, { delimiter: ";" | ","; decimal: "," | "." }> = {
  "pt-BR": { delimiter: ";", decimal: "," },
  "en-US": { delimiter: ",", decimal: "." },
  "es-419": { delimiter: ",", decimal: "." },
};

/** Texts that a spreadsheet would compute, also behind spaces and quotes; a negative number is none. */
const FORMULA = /^'*(?!-?\d+(?:[.,]\d+)?$)\s*[=+\-@\t\r]/;
/** Texts that a spreadsheet would shorten as a number: leading zeros, or more digits than it shows. */
const DIGITS = /^'*(?:0\d+|\d{12,})$/;

/** A text in a file of any program: a quote keeps it from being computed; `unguarded` removes it. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
/** A text in a CSV file for a spreadsheet, which keeps every digit. */
export const sheetText = (text: string): string => (DIGITS.test(text) ? `'${text}` : guarded(text));
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && (FORMULA.test(cell) || DIGITS.test(cell)) ? cell.slice(1) : cell;

/** A number for a CSV file. */
export const sheetNumber = (value: number, locale: Locale = DEFAULT_LOCALE): string =>
  String(value).replace(".", CSV[locale].decimal);

const isDay = (at: string) => /^\d{4}-\d{2}-\d{2}$/.test(at);

/** Year, month, day, hour, minute and second in the local time of the time zone, as a time in UTC. */
function wallTime({ at, timeZone, hasTime = true }: SheetDate): Date {
  if (isDay(at)) return new Date(`${at}T00:00:00Z`);
  const clock = formatTimestamp(at, "sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    ...(timeZone && { timeZone }),
  });
  return new Date(`${hasTime ? clock.replace(" ", "T") : `${clock.slice(0, 10)}T00:00:00`}Z`);
}

const hasClock = ({ at, hasTime = true }: SheetDate) => hasTime && !isDay(at);

function csvCell(cell: Cell, locale: Locale): string {
  if (cell === null) return "";
  if (typeof cell === "string") return sheetText(cell);
  if (typeof cell === "number") return sheetNumber(cell, locale);
  if ("cents" in cell) return (cell.cents / 100).toFixed(2).replace(".", CSV[locale].decimal);
  return formatTimestamp(wallTime(cell).toISOString(), locale, {
    dateStyle: "short",
    timeZone: "UTC",
    ...(hasClock(cell) && { timeStyle: "short" }),
  }).replace(",", "");
}

/** Rows that are already texts as lines of a CSV file. */
export const csvLines = (rows: readonly (readonly string[])[], locale: Locale = DEFAULT_LOCALE): string =>
  rows.length > 0 ? `${Papa.unparse(rows as string[][], { delimiter: CSV[locale].delimiter })}\r\n` : "";

/** Rows of cells as lines of a CSV file. */
export const csvOf = (rows: readonly (readonly Cell[])[], locale: Locale = DEFAULT_LOCALE): string =>
  csvLines(
    rows.map((row) => row.map((cell) => csvCell(cell, locale))),
    locale,
  );

/** Without a byte order mark Excel does not read a CSV file as UTF-8. */
export const CSV_START = "\uFEFF";

type Records = readonly Record<string, Cell>[];

/** The parts of a CSV file of records, with the keys of the first one as headings. */
export async function* csvParts(
  batches: AsyncIterable<Records> | Iterable<Records>,
  locale: Locale = DEFAULT_LOCALE,
): AsyncGenerator<string, undefined> {
  let heads: string[] | undefined;
  for await (const records of batches) {
    if (!records[0]) continue;
    const names = heads ?? Object.keys(records[0]);
    const rows = records.map((record) => names.map((name) => record[name] ?? null));
    yield heads ? csvOf(rows, locale) : CSV_START + csvOf([names, ...rows], locale);
    heads = names;
  }
  if (!heads) yield CSV_START;
}

/**
 * A file whose parts are made while it is read. The first one is awaited, so that a failure to read anything rejects and
 * is answered with its status.
 */
export async function byteStream(parts: AsyncGenerator<Uint8Array, undefined>): Promise<ReadableStream<Uint8Array>> {
  let first: IteratorResult<Uint8Array, undefined> | null = await parts.next();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = first ?? (await parts.next());
      first = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* encoded(parts: AsyncGenerator<string, undefined>): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  for await (const part of parts) yield encoder.encode(part);
}

/** The same for a file of texts. */
export const textStream = (parts: AsyncGenerator<string, undefined>): Promise<ReadableStream<Uint8Array>> =>
  byteStream(encoded(parts));

/** Number formats of the cells of a workbook. */
export const WORKBOOK_FORMATS = ["#,##0.00", "dd/mm/yyyy hh:mm", "dd/mm/yyyy"] as const;
type WorkbookCell = { value: string | number | Date; format?: (typeof WORKBOOK_FORMATS)[number] };

/** A value of a cell of a workbook with its format; nothing is guarded, because a cell of type text is never computed. */
export function workbookCell(cell: Cell): WorkbookCell | null {
  if (cell === null) return null;
  if (typeof cell === "string" || typeof cell === "number") return { value: cell };
  if ("cents" in cell) return { value: cell.cents / 100, format: "#,##0.00" };
  return { value: wallTime(cell), format: hasClock(cell) ? "dd/mm/yyyy hh:mm" : "dd/mm/yyyy" };
}
