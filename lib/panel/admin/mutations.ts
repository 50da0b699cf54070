import "server-only";
import { undescribed } from "../../platform/media/mutations";
import { AppError } from "../../platform/error";
import { anyTable, asRows } from "../../platform/supabase/any-table";
import type { createSessionClientOn } from "../../platform/supabase/session";
import { errorOfConstraint } from "./constraints";
import type { Resource } from "./resource";
import { columnsOf, STATUS_COLUMNS, picturesOf, placeholdersOf, tagColumns, tagsOf } from "./rules";
import type { Row } from "./queries";
import { databaseError, orThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { CacheTag } from "../../platform/cache-tags";
import type { Outcome } from "../../platform/outcome";
import { outcomeSchema } from "../../platform/outcome-schema";
import { z } from "zod";

type Client = ReturnType<typeof createSessionClientOn>;

export type Saved = Outcome<{ id: string; updatedAt: string; tags: readonly CacheTag[] }>;

type DatabaseError = { code: string; message: string; details?: string | null };

const CODES: Record<string, string> = {
  "23505": "taken",
  "23503": "referenced",
  "23514": "invalid",
  "23502": "required",
  "22P02": "invalid",
  "22003": "invalid",
  "22001": "invalid",
  "22007": "invalid",
  "22008": "invalid",
};

/** The error of the browser for writes without a form. */
const INVALID_VALUES: ErrorCodes = Object.fromEntries(Object.keys(CODES).map((code) => [code, "input.invalid"]));

/** Error messages of triggers, mapped to a constraint name. */
const RAISED: Record<string, string> = {
  "a published version stays as it is": "published_version_stays",
  "the questions of a form are incomplete": "form_questions_are_complete",
  "a published contract has a text": "published_contract_has_a_text",
  "the form belongs to another kind": "form_belongs_to_the_kind",
};

/** Converts a database error to a form error; throws when the values are not the cause. */
function refusal(resource: Resource, error: DatabaseError): Saved {
  if (error.code === "42501") return { outcome: "refused", field: null, reason: "forbidden" };
  const code = CODES[error.code];
  if (!code) throw databaseError(error);
  const constraint = /constraint "([^"]+)"/.exec(error.message)?.[1] ?? RAISED[error.message] ?? "";
  const known = errorOfConstraint(resource, constraint);
  // 23503 from another table means that the row is still referenced.
  if (known && error.code !== "23503") return { outcome: "refused", field: known.field, reason: known.code };
  const column = /column "([^"]+)"/.exec(error.message)?.[1] ?? null;
  const inKey = /^Key \(([^)]+)\)/.exec(error.details ?? "")?.[1]?.split(", ") ?? [];
  const named = inKey.findLast((name) => resource.fields.some((field) => field.name === name));
  return { outcome: "refused", reason: code, field: named ?? known?.field ?? column };
}

/** Name of the image field with an image without alt text, if the row is about to be published; otherwise null. */
export async function imageWithoutAltText(
  client: Client,
  resource: Resource,
  id: string | null,
  values: Row,
): Promise<string | null> {
  const names = resource.fields.filter(({ kind }) => kind === "image" || kind === "gallery").map(({ name }) => name);
  const hasStatus = resource.fields.some(({ name }) => name === "status");
  const needed = hasStatus ? [...names, "status"] : names;
  if (names.length === 0 || !needed.some((name) => values[name] !== undefined)) return null;
  const saved = id
    ? (await anyTable(client, resource.table).select(needed.join(", ")).eq(resource.idColumn, id).maybeSingle()).data
    : null;
  const row: Row = { ...(saved as Row | null), ...values };
  if (hasStatus && row.status === "draft") return null;
  const [missing] = await undescribed(client, picturesOf(resource.fields, row));
  return names.find((name) => [row[name]].flat().includes(missing)) ?? null;
}

/** Child rows in the format of `save_record`. */
function childrenOf(resource: Resource, values: Row) {
  return resource.fields
    .filter(({ kind, name }) => kind === "rows" && values[name] !== undefined)
    .map(({ name, rows }) => ({
      table: name,
      parent: rows!.parent,
      order: rows!.order,
      rows: (values[name] as Row[]).map((row) => ({
        ...columnsOf(rows!.fields, row),
        ...(row.id ? { id: row.id } : {}),
      })),
    }));
}

/**
 * Adds (`id` null) or changes a row with its children in one transaction. `expected_version` is the `updated_at` that
 * the form was loaded with; null overwrites without a conflict check.
 */
export async function saveRow(
  client: Client,
  resource: Resource,
  record: { id: string | null; expected_version: string | null; values: Row; reason?: string },
): Promise<Saved> {
  const { data, error } = await client.rpc("save_record", {
    target: resource.table,
    record_id: record.id as string,
    expected_version: record.expected_version as string,
    changes: columnsOf(resource.fields, record.values) as never,
    children: childrenOf(resource, record.values) as never,
    reason: record.reason,
    tag_columns: tagColumns(resource),
  });
  return error ? refusal(resource, error) : savedOf(resource, savedSchema.parse(data));
}

/** `states`: the tag columns before and after the save, where the account may read the row. */
const RECORD = {
  saved: {
    id: z.string(),
    updated_at: z.string(),
    states: z.array(z.record(z.string(), z.unknown())),
  },
  conflict: {},
  gone: true,
} as const;
const savedSchema = outcomeSchema({ ...RECORD, refused: ["forbidden"] });
/** The reason is `forbidden` or an SQL state. */
const savedRows = z.array(
  z.union([
    savedSchema,
    z.object({
      outcome: z.literal("refused"),
      reason: z.string(),
      message: z.string(),
      details: z.string().nullable(),
    }),
  ]),
);

