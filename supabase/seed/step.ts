import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

export type Log = (text: string) => void;
export type Step = {
  key: string;
  /** Name in the log, in Portuguese like all startup messages. */
  title: string;
  /** Everything `write` depends on; the step is skipped when it has not changed. */
  input: unknown;
  /** Writes the rows and returns a short summary. */
  write: (tx: TransactionSql) => Promise<string>;
};

/** Runs a seed step in one transaction, or skips it when it already ran with the same input. */
export async function runStep(sql: Sql, step: Step, log: Log): Promise<void> {
  const hash = createHash("sha256").update(JSON.stringify(step.input)).digest("hex");
  const done = await sql.begin(async (tx) => {
    // Prevents two concurrent seeds (two servers starting) from both writing.
    await tx`select pg_advisory_xact_lock(hashtext('seed'))`;
    const [last] = await tx`select 1 from private.seed_state where key = ${step.key} and hash = ${hash}`;
    if (last) return null;
    const summary = await step.write(tx);
    await tx`
      insert into private.seed_state (key, hash) values (${step.key}, ${hash})
      on conflict (key) do update set hash = excluded.hash, applied_at = now()`;
    return summary;
  });
  if (done) log(`${step.title}: ${done}`);
}

/** Columns that identify a seeded row in later runs. */
const KEY_COLUMNS = {
  regions: ["state_abbr", "slug"],
  state_contents: ["state_abbr"],
  cities: ["ibge_code"],
  services: ["state_abbr", "slug"],
  photo_points: ["state_abbr", "slug"],
  clubs: ["slug"],
  emergency_contacts: ["state_abbr", "kind", "phone"],
  blog_posts: ["slug"],
  magazines: ["slug"],
  website_contents: ["key", "locale"],
  faqs: ["key"],
  glossary_terms: ["key"],
  checklist_templates: ["key"],
  climate_stations: ["code"],
  traditional_meetings: ["slug"],
} as const;

export type Entity = keyof typeof KEY_COLUMNS;
export type SeedRow = Record<string, unknown>;

/** The key of a row in `private.seeded_rows`, for example `SC/serra-do-rio-do-rastro`. */
function keyOf(entity: Entity, row: SeedRow): string {
  return KEY_COLUMNS[entity].map((column) => String(row[column])).join("/");
}

/** The given rows that the seed may write: new ones, and those not changed since the seed wrote them. */
export async function writableKeys(tx: TransactionSql, entity: Entity, keys: string[]): Promise<Set<string>> {
  const rows = await tx<{ key: string }[]>`
    with content (entity_id, updated_at) as (
      select concat_ws('/', ${columnList(tx, KEY_COLUMNS[entity])}), updated_at from public.${tx(entity)}
    )
    select wanted.key
    from unnest(${keys}::text[]) as wanted (key)
    left join content on content.entity_id = wanted.key
    left join private.seeded_rows as seeded on seeded.entity = ${entity} and seeded.entity_id = wanted.key
    where (content.entity_id is null and seeded.entity_id is null) or content.updated_at = seeded.written_at`;
  return new Set(rows.map((row) => row.key));
}

/** Records that this transaction wrote these rows. */
export async function markSeeded(tx: TransactionSql, entity: Entity, keys: string[]): Promise<void> {
  await tx`
    insert into private.seeded_rows (entity, entity_id, written_at)
    select ${entity}, key, now() from unnest(${keys}::text[]) as wanted (key)
    on conflict (entity, entity_id) do update set written_at = excluded.written_at`;
}

/** Deletes rows whose key was removed from the content and starts with `prefix`, unless an editor changed them. */
export async function removeDropped(tx: TransactionSql, entity: Entity, keys: string[], prefix = ""): Promise<void> {
  await tx`
    with dropped as (
      delete from private.seeded_rows
      where entity = ${entity} and starts_with(entity_id, ${prefix}) and entity_id <> all (${keys})
      returning entity_id, written_at
    )
    delete from public.${tx(entity)} as item using dropped
    where dropped.entity_id = concat_ws('/', ${columnList(tx, KEY_COLUMNS[entity])}) and item.updated_at = written_at`;
}

/** Writes all rows of a table and returns the written keys; every row must have the same columns. */
export async function writeRows(tx: TransactionSql, entity: Entity, rows: SeedRow[]): Promise<Set<string>> {
  const keys = rows.map((row) => keyOf(entity, row));
  const writable = await writableKeys(tx, entity, keys);
  await removeDropped(tx, entity, keys);
  const columns = Object.keys(rows[0] ?? {});
  const kept = rows.filter((row) => writable.has(keyOf(entity, row)));
  if (kept.length === 0) return writable;
  await tx`
    insert into public.${tx(entity)} (${columnList(tx, columns)})
    select ${columnList(tx, columns)} from jsonb_populate_recordset(null::public.${tx(entity)}, ${tx.json(kept as never)})
    on conflict (${columnList(tx, KEY_COLUMNS[entity])}) do update set ${assignments(tx, columns)}`;
  await markSeeded(tx, entity, [...writable]);
  return writable;
}

function columnList(tx: TransactionSql, columns: readonly string[]) {
  return columns.reduce((list, column, index) => (index === 0 ? tx`${tx(column)}` : tx`${list}, ${tx(column)}`), tx``);
}

function assignments(tx: TransactionSql, columns: readonly string[]) {
  return columns.reduce(
    (list, column, index) =>
      index === 0 ? tx`${tx(column)} = excluded.${tx(column)}` : tx`${list}, ${tx(column)} = excluded.${tx(column)}`,
    tx``,
  );
}
