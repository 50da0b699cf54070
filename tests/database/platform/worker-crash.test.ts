import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { repetitions } from "../../support/repetitions";
import { startSmtpDouble } from "../../support/smtp-double";
import { sql } from "../as-role";
import { startWorker } from "../worker-process";

const KILLS = repetitions(4, 50);
const MAILS_PER_LIFE = 10;
/** Milliseconds; with three concurrent lanes, about ten mails are sent in an average lifetime of a worker. */
const ACCEPT_MS = 80;
const LONGEST_LIFE_MS = 600;
const FIRST_MAIL_MS = 60_000;
const LANES = 3;

const data = { name: "Ana", protocol: "LC-1", status: "approved", note: "" };

/** Enqueues each mail in a separate transaction, spread over time, so that kills happen in every step. */
async function enqueue(round: number, ids: string[]): Promise<void> {
  for (let mail = 0; mail < MAILS_PER_LIFE; mail += 1) {
    const [row] = await sql<
      { id: string }[]
    >`select private.enqueue_mail(${`m${round}-${mail}@example.org`}, 'request_answered', ${sql.json(data)}) as id`;
    ids.push(row!.id);
    await sleep(Math.random() * (LONGEST_LIFE_MS / MAILS_PER_LIFE));
  }
}

it("kill -9 at random times loses no mail @stress", { timeout: 900_000 }, async () => {
  const smtp = await startSmtpDouble({ pauseMs: ACCEPT_MS });
  await sql`delete from private.outbox`;
  const [schema] = await sql`select to_regclass('pgboss.job') is not null as exists`;
  if (schema?.exists) await sql`delete from pgboss.job`;
  const ids: string[] = [];
  try {
    for (let round = 0; round < KILLS; round += 1) {
      const worker = startWorker({ SMTP_URL: smtp.url });
      await worker.ready;
      const enqueued = enqueue(round, ids);
      // Half of the kills happen during startup, the other half while a worker is sending.
      const arrivedBefore = smtp.arrived();
      if (round % 2 === 1)
        await vi.waitUntil(() => smtp.arrived() > arrivedBefore, { timeout: FIRST_MAIL_MS, interval: 5 });
      await sleep(Math.random() * LONGEST_LIFE_MS);
      worker.child.kill("SIGKILL");
      await Promise.all([worker.ended, enqueued]);
    }
    const [left] = await sql<{ outbox: number; active: number; open: number }[]>`
      select (select count(*)::int from private.outbox where job = 'send-mail') as outbox,
        count(*) filter (where state = 'active')::int as active, count(*) filter (where state < 'active')::int as open from pgboss.job where name = 'send-mail'`;
    const sentByKilled = smtp.received.length;
    const last = startWorker({ SMTP_URL: smtp.url });
    await last.ready;
    const done = async () =>
      (await sql`select 1 from pgboss.job where name = 'send-mail' and state = 'completed'`).length;
    for (let rounds = 0; (await done()) < ids.length && rounds < 1200; rounds += 1) {
      // Simulates that the expiry of a dead worker's attempt and the retry delay have passed.
      await sql`update pgboss.job set started_on = started_on - interval '1 hour' where name = 'send-mail' and state = 'active' and started_on < now() - interval '10 seconds'`;
      await sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'send-mail' and state = 'retry'`;
      await sleep(250);
    }
    last.child.kill("SIGTERM");
    await last.ended;

    const sent = smtp.received.map(({ messageId }) => messageId.slice(1, messageId.indexOf("@")));
    const lostMails = ids.filter((id) => !sent.includes(id));
    const duplicates = sent.length - new Set(sent).size;
    console.info(
      `mails ${ids.length}, kills ${KILLS}: sent by killed workers ${sentByKilled}, left by them ${JSON.stringify(left)}, sent ${sent.length}, lost ${lostMails.length}, duplicates ${duplicates}`,
    );
    expect(lostMails).toEqual([]);
    // Checks that some workers were killed while they were working.
    expect(sentByKilled).toBeGreaterThan(0);
    expect(left!.active).toBeGreaterThan(0);
    expect(new Set(sent)).toEqual(new Set(ids));
    // Exactly one job per mail.
    const jobs = await sql<
      { id: string; state: string }[]
    >`select id, state::text from pgboss.job where name = 'send-mail'`;
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect([...new Set(jobs.map(({ state }) => state))]).toEqual(["completed"]);
    expect(await sql`select 1 from private.outbox where job = 'send-mail'`).toHaveLength(0);
    // A kill can duplicate only the mails that were being sent.
    expect(duplicates).toBeLessThanOrEqual(KILLS * LANES);
  } finally {
    await smtp.close();
    await sql`delete from pgboss.job`;
  }
});
