import { EMPTY_ENTRY } from "../../entries/rules";
import type { EntryContent, StoredEntry } from "../../entries/schema";
import { centsOf } from "../../statistics/rules";
import type { Fuel } from "../../vehicles/rules";
import type { DateOrder } from "../../../platform/typed-values";
import {
  csvText,
  noteColumns,
  rounded,
  type CellReader,
  type Cells,
  type NamedRow,
  type ReadLine,
  type Row,
} from "../rules";
import { categoryOfWord, KM_PER_MILE, LITRES_PER_UK_GALLON, LITRES_PER_US_GALLON } from "../words/rules";
import { COST_CATEGORIES } from "../../../platform/supabase/database-constants/garage";

/** Fuels of Fuelio by the hundreds of their code; the rest of a code is the grade. LPG, which cars in Brazil do not use, counts as other gas. */
const FUEL_OF_GROUP: Record<string, Fuel> = {
  1: "gasoline",
  2: "diesel",
  3: "ethanol",
  4: "cng",
  5: "cng",
  6: "electric",
};
const GROUP_OF_FUEL: Record<Fuel, string> = {
  gasoline: "100",
  gasoline_premium: "113",
  ethanol: "300",
  diesel: "200",
  cng: "500",
  electric: "600",
};
const PREMIUM = ["112", "113", "114", "118"];

const GALLONS = [LITRES_PER_US_GALLON, LITRES_PER_UK_GALLON];
/** Sections of a backup that hold nothing of a log. */
const SETTINGS = new Set(["vehicle", "costcategories", "favstations", "category", "tripcategories"]);

/** Sections of a Fuelio file by their names in lower case; each starts with a line `## Name` and has its own names of columns. */
function sectionsOf(file: readonly Row[]): Map<string, NamedRow[]> {
  const sections = new Map<string, NamedRow[]>();
  let rows: NamedRow[] = [];
  let names: string[] | null = null;
  for (const { number, cells } of file) {
    const title = /^## ?(.+)$/.exec(cells[0]?.trim() ?? "");
    if (title) {
      rows = [];
      names = null;
      sections.set(title[1]!.trim().toLowerCase(), rows);
    } else if (names) {
      const known = names;
      rows.push({ number, cells: Object.fromEntries(known.map((name, at) => [name, cells[at] ?? ""])) });
    } else names = cells.map((name) => name.trim().toLowerCase());
  }
  return sections;
}

/** The order of a Fuelio file from its declared date format, such as `dd-MM-yyyy`; null where it declares none. */
export function fuelioOrder(file: readonly Row[]): DateOrder | null {
  const format = sectionsOf(file).get("vehicle")?.[0]?.cells.importcsvdateformat ?? "";
  const [day, month] = [format.search(/d/), format.search(/M/)];
  return day < 0 || month < 0 || format.startsWith("y") ? null : day < month ? "dmy" : "mdy";
}

/** Days of all lines, from which the order of day and month is found where none is declared. */
export const fuelioDays = (file: readonly Row[]): string[] => file.flatMap(({ cells }) => cells);

type Units = { kmPerUnit: number; litresPerUnit: number; reader: CellReader };

/** What a line is made of, what Fuelio calculates from it, and its own numbers of lines. */
const LOG_TAKEN =
  /^(?:data|odo|fuel|full|price|latitude|longitude|city|notes|missed|fueltype|volumeprice|tanknumber|tankcalc|uniqueid|l\/100|mpg|km\/l)/;
const COSTS_TAKEN =
  /^(?:costtitle|date|data|odo|costtypeid|notes|cost|istemplate|isincome|flag|idr|read|reminddate|uniqueid|guid)$/;

/** Lines of a Fuelio file: its fuel log and its costs, in kilometres and litres. */
export function readFuelio(file: readonly Row[], reader: CellReader): ReadLine[] {
  const sections = sectionsOf(file);
  const { distunit = "0", fuelunit = "0" } = sections.get("vehicle")?.[0]?.cells ?? {};
  const units: Units = {
    kmPerUnit: distunit === "1" ? KM_PER_MILE : 1,
    litresPerUnit: GALLONS[Number(fuelunit) - 1] ?? 1,
    reader,
  };
  if (units.kmPerUnit !== 1) reader.findings.changed("units", { line: null, element: "mi → km" });
  if (units.litresPerUnit !== 1) reader.findings.changed("units", { line: null, element: "gal → l" });
  for (const [name, rows] of sections)
    if (!SETTINGS.has(name) && name !== "log" && name !== "costs" && rows[0])
      reader.findings.left("section", { line: rows[0].number, element: name }, rows.length);
  const categories = new Map(sections.get("costcategories")?.map(({ cells }) => [cells.costtypeid, cells.name ?? ""]));
  const costs = sections.get("costs") ?? [];
  noteColumns(sections.get("log") ?? [], (name) => LOG_TAKEN.test(name), reader.findings);
  noteColumns(costs, (name) => COSTS_TAKEN.test(name), reader.findings);
  const isCost = ({ cells }: NamedRow) => cells.istemplate !== "1" && cells.isincome !== "1";
  for (const { cells, number } of costs.filter((cost) => !isCost(cost)))
    reader.findings.left("kind", {
      line: number,
      element: cells.istemplate === "1" ? "isTemplate" : "isIncome",
      value: cells.costtitle ?? "",
    });
  return [
    ...(sections.get("log") ?? []).map(({ cells, number }) => fuelLine(cells, number, units)),
    ...costs.filter(isCost).map(({ cells, number }) => costLine(cells, number, units, categories)),
  ];
}

