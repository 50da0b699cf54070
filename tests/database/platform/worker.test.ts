import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { openArchive } from "@/scripts/backup/archive";
import { startSmtpDouble } from "../../support/smtp-double";
import { sql } from "../as-role";
import { runningWorker, startWorker, temporaryFolder } from "../worker-process";

// Long, because it only ends a test that hangs.
const WAIT = { timeout: 60_000, interval: 100 };

async function forgetJobs(): Promise<void> {
  await sql`delete from private.outbox`;
  const [schema] = await sql`select to_regclass('pgboss.job') is not null as exists`;
  if (schema?.exists) await sql`delete from pgboss.job`;
}
beforeEach(forgetJobs);
afterEach(forgetJobs);

async function smtp(options?: { pauseMs: number }) {
  const double = await startSmtpDouble(options);
  onTestFinished(() => double.close());
  return double;
}

const DATA = { name: "Ana", protocol: "LC-1", status: "approved", note: "Boa estrada", path: "/sc/cadastro" };

async function enqueueMail(to: string, data: Record<string, string> = DATA, locale = "pt-BR"): Promise<string> {
  const [row] = await sql<
    { id: string }[]
  >`select private.enqueue_mail(${to}, 'request_answered', ${sql.json(data)}, ${locale}) as id`;
  return row!.id;
}

const jobOf = async (id: string) =>
  (
    await sql<
      { state: string; retry_count: number; output: { message?: string } | null; data: unknown; wait: number }[]
    >`
  select state::text, retry_count, output, data, extract(epoch from start_after - now())::float as wait from pgboss.job where id = ${id}`
  )[0];

