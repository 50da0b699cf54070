import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

export type Log = (text: string) => void;
export type Step = {
  key: string;
  /** What the log calls it, in Portuguese as all the start-up says. */
  title: string;
  /** Everything `write` depends on; unchanged input skips the step. */
  input: unknown;
  /** Writes the rows and says in a few words what it did. */
  write: (tx: TransactionSql) => Promise<string>;
};

/** Runs a seed step in one transaction, or skips it when it already ran with the same input. */
export async function runStep(sql: Sql, step: Step, log: Log): Promise<void> {
  const hash = createHash("sha256").update(JSON.stringify(step.input)).digest("hex");
  const done = await sql.begin(async (tx) => {
    // Two seeds at once (two servers starting) would otherwise both write.
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

/** Of the given rows, those the seed may write: never seen before, or untouched since it wrote them. */
export async function writableKeys(
  tx: TransactionSql,
  entity: "regions" | "state_contents",
  keys: string[],
): Promise<Set<string>> {
  const rows = await tx<{ key: string }[]>`
    with content (entity, entity_id, updated_at) as (
      select 'regions', state_abbr || '/' || slug, updated_at from public.regions
      union all
      select 'state_contents', state_abbr::text, updated_at from public.state_contents
    )
    select wanted.key
    from unnest(${keys}::text[]) as wanted (key)
    left join content on content.entity = ${entity} and content.entity_id = wanted.key
    left join private.seeded_rows as seeded on seeded.entity = ${entity} and seeded.entity_id = wanted.key
    where (content.entity_id is null and seeded.entity_id is null) or content.updated_at = seeded.written_at`;
  return new Set(rows.map((row) => row.key));
}

/** Remembers that this transaction wrote these rows. */
export async function markSeeded(tx: TransactionSql, entity: string, keys: string[]): Promise<void> {
  await tx`
    insert into private.seeded_rows (entity, entity_id, written_at)
    select ${entity}, key, now() from unnest(${keys}::text[]) as wanted (key)
    on conflict (entity, entity_id) do update set written_at = excluded.written_at`;
}
