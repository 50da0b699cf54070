import { fold } from "../../../platform/slug";
import { EMPTY_ENTRY } from "../../entries/rules";
import type { EntryContent } from "../../entries/schema";
import { noteColumns, rounded, type CellReader, type ReadLine, type Row } from "../rules";
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

type Section = { title: string; names: string[]; rows: Row[] };
/** `named` is the cell of a column by a word of its name in Portuguese, Spanish and English. */
type Line = Row & { named: (word: RegExp) => string; kmPerUnit: number; litresPerUnit: number };

/** Days of all lines, from which the order of day and month is found. */
export const drivvoDays = (rows: readonly Row[]): string[] => rows.map(({ cells }) => cells[1] ?? "");

function sectionsOf(rows: readonly Row[]): Section[] {
  const sections: (Omit<Section, "names"> & { names: string[] | null })[] = [];
  for (const row of rows) {
    const [title, section] = [titleOf(row.cells), sections.at(-1)];
    if (title) sections.push({ title: fold(title).trim(), names: null, rows: [] });
    else if (section?.names) section.rows.push(row);
    else if (section) section.names = row.cells.map(fold);
  }
  return sections.map((section) => ({ ...section, names: section.names ?? [] }));
}

/** Refuellings, services and expenses of a Drivvo file. */
export const readDrivvo = (rows: readonly Row[], reader: CellReader): ReadLine[] =>
  sectionsOf(rows).flatMap((section) => sectionLines(section, reader));

function sectionLines({ title, names, rows }: Section, reader: CellReader): ReadLine[] {
  const kind = SECTIONS[title];
  const [first] = rows;
  if (!first || kind === "vehicle") return [];
  if (!kind) {
    reader.findings.left("section", { line: first.number, element: title }, rows.length);
    return [];
  }
  const isMiles = /\bmi(?:les)?\b/.test(names[0] ?? "");
  const isGallons = /\/ ?gal/.test(names[3] ?? "");
  if (isMiles) reader.findings.changed("units", { line: null, element: "mi → km" });
  if (isGallons && kind === "fuel") reader.findings.changed("units", { line: null, element: "US gal → l" });
  noteUnread(kind, names, rows, reader);
  return rows.flatMap((row) => {
    const line: Line = {
      ...row,
      named: (word) => row.cells[names.findIndex((name) => word.test(name))]?.trim() ?? "",
      kmPerUnit: isMiles ? KM_PER_MILE : 1,
      litresPerUnit: isGallons ? LITRES_PER_US_GALLON : 1,
    };
    return kind === "fuel" ? fuelLines(line, reader) : [costLine(line, kind, reader)];
  });
}

const NOTES = /^(?:observa|notas?$|notes?$|nota)/;
const STATION = /^(?:posto|gas station|estacion|station|local)/;
const VEHICLE = /^(?:veiculo|vehiculo|vehicle)$/;
/** What Drivvo calculates from the other columns. */
const DERIVED = /^(?:media|average|promedio|distancia|distance)$/;

/** Names repeat in the columns of the three fuels, so columns go by their place. */
function noteUnread(kind: "fuel" | "service" | "expense", names: string[], rows: readonly Row[], reader: CellReader) {
  const taken = kind === "fuel" ? FUEL_COLUMNS[2] + 5 : 4;
  const records = rows.map(({ number, cells }) => ({
    number,
    cells: Object.fromEntries(names.flatMap((name, at) => (at < taken || !name ? [] : [[name, cells[at] ?? ""]]))),
  }));
  noteColumns(records, (name) => [NOTES, STATION, VEHICLE, DERIVED].some((word) => word.test(name)), reader.findings);
}

function readingOf({ cells, number, kmPerUnit }: Line, reader: CellReader): number | null {
  const km = reader.number(cells[0], 1, number, "odometro");
  return km ? rounded(km * kmPerUnit, 1) : null;
}

function fuelLines(row: Line, reader: CellReader): ReadLine[] {
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
    const entry: EntryContent = {
      ...EMPTY_ENTRY,
      kind: "fuel",
      on_date,
      reading_km: readingOf(row, reader),
      fuel: reader.fuel(fuelOfWord(word), number, word),
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

function costLine(row: Line, kind: "service" | "expense", reader: CellReader): ReadLine {
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
    place: named(STATION),
    notes: named(NOTES),
    total_cents: cents,
  };
  return { number, vehicle, entry, problem: null };
}
