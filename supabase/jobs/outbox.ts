import type PgBoss from "pg-boss";
import type postgres from "postgres";

const ROWS_AT_ONCE = 200;

type Row = { id: string; job: string; data: object };

/** Adapts a transaction to the database interface of pg-boss. */
function asDatabase(tx: postgres.TransactionSql): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({
      rows: [
        ...(await tx.unsafe(
          text,
          (values as (string | null | undefined)[]).map((value) => value ?? null),
        )),
      ],
    }),
  };
}

/**
 * Moves outbox rows to their queues and returns the count. The row is deleted and the job created in one transaction,
 * with the row's id as job id, so each row becomes exactly one job even after a crash. Rows of jobs that are not in
 * `jobs` stay.
 */
export function moveOutbox(sql: postgres.Sql, boss: PgBoss, jobs: readonly string[]): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await tx<Row[]>`
      delete from private.outbox where id in (
        select id from private.outbox where job in ${tx(jobs)} order by created_at limit ${ROWS_AT_ONCE} for update skip locked
      ) returning id, job, data`;
    if (rows.length > 0)
      await boss.insert(
        rows.map(({ id, job, data }) => ({ id, name: job, data })),
        { db: asDatabase(tx) },
      );
    return rows.length;
  });
}
