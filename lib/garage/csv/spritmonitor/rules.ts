import { fold } from "../../../platform/slug";
import { EMPTY_ENTRY } from "../../entries/rules";
import type { EntryContent } from "../../entries/schema";
import { noteColumns, type CellReader, type Cells, type NamedRow, type ReadLine } from "../rules";

/** Names of columns in German and English. */
const COLUMNS = {
  date: ["datum", "date"],
  km: ["km-stand", "tachostand", "odometer"],
  litres: ["spritmenge", "menge", "quantity"],
  cost: ["kosten", "gesamtkosten", "gesamtpreis", "total price"],
  currency: ["wahrung", "currency"],
  type: ["tankart", "type"],
  note: ["bemerkung", "note"],
  station: ["tankstelle", "gas station"],
  town: ["ort", "city"],
} as const;
type Column = keyof typeof COLUMNS;

const has = (names: readonly string[], column: Column) => COLUMNS[column].some((name) => names.includes(name));

/** What Spritmonitor calculates from the others, or writes for its own pages. */
const DERIVED = /^(?:teil-km|distanz|trip|verbrauch|consumption)$/;

export const spritmonitorDay = ({ cells }: NamedRow): string => cellOf(cells, "date");
/** Recognised by columns that no other program has together: quantity, kind of refuelling and a second pair of names. */
export const isSpritmonitor = (names: readonly string[]): boolean => {
  const folded = names.map((name) => fold(name));
  return (
    (["date", "km", "litres", "type", "currency"] as const).every((column) => has(folded, column)) &&
    folded.some((name) => ["teil-km", "distanz", "trip", "reifen", "tires"].includes(name))
  );
};

function cellOf(cells: Cells, column: Column): string {
  const name = Object.keys(cells).find((key) => COLUMNS[column].some((known) => known === fold(key)));
  return name === undefined ? "" : (cells[name] ?? "").trim();
}

/** Full refuellings: 1 in files, and the words of newer files. The first one of a car starts a measurement too. */
const isFull = (type: string) => /^(?:0|1|voll|full|first|erst)/i.test(type);
const isReais = (currency: string) => /^(?:|brl|r\$)$/i.test(currency);

/** Refuellings of a Spritmonitor file. Amounts in another currency go to the notes, because costs are in reais. */
export function readSpritmonitor(records: readonly NamedRow[], reader: CellReader): ReadLine[] {
  const taken: readonly string[] = Object.values(COLUMNS).flat();
  noteColumns(records, (name) => taken.includes(fold(name)) || DERIVED.test(fold(name)), reader.findings);
  return records.map((row) => lineOf(row, reader));
}

function lineOf({ cells, number }: NamedRow, reader: CellReader): ReadLine {
  const on_date = reader.day(cellOf(cells, "date"));
  const litres = reader.number(cellOf(cells, "litres"), 3, number, "litres");
  if (!on_date) return { number, entry: null, problem: "date", isFuel: true };
  if (litres === null || litres <= 0) return { number, entry: null, problem: "litres", isFuel: true, day: on_date };
  const [cost, currency] = [cellOf(cells, "cost"), cellOf(cells, "currency")];
  const foreign = cost !== "" && !isReais(currency) ? `${cost} ${currency}` : "";
  if (foreign) reader.findings.changed("field", { line: number, element: COLUMNS.cost[0], value: foreign });
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "fuel",
    on_date,
    reading_km: reader.number(cellOf(cells, "km"), 1, number, COLUMNS.km[0]) || null,
    fuel: reader.fuel(null, number),
    litres,
    is_full: isFull(cellOf(cells, "type")),
    total_cents: foreign ? null : reader.cents(cost, number, COLUMNS.cost[0]),
    place: [cellOf(cells, "station"), cellOf(cells, "town")].filter(Boolean).join(", "),
    notes: [cellOf(cells, "note"), foreign].filter(Boolean).join(" · "),
  };
  return { number, entry, problem: null };
}
