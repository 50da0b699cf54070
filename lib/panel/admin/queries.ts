import "server-only";
import { anyTable, asRows } from "../../platform/supabase/any-table";
import { patterns, searchConditions } from "../../platform/supabase/pattern";
import { readPage, type Counting, type Order } from "../../platform/supabase/read-page";
import { createSessionClient } from "../../platform/supabase/session";
import { fold } from "../../platform/slug";
import { namedReference, type Candidate } from "./csv-words";
import type { Field, Reference, Resource } from "./resource";
import { asText, ofOneSave, yearBefore } from "./rules";
import type { ListQuery, Trail } from "./rules";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";

export type Row = Record<string, unknown>;
export type Titles = Record<string, Record<string, string>>;

const CITY: Reference = { table: "cities", key: "ibge_code", title: "name" };
const MAX_CHOICES = 500;
/** Limits the length of the address of a request. */
const NAMES_PER_REQUEST = 50;

const columnsOfField = ({ name, kind }: Field) =>
  kind === "coordinates" ? ["lat", "lng"] : kind === "rows" ? [] : [name];

/** Columns a list needs: those shown, the title and key, and those its URLs and cache tags are built from. */
function listColumns(resource: Resource, shown: readonly string[]): string {
  const inAddresses = [resource.page ?? "", ...resource.tags].flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  );
  const status = resource.fields.some(({ name }) => name === "status") ? ["status"] : [];
  const trash = resource.hasTrash ? ["deleted_at"] : [];
  const place = resource.key === "events" ? ["municipality_ibge"] : [];
  const own = [resource.idColumn, resource.titleColumn, "updated_at"];
  return [...new Set([...own, ...shown, ...inAddresses, ...status, ...trash, ...place])].join(", ");
}

/** Columns with telephones, which the search of a list reads too. */
const phoneColumns = ({ fields }: Resource) =>
  fields.filter(({ kind, format }) => kind === "text" && format === "phone").map(({ name }) => name);

type Filterable = ReturnType<ReturnType<typeof anyTable>["select"]>;

function narrowed(builder: Filterable, resource: Resource, query: ListQuery): Filterable {
  let rows = builder;
  for (const { words, or } of searchConditions(query.q, phoneColumns(resource))) {
    for (const word of words) rows = rows.like("search_name", word);
    if (or) rows = rows.or(or);
  }
  for (const [name, value] of Object.entries(query.filters)) {
    rows =
      resource.fields.find((field) => field.name === name)?.kind === "boolean"
        ? rows.is(name, value === "true")
        : rows.eq(name, value);
  }
  if (query.missing) {
    const [first] = resource.fields.filter(({ translated }) => translated);
    rows = rows.is(`translations->${query.missing}->>${first?.name}`, null);
  }
  if (resource.hasTrash) rows = query.trash ? rows.not("deleted_at", "is", null) : rows.is("deleted_at", null);
  if (query.old && resource.checked) rows = rows.lt(resource.checked, yearBefore(new Date()));
  return rows;
}

/** One page of a resource's rows under the caller's RLS policies, and the total count. */
export async function listRows(resource: Resource, query: ListQuery): Promise<{ rows: Row[]; total: number }> {
  const client = await createSessionClient();
  const order: Order = [
    [query.sort, query.ascending],
    [resource.idColumn, query.ascending],
  ];
  const ask = (counting?: Counting) =>
    narrowed(
      anyTable(client, resource.table).select(
        counting ? resource.idColumn : listColumns(resource, query.columns),
        counting,
      ),
      resource,
      query,
    );
  const { rows, total } = await readPage(query, order, ask);
  return { rows: rows as Row[], total };
}

/** Columns an export needs: every field, and the translations. */
function exportColumns({ idColumn, fields }: Resource): string {
  const translations = fields.some(({ translated }) => translated) ? ["translations"] : [];
  return [...new Set([idColumn, ...fields.flatMap(columnsOfField), ...translations])].join(", ");
}

/** Format of an identifier, by its column; other values cannot match a row. */
const ID_SHAPES: Record<string, RegExp> = {
  id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  ibge_code: /^\d{7}$/,
};