function savedOf(resource: Resource, answer: z.output<typeof savedSchema>): Saved {
  if (answer.outcome !== "saved") return answer;
  return { outcome: "saved", id: answer.id, updatedAt: answer.updated_at, tags: tagsOf(resource, ...answer.states) };
}

/**
 * Adds or changes many rows, without children; a refused row does not stop the others. Results are in the same order.
 * With `isCheck` the database rolls everything back.
 */
export async function saveRows(
  client: Client,
  resource: Resource,
  rows: readonly { id: string | null; values: Row }[],
  { reason, isCheck = false }: { reason: string; isCheck?: boolean },
): Promise<Saved[]> {
  const items = rows.map(({ id, values }) => ({ id, changes: columnsOf(resource.fields, values) }));
  const data = orThrow(
    await client.rpc("save_records", {
      target: resource.table,
      items: items as never,
      reason,
      tag_columns: tagColumns(resource),
      is_check: isCheck,
    }),
  );
  return savedRows
    .parse(data)
    .map((answer) =>
      answer.outcome === "refused" && "message" in answer
        ? refusal(resource, { ...answer, code: answer.reason })
        : savedOf(resource, answer),
    );
}

export type ChangedRows = { count: number; tags: readonly CacheTag[] };

const changedOf = (resource: Resource, rows: unknown): ChangedRows => {
  const changed = rows as Row[];
  return { count: changed.length, tags: changed.length > 0 ? tagsOf(resource, ...changed) : [] };
};

const returnedColumns = (resource: Resource) => [resource.idColumn, ...tagColumns(resource)].join(", ");

/**
 * Changes the same columns of many rows. Only choices and booleans can be changed this way and no tag contains one of
 * them (a test checks it), so the returned rows have the tags of before and after.
 */
export async function changeRows(
  client: Client,
  resource: Resource,
  ids: readonly string[],
  changes: Row,
): Promise<ChangedRows> {
  const { data, error } = await anyTable(client, resource.table)
    .update(changes)
    .in(resource.idColumn, ids)
    .select(returnedColumns(resource));
  if (error) throw databaseError(error, INVALID_VALUES);
  return changedOf(resource, data);
}

/** Restores an earlier version of a row and of its children; the count is 0 when nothing of it can be written. */
export async function restoreRow(
  client: Client,
  resource: Resource,
  id: string,
  { version, now, withStatus }: { version: Row; now: Row | null; withStatus: boolean },
): Promise<ChangedRows> {
  const own = resource.fields.filter(
    ({ kind, readOnly, name }) => kind !== "rows" && !readOnly && (withStatus || !STATUS_COLUMNS.includes(name)),
  );
  const known = new Set(["translations", "lat", "lng", ...own.map(({ name }) => name)]);
  const changes = Object.fromEntries(Object.entries(version).filter(([name]) => known.has(name)));
  const children = resource.fields
    .filter(({ kind, name }) => kind === "rows" && Array.isArray(version[name]))
    .map(({ name, rows }) => {
      // A child that was deleted since is inserted as a new row.
      const ids = new Set(((now?.[name] ?? []) as Row[]).map((row) => row.id));
      return {
        table: name,
        parent: rows!.parent,
        order: rows!.order,
        rows: (version[name] as Row[]).map(({ id: childId, ...row }) =>
          ids.has(childId) ? { ...row, id: childId } : row,
        ),
      };
    });
  if (Object.keys(changes).length === 0 && children.length === 0) return { count: 0, tags: [] };
  const { data, error } = await client.rpc("save_record", {
    target: resource.table,
    record_id: id,
    expected_version: null as never,
    changes: changes as never,
    children: children as never,
    tag_columns: tagColumns(resource),
  });
  if (error) throw databaseError(error, INVALID_VALUES);
  const saved = savedOf(resource, savedSchema.parse(data));
  return saved.outcome === "saved" ? { count: 1, tags: saved.tags } : { count: 0, tags: [] };
}

/** Deletes rows permanently. */
export async function deleteRows(client: Client, resource: Resource, ids: readonly string[]): Promise<ChangedRows> {
  const data = orThrow(
    await anyTable(client, resource.table).delete().in(resource.idColumn, ids).select(returnedColumns(resource)),
    { "23503": "record.referenced" },
  );
  return changedOf(resource, data);
}

/** Columns of these rows that their URLs and cache tags are built from. */
export async function addressRows(client: Client, resource: Resource, ids: readonly string[]): Promise<Row[]> {
  const names = placeholdersOf([...resource.tags, resource.page ?? ""]);
  const { data, error } = await anyTable(client, resource.table)
    .select([...new Set([resource.idColumn, ...names])].join(", "))
    .in(resource.idColumn, ids);
  if (error && error.code !== "22P02") throw databaseError(error);
  return asRows(data);
}

const mergedSchema = outcomeSchema({ refused: ["same", "trashed", "elsewhere", "hidden"], gone: true });

/** Merges two rows, or returns why not; changes nothing when they are already merged. */
export async function mergeRows(
  client: Client,
  resource: Resource,
  pair: { remaining: string; other: string },
): Promise<z.output<typeof mergedSchema>> {
  const { data, error } = await client.rpc("merge_records", {
    target: resource.table,
    remaining_id: pair.remaining,
    other_id: pair.other,
  });
  if (error?.code === "42501") throw new AppError("access.permission");
  if (error) throw databaseError(error, INVALID_VALUES);
  return mergedSchema.parse(data);
}

/** Marks two rows as different, or removes that mark. */
export async function judgePair(
  client: Client,
  resource: Resource,
  pair: { ids: readonly [string, string]; different: boolean },
): Promise<void> {
  const [one, two] = pair.ids;
  orThrow(await client.rpc("judge_duplicate", { target: resource.table, one, two, different: pair.different }), {
    "42501": "access.permission",
  });
}
