import "server-only";
import { z } from "zod";
import { getTranslations } from "next-intl/server";
import { isExternal } from "../../platform/media/rules";
import type { Account } from "../../platform/auth/account";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { revalidatePages } from "../../platform/revalidate";
import { BRAZILIAN, DATE_ORDERS, type Notation } from "../../platform/typed-values";
import { createSessionClient } from "../../platform/supabase/session";
import { changesOfCsv, valuesOfCsv } from "./csv";
import { keyOfName, valueOfWord } from "./csv-words";
import { labelsOf } from "../record-labels/rules";
import { imageWithoutAltText, saveRows } from "./mutations";
import { importPictures } from "./pictures";
import { namedRows, referenceTitles, rowsById, type Row, type Titles } from "./queries";
import type { Field, Resource } from "./resource";
import { asText, emptyValues } from "./rules";
import { rowSchema } from "./schema";
import { changesOf, type ValueChange } from "./value-changes";

/** The first error of each field, by its path: `region_waypoints.2.name`. */
export function errorsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

const MAX_IMPORTED = 500;

const cells = z.record(z.string().max(80), z.string().max(1_000_000));
/** Rows of a CSV file. */
export const importSchema = z.strictObject({
  resource: z.string().max(40),
  rows: z
    .array(z.strictObject({ line: z.number().int(), cells }))
    .min(1)
    .max(MAX_IMPORTED),
  /** How the whole file writes numbers and days; a call has a part of its rows. */
  notation: z.strictObject({ sign: z.enum([",", "."]), order: z.enum(DATE_ORDERS) }).default(BRAZILIAN),
  /** Dry run: only reports what the rows would change. */
  check: z.boolean().optional(),
});

type Cells = Record<string, string>;
type FileRow = { line: number; cells: Cells };
type Stored = ReadonlyMap<string, Row>;
type ImportedRow = { line: number; id: string | null; before: Row | null; values: Row };
type RefusedRow = { line: number; field: string; code: string };
/** What a row of a file would change. */
export type ReadyRow = { line: number; title: string; isNew: boolean; changes: ValueChange[] };
export type ImportAnswer = {
  saved: number;
  unchanged: number;
  bad: RefusedRow[];
  /** Of a check: the rows that would be saved, and the titles of what they point to. */
  ready: ReadyRow[];
  titles: Titles;
};

const idOf = (resource: Resource, { cells: of }: FileRow) => of[resource.idColumn]?.trim() ?? "";
const storedOf = (resource: Resource, stored: Stored, row: FileRow) => stored.get(idOf(resource, row).toLowerCase());

const isNamed = ({ kind, readOnly }: Field) => !readOnly && (kind === "city" || kind === "reference");

/** Replaces words of the panel by stored values and names by keys; names that no single row has are errors. */
async function machineRows(
  resource: Resource,
  rows: readonly FileRow[],
  stored: Stored,
): Promise<{ read: FileRow[]; bad: RefusedRow[] }> {
  const all = (await Promise.all(LOCALES.map((locale) => getTranslations({ locale, namespace: "panel/records" })))).map(
    labelsOf,
  );
  const worded = rows.map(({ line, cells: of }) => {
    const pairs = resource.fields
      .filter(({ name }) => of[name] !== undefined)
      .map((field) => [field.name, valueOfWord(field, of[field.name]!, all)] as const);
    return { line, cells: { ...of, ...Object.fromEntries(pairs) } };
  });
  const bad: RefusedRow[] = [];
  const named = resource.fields.filter(isNamed);
  const titles = await referenceTitles(named, [...stored.values()]);
  for (const field of named) {
    const typed = [...new Set(worded.map(({ cells: of }) => of[field.name]?.trim() ?? "").filter(Boolean))];
    const names = typed.filter((cell) => !isKey(field, cell));
    const candidates = names.length > 0 ? await namedRows(field, names) : [];
    for (const row of worded) {
      const cell = row.cells[field.name];
      if (!cell || isKey(field, cell)) continue;
      const before = storedOf(resource, stored, row);
      const state = row.cells["state_abbr"] ?? (before?.["state_abbr"] as string | undefined) ?? null;
      const known = asText(before?.[field.name]);
      const key = keyOfName(cell, candidates, { before: known, title: titles[field.name]?.[known], state });
      if (key !== null) row.cells[field.name] = key;
      else bad.push({ line: row.line, field: field.name, code: "unknownName" });
    }
  }
  const wrong = new Set(bad.map(({ line }) => line));
  return { read: worded.filter(({ line }) => !wrong.has(line)), bad };
}

/** Whether a cell can only be the key of a row. */
const isKey = ({ kind }: Field, cell: string) =>
  kind === "city" ? /^\d{7}$/.test(cell.trim()) : /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell.trim());

type Read = { good: ImportedRow[]; bad: RefusedRow[]; unchanged: number };

