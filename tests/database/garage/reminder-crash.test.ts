import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { repetitions } from "../../support/repetitions";
import { startSmtpDouble } from "../../support/smtp-double";
import { sql } from "../as-role";
import { startWorker } from "../worker-process";

const KILLS = repetitions(3, 50);
const OWNERS_PER_LIFE = 4;
const REMINDERS_PER_OWNER = 5;
const LONGEST_LIFE_MS = 400;
/** A worker looks for announcements every ten seconds. */
const FIRST_ANNOUNCEMENT_MS = 60_000;

const owners: string[] = [];
const titles: string[] = [];

/** Adds an owner whose reminders are due: by the kilometres of a new entry, or by date. */
async function addDueReminders(byKm: boolean): Promise<void> {
  const [owner, vehicle] = [randomUUID(), randomUUID()];
  owners.push(owner);
  const names = Array.from({ length: REMINDERS_PER_OWNER }, (_, index) => `R${titles.length + index}.`);
  titles.push(...names);
  await sql.begin(async (tx) => {
    await tx`insert into auth.users (id, aud, role, email) values (${owner}, 'authenticated', 'authenticated', ${`${owner}@example.org`})`;
    await tx`insert into public.vehicles (id, owner_id, nickname) values (${vehicle}, ${owner}, 'Opala')`;
    for (const title of names)
      await tx`
        insert into public.maintenance_reminders (id, vehicle_id, owner_id, title, metric, is_fixed, start_on, start_km)
        values (gen_random_uuid(), ${vehicle}, ${owner}, ${title}, ${byKm ? "km" : "date"}, true, ${byKm ? null : "2026-01-01"}, ${byKm ? 60_000 : null})`;
    if (byKm)
      await tx`
        insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km)
        values (gen_random_uuid(), ${vehicle}, ${owner}, 'km', '2026-01-02', 60001)`;
    else await tx`select private.enqueue_job('announce-reminders')`;
  });
}

const count = async (table: string, condition = "true") =>
  (await sql.unsafe<{ found: number }[]>(`select count(*)::int as found from ${table} where ${condition}`))[0]!.found;
const announcedReminders = () => count("public.reminder_announcements", "channel = 'portal'");

/** Removes jobs and rows that earlier tests or this one left. */
async function removeAll(): Promise<void> {
  await sql`delete from private.outbox`;
  await sql`delete from public.reminder_announcements`;
  const [schema] = await sql`select to_regclass('pgboss.job') is not null as exists`;
  if (schema?.exists) await sql`delete from pgboss.job`;
  if (owners.length > 0) await sql`delete from auth.users where id in ${sql(owners)}`;
}

/** Runs a worker until every reminder was announced and every mail sent. */
async function finish(smtpUrl: string): Promise<void> {
  const last = startWorker({ SMTP_URL: smtpUrl });
  await last.ready;
  // One statement: between two, an announcement could end and its mail be enqueued.
  const waits = async () => {
    const [row] = await sql<{ found: number }[]>`
      select (select count(*) from private.outbox where job in ('send-mail', 'announce-reminders'))::int
        + (select count(*) from pgboss.job where name in ('send-mail', 'announce-reminders') and state < 'completed')::int as found`;
    return row!.found;
  };
  for (let rounds = 0; rounds < 1200 && (await waits()) > 0; rounds += 1) {
    // Simulates that the expiry of a dead worker's attempt and the retry delay have passed.
    await sql`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active' and started_on < now() - interval '10 seconds'`;
    await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`;
    await sleep(250);
  }
  last.child.kill("SIGTERM");
  await last.ended;
}

/** How often each title occurs in the texts. */
const occurrences = (texts: readonly string[]) =>
  titles.map((title) => texts.reduce((sum, text) => sum + text.split(title).length - 1, 0));

it("kill -9 at random times announces every due reminder exactly once @stress", { timeout: 1_800_000 }, async () => {
  const smtp = await startSmtpDouble({ pauseMs: 10 });
  await removeAll();
  try {
    for (let round = 0; round < KILLS; round += 1) {
      const worker = startWorker({ SMTP_URL: smtp.url });
      const before = await announcedReminders();
      for (let owner = 0; owner < OWNERS_PER_LIFE; owner += 1) await addDueReminders((round + owner) % 2 === 0);
      await worker.ready;
      // Some workers are killed as soon as they have announced something, the others at any time after their start.
      if (round % 2 === 1)
        await vi.waitUntil(async () => (await announcedReminders()) > before, {
          timeout: FIRST_ANNOUNCEMENT_MS,
          interval: 2,
        });
      await sleep(Math.random() * (round % 2 === 1 ? 40 : LONGEST_LIFE_MS));
      worker.child.kill("SIGKILL");
      await worker.ended;
    }
    const byKilled = await announcedReminders();
    await finish(smtp.url);

    // The worker deletes the content of completed jobs, so the reminders of a mail are read from the announcements.
    const mails = await sql<{ id: string; titles: string[] }[]>`
      select job.id, array_agg(reminder.title) filter (where reminder.id is not null) as titles
      from pgboss.job as job
      left join public.reminder_announcements as announcement on announcement.job_id = job.id and channel = 'mail'
      left join public.maintenance_reminders as reminder on reminder.id = announcement.reminder_id
      where job.name = 'send-mail' group by job.id`;
    const notices = await sql<
      { body: string }[]
    >`select body from public.notifications where user_id in ${sql(owners)}`;
    const inMails = occurrences(mails.map((mail) => mail.titles.join(" ")));
    const inNotices = occurrences(notices.map(({ body }) => body));
    const sent = new Set(smtp.received.map(({ messageId }) => messageId.slice(1, messageId.indexOf("@"))));
    const lost = mails.filter(({ id }) => !sent.has(id));
    console.info(
      `reminders ${titles.length}, kills ${KILLS}: announced by killed workers ${byKilled}, mails ${mails.length} for ${owners.length} owners, ` +
        `enqueued not exactly once ${[...inMails, ...inNotices].filter((times) => times !== 1).length}, ` +
        `mails lost ${lost.length}, delivered again after a crash ${smtp.received.length - sent.size}`,
    );
    expect(mails).toHaveLength(owners.length);
    expect(new Set(inMails)).toEqual(new Set([1]));
    expect(new Set(inNotices)).toEqual(new Set([1]));
    expect(lost).toEqual([]);
    const texts = smtp.received.map(({ source }) => source.replaceAll("=\r\n", ""));
    expect(titles.filter((title) => !texts.some((text) => text.includes(title)))).toEqual([]);
    expect(byKilled).toBeGreaterThan(0);
    expect(await count("public.reminder_announcements", "channel = 'mail' and status = 'sent'")).toBe(titles.length);
  } finally {
    await smtp.close();
    await removeAll();
  }
});