it(
  "sends the mail of a committed transaction once, with a Message-ID derived from its outbox id",
  { timeout: 240_000 },
  async () => {
    const { url, received } = await smtp();
    const worker = await runningWorker({ SMTP_URL: url, MAIL_FROM: "Portal <portal@example.org>" });
    const id = await enqueueMail("ana@example.org", DATA, "es-419");
    await sql
      .begin(async (tx) => {
        await tx`select private.enqueue_mail('nobody@example.org', 'request_answered')`;
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    await vi.waitFor(async () => expect((await jobOf(id))?.state).toBe("completed"), WAIT);
    expect(received.map(({ from, to, messageId }) => ({ from, to, messageId }))).toEqual([
      { from: "portal@example.org", to: ["ana@example.org"], messageId: `<${id}@portal.example.org>` },
    ]);
    expect(received[0]!.source.replaceAll("=\r\n", "")).toContain("https://portal.example.org/espanol/sc/cadastro");
    expect(await sql`select 1 from private.outbox where job = 'send-mail'`).toHaveLength(0);
    expect([
      ...(await sql`select role from unnest(array['anon', 'authenticated', 'service_role']) as role where has_schema_privilege(role, 'pgboss', 'usage')`),
    ]).toEqual([]);
    expect(worker.output()).not.toContain("ana@example.org");
  },
);

it("completes a mail without sending it when what its link leads to was deleted", { timeout: 240_000 }, async () => {
  const { url, received } = await smtp();
  await runningWorker({ SMTP_URL: url });
  const link = { ...DATA, link_kind: "registration", link_subject: randomUUID() };
  const ids = [await enqueueMail("ana@example.org", link), await enqueueMail("bia@example.org")];
  for (const id of ids)
    await vi.waitFor(async () => expect(await jobOf(id)).toMatchObject({ state: "completed", retry_count: 0 }), WAIT);
  expect(received.map(({ to }) => to)).toEqual([["bia@example.org"]]);
});

it(
  "retries a refused mail with increasing pauses, then lists it as failed without the address, and sends it when it is run again",
  { timeout: 240_000 },
  async () => {
    const { url, received, refuse } = await smtp();
    refuse.set("cheia@example.org", "451 4.2.2 <cheia@example.org> mailbox is full");
    const worker = await runningWorker({ SMTP_URL: url });
    const id = await enqueueMail("cheia@example.org");
    const waits: number[] = [];
    for (const attempt of [0, 1, 2]) {
      await vi.waitFor(
        async () => expect(await jobOf(id)).toMatchObject({ state: "retry", retry_count: attempt }),
        WAIT,
      );
      waits.push((await jobOf(id))!.wait);
      // One statement sets the time and the limit, because the worker can fetch the job right after it.
      const limit = attempt === 2 ? sql`retry_count + 1` : sql`retry_limit`;
      await sql`update pgboss.job set start_after = now(), retry_limit = ${limit} where id = ${id}`;
    }
    expect(waits[0]).toBeGreaterThan(5);
    expect(waits[2]).toBeGreaterThan(waits[0]!);
    await vi.waitFor(async () => expect((await jobOf(id))?.state).toBe("failed"), WAIT);
    const failed = await jobOf(id);
    expect(failed!.output!.message).toContain("451");
    expect(JSON.stringify(failed!.output) + worker.output()).not.toContain("cheia@");
    refuse.clear();
    await sql`update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null where id = ${id}`;
    await vi.waitFor(
      () => expect(received.map(({ messageId }) => messageId)).toEqual([`<${id}@portal.example.org>`]),
      WAIT,
    );
  },
);

it("without SMTP_URL, writes each mail once into the embedded backend's mailbox", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  await runningWorker({ SUPABASE_EMBEDDED: "1", SUPABASE_LOCAL_DIR: folder });
  const id = await enqueueMail("ana@example.org");
  await vi.waitFor(async () => expect((await jobOf(id))?.state).toBe("completed"), WAIT);
  // The worker erases the data of completed jobs once a minute, so the second run is given them again.
  const mail = { to: "ana@example.org", template: "request_answered", data: DATA, locale: "pt-BR" };
  await sql`update pgboss.job set state = 'retry', data = ${sql.json(mail)}, start_after = now(), completed_on = null where id = ${id}`;
  await vi.waitFor(async () => expect((await jobOf(id))?.state).toBe("completed"), WAIT);
  const files = readdirSync(path.join(folder, "mailbox"));
  expect(files).toHaveLength(1);
  expect(JSON.parse(readFileSync(path.join(folder, "mailbox", files[0]!), "utf8"))).toMatchObject({
    to: "ana@example.org",
    subject: "Seu pedido LC-1 foi aprovado",
    link: "https://portal.example.org/sc/cadastro",
  });
});

it("two workers send every mail once", { timeout: 240_000 }, async () => {
  const { url, received } = await smtp({ pauseMs: 20 });
  await Promise.all([runningWorker({ SMTP_URL: url }), runningWorker({ SMTP_URL: url })]);
  const ids = await Promise.all(Array.from({ length: 60 }, (_, place) => enqueueMail(`a${place}@example.org`)));
  await vi.waitFor(
    async () =>
      expect((await sql`select 1 from pgboss.job where name = 'send-mail' and state = 'completed'`).length).toBe(
        ids.length,
      ),
    WAIT,
  );
  expect(received.map(({ messageId }) => messageId).toSorted()).toEqual(
    ids.map((id) => `<${id}@portal.example.org>`).toSorted(),
  );
});

it("a post is published and its tags expire at its time, without a visitor", { timeout: 240_000 }, async () => {
  const forget = async () => {
    await sql`delete from public.blog_posts where slug = 'teste-agendado'`;
    await sql`delete from private.expired_tags`;
  };
  await forget();
  onTestFinished(forget);
  await runningWorker();
  await sql`insert into public.blog_posts (slug, title, category_key, state_abbr, status, publish_at) values ('teste-agendado', 'Agendado', 'viagem', 'SC', 'scheduled', now() + interval '2 seconds')`;
  await vi.waitFor(
    async () =>
      expect([
        ...(await sql`select source from private.expired_tags where tags = '{blog,blog:SC}'`),
        ...(await sql`select status from public.blog_posts where slug = 'teste-agendado'`),
      ]).toEqual([{ source: null }, { status: "published" }]),
    WAIT,
  );
});

it("the queue of a job that was removed is deleted, with the jobs that wait in it", { timeout: 240_000 }, async () => {
  await runningWorker();
  await sql`select pgboss.create_queue('revalidate-pages', '{"policy": "standard"}')`;
  await sql`insert into pgboss.job (name, data) values ('revalidate-pages', '{"tags": ["blog"]}')`;
  await runningWorker();
  expect([...(await sql`select name from pgboss.queue where name = 'revalidate-pages'`)]).toEqual([]);
  expect([...(await sql`select name from pgboss.job where name = 'revalidate-pages'`)]).toEqual([]);
});

it(
  "a missed daily backup is made once when the worker runs again, readable by its owner only",
  { timeout: 240_000 },
  async () => {
    const folder = path.join(temporaryFolder(), "backups");
    const [before] = await sql<{ until: string }[]>`select until::text from private.page_view_rollup`;
    onTestFinished(async () => void (await sql`update private.page_view_rollup set until = ${before!.until}::date`));
    const first = await runningWorker({ BACKUP_DIR: folder });
    first.child.kill("SIGKILL");
    await first.ended;
    await sql`update private.job_schedules set last_due_at = last_due_at - interval '9 days' where job in ('back-up', 'roll-up-page-views')`;
    await Promise.all([runningWorker({ BACKUP_DIR: folder }), runningWorker({ BACKUP_DIR: folder })]);
    await vi.waitFor(
      async () =>
        expect((await sql`select 1 from pgboss.job where name = 'back-up' and state = 'completed'`).length).toBe(1),
      WAIT,
    );
    await vi.waitFor(
      async () =>
        expect(
          (
            await sql`select 1 from private.job_schedules where job = 'roll-up-page-views' and finished_at > now() - interval '2 minutes'`
          ).length,
        ).toBe(1),
      WAIT,
    );
    const [file, ...others] = readdirSync(folder);
    expect([file, others]).toEqual([expect.stringMatching(/^lacambeche-\d{4}-\d\d-\d\d\.zip$/), []]);
    expect(openArchive(new Uint8Array(readFileSync(path.join(folder, file!)))).manifest.tables.length).toBeGreaterThan(
      50,
    );
    expect([statSync(folder).mode & 0o777, statSync(path.join(folder, file!)).mode & 0o777]).toEqual([0o700, 0o600]);
    const [record] = await sql`select status, created_by from public.backups order by created_at desc limit 1`;
    expect(record).toEqual({ status: "done", created_by: null });
  },
);

it(
  "on shutdown, finishes the current mail, deletes its heartbeat and leaves waiting jobs",
  { timeout: 240_000 },
  async () => {
    const { url, received } = await smtp({ pauseMs: 1500 });
    const worker = await runningWorker({ SMTP_URL: url });
    const ids = await Promise.all(Array.from({ length: 9 }, (_, place) => enqueueMail(`a${place}@example.org`)));
    await vi.waitFor(
      async () =>
        expect((await sql`select 1 from pgboss.job where state = 'active' and name = 'send-mail'`).length).toBe(3),
      WAIT,
    );
    expect(await sql`select 1 from private.workers where process_id = ${worker.child.pid!}`).toHaveLength(1);
    worker.child.kill("SIGTERM");
    expect((await worker.ended).code).toBe(0);
    expect(await sql`select 1 from private.workers where process_id = ${worker.child.pid!}`).toHaveLength(0);
    const states = await sql<
      { state: string; count: number }[]
    >`select state::text, count(*)::int from pgboss.job where name = 'send-mail' group by 1 order by 1`;
    expect([...states]).toEqual([
      { state: "completed", count: received.length },
      { state: "created", count: ids.length - received.length },
    ]);
  },
);

it.each([
  [
    "no server listens",
    "postgres://postgres:x@127.0.0.1:1/postgres",
    /^o worker não iniciou: o banco de DATABASE_URL não responde \(ECONNREFUSED\)\.$/,
  ],
  ["the variable is missing", "", /^o worker não iniciou: falta DATABASE_URL\.$/],
])("reports in one line why it cannot start: %s", { timeout: 120_000 }, async (_, databaseUrl, line) => {
  const worker = startWorker({ DATABASE_URL: databaseUrl });
  const { code, message } = await worker.ended;
  expect([code, message]).toEqual([1, expect.stringMatching(line)]);
  expect(worker.output().replace(/⚠️.*\n/g, "")).toBe("");
});
