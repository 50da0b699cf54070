import Papa from "papaparse";
import { EMPTY_ENTRY } from "../../vehicle-entries/rules";
import type { EntryContent, StoredEntry } from "../../vehicle-entries/schema";
import { centsOf } from "../../vehicle-statistics/rules";
import type { Fuel } from "../../vehicles/rules";
import { centsOfCell, csvText, dayOf, numberOf, type Cells, type DateOrder, type ReadLine } from "../rules";
import { unguarded } from "../../platform/sheets";

/** Codes of fuels in Fuelio: hundreds are groups, 119 and higher of a hundred are grades. LPG is not sold for cars in Brazil and counts as other gas. */
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

const KM_PER_MILE = 1.609344;
/** Litres per US and per UK gallon. */
const GALLONS = [3.785411784, 4.54609];

/** Sections of a Fuelio file by their names in lower case; each starts with a line `## Name` and has its own names of columns. */
function sectionsOf(text: string): Map<string, { cells: Cells; number: number }[]> {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy" });
  const sections = new Map<string, { cells: Cells; number: number }[]>();
  let rows: { cells: Cells; number: number }[] = [];
  let names: string[] | null = null;
  for (const [index, row] of data.entries()) {
    const title = /^## ?(.+)$/.exec(row[0]?.trim() ?? "");
    if (title) {
      rows = [];
      names = null;
      sections.set(title[1]!.trim().toLowerCase(), rows);
    } else if (names) {
      const known = names;
      rows.push({
        number: index + 1,
        cells: Object.fromEntries(known.map((name, at) => [name, unguarded(row[at] ?? "")])),
      });
    } else names = row.map((name) => name.trim().toLowerCase());
  }
  return sections;
}

type Units = { kmPerUnit: number; litresPerUnit: number; order: DateOrder };

/** Lines of a Fuelio file: its fuel log and its costs, in kilometres and litres. */
export function readFuelio(text: string, order: DateOrder): ReadLine[] {
  const sections = sectionsOf(text);
  const { distunit = "0", fuelunit = "0", importcsvdateformat = "" } = sections.get("vehicle")?.[0]?.cells ?? {};
  const units: Units = {
    kmPerUnit: distunit === "1" ? KM_PER_MILE : 1,
    litresPerUnit: GALLONS[Number(fuelunit) - 1] ?? 1,
    order: importcsvdateformat.startsWith("MM") ? "mdy" : order,
  };
  const categories = new Map(sections.get("costcategories")?.map(({ cells }) => [cells.costtypeid, cells.name ?? ""]));
  return [
    ...(sections.get("log") ?? []).map(({ cells, number }) => fuelLine(cells, number, units)),
    ...(sections.get("costs") ?? [])
      .filter(({ cells }) => cells.istemplate !== "1" && cells.isincome !== "1")
      .map(({ cells, number }) => costLine(cells, number, units, categories)),
  ];
}

/** The cell whose name starts like this: Fuelio writes the unit into the name, as `Odo (km)`. */
const cellAt = (cells: Cells, start: string): string =>
  cells[Object.keys(cells).find((name) => name.startsWith(start)) ?? ""] ?? "";
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
const degrees = (cell: string) => numberOf(cell) || null;

function fuelLine(cells: Cells, number: number, { kmPerUnit, litresPerUnit, order }: Units): ReadLine {
  const on_date = dayOf(cells.data ?? "", order);
  const [km, amount] = [numberOf(cellAt(cells, "odo")), numberOf(cellAt(cells, "fuel ("))];
  if (!on_date) return { number, entry: null, problem: "date" };
  if (amount === null || amount <= 0) return { number, entry: null, problem: "litres" };
  const code = cells.fueltype ?? "";
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "fuel",
    on_date,
    reading_km: km === null ? null : rounded(km * kmPerUnit, 1),
    fuel: PREMIUM.includes(code) ? "gasoline_premium" : (FUEL_OF_GROUP[code[0] ?? ""] ?? "gasoline"),
    litres: rounded(amount * litresPerUnit, 3),
    is_full: cells.full === "1",
    missed_previous: cells.missed === "1",
    total_cents: centsOfCell(cellAt(cells, "price")),
    place: cellAt(cells, "city").slice(0, 120),
    notes: cellAt(cells, "notes"),
    lat: degrees(cellAt(cells, "latitude")),
    lng: degrees(cellAt(cells, "longitude")),
  };
  return { number, entry, problem: null };
}

function costLine(
  cells: Cells,
  number: number,
  { kmPerUnit, order }: Units,
  categories: ReadonlyMap<string | undefined, string>,
): ReadLine {
  const on_date = dayOf(cells.date ?? cells.data ?? "", order);
  const cents = centsOfCell(cells.cost ?? "");
  if (!on_date) return { number, entry: null, problem: "date" };
  if (cents === null) return { number, entry: null, problem: "amount" };
  const km = numberOf(cells.odo ?? "");
  const category = categoryOf(categories.get(cells.costtypeid) ?? "");
  const isService = category === "service" || category === "repair";
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: isService ? "service" : "expense",
    category,
    on_date,
    reading_km: km ? rounded(km * kmPerUnit, 1) : null,
    title: (cells.costtitle ?? "").slice(0, 120),
    notes: cells.notes ?? "",
    total_cents: cents,
  };
  return { number, entry, problem: null };
}

/** Names of Fuelio's own categories in the three languages of the portal. */
const CATEGORY_NAMES: readonly [RegExp, NonNullable<EntryContent["category"]>][] = [
  [/serv|revis|manuten|mantenim/i, "service"],
  [/repar|consert/i, "repair"],
  [/park|estaciona/i, "parking"],
  [/toll|ped[áa]gio|peaje/i, "toll"],
  [/insur|segur/i, "insurance"],
  [/tax|regist|impost|licen|impuest/i, "tax"],
];
const categoryOf = (name: string) => CATEGORY_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? "other";

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
/** Categories of our file in Fuelio, which numbers them itself. */
const COST_CATEGORIES = [
  "service",
  "repair",
  "upgrade",
  "inspection",
  "toll",
  "parking",
  "insurance",
  "tax",
  "part",
  "food",
  "lodging",
  "other",
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
