import { fold } from "../../platform/slug";
import { EMPTY_ENTRY } from "../../vehicle-entries/rules";
import type { EntryContent } from "../../vehicle-entries/schema";
import { rounded, rowsOf, type CellReader, type ReadLine } from "../rules";
import { categoryOfWord, fuelOfWord, isYes, KM_PER_MILE, LITRES_PER_US_GALLON } from "../words/rules";

/** Titles of the sections; the names of the columns are in the language of the app, their order is the same. */
const SECTIONS: Record<string, "fuel" | "service" | "expense" | "vehicle"> = {
  refuelling: "fuel",
  reabastecimiento: "fuel",
  abastecimento: "fuel",
  service: "service",
  servicio: "service",
  servico: "service",
  expense: "expense",
  gasto: "expense",
  despesa: "expense",
  vehicle: "vehicle",
  vehiculo: "vehicle",
  veiculo: "vehicle",
};
/** First column of each of the three fuels of a refuelling; the second and third repeat the columns of the first. */
const FUEL_COLUMNS = [2, 7, 12] as const;

const titleOf = (row: readonly string[]) => /^##? ?(.+)$/.exec(row[0]?.trim() ?? "")?.[1];

export const isDrivvo = (text: string): boolean =>
  /^["\s\uFEFF]*##? ?(?:refuelling|reabastecimiento|abastecimento|service|servicio|serviço|expense|gasto|despesa)["\s;,]*$/im.test(
    text,
  );

/** Columns by a word of their names in Portuguese, Spanish and English. */
type Named = (word: RegExp) => string;
type Row = { cells: readonly string[]; number: number; named: Named; kmPerUnit: number; litresPerUnit: number };

/** Days of all lines, from which the order of day and month is found. */
export const drivvoDays = (text: string): string[] => rowsOf(text).map((row) => row[1] ?? "");

/** Refuellings, services and expenses of a Drivvo file. */
export function readDrivvo(text: string, reader: CellReader): ReadLine[] {
  const lines: ReadLine[] = [];
  let [section, header]: [string | null, string[] | null] = [null, null];
  for (const [index, row] of rowsOf(text).entries()) {
    const title = titleOf(row);
    if (title) [section, header] = [fold(title).trim(), null];
    else if (section !== null && !header) header = row.map(fold);
    else if (header && section !== null) {
      const kind = SECTIONS[section];
      const names = header;
      const at: Row = {
        cells: row,
        number: index + 1,
        named: (word) => row[names.findIndex((name) => word.test(name))]?.trim() ?? "",
        kmPerUnit: /\bmi(?:les)?\b/.test(names[0] ?? "") ? KM_PER_MILE : 1,
        litresPerUnit: /\/ ?gal/.test(names[3] ?? "") ? LITRES_PER_US_GALLON : 1,
      };
      if (kind === "fuel") lines.push(...fuelLines(at, reader));
      else if (kind === "service" || kind === "expense") lines.push(costLine(at, kind, reader));
      else if (kind !== "vehicle") reader.findings.left("section", { line: at.number, element: section });
    }
  }
  return lines;
}

const NOTES = /^(?:observa|notas?$|notes?$|nota)/;
const STATION = /^(?:posto|gas station|estacion|station|local)/;
const VEHICLE = /^(?:veiculo|vehiculo|vehicle)$/;

function readingOf({ cells, number, kmPerUnit }: Row, reader: CellReader): number | null {
  const km = reader.number(cells[0], 1, number, "odometro");
  return km ? rounded(km * kmPerUnit, 1) : null;
}

function fuelLines(row: Row, reader: CellReader): ReadLine[] {
  const { cells, number, named, litresPerUnit } = row;
  const vehicle = named(VEHICLE);
  const on_date = reader.day(cells[1]);
  if (!on_date) return [{ number, vehicle, entry: null, problem: "date", isFuel: true }];
  const filled = FUEL_COLUMNS.flatMap((first): ReadLine[] => {
    const amount = reader.number(cells[first + 3], 3, number, "volume");
    // The columns of a second and third fuel are 0 in a refuelling with one.
    if (first !== FUEL_COLUMNS[0] && !amount) return [];
    if (amount === null || amount <= 0)
      return [{ number, vehicle, entry: null, problem: "litres", isFuel: true, day: on_date }];
    const word = cells[first]?.trim() ?? "";
    const fuel = fuelOfWord(word);
    if (!fuel && word) reader.findings.changed("category", { line: number, element: "combustivel", value: word });
    const entry: EntryContent = {
      ...EMPTY_ENTRY,
      kind: "fuel",
      on_date,
      reading_km: readingOf(row, reader),
      fuel: fuel ?? "gasoline",
      litres: rounded(amount * litresPerUnit, 3),
      is_full: isYes(cells[first + 4]),
      total_cents: reader.cents(cells[first + 2], number, "valor total"),
      place: named(STATION),
      notes: named(NOTES),
    };
    return [{ number, vehicle, entry, problem: null }];
  });
  return filled;
}

function costLine(row: Row, kind: "service" | "expense", reader: CellReader): ReadLine {
  const { cells, number, named } = row;
  const vehicle = named(VEHICLE);
  const on_date = reader.day(cells[1]);
  const cents = reader.cents(cells[2], number, "valor");
  const title = cells[3]?.trim() ?? "";
  if (!on_date) return { number, vehicle, entry: null, problem: "date" };
  if (cents === null && !title) return { number, vehicle, entry: null, problem: "amount" };
  const category = categoryOfWord(title);
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind,
    category:
      kind === "service"
        ? category === "repair"
          ? "repair"
          : "service"
        : category === "service" || category === "repair"
          ? "other"
          : category,
    on_date,
    reading_km: readingOf(row, reader),
    title,
    notes: named(NOTES),
    total_cents: cents,
  };
  return { number, vehicle, entry, problem: null };
}
