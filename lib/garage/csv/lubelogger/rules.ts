import { EMPTY_ENTRY } from "../../entries/rules";
import type { EntryContent, StoredEntry } from "../../entries/schema";
import { centsOf } from "../../statistics/rules";
import { csvText, noteColumns, type CellReader, type Cells, type NamedRow, type ReadLine } from "../rules";
import { isYes } from "../words/rules";

/** What a line is made of, and what LubeLogger calculates from it. */
const COLUMNS = {
  fuel: /^(?:date|odometer|fuelconsumed|cost|fueleconomy|isfilltofull|partial_fuelup|missedfuelup|notes)$/,
  service: /^(?:date|odometer|description|cost|notes)$/,
};

/** Lines of a LubeLogger file of one kind of records; LubeLogger writes no units, kilometres and litres are assumed. */
export function readLubeLogger(records: readonly NamedRow[], isFuel: boolean, reader: CellReader): ReadLine[] {
  noteColumns(records, (name) => COLUMNS[isFuel ? "fuel" : "service"].test(name), reader.findings);
  return records.map((row) => (isFuel ? fuelLine : serviceLine)(row, reader));
}

/** LubeLogger writes 0 where the odometer was not read. */
const readingOf = (cells: Cells, number: number, reader: CellReader) =>
  reader.number(cells.odometer, 1, number, "odometer") || null;

function fuelLine({ cells, number }: NamedRow, reader: CellReader): ReadLine {
  const on_date = reader.day(cells.date);
  const litres = reader.number(cells.fuelconsumed, 3, number, "fuelconsumed");
  if (!on_date) return { number, entry: null, problem: "date", isFuel: true };
  if (litres === null || litres <= 0) return { number, entry: null, problem: "litres", isFuel: true, day: on_date };
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "fuel",
    on_date,
    reading_km: readingOf(cells, number, reader),
    fuel: reader.fuel(null, number),
    litres,
    is_full: cells.isfilltofull === undefined ? !isYes(cells.partial_fuelup) : isYes(cells.isfilltofull),
    missed_previous: isYes(cells.missedfuelup),
    total_cents: reader.cents(cells.cost, number, "cost"),
    notes: cells.notes ?? "",
  };
  return { number, entry, problem: null };
}

function serviceLine({ cells, number }: NamedRow, reader: CellReader): ReadLine {
  const on_date = reader.day(cells.date);
  const title = (cells.description ?? "").trim();
  if (!on_date) return { number, entry: null, problem: "date" };
  if (!title && !cells.cost) return { number, entry: null, problem: "empty" };
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "service",
    category: "service",
    on_date,
    reading_km: readingOf(cells, number, reader),
    title,
    total_cents: reader.cents(cells.cost, number, "cost"),
    notes: cells.notes ?? "",
  };
  return { number, entry, problem: null };
}

const money = (cents: number | null) => ((cents ?? 0) / 100).toFixed(2);
const kmOf = ({ km }: StoredEntry) => String(Math.round(km ?? 0));

/** The log as a LubeLogger file: refuellings, or maintenance and expenses. */
export function lubeLoggerText(entries: readonly StoredEntry[], isFuel: boolean): string {
  if (isFuel)
    return csvText([
      ["Date", "Odometer", "FuelConsumed", "Cost", "IsFillToFull", "MissedFuelUp", "Notes"],
      ...entries
        .filter(({ kind }) => kind === "fuel")
        .map((one) => [
          one.on_date,
          kmOf(one),
          String(one.litres),
          money(one.total_cents),
          one.is_full ? "True" : "False",
          one.missed_previous ? "True" : "False",
          one.notes,
        ]),
    ]);
  return csvText([
    ["Date", "Odometer", "Description", "Cost", "Notes"],
    ...entries
      .filter(({ kind }) => kind === "service" || kind === "expense")
      .map((one) => [one.on_date, kmOf(one), one.title, money(centsOf(one)), one.notes]),
  ]);
}