/** Rows with the columns of an export, by their identifier. */
export async function rowsById(resource: Resource, ids: readonly string[]): Promise<Map<string, Row>> {
  const known = ids.filter((id) => ID_SHAPES[resource.idColumn]?.test(id) ?? true);
  if (known.length === 0) return new Map();
  const data = orThrow(
    await anyTable(await createSessionClient(), resource.table)
      .select(exportColumns(resource))
      .in(resource.idColumn, known),
  );
  return new Map(asRows(data).map((row) => [String(row[resource.idColumn]).toLowerCase(), row]));
}

/** Rows for an export in batches of 1,000, ordered by key. */
export async function* exportRows(resource: Resource, query: ListQuery): AsyncGenerator<Row[]> {
  const client = await createSessionClient();
  const select = exportColumns(resource);
  for (let after: unknown = null; ;) {
    let builder = narrowed(anyTable(client, resource.table).select(select), resource, query)
      .order(resource.idColumn)
      .limit(1000);
    if (after !== null) builder = builder.gt(resource.idColumn, after);
    const data = orThrow(await builder);
    const rows = asRows(data);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)![resource.idColumn];
  }
}

/** Titles of the rows that the references of a list or form point to: `{city_ibge: {"4205407": "Florianópolis"}}`. */
export async function referenceTitles(fields: readonly Field[], rows: readonly Row[]): Promise<Titles> {
  const client = await createSessionClient();
  const named = fields.flatMap((field) => {
    const reference = field.kind === "city" ? CITY : field.reference;
    return reference ? [{ field, reference }] : [];
  });
  const found = await Promise.all(
    named.map(async ({ field, reference: { table, key, title } }) => {
      const ids = [...new Set(rows.map((row) => row[field.name]).filter((id) => id !== null && id !== undefined))];
      if (ids.length === 0) return [field.name, {}] as const;
      const pieces = await Promise.all(
        Array.from({ length: Math.ceil(ids.length / NAMES_PER_REQUEST) }, async (_, index) =>
          orThrow(
            await anyTable(client, table)
              .select(`${key}, ${title}`)
              .in(key, ids.slice(index * NAMES_PER_REQUEST, (index + 1) * NAMES_PER_REQUEST)),
          ),
        ),
      );
      const data = asRows(pieces.flat());
      return [field.name, Object.fromEntries(data.map((row) => [String(row[key]), String(row[title])]))] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** One row with all its fields and children; null when it does not exist or the caller may not see it. */
export async function getRow(resource: Resource, id: string): Promise<Row | null> {
  const client = await createSessionClient();
  const stamps = ["updated_at", "created_at", ...(resource.hasTrash ? ["deleted_at"] : [])];
  const isTranslated = resource.fields.some(({ translated }) => translated);
  const columns = [
    ...new Set([
      resource.idColumn,
      ...resource.fields.flatMap(columnsOfField),
      ...stamps,
      ...(isTranslated ? ["translations"] : []),
    ]),
  ];
  const { data, error } = await anyTable(client, resource.table)
    .select(columns.join(", "))
    .eq(resource.idColumn, id)
    .maybeSingle();
  // 22P02 and 22003: the id has the wrong format, so there is no such row.
  if (error && !["22P02", "22003"].includes(error.code)) throw databaseError(error);
  if (!data) return null;
  const children = await Promise.all(
    resource.fields
      .filter(({ kind }) => kind === "rows")
      .map(async (field) => [field.name, await childRows(field, id)] as const),
  );
  return { ...(data as object), ...Object.fromEntries(children) };
}

async function childRows({ name, rows }: Field, parentId: string): Promise<Row[]> {
  const { parent, order, fields } = rows!;
  const translations = fields.some(({ translated }) => translated) ? ["translations"] : [];
  const columns = ["id", ...fields.flatMap(columnsOfField), ...translations].join(", ");
  const data = orThrow(
    await anyTable(await createSessionClient(), name)
      .select(columns)
      .eq(parent, parentId)
      .order(order)
      .limit(500),
  );
  return asRows(data).map((row) => {
    const joined = fields
      .filter(({ kind }) => kind === "coordinates")
      .map((field) => [field.name, typeof row.lat === "number" ? { lat: row.lat, lng: row.lng } : null]);
    const { lat: _lat, lng: _lng, ...rest } = row;
    return { ...rest, ...Object.fromEntries(joined) };
  });
}

/** Rows of the table of a reference or town field by the names, or by the keys that are words, in the cells of a file. */
export async function namedRows({ kind, reference }: Field, cells: readonly string[]): Promise<Candidate[]> {
  const { table, key, title, only } = kind === "city" ? CITY : reference!;
  const columns = kind === "city" ? `${key}, ${title}, state_abbr` : `${key}, ${title}`;
  const client = await createSessionClient();
  const found = new Map<string, Candidate>();
  const read = async (column: string, values: readonly string[]) => {
    for (let from = 0; from < values.length; from += NAMES_PER_REQUEST) {
      const part = values.slice(from, from + NAMES_PER_REQUEST);
      const builder = anyTable(client, table).select(columns).in(column, part);
      const data = orThrow(await (only ? builder.in(only.column, only.values) : builder));
      for (const row of asRows(data))
        found.set(String(row[key]), {
          key: String(row[key]),
          title: String(row[title]),
          state: kind === "city" ? asText(row.state_abbr) : undefined,
        });
    }
  };
  await read("search_name", [...new Set(cells.flatMap((cell) => [namedReference(cell).name, fold(cell).trim()]))]);
  if (kind === "city") return [...found.values()];
  const titles = new Set([...found.values()].map((row) => fold(row.title).trim()));
  const left = cells.filter((cell) => !titles.has(fold(cell).trim()));
  // The search name of some tables holds more than the title.
  await read(title, left);
  if (key !== "id") await read(key, left);
  return [...found.values()];
}

/** Options of a reference field whose name contains the typed text. */
export async function findReferences(
  { kind, reference }: Field,
  typed: string,
  state: string | null,
): Promise<{ value: string; label: string }[]> {
  const { table, key, title, only } = kind === "city" ? CITY : reference!;
  let builder = anyTable(await createSessionClient(), table).select(
    kind === "city" ? `${key}, ${title}, state_abbr` : `${key}, ${title}`,
  );
  if (only) builder = builder.in(only.column, only.values);
  for (const word of patterns(typed)) builder = builder.like("search_name", word);
  if (kind === "city" && state) builder = builder.eq("state_abbr", state);
  const data = orThrow(await builder.order(title).limit(kind === "city" ? 30 : 100));
  return asRows(data).map((row) => ({
    value: String(row[key]),
    label: row.state_abbr ? `${asText(row[title])} (${asText(row.state_abbr)})` : asText(row[title]),
  }));
}

/** All options of the reference fields that a list can filter by. */
export async function filterChoices(resource: Resource): Promise<Record<string, { value: string; label: string }[]>> {
  const client = await createSessionClient();
  const fields = resource.fields.filter(({ name, kind }) => kind === "reference" && resource.filters.includes(name));
  const found = await Promise.all(
    fields.map(async ({ name, reference }) => {
      const { table, key, title, only } = reference!;
      const all = anyTable(client, table).select(`${key}, ${title}`);
      const data = orThrow(await (only ? all.in(only.column, only.values) : all).order(title).limit(MAX_CHOICES));
      return [name, asRows(data).map((row) => ({ value: String(row[key]), label: String(row[title]) }))] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** Audit entries of a row, newest first. */
export async function listTrail(resource: Resource, id: string): Promise<Trail[]> {
  const data = orThrow(
    await (await createSessionClient()).rpc("record_trail", { entity: resource.table, entity_id: id }),
  );
  return ofOneSave(
    data.map(({ created_at, before, after, ...entry }) => ({
      ...entry,
      createdAt: created_at,
      before: before as Row | null,
      after: after as Row | null,
    })),
  );
}

/** Saved filters of this account for a list. */
export async function listSavedViews(resource: Resource): Promise<{ id: string; name: string; query: string }[]> {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("saved_views")
      .select("id, name, query")
      .eq("resource", resource.key)
      .order("name")
      .limit(50),
  );
}
