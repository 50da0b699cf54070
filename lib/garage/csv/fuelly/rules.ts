import { EMPTY_ENTRY } from "../../entries/rules";
import type { EntryContent } from "../../entries/schema";
import { noteColumns, rounded, type CellReader, type NamedRow, type ReadLine } from "../rules";
import { isYes, KM_PER_MILE, LITRES_PER_US_GALLON } from "../words/rules";

export const isFuelly = (names: readonly string[]): boolean =>
  ["odometer", "fuelup_date", "price"].every((name) => names.includes(name)) &&
  ["litres", "liters", "gallons"].some((name) => names.includes(name));

/** What a line is made of, and what Fuelly calculates from it. */
const COLUMNS = new Set(
  `car_name model mpg miles km l/100km odometer litres liters gallons price fuelup_date date_added tags notes
  missed_fuelup partial_fuelup latitude longitude brand`.split(/\s+/),
);

/** Refuellings of a Fuelly file: `price` is that of a litre or gallon, gallons are those of the United States. */
export function readFuelly(records: readonly NamedRow[], reader: CellReader): ReadLine[] {
  const names = Object.keys(records[0]?.cells ?? {});
  const isMiles = names.includes("miles") || names.includes("mpg");
  const isGallons = names.includes("gallons");
  if (isMiles) reader.findings.changed("units", { line: null, element: "mi → km" });
  if (isGallons) reader.findings.changed("units", { line: null, element: "US gal → l" });
  noteColumns(records, (name) => COLUMNS.has(name), reader.findings);
  return records.map((row) => lineOf(row, reader, isMiles ? KM_PER_MILE : 1, isGallons ? LITRES_PER_US_GALLON : 1));
}

function lineOf({ cells, number }: NamedRow, reader: CellReader, kmPerUnit: number, litresPerUnit: number): ReadLine {
  const vehicle = [cells.car_name, cells.model].filter(Boolean).join(" ");
  const on_date = reader.day(cells.fuelup_date);
  const amount = reader.number(cells.litres ?? cells.liters ?? cells.gallons, 3, number, "litres");
  if (!on_date) return { number, vehicle, entry: null, problem: "date", isFuel: true };
  if (amount === null || amount <= 0)
    return { number, vehicle, entry: null, problem: "litres", isFuel: true, day: on_date };
  const km = reader.number(cells.odometer, 1, number, "odometer");
  const price = reader.number(cells.price, 3, number, "price");
  const entry: EntryContent = {
    ...EMPTY_ENTRY,
    kind: "fuel",
    on_date,
    reading_km: km ? rounded(km * kmPerUnit, 1) : null,
    fuel: reader.fuel(null, number),
    litres: rounded(amount * litresPerUnit, 3),
    is_full: !isYes(cells.partial_fuelup),
    missed_previous: isYes(cells.missed_fuelup),
    total_cents: price === null ? null : Math.round(price * amount * 100),
    place: cells.brand ?? "",
    notes: [cells.notes, cells.tags].filter(Boolean).join(" · "),
    lat: reader.degrees(cells.latitude, number, "latitude") || null,
    lng: reader.degrees(cells.longitude, number, "longitude") || null,
  };
  return { number, vehicle, entry, problem: null };
}