/** Validates the rows of a file: rows to write, invalid rows, and the number of unchanged rows. */
async function readImport(resource: Resource, rows: readonly FileRow[], notation: Notation): Promise<Read> {
  const stored = await rowsById(resource, rows.map((row) => idOf(resource, row)).filter(Boolean));
  const { read, bad } = await machineRows(resource, rows, stored);
  const good: ImportedRow[] = [];
  let unchanged = 0;
  for (const row of read) {
    const found = readRow(resource, row, storedOf(resource, stored, row) ?? null, notation);
    if (found === null) unchanged++;
    else if ("code" in found) bad.push(found);
    else good.push(found);
  }
  return { good, bad, unchanged };
}

/** One row of a file to write, or why not; null when it changes nothing. */
function readRow(
  resource: Resource,
  row: FileRow,
  before: Row | null,
  notation: Notation,
): ImportedRow | RefusedRow | null {
  const { line, cells: of } = row;
  const id = idOf(resource, row);
  // A key column that is also an editable field may contain the key of a new row.
  const isOwnKey = resource.fields.some(({ name, readOnly }) => name === resource.idColumn && !readOnly);
  if (id && !before && !isOwnKey) return { line, field: "", code: "missing" };
  const values = before
    ? changesOfCsv(resource, of, before, notation)
    : { ...emptyValues(resource.fields), ...valuesOfCsv(resource.fields, of, notation) };
  if (before && Object.keys(values).length === 0) return null;
  if (!before && !resource.canCreate) return { line, field: "", code: "forbidden" };
  const schema = rowSchema(resource.fields);
  const parsed = (before ? schema.partial() : schema).safeParse(values);
  if (parsed.success) return { line, id: before ? id : null, before, values: parsed.data };
  const [[field, code] = ["", "invalid"]] = Object.entries(errorsOf(parsed.error));
  return { line, field, code };
}

/** Imports the external images of the rows, unless this is a dry run; rows whose images cannot be stored are returned as errors. */
async function admitPictures(
  accountId: string,
  resource: Resource,
  rows: readonly ImportedRow[],
  isCheck: boolean,
): Promise<Pick<Read, "good" | "bad">> {
  const client = await createSessionClient();
  const good: ImportedRow[] = [];
  const bad: RefusedRow[] = [];
  for (const row of rows) {
    const missing = await imageWithoutAltText(client, resource, row.id, row.values);
    const { values, errors } = missing
      ? { values: row.values, errors: { [missing]: "noAltText" } }
      : isCheck
        ? { values: row.values, errors: {} }
        : await importPictures(client, accountId, resource.fields, row.values);
    const [first] = Object.entries(errors);
    if (first) bad.push({ line: row.line, field: first[0], code: first[1] });
    else good.push({ ...row, values });
  }
  return { good, bad };
}

const isPicture = ({ kind }: Field) => kind === "image" || kind === "gallery";

/** A new row with a required picture of another site, which cannot be written before the picture is copied. */
const needsCopy = (resource: Resource, { before, values }: ImportedRow) =>
  before === null &&
  resource.fields.some((field) => field.required && isPicture(field) && isExternal(values[field.name]));

/** Values for a dry run: pictures of other sites are copied only when the row is saved. */
function withoutExternal(resource: Resource, values: Row): Row {
  const pictures = new Set(resource.fields.filter(isPicture).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !pictures.has(name) || ![value].flat().some(isExternal)),
  );
}

async function readyRows(
  resource: Resource,
  rows: readonly ImportedRow[],
): Promise<Pick<ImportAnswer, "ready" | "titles">> {
  const titles = await referenceTitles(
    resource.fields,
    rows.flatMap(({ before, values }) => [before ?? {}, values]),
  );
  const ready = rows.map(({ line, before, values }) => ({
    line,
    title: asText(values[resource.titleColumn] ?? before?.[resource.titleColumn]),
    isNew: before === null,
    changes: changesOf(resource.fields, before, values),
  }));
  return { ready, titles };
}

/** Checks or saves the rows of a CSV file; the check runs every rule of saving and rolls it back. */
export async function importRows(
  account: Account,
  resource: Resource,
  { rows, notation, check = false }: z.output<typeof importSchema>,
): Promise<ImportAnswer> {
  const read = await readImport(resource, rows, notation);
  const { good, bad } = await admitPictures(account.id, resource, read.good, check);
  bad.unshift(...read.bad);
  const saved = good.filter((row) => check && needsCopy(resource, row));
  const sent = good.filter((row) => !saved.includes(row));
  const given = check ? sent.map((row) => ({ ...row, values: withoutExternal(resource, row.values) })) : sent;
  const client = await createSessionClient();
  const answers = sent.length > 0 ? await saveRows(client, resource, given, { reason: "CSV", isCheck: check }) : [];
  for (const [index, answer] of answers.entries()) {
    const { line } = sent[index]!;
    if (answer.outcome === "saved") saved.push(sent[index]!);
    else if (answer.outcome === "refused") bad.push({ line, field: answer.field ?? "", code: answer.reason });
    else bad.push({ line, field: "", code: answer.outcome === "gone" ? "missing" : answer.outcome });
  }
  const { unchanged } = read;
  if (check) return { saved: saved.length, unchanged, bad, ...(await readyRows(resource, saved)) };
  await revalidatePages([...new Set(answers.flatMap((answer) => (answer.outcome === "saved" ? answer.tags : [])))]);
  return { saved: saved.length, unchanged, bad, ready: [], titles: {} };
}
