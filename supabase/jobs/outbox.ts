import type PgBoss from "pg-boss";
import type postgres from "postgres";

const ROWS_AT_ONCE = 200;
const MAIL_JOB = "send-mail";

type Row = { id: string; job: string; data: object };
type Work = { id: string; name: string; data: object; startAfter?: Date };

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

/** The rows as jobs. The limit per recipient delays or drops mails. */
async function toJobs(tx: postgres.TransactionSql, rows: readonly Row[]): Promise<Work[]> {
  const mails = rows.filter(({ job }) => job === MAIL_JOB);
  const others = rows.filter(({ job }) => job !== MAIL_JOB);
  const listed = mails.map(({ id, data }) => ({ id, ...(data as { to: string; template: string }) }));
  const released = await tx<{ id: string; start_after: Date }[]>`
    select id, start_after from private.release_mails(${tx.json(
      listed.map(({ id, to, template }) => ({ id, to, template })),
    )})`;
  const startOf = new Map(released.map(({ id, start_after: start }) => [id, start]));
  return [
    ...others.map(({ id, job, data }) => ({ id, name: job, data })),
    ...mails.flatMap(({ id, job, data }) => {
      const startAfter = startOf.get(id);
      return startAfter ? [{ id, name: job, data, startAfter }] : [];
    }),
  ];
}

/**
 * Moves outbox rows to their queues and returns the count. The row is deleted and the job created in one transaction,
 * with the row's id as job id, so each row becomes at most one job even after a crash. Rows of jobs that are not in
 * `jobs` stay.
 */
export function moveOutbox(sql: postgres.Sql, boss: PgBoss, jobs: readonly string[]): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await tx<Row[]>`
      delete from private.outbox where id in (
        select id from private.outbox where job in ${tx(jobs)} order by created_at limit ${ROWS_AT_ONCE} for update skip locked
      ) returning id, job, data`;
    const work = rows.length > 0 ? await toJobs(tx, rows) : [];
    if (work.length > 0) await boss.insert(work, { db: asDatabase(tx) });
    return rows.length;
  });
}