/** The cell whose name starts like this: Fuelio writes the unit into the name, as `Odo (km)`. */
const cellAt = (cells: Cells, start: string): string =>
  cells[Object.keys(cells).find((name) => name.startsWith(start)) ?? ""] ?? "";

function fuelLine(cells: Cells, number: number, { kmPerUnit, litresPerUnit, reader }: Units): ReadLine {
  const on_date = reader.day(cells.data);
  const km = reader.number(cellAt(cells, "odo"), 1, number, "odo");
  const amount = reader.number(cellAt(cells, "fuel ("), 3, number, "fuel");
  if (!on_date) return { number, entry: null, problem: "date", isFuel: true };
  if (amount === null || amount <= 0) return { number, entry: null, problem: "litres", isFuel: true, day: on_date };
  const code = cells.fueltype ?? "";
  const known = PREMIUM.includes(code) ? "gasoline_premium" : (FUEL_OF_GROUP[code[0] ?? ""] ?? null);
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "fuel",
    on_date,
    reading_km: km === null ? null : rounded(km * kmPerUnit, 1),
    fuel: reader.fuel(known, number, code),
    litres: rounded(amount * litresPerUnit, 3),
    is_full: cells.full === "1",
    missed_previous: cells.missed === "1",
    total_cents: reader.cents(cellAt(cells, "price"), number, "price"),
    place: cellAt(cells, "city"),
    notes: cellAt(cells, "notes"),
    lat: reader.degrees(cellAt(cells, "latitude"), number, "latitude") || null,
    lng: reader.degrees(cellAt(cells, "longitude"), number, "longitude") || null,
  };
  return { number, entry, problem: null };
}

function costLine(
  cells: Cells,
  number: number,
  { kmPerUnit, reader }: Units,
  categories: ReadonlyMap<string | undefined, string>,
): ReadLine {
  const on_date = reader.day(cells.date ?? cells.data);
  const cents = reader.cents(cells.cost, number, "cost");
  if (!on_date) return { number, entry: null, problem: "date" };
  if (cents === null) return { number, entry: null, problem: "amount" };
  const km = reader.number(cells.odo, 1, number, "odo");
  const category = categoryOfWord(categories.get(cells.costtypeid) ?? "");
  const isService = category === "service" || category === "repair";
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: isService ? "service" : "expense",
    category,
    on_date,
    reading_km: km ? rounded(km * kmPerUnit, 1) : null,
    title: cells.costtitle ?? "",
    notes: cells.notes ?? "",
    total_cents: cents,
  };
  return { number, entry, problem: null };
}

const money = (cents: number | null) => ((cents ?? 0) / 100).toFixed(2);
const LOG_COLUMNS = [
  "Data",
  "Odo (km)",
  "Fuel (litres)",
  "Full",
  "Price (optional)",
  "l/100km (optional)",
  "latitude (optional)",
  "longitude (optional)",
  "City (optional)",
  "Notes (optional)",
  "Missed",
  "TankNumber",
  "FuelType",
  "VolumePrice",
];
const COST_COLUMNS = [
  "CostTitle",
  "Date",
  "Odo",
  "CostTypeID",
  "Notes",
  "Cost",
  "flag",
  "idR",
  "read",
  "RemindOdo",
  "RemindDate",
  "isTemplate",
  "RepeatOdo",
  "RepeatMonths",
];

/** The log as a Fuelio backup of one car: refuellings with kilometres and costs. */
export function fuelioText(
  entries: readonly StoredEntry[],
  vehicle: { name: string; tankLitres: number | null },
): string {
  const logs = entries.filter(({ kind, km }) => kind === "fuel" && km !== null);
  const costs = entries.filter((entry) => entry.kind !== "fuel" && centsOf(entry) > 0);
  return csvText([
    ["## Vehicle"],
    [
      "Name",
      "Description",
      "DistUnit",
      "FuelUnit",
      "ConsumptionUnit",
      "ImportCSVDateFormat",
      "TankCount",
      "Tank1Capacity",
    ],
    [vehicle.name, "", "0", "0", "3", "yyyy-MM-dd", "1", String(vehicle.tankLitres ?? 0)],
    ["## Log"],
    LOG_COLUMNS,
    ...logs.map((log) => [
      log.on_date,
      String(log.km),
      String(log.litres),
      log.is_full ? "1" : "0",
      money(log.total_cents),
      "",
      String(log.lat ?? 0),
      String(log.lng ?? 0),
      log.place,
      log.notes,
      log.missed_previous ? "1" : "0",
      "1",
      log.fuel ? GROUP_OF_FUEL[log.fuel] : "0",
      log.total_cents === null || !log.litres ? "" : (log.total_cents / 100 / log.litres).toFixed(3),
    ]),
    ["## CostCategories"],
    ["CostTypeID", "Name", "priority", "color"],
    ...COST_CATEGORIES.map((name, index) => [String(index + 1), name, "0", ""]),
    ["## Costs"],
    COST_COLUMNS,
    ...costs.map((cost) => [
      cost.title,
      cost.on_date,
      String(cost.km ?? 0),
      String(COST_CATEGORIES.indexOf(cost.category ?? "other") + 1),
      cost.notes,
      money(centsOf(cost)),
      "0",
      "0",
      "1",
      "0",
      "2011-01-01",
      "0",
      "0",
      "0",
    ]),
  ]);
}
