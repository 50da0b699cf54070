import type { StoredEntry } from "../../vehicle-entries/schema";
import { fuelioText, readFuelio } from "../fuelio/rules";
import { lubeLoggerText, readLubeLogger } from "../lubelogger/rules";
import { ownRows, readOwnRow } from "../own/rules";
import { csvText, ISO_DAY, orderOf, recordsOf, type CsvFormat, type DateOrder, type ReadFile } from "../rules";

const OUR_DELIMITER = ";";

const isFuelio = (text: string) => /^"?## ?(?:vehicle|log)"?/im.test(text);

/** Reads the file of the portal, of Fuelio or of LubeLogger; null for another file. `order` decides where the file does not. */
export function readCsv(file: string, order: DateOrder): ReadFile | null {
  const text = file.replace(/^\uFEFF/, "");
  if (isFuelio(text)) return { format: "fuelio", lines: readFuelio(text, order), isOrderKnown: true };
  const records = recordsOf(text);
  const names = Object.keys(records[0] ?? {});
  if (names.includes("data") && names.includes("tipo"))
    return {
      format: "lacambeche",
      lines: records.map((cells, index) => readOwnRow(cells, index + 1)),
      isOrderKnown: true,
    };
  if (!names.includes("date") || !names.includes("odometer")) return null;
  const known = orderOf(records.map(({ date = "" }) => date));
  const isFuel = names.includes("fuelconsumed");
  return {
    format: isFuel ? "lubelogger-fuel" : "lubelogger-service",
    lines: readLubeLogger(records, isFuel, known ?? order),
    isOrderKnown: known !== null || records.every(({ date = "" }) => ISO_DAY.test(date.trim())),
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
