import "server-only";
import { z } from "zod";
import { createSessionClient } from "../platform/supabase/session";
import { changesOfCsv, valuesOfCsv } from "./csv";
import { imageWithoutAltText } from "./mutations";
import { importPictures } from "./pictures";
import { rowsById } from "./queries";
import type { Resource } from "./resource";
import { emptyValues } from "./rules";
import { rowSchema } from "./schema";

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
  /** Dry run: only reports what the rows would change. */
  check: z.boolean().optional(),
});

type ImportedRow = { line: number; id: string | null; values: Record<string, unknown> };
type RefusedRow = { line: number; field: string; code: string };

/** Validates the rows of a file: rows to write, invalid rows, and the number of unchanged rows. */
export async function readImport(
  resource: Resource,
  rows: z.infer<typeof importSchema>["rows"],
): Promise<{ good: ImportedRow[]; bad: RefusedRow[]; unchanged: number }> {
  const schema = rowSchema(resource.fields);
  const idOf = (row: { cells: Record<string, string> }) => row.cells[resource.idColumn]?.trim() ?? "";
  const stored = await rowsById(resource, rows.map(idOf).filter(Boolean));
  // A key column that is also an editable field may contain the key of a new row.
  const isOwnKey = resource.fields.some(({ name, readOnly }) => name === resource.idColumn && !readOnly);
  const good: ImportedRow[] = [];
  const bad: RefusedRow[] = [];
  for (const row of rows) {
    const id = idOf(row);
    const before = stored.get(id.toLowerCase());
    const values = before
      ? changesOfCsv(resource, row.cells, before)
      : { ...emptyValues(resource.fields), ...valuesOfCsv(resource.fields, row.cells) };
    const parsed = (before ? schema.partial() : schema).safeParse(values);
    if (id && !before && !isOwnKey) bad.push({ line: row.line, field: "", code: "missing" });
    else if (before && Object.keys(values).length === 0) continue;
    else if (!before && !resource.canCreate) bad.push({ line: row.line, field: "", code: "forbidden" });
    else if (!parsed.success)
      bad.push(
        ...Object.entries(errorsOf(parsed.error))
          .slice(0, 1)
          .map(([field, code]) => ({ line: row.line, field, code })),
      );
    else good.push({ line: row.line, id: before ? id : null, values: parsed.data });
  }
  return { good, bad, unchanged: rows.length - good.length - bad.length };
}

/** Imports the external images of the rows, unless this is a dry run; rows whose images cannot be stored are returned as errors. */
export async function admitPictures(
  accountId: string,
  resource: Resource,
  rows: readonly ImportedRow[],
  isCheck: boolean,
): Promise<{ good: ImportedRow[]; bad: RefusedRow[] }> {
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
