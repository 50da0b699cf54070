import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it, onTestFailed, onTestFinished, vi } from "vitest";
import { startSmtpDouble, type SmtpDouble } from "../../support/smtp-double";
import { sql } from "../as-role";
import { newEmail, PASSWORD, service, visitor } from "../auth-client";
import { makeKind, register } from "../events/registration-support";
import { startWorker, type WorkerProcess } from "../worker-process";

// Long, because it only ends a test that hangs.
const WAIT = { timeout: 60_000, interval: 100 };
const LONG = { timeout: 240_000 };

async function forgetJobs(): Promise<void> {
  await sql`delete from private.outbox`;
  const [schema] = await sql`select to_regclass('pgboss.job') is not null as exists`;
  if (schema?.exists) await sql`delete from pgboss.job`;
}
afterEach(async () => {
  await forgetJobs();
  await sql`delete from private.mail_recipients`;
  await sql`delete from private.limited_mails`;
});

let double: SmtpDouble;
let started: WorkerProcess;

beforeAll(async () => {
  double = await startSmtpDouble();
  started = startWorker({ SMTP_URL: double.url });
  await started.ready;
}, LONG.timeout);

afterAll(async () => {
  started.child.kill("SIGTERM");
  await started.ended;
  await double.close();
}, LONG.timeout);

/** The worker that all tests share, without earlier jobs and mails. */
async function worker(): Promise<SmtpDouble> {
  onTestFailed(() => console.error(started.output().slice(-4000)));
  await forgetJobs();
  double.received.length = 0;
  return double;
}

async function enqueue(to: string, template: string, data: object): Promise<string> {
  const [row] = await sql<
    { id: string }[]
  >`select private.enqueue_mail(${to}, ${template}, ${sql.json(data as never)}) as id`;
  return row!.id;
}

const completed = async () =>
  (await sql`select 1 from pgboss.job where name = 'send-mail' and state = 'completed'`).length;

/** The text of a mail without its quoted-printable line ends. */
const plain = (source: string) => source.replaceAll("=\r\n", "").replaceAll("=3D", "=");

async function addAccount(): Promise<string> {
  const email = newEmail();
  await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  return email;
}

it("the mail that confirms an account has a link that works once, and the queue does not hold it", LONG, async () => {
  const { received } = await worker();
  const email = await addAccount();
  const id = await enqueue(email, "account_confirm", { account_link: true, path: "/english/painel" });
  await vi.waitFor(() => expect(received).toHaveLength(1), WAIT);
  const source = plain(received[0]!.source);
  const address = /https:\/\/portal\.example\.org\/auth\/confirm\?[^\s"<]+/.exec(source)![0].replaceAll("&amp;", "&");
  const query = new URL(address).searchParams;
  expect(query.get("next")).toBe("https://portal.example.org/english/painel");
  const [job] = await sql<{ data: object }[]>`select data from pgboss.job where id = ${id}`;
  expect(JSON.stringify(job)).not.toContain(query.get("token_hash"));
  const open = () => visitor().auth.verifyOtp({ token_hash: query.get("token_hash") ?? "", type: "magiclink" });
  expect((await open()).data.user?.email).toBe(email);
  expect((await open()).error?.code).toBe("otp_expired");
});

it("a link that the portal mails for the auth server has the wanted type and a code to type", LONG, async () => {
  const { received } = await worker();
  const email = await addAccount();
  await enqueue(email, "account_link", { account_link: "recovery", path: "/espanol/update-password" });
  await vi.waitFor(() => expect(received).toHaveLength(1), WAIT);
  const source = plain(received[0]!.source);
  const address = /https:\/\/portal\.example\.org\/auth\/confirm\?[^\s"<]+/.exec(source)![0].replaceAll("&amp;", "&");
  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
    type: "recovery",
    next: "https://portal.example.org/espanol/update-password",
  });
  const code = /\b\d{10}\b/.exec(source)![0];
  expect((await visitor().auth.verifyOtp({ email, token: code, type: "email" })).data.user?.email).toBe(email);
});

it("the mail to a taken address has no link that signs in, and explains how to sign in", LONG, async () => {
  const { received } = await worker();
  await enqueue(await addAccount(), "account_taken", { path: "/login", more_path: "/forgot-password" });
  await vi.waitFor(() => expect(received).toHaveLength(1), WAIT);
  const source = plain(received[0]!.source);
  expect(source).not.toContain("token_hash");
  for (const page of ["/login", "/forgot-password"]) expect(source).toContain(`https://portal.example.org${page}`);
});

it("no mail is sent about an account that was deleted", LONG, async () => {
  const { received } = await worker();
  await enqueue(newEmail(), "account_confirm", { account_link: true, path: "/painel" });
  await vi.waitFor(async () => expect(await completed()).toBe(1), WAIT);
  expect(received).toEqual([]);
});

