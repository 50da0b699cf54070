import type PgBoss from "pg-boss";
import type postgres from "postgres";

const ROWS_AT_ONCE = 200;

type Row = { id: string; job: string; data: object };

/** A transaction of ours as pg-boss calls a database. */
function asDatabase(tx: postgres.TransactionSql): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({ rows: [...(await tx.unsafe(text, (values as (string | null | undefined)[]).map((value) => value ?? null)))] }),
  };
}

/**
 * Moves outbox rows to their queues; answers how many. Row and job change hands in one transaction and the row's id is
 * the job's, so each row becomes one job even if the worker or the database stops. Rows for jobs that are not in `jobs` are left.
 */
export function moveOutbox(sql: postgres.Sql, boss: PgBoss, jobs: readonly string[]): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await tx<Row[]>`
      delete from private.outbox where id in (
        select id from private.outbox where job in ${tx(jobs)} order by created_at limit ${ROWS_AT_ONCE} for update skip locked
      ) returning id, job, data`;
    if (rows.length > 0) await boss.insert(rows.map(({ id, job, data }) => ({ id, name: job, data })), { db: asDatabase(tx) });
    return rows.length;
  });
}
