import { EMPTY_ENTRY } from "../../vehicle-entries/rules";
import type { EntryContent, StoredEntry } from "../../vehicle-entries/schema";
import { centsOf } from "../../vehicle-statistics/rules";
import { centsOfCell, csvText, dayOf, numberOf, type Cells, type DateOrder, type ReadLine } from "../rules";

const isTrue = (cell: string | undefined) => /^(?:true|1|yes)$/i.test(cell?.trim() ?? "");

/** Lines of a LubeLogger file of one kind of records; LubeLogger writes no units, kilometres and litres are assumed. */
export const readLubeLogger = (records: readonly Cells[], isFuel: boolean, order: DateOrder): ReadLine[] =>
  records.map((cells, index) => (isFuel ? fuelLine : serviceLine)(cells, index + 1, order));

/** LubeLogger writes 0 where the odometer was not read. */
const readingOf = (cells: Cells) => numberOf(cells.odometer ?? "") || null;

function fuelLine(cells: Cells, number: number, order: DateOrder): ReadLine {
  const on_date = dayOf(cells.date ?? "", order);
  const litres = numberOf(cells.fuelconsumed ?? "");
  if (!on_date) return { number, entry: null, problem: "date" };
  if (litres === null || litres <= 0) return { number, entry: null, problem: "litres" };
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "fuel",
    on_date,
    reading_km: readingOf(cells),
    fuel: "gasoline",
    litres,
    is_full: cells.isfilltofull === undefined ? !isTrue(cells.partial_fuelup) : isTrue(cells.isfilltofull),
    missed_previous: isTrue(cells.missedfuelup),
    total_cents: centsOfCell(cells.cost ?? ""),
    notes: cells.notes ?? "",
  };
  return { number, entry, problem: null };
}

function serviceLine(cells: Cells, number: number, order: DateOrder): ReadLine {
  const on_date = dayOf(cells.date ?? "", order);
  const title = (cells.description ?? "").trim().slice(0, 120);
  if (!on_date) return { number, entry: null, problem: "date" };
  if (!title && !cells.cost) return { number, entry: null, problem: "empty" };
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "service",
    category: "service",
    on_date,
    reading_km: readingOf(cells),
    title,
    total_cents: centsOfCell(cells.cost ?? ""),
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