it("every mail to many people can be ended with one click, and other mails have no such header", LONG, async () => {
  const { received } = await worker();
  const kind = await makeKind(sql);
  onTestFinished(async () => {
    await sql`delete from public.event_registrations where event_id = ${kind.event}`;
    await sql`delete from public.events where id = ${kind.event}`;
  });
  const email = `${randomUUID()}@example.org`;
  const { id } = await register(sql, kind.type, { email });
  await forgetJobs();
  received.length = 0;
  await sql`select private.mail_registration(registration, 'registration_attendance', 'attendance') from public.event_registrations as registration where id = ${id}`;
  await sql`select private.mail_registered(event, 'date', null) from public.events as event where id = ${kind.event}`;
  await sql`select private.mail_registered(event, 'cancelled', 'Chuva') from public.events as event where id = ${kind.event}`;
  await enqueue(email, "event_message", {
    subject: "Aviso",
    body: "Olá, {nome}: {link}",
    name: "Ana",
    code: "ABCD2345",
    event: "Encontro",
    link_kind: "registration",
    link_subject: id,
    ends_messages: true,
  });
  await sql`select private.mail_registration(registration, 'registration_confirmed', 'badge') from public.event_registrations as registration where id = ${id}`;
  await vi.waitFor(() => expect(received).toHaveLength(5), WAIT);
  const headers = received.map(({ source }) => plain(source).replace(/\r\n[ \t]+/g, " "));
  const ends = headers.flatMap(
    (source) =>
      /^List-Unsubscribe: <(https:\/\/portal\.example\.org\/api\/registrations\/messages\/([\w-]{43}))>/m.exec(
        source,
      )?.[2] ?? [],
  );
  expect(ends).toHaveLength(4);
  expect(headers.filter((source) => /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m.test(source))).toHaveLength(
    4,
  );
  const { data } = await visitor().rpc("refuse_messages", { token: ends[0], is_refused: true });
  expect(data).toEqual({ outcome: "saved" });
  // Changes and questions of the organiser end; the mail about a cancelled event is still sent.
  const [told] = await sql`
    select private.mail_registered(event, 'date', null) as date, private.mail_registered(event, 'cancelled', null) as cancelled
    from public.events as event where id = ${kind.event}`;
  expect(told).toEqual({ date: 0, cancelled: 1 });
});

it("the mail of the day before has the code of the gate, and a person who cancelled gets none", LONG, async () => {
  const { received } = await worker();
  const kind = await makeKind(sql);
  onTestFinished(async () => {
    await sql`delete from public.event_registrations where event_id = ${kind.event}`;
    await sql`delete from public.events where id = ${kind.event}`;
  });
  const [coming, leaving] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
  const { code } = await register(sql, kind.type, { email: coming });
  const { id: left } = await register(sql, kind.type, { email: leaving });
  await sql`update public.events set starts_at = now() + interval '5 hours', ends_at = now() + interval '9 hours'
    where id = ${kind.event}`;
  await sql`insert into public.event_automatic_messages (event_id, kind, is_on, hours, texts)
    values (${kind.event}, 'day_before', true, 24,
      ${sql.json({ pt: { subject: "Amanhã", body: "{nome}: {local} {mapa} {link}" } })})`;
  await forgetJobs();
  received.length = 0;
  // Both mails wait in the queue when one person cancels.
  await sql.begin(async (tx) => {
    await tx`select private.send_automatic_messages(10)`;
    await tx`update public.event_registrations set status = 'cancelled' where id = ${left}`;
  });
  const statusOf = async () =>
    (
      await sql<{ status: string }[]>`
        select status from public.event_automatic_mails where kind = 'day_before' and registration_id in (
          select id from public.event_registrations where event_id = ${kind.event}) order by status`
    ).map(({ status }) => status);
  await vi.waitFor(async () => expect(await statusOf()).toEqual(["sent", "skipped"]), WAIT);
  expect(received).toHaveLength(1);
  const source = plain(received[0]!.source).replace(/\r\n[ \t]+/g, " ");
  expect(source).toContain(coming);
  expect(source).toMatch(new RegExp(`Content-Type: image/png; name=${code}\\.png`));
  expect(source).toContain("https://www.google.com/maps/search/?api=1&query=");
  expect(source).toMatch(/https:\/\/portal\.example\.org\/eventos\/\S*cracha/);
  expect(source).toMatch(/^List-Unsubscribe: /m);
});

it(
  "an address gets three mails about registrations in an hour; the next wait, the last are dropped",
  LONG,
  async () => {
    const { received } = await worker();
    const facts = { name: "Ana", event: "Encontro", town: "Lages/SC", code: "ABCD2345", date: "", note: "" };
    const to = `${randomUUID()}@example.org`;
    for (let mail = 0; mail < 20; mail += 1) await enqueue(to, "registration_received", facts);
    await vi.waitFor(async () => expect(await sql`select 1 from private.outbox`).toHaveLength(0), WAIT);
    await vi.waitFor(async () => expect(await completed()).toBe(3), WAIT);
    const [waiting] = await sql<{ jobs: number; soonest: number }[]>`
    select count(*)::int as jobs, min(extract(epoch from start_after - now()) / 60)::int as soonest
    from pgboss.job where name = 'send-mail' and state = 'created'`;
    expect(received).toHaveLength(3);
    expect(waiting!.jobs).toBe(9);
    expect(waiting!.soonest).toBeGreaterThan(50);
    const [counted] = await sql`select delayed, dropped from private.limited_mails`;
    expect(counted).toEqual({ delayed: 9, dropped: 8 });
  },
);
