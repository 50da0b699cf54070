import { Findings } from "../../../geo/imports/rules";
import { decimalSignOf, isDay, isYearFirst, orderOf, type DateOrder } from "../../../platform/typed-values";
import type { StoredEntry } from "../../entries/schema";
import { drivvoDays, isDrivvo, readDrivvo } from "../drivvo/rules";
import { fuelioDays, fuelioOrder, fuelioText, readFuelio } from "../fuelio/rules";
import { isFuelly, readFuelly } from "../fuelly/rules";
import { lubeLoggerText, readLubeLogger } from "../lubelogger/rules";
import { ownRows, readOwn } from "../own/rules";
import {
  CellReader,
  csvText,
  recordsOf,
  rowsOf,
  type CsvFormat,
  type NamedRow,
  type ReadFile,
  type Reading,
  type ReadLine,
  type Row,
} from "../rules";
import { isSpritmonitor, readSpritmonitor, spritmonitorDay } from "../spritmonitor/rules";

const OUR_DELIMITER = ";";

type Format = ReadFile["format"];
/** A recognised file before it is read: its days, and the order of day and month that it declares. */
type Recognised = {
  format: Format;
  days: readonly string[];
  declared: DateOrder | null;
  read: (reader: CellReader) => ReadLine[];
};

const hasAll = (names: readonly string[], wanted: readonly string[]) => wanted.every((name) => names.includes(name));
const OWN = ["odometro", "litros", "total", "titulo"];

/** Formats with one row of names; each needs more columns than a file of another program has by chance. */
function recognised(names: readonly string[], records: readonly NamedRow[]): Recognised | null {
  const daysIn = (column: string) => records.map(({ cells }) => cells[column] ?? "");
  if (hasAll(names, ["data", "tipo"]) && OWN.some((name) => names.includes(name)))
    return {
      format: "lacambeche",
      days: daysIn("data"),
      declared: "dmy",
      read: (reader) => readOwn(records, reader),
    };
  if (isFuelly(names))
    return {
      format: "fuelly",
      days: daysIn("fuelup_date"),
      declared: null,
      read: (reader) => readFuelly(records, reader),
    };
  if (isSpritmonitor(names))
    return {
      format: "spritmonitor",
      days: records.map(spritmonitorDay),
      declared: names.some((name) => name === "datum") ? "dmy" : null,
      read: (reader) => readSpritmonitor(records, reader),
    };
  const isFuel = hasAll(names, ["date", "odometer", "fuelconsumed", "cost"]);
  if (!isFuel && !hasAll(names, ["date", "odometer", "description", "cost"])) return null;
  return {
    format: isFuel ? "lubelogger-fuel" : "lubelogger-service",
    days: daysIn("date"),
    declared: null,
    read: (reader) => readLubeLogger(records, isFuel, reader),
  };
}

function recognise(text: string, rows: readonly Row[]): Recognised | null {
  if (/^"?## ?(?:vehicle|log)"?/im.test(text) && !isDrivvo(text))
    return {
      format: "fuelio",
      days: fuelioDays(rows),
      declared: fuelioOrder(rows),
      read: (reader) => readFuelio(rows, reader),
    };
  if (isDrivvo(text))
    return { format: "drivvo", days: drivvoDays(rows), declared: null, read: (reader) => readDrivvo(rows, reader) };
  const records = recordsOf(rows);
  const names = Object.keys(records[0]?.cells ?? {});
  return recognised(names, records);
}

/** Reads the log of a program; null for another file. `options` decide what the file leaves open. */
export function readCsv(file: string, options: Reading): ReadFile | null {
  const text = file.replace(/^\uFEFF/, "").replace(/^sep=.(?=\r?\n)/i, "");
  const rows = rowsOf(text);
  const found = recognise(text, rows);
  if (!found) return null;
  const days = found.days.filter(isDay);
  const order = found.declared ?? orderOf(days);
  const findings = new Findings();
  const cells = rows.flatMap((row) => row.cells).filter((cell) => !isDay(cell));
  const reader = new CellReader(
    { ...options, order: order ?? options.order, provenSign: decimalSignOf(cells) },
    findings,
  );
  const lines = found.read(reader);
  const vehicles = [...new Set(lines.flatMap(({ vehicle }) => (vehicle ? [vehicle] : [])))];
  return {
    format: found.format,
    lines,
    isOrderKnown: order !== null || days.every(isYearFirst),
    openNumber: reader.openNumber,
    findings: findings.list(),
    vehicles: vehicles.length > 1 ? vehicles : [],
  };
}

/** The log as a file of one of the formats; LubeLogger has one for fuel and one for maintenance, and expenses count as maintenance there. */
export function writeCsv(
  entries: readonly StoredEntry[],
  format: CsvFormat,
  vehicle: { name: string; tankLitres: number | null },
): string {
  if (format === "fuelio") return fuelioText(entries, vehicle);
  if (format !== "lacambeche") return lubeLoggerText(entries, format === "lubelogger-fuel");
  // A semicolon and a byte order mark, so that a spreadsheet in Brazil opens the file correctly.
  return `\uFEFF${csvText(ownRows(entries), OUR_DELIMITER)}`;
}
