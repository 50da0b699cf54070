import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { expect, test } from "../support/test";
import { variable } from "../support/variable";

const DEMO = "/eventos/lacambeche/encontro-demonstracao";
const STATE = "/eventos/lacambeche/ac";
/** Addresses of this worker's tests; others run at the same time. */
const addresses: string[] = [];
function address(name: string): string {
  const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
  addresses.push(email);
  return email;
}

type Mail = { to: string; subject: string; text: string; link?: string; unsubscribeUrl?: string };

/** The newest mail to an address; the worker needs a moment. */
async function mailTo(to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as Mail[];
    found = mails.find((mail) => mail.to === to && subject.test(mail.subject));
    expect(found, `a mail to ${to}`).toBeDefined();
  }).toPass({ timeout: 25_000 });
  return found!;
}

const followsOf = (sql: Sql, email: string) =>
  sql<{ confirmed: boolean }[]>`
    select confirmed_at is not null as confirmed from public.event_follows where email = ${email}`;

test.afterAll(async ({ sql }) => {
  await sql`delete from public.event_follows where email = any (${addresses})`;
});

test("a visitor without scripts follows a state, confirms by a button, and ends it by the link of the mail", async ({
  browser,
  sql,
}) => {
  const email = address("ana");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(STATE);
  await page.getByLabel("Seu e-mail").fill(email);
  await page.getByRole("button", { name: "Me avise" }).click();
  await expect(page.getByRole("heading", { name: "Confira seu e-mail" })).toBeVisible();
  const { link } = await mailTo(email, /Confirme/);
  await page.goto(link!);
  await expect(page.getByRole("heading", { name: "Confirmar os avisos" })).toBeVisible();
  expect([...(await followsOf(sql, email))]).toEqual([{ confirmed: false }]);
  await page.getByRole("button", { name: "Sim, quero receber" }).click();
  await expect(page.getByRole("heading", { name: "Avisos ligados" })).toBeVisible();
  expect([...(await followsOf(sql, email))]).toEqual([{ confirmed: true }]);
  await page.getByRole("button", { name: "Parar de receber" }).click();
  await expect(page.getByRole("heading", { name: "os avisos foram desligados" })).toBeVisible();
  expect([...(await followsOf(sql, email))]).toEqual([]);
  await page.goto(link!);
  await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
  await context.close();
});

test("the page of an event follows that event, and a change of place is mailed with a link that ends it", async ({
  page,
  sql,
  request,
}) => {
  const email = address("bia");
  await page.goto(DEMO);
  await page.locator("#me-avise").getByLabel("Seu e-mail").fill(email);
  await page.locator("#me-avise").getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Confira seu e-mail" })).toBeVisible();
  await sql`update public.event_follows set confirmed_at = now() - interval '1 hour' where email = ${email}`;
  const [event] = await sql<{ id: string; venue: string }[]>`
    select id, venue from public.events where slug = 'encontro-demonstracao'`;
  // The publication of the event at the start of the site may not have been announced yet.
  await sql`update private.event_announcements set done_at = now() where event_id = ${event!.id}`;
  try {
    await sql`update public.events set venue = 'Outro local' where id = ${event!.id}`;
    await sql`
      update private.event_announcements set moment = now() - interval '3 minutes' where event_id = ${event!.id} and done_at is null`;
    await sql`select private.enqueue_job('mail-event-follows', '{}')`;
    const mail = await mailTo(email, /novo local/);
    expect(mail.text).toContain("Outro local");
    expect(mail.unsubscribeUrl).toContain("/api/event-follows/");
    const ended = await request.post(mail.unsubscribeUrl!, {
      form: { "List-Unsubscribe": "One-Click" },
      headers: { origin: "https://mail.example.org", "sec-fetch-site": "cross-site" },
    });
    expect(ended.status()).toBe(200);
    expect([...(await followsOf(sql, email))]).toEqual([]);
  } finally {
    await sql`update public.events set venue = ${event!.venue} where id = ${event!.id}`;
    await sql`update private.event_announcements set done_at = now() where event_id = ${event!.id}`;
  }
});

test("the answer is the same for a new, a known and a refused address, and no field causes a server error", async ({
  request,
}) => {
  const send = (form: Record<string, string>) =>
    request.post("/api/event-follows", { form: { locale: "pt-BR", ...form }, maxRedirects: 0 });
  const email = address("caio");
  const answers = [await send({ email, state_abbr: "AC" }), await send({ email, state_abbr: "AC" })];
  for (const answer of answers) expect(answer.headers().location).toBe("/eventos/me-avise?enviado=1");
  const wrong = [
    {},
    { email: "x", state_abbr: "AC" },
    { email },
    { email, state_abbr: "XX" },
    { email, event_id: "1" },
  ];
  for (const form of [...wrong, { email, state_abbr: "AC", homepage: "x" }] as Record<string, string>[])
    expect((await send(form)).headers().location).toBe("/eventos/me-avise?problema=dados");
  const other = await request.post("/api/event-follows", {
    form: { locale: "pt-BR", email, state_abbr: "AC" },
    headers: { origin: "https://example.org", "sec-fetch-site": "cross-site" },
    maxRedirects: 0,
  });
  expect(other.status()).toBe(403);
  for (const data of ["", "{}", "deed=confirm"]) {
    const answer = await request.post("/api/event-follows/none", {
      data,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status()).toBe(400);
  }
});
