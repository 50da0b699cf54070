import Papa from "papaparse";
import { csvColumns } from "@/lib/panel/admin/rules";
import type { Field, Resource } from "@/lib/panel/admin/resource";
import { decodedText } from "@/lib/platform/text-encoding";
import { CSV_START, csvLines } from "@/lib/platform/sheets";
import { fold } from "@/lib/platform/slug";
import { BRAZILIAN, decimalSignOf, orderOf, type Notation } from "@/lib/platform/typed-values";

export type CsvRow = { line: number; cells: Record<string, string> };
export type CsvFile = {
  /** Rows by the columns of the resource. */
  rows: CsvRow[];
  notation: Notation;
  /** Headings the resource has no column for. */
  unknown: string[];
  /** The unparsed cells of the file, for the export of refused rows. */
  header: string[];
  lines: Map<number, string[]>;
};

const headingKey = (text: string) => fold(text).replace(/\s+/g, " ").trim();

/** The delimiter of the cells in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first = (text.split(/\r?\n/, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (sign: string) => first.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Headings of the key of a row. */
const KEY_HEADINGS = ["identificador", "identifier"];

/** How lists of places head the column of the state. */
const STATE_HEADING = "uf";

/** First bytes of a workbook: XLSX and ODS are ZIP files, XLS is an OLE file. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether a file is a workbook of a spreadsheet program and not a text with cells. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  WORKBOOKS.some((start) => start.every((byte, index) => bytes[index] === byte));

/**
 * Lines that name a row which an earlier line names too, and new rows with the address of an earlier one in its state. A
 * file is checked in parts, which the database does not compare.
 */
export function repeatedLines(
  { rows }: Pick<CsvFile, "rows">,
  { idColumn, fields }: Pick<Resource, "idColumn" | "fields">,
): { line: number; field: string; code: string }[] {
  const seen = new Set<string>();
  const isFirst = (key: string) => !seen.has(key) && Boolean(seen.add(key));
  return rows.flatMap(({ line, cells }) => {
    const textOf = (name: string) => cells[name]?.trim().toLowerCase() ?? "";
    const id = textOf(idColumn);
    if (id !== "") return isFirst(`${idColumn} ${id}`) ? [] : [{ line, field: "", code: "repeatedRow" }];
    const taken = fields
      .filter(({ name, kind }) => kind === "slug" && textOf(name) !== "")
      .find(({ name }) => !isFirst([name, textOf(name), textOf("state_abbr")].join(" ")));
    return taken ? [{ line, field: taken.name, code: "taken" }] : [];
  });
}

/** Columns by the headings that name them: the column name, or its label on this page (`Nome`, `Nome (en)`). */
function headings(
  resource: Pick<Resource, "idColumn" | "fields">,
  wordOf: (name: string) => string,
): Map<string, string> {
  const coordinates = resource.fields.some(({ kind }) => kind === "coordinates") ? ["coordinates"] : [];
  const columns = [...csvColumns(resource), ...coordinates];
  const named = columns.flatMap((column) => {
    const [name = "", language] = column.split("@");
    const word = wordOf(name);
    return [
      [language ? `${word}@${language}` : word, column],
      ...(language ? [[`${word} (${language})`, column]] : []),
    ] as [string, string][];
  });
  const own = columns.map((column): [string, string] => [column, column]);
  if (columns.includes("state_abbr")) named.push([STATE_HEADING, "state_abbr"]);
  // A column name has priority over a label, the first of two equal labels over the second.
  return new Map(
    [...named.toReversed(), ...KEY_HEADINGS.map((word): [string, string] => [word, resource.idColumn]), ...own].map(
      ([heading, column]) => [headingKey(heading), column],
    ),
  );
}

/** The notation of all rows of a file. */
function notationOf(fields: readonly Field[], rows: readonly CsvRow[]): Notation {
  const cellsOf = (kind: Field["kind"]) =>
    fields.filter((field) => field.kind === kind).flatMap(({ name }) => rows.map(({ cells }) => cells[name] ?? ""));
  return {
    sign: decimalSignOf(cellsOf("number")) ?? BRAZILIAN.sign,
    order: orderOf(cellsOf("date")) ?? BRAZILIAN.order,
  };
}

/** Reads a CSV file of any usual encoding and delimiter. */
export function readCsv(
  bytes: Uint8Array,
  resource: Pick<Resource, "idColumn" | "fields">,
  wordOf: (name: string) => string,
): CsvFile {
  const text = decodedText(bytes)
    .replace(/^\uFEFF/, "")
    .replace(/^sep=(.)\r?\n/i, "");
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), skipEmptyLines: "greedy" });
  const [header = [], ...records] = data;
  const known = headings(resource, wordOf);
  const columns = header.map((heading) => known.get(headingKey(heading)) ?? null);
  const lines = new Map(records.map((record, index) => [index + 2, record]));
  const rows = [...lines].map(([line, record]) => ({
    line,
    cells: Object.fromEntries(
      columns.flatMap((column, index) =>
        column === null || record[index] === undefined ? [] : [[column, record[index]]],
      ),
    ),
  }));
  return {
    rows,
    notation: notationOf(resource.fields, rows),
    header,
    lines,
    unknown: header.filter((heading, index) => columns[index] === null && heading.trim() && heading !== ERROR_COLUMN),
  };
}

const ERROR_COLUMN = "_erro";

/** The refused rows as they were sent, each with its error: after a correction the file can be imported again. */
export function refusedRows(
  { header, lines }: Pick<CsvFile, "header" | "lines">,
  sentences: ReadonlyMap<number, string>,
): string {
  const place = header.indexOf(ERROR_COLUMN);
  const without = (record: readonly string[]) => (place < 0 ? record : record.filter((_, index) => index !== place));
  const records = [...sentences].map(([line, sentence]) => [...without(lines.get(line) ?? []), sentence]);
  return CSV_START + csvLines([[...without(header), ERROR_COLUMN], ...records]);
}
