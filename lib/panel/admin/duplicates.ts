import "server-only";
import { anyTable, asRows } from "../../platform/supabase/any-table";
import { createSessionClient } from "../../platform/supabase/session";
import type { Row } from "./queries";
import type { Resource } from "./resource";
import type { DuplicateQuery } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

/** Columns shown when two rows are compared, in this order; each resource has some of them. */
const COMPARED = [
  "category_key",
  "city_ibge",
  "address",
  "phone",
  "whatsapp",
  "website",
  "instagram",
  "status",
  "verified_at",
  "check_date",
];
const PICTURES = ["cover_url", "photos"];

export type DuplicateCount = { state: string; waiting: number; dismissed: number };
export type Duplicate = { likeness: number; metres: number | null; rows: readonly [Row, Row] };
/** Number of rows per table that reference a row. */
export type Children = { table: string; total: number }[];

/** Number of duplicate pairs per state, for states that have any. */
export async function countDuplicates({ table, duplicates }: Resource): Promise<DuplicateCount[]> {
  const data = orThrow(
    await (await createSessionClient()).rpc("count_duplicates", { target: table, within: duplicates?.metres }),
  );
  return data
    .map(({ state_abbr, total, dismissed }) => ({ state: state_abbr, waiting: total, dismissed }))
    .toSorted((a, b) => a.state.localeCompare(b.state));
}

/** Columns of a resource that the comparison shows, and columns that contain its images. */
export function comparedColumns({ fields }: Resource): { compared: string[]; pictures: string[] } {
  const has = (column: string) => fields.some(({ name }) => name === column);
  return { compared: COMPARED.filter(has), pictures: PICTURES.filter(has) };
}

async function rowsOf(resource: Resource, ids: readonly string[]): Promise<Map<string, Row>> {
  const { compared, pictures } = comparedColumns(resource);
  const inPage = [...(resource.page ?? "").matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const columns = [
    ...new Set([resource.idColumn, resource.titleColumn, "deleted_at", ...compared, ...pictures, ...inPage]),
  ];
  const data = orThrow(
    await anyTable(await createSessionClient(), resource.table)
      .select(columns.join(", "))
      .in(resource.idColumn, ids),
  );
  return new Map(asRows(data).map((row) => [String(row[resource.idColumn]), row]));
}

/** The fifty most similar pairs of a query, with the columns needed to compare them. */
export async function listDuplicates(resource: Resource, { state, dismissed }: DuplicateQuery): Promise<Duplicate[]> {
  const filters = {
    target: resource.table,
    within: resource.duplicates?.metres,
    in_state: state || undefined,
    dismissed,
  };
  const data = orThrow(await (await createSessionClient()).rpc("list_duplicates", filters));
  if (data.length === 0) return [];
  const rows = await rowsOf(resource, [...new Set(data.flatMap(({ first_id, second_id }) => [first_id, second_id]))]);
  return data.flatMap(({ first_id, second_id, likeness, metres }) => {
    const [first, second] = [rows.get(first_id), rows.get(second_id)];
    return first && second ? [{ likeness, metres, rows: [first, second] as const }] : [];
  });
}

/** Number of rows that reference each of these rows; only rows visible to the caller count. */
export async function countChildren({ table }: Resource, ids: readonly string[]): Promise<Map<string, Children>> {
  const found = new Map<string, Children>();
  if (ids.length === 0) return found;
  const data = orThrow(await (await createSessionClient()).rpc("count_children", { target: table, ids: [...ids] }));
  for (const { id, child, total } of data) found.set(id, [...(found.get(id) ?? []), { table: child, total }]);
  return found;
}
