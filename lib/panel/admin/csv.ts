import { sheetNumber, sheetText, unguarded } from "../../platform/sheets";
import { BRAZILIAN, dayOf, fileDegrees, fileNumber, type Notation } from "../../platform/typed-values";
import type { Field, Resource } from "./resource";
import { asText, canonical, csvColumns, formValues, LANGUAGES } from "./rules";
import { rowSchema } from "./schema";

type Row = Record<string, unknown>;
type Cells = Record<string, string | undefined>;
type Columns = Pick<Resource, "idColumn" | "fields">;

const LISTS: readonly Field["kind"][] = ["list", "choices", "gallery"];
const DATA: readonly Field["kind"][] = ["json", "items", "hours", "attributes", "track", "texts"];

/** A list as lines; as JSON when an item contains a line break or would be parsed as something else. */
function listCell(items: readonly unknown[]): string {
  const texts = items.map(asText);
  const isPlain =
    texts.every((text) => text === text.trim() && text !== "" && !text.includes("\n")) && !texts[0]?.startsWith("[");
  return isPlain ? texts.join("\n") : JSON.stringify(items);
}

/** A row as cells of a CSV file: lists with one item per line, objects as JSON, translations in separate columns. */
export function csvCells(resource: Columns, row: Row): string[] {
  const translations = (row.translations ?? {}) as Record<string, Row | undefined>;
  const isList = (name: string) => resource.fields.some((field) => field.name === name && LISTS.includes(field.kind));
  const cell = (name: string, value: unknown) =>
    Array.isArray(value) && isList(name) ? listCell(value) : asText(value);
  return csvColumns(resource).map((column) => {
    const [name = "", language] = column.split("@");
    const value = language ? translations[language]?.[name] : row[name];
    return typeof value === "number" ? sheetNumber(value) : sheetText(cell(name, value));
  });
}

/** A number as text with a decimal point; a cell without one stays, so that validation refuses it. */
function numberCell(cell: string, { decimals = 0 }: Field, { sign }: Notation): string {
  const number = fileNumber(cell, decimals, sign);
  return number ? String(number.value) : cell.trim();
}

const YES = ["true", "1", "sim", "yes", "sí", "verdadeiro", "verdadero", "x"];
const NO = ["false", "0", "não", "nao", "no", "falso", ""];

function booleanCell({ nullable }: Field, cell: string): unknown {
  const word = cell.trim().toLowerCase();
  if (word === "" && nullable) return null;
  return YES.includes(word) ? true : NO.includes(word) ? false : cell;
}

function listOfCell(cell: string): unknown {
  const parsed = cell.trim().startsWith("[") ? jsonOfCell(cell) : null;
  return Array.isArray(parsed)
    ? parsed
    : cell
        .split("\n")
        .map((item) => item.trim())
        .filter(Boolean);
}

function jsonOfCell(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function cellValue(field: Field, cell: string, notation: Notation): unknown {
  if (field.kind === "boolean") return booleanCell(field, cell);
  if (field.kind === "number") return numberCell(cell, field, notation);
  if (field.kind === "date") return dayOf(cell, notation.order) ?? cell.trim();
  if (LISTS.includes(field.kind)) return listOfCell(cell);
  if (DATA.includes(field.kind))
    return cell.trim() ? jsonOfCell(cell) : field.kind === "attributes" ? {} : field.kind === "items" ? [] : null;
  return cell;
}

/** Coordinates from the columns `lat` and `lng`, or from one column with both. */
function coordinatesOf(field: Field, cells: Cells): unknown {
  const both = cells[field.name]?.split(/\s*;\s*|,\s+|\s+/).filter(Boolean);
  const [lat, lng] = both ?? [cells.lat, cells.lng];
  if (lat === undefined && lng === undefined && both?.length !== 0) return undefined;
  if (!lat?.trim() && !lng?.trim()) return null;
  const degree = (cell = "") => fileDegrees(cell) ?? Number.NaN;
  return { lat: degree(lat), lng: degree(lng) };
}

/** Translations after an import: columns missing in the file keep their text, an empty cell removes it. */
function translationsOf(
  fields: readonly Field[],
  cells: Cells,
  stored: Record<string, Row | undefined>,
  notation: Notation,
): Record<string, Row> | undefined {
  const changed: Record<string, Row> = {};
  for (const language of LANGUAGES) {
    for (const field of fields.filter(({ translated }) => translated)) {
      const cell = cells[`${field.name}@${language}`];
      if (cell === undefined) continue;
      const { [field.name]: _old, ...others } = changed[language] ?? stored[language] ?? {};
      changed[language] = cell.trim() ? { ...others, [field.name]: cellValue(field, cell, notation) } : others;
    }
  }
  return Object.keys(changed).length > 0 ? { ...(stored as Record<string, Row>), ...changed } : undefined;
}

/** Converts a record of a CSV file to form values; columns missing in the file are left out. */
export function valuesOfCsv(
  fields: readonly Field[],
  record: Cells,
  notation: Notation = BRAZILIAN,
  row: Row = {},
): Row {
  const cells = Object.fromEntries(
    Object.entries(record).map(([column, cell]) => [column, cell === undefined ? undefined : unguarded(cell)]),
  );
  const values: Row = {};
  for (const field of fields.filter(({ readOnly, kind }) => !readOnly && kind !== "rows")) {
    const cell = cells[field.name];
    const value =
      field.kind === "coordinates"
        ? coordinatesOf(field, cells)
        : cell === undefined
          ? undefined
          : cellValue(field, cell, notation);
    if (value !== undefined) values[field.name] = value;
  }
  const translations = translationsOf(
    fields,
    cells,
    (row.translations ?? {}) as Record<string, Row | undefined>,
    notation,
  );
  return translations ? { ...values, translations } : values;
}

const withoutEmpty = (value: unknown) =>
  value && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner && Object.keys(inner as object).length > 0))
    : value;

/** Values that a CSV record changes in a stored row; cells that equal the export, or that parse to the same value, are left out. */
export function changesOfCsv(resource: Columns, record: Cells, row: Row, notation: Notation = BRAZILIAN): Row {
  const columns = csvColumns(resource);
  const exported = csvCells(resource, row);
  const touched = Object.fromEntries(
    Object.entries(record).filter(
      ([column, cell]) =>
        cell?.replaceAll("\r\n", "\n") !== exported[columns.indexOf(column)]?.replaceAll("\r\n", "\n"),
    ),
  );
  // Both `lat` and `lng` are needed to parse either.
  const given = "lat" in touched || "lng" in touched ? { ...touched, lat: record.lat, lng: record.lng } : touched;
  const values = valuesOfCsv(resource.fields, given, notation, row);
  const stored: Row = { ...formValues(resource.fields, row), translations: row.translations ?? {} };
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = resource.fields.find((one) => one.name === name);
      if (!field) return canonical(withoutEmpty(value)) !== canonical(withoutEmpty(stored[name]));
      const read = (one: unknown) => {
        const list = field.kind === "choices" && Array.isArray(one) ? one.map(String) : one;
        const parsed = rowSchema([{ ...field, translated: false }]).safeParse({ [name]: list });
        return canonical(parsed.success ? parsed.data[name] : typeof list === "number" ? String(list) : list);
      };
      return read(value) !== read(stored[name]);
    }),
  );
}
