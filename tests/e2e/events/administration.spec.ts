import type { Sql } from "postgres";
import { addRegistrationLink, makeKind, register, removeKind } from "../../database/events/registration-support";
import { mailsTo } from "../support/mailbox";
import { expect, test, type Page } from "../support/test";
import { answerQuestions } from "../support/questions";
import { JOB_MS } from "../support/job-wait";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The tabs of the edit page of an event. */
const tabOf = (event: string, tab: string) => `/admin/events/${event}/edit?aba=${tab}`;

async function removeCopies(sql: Sql, title: string): Promise<void> {
  await sql`delete from public.events where title = ${title}`;
}

const nameOf = (test: string) => `${test} ${crypto.randomUUID().slice(0, 8)}`;

test("the calendar shows the events of a month with their status and leads to their form", async ({
  page,
  signIn,
  sql,
}) => {
  const kind = await makeKind(sql, { inDays: 40 });
  const title = nameOf("Calendário");
  try {
    await sql`update public.events set title = ${title}, status = 'postponed' where id = ${kind.event}`;
    const [{ month }] = await sql<[{ month: string }]>`
      select to_char(starts_at at time zone time_zone, 'YYYY-MM') as month from public.events where id = ${kind.event}`;
    await signIn("editor");
    await page.goto("/admin/events");
    await page.getByRole("link", { name: "Calendário", exact: true }).click();
    await expect(page).toHaveURL(/ver=calendario/);
    await page.goto(`/admin/events?ver=calendario&mes=${month}`);
    const entry = page.getByRole("table").getByRole("link", { name: title }).first();
    await expect(entry).toContainText("adiado");
    await page.getByRole("link", { name: "Próximo mês" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/mes=20\d\d-\d\d/);
    await expect(page).not.toHaveURL(new RegExp(`mes=${month}`));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/admin/events?ver=calendario&mes=${month}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.getByRole("listitem").getByRole("link", { name: title }).filter({ visible: true }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/events/${kind.event}/edit`));
  } finally {
    await removeKind(sql, kind);
  }
});

test("an event is duplicated as a draft on another date, without its registrations", async ({ page, signIn, sql }) => {
  const kind = await makeKind(sql);
  const title = nameOf("Para copiar");
  try {
    await sql`update public.events set title = ${title} where id = ${kind.event}`;
    await register(sql, kind.type);
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/edit`);
    await page.getByText("Duplicar evento").click();
    await page.getByLabel("Primeiro dia da cópia").fill(dayIn(90));
    await page.getByRole("button", { name: "Criar cópia" }).click();
    await expect(page.getByRole("heading", { name: "Situação: rascunho" })).toBeVisible();
    const copies = await sql<{ id: string; status: string; day: string; registrations: number }[]>`
      select id, status, (starts_at at time zone time_zone)::date::text as day,
        (select count(*)::int from public.event_registrations where event_id = events.id) as registrations
      from public.events where title = ${title} and id <> ${kind.event}`;
    expect(copies).toHaveLength(1);
    expect(copies[0]).toMatchObject({ status: "draft", day: dayIn(90), registrations: 0 });
    await expect(page).toHaveURL(new RegExp(copies[0]!.id));
  } finally {
    await removeKind(sql, kind);
    await removeCopies(sql, title);
  }
});

async function writeMessage(page: Page, subject: string): Promise<void> {
  const preview = page.getByRole("button", { name: "Ver prévia e contar pessoas" });
  await expect(preview).toBeEnabled();
  await page.getByLabel("Assunto").fill(subject);
  await page.getByLabel("Texto", { exact: false }).first().fill("Olá, {nome}! O seu código é {codigo}. Veja em {link}");
  await preview.click();
}

test("a message reaches two people by mail once, and the one who ends the messages gets no more", async ({
  page,
  signIn,
  sql,
}) => {
  const kind = await makeKind(sql);
  const mark = crypto.randomUUID().slice(0, 8);
  const [ana, rui] = [`ana-${mark}@example.org`, `rui-${mark}@example.org`];
  try {
    const first = await register(sql, kind.type, { full_name: "Ana Antiga", email: ana });
    await register(sql, kind.type, { full_name: "Rui Raro", email: rui });
    const third = await register(sql, kind.type, { full_name: "Saiu Cedo", email: `saiu-${mark}@example.org` });
    await sql`select private.cancel_registration(${third.id})`;
    await signIn("editor");
    await page.goto(tabOf(kind.event, "mensagens"));
    await writeMessage(page, `Aviso ${mark}`);
    await expect(page.getByText("2 pessoas recebem.")).toBeVisible();
    await expect(page.getByText(`Olá, Ana Antiga! O seu código é ${first.code}.`)).toBeVisible();
    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Enviar para 2 pessoas" }).click();
    await expect(page.getByText("2 enviadas, 0 na fila")).toBeVisible({ timeout: JOB_MS });
    for (const [address, name] of [
      [ana, "Ana Antiga"],
      [rui, "Rui Raro"],
    ] as const) {
      const mails = (await mailsTo(address)).filter(({ subject }) => subject === `Aviso ${mark}`);
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).toContain(`Olá, ${name}!`);
      expect(mails[0]!.text).toContain("/eventos/inscricao/status/");
      expect(mails[0]!.text).toContain("#mensagens");
    }
    const token = await addRegistrationLink(sql, "registration", first.id);
    await page.goto(`/eventos/inscricao/status/${token}`);
    await page.getByRole("button", { name: "Parar as mensagens" }).click();
    await expect(page.getByText("Você não recebe mais mensagens do organizador.")).toBeVisible();
    await page.goto(tabOf(kind.event, "mensagens"));
    await writeMessage(page, `Outro ${mark}`);
    await expect(page.getByText("1 pessoa recebe.")).toBeVisible();
  } finally {
    await removeKind(sql, kind);
  }
});

test("a list of WhatsApp links marks the person whose link was opened", async ({ page, signIn, sql, context }) => {
  const kind = await makeKind(sql);
  try {
    await register(sql, kind.type, { full_name: "Zélia Zap", phone: "48 98888-7777" });
    await signIn("editor");
    await context.route("https://wa.me/**", (route) => route.fulfill({ body: "" }));
    await page.goto(tabOf(kind.event, "mensagens"));
    await page.getByLabel("Lista de links de WhatsApp").check();
    await page.getByLabel("Texto", { exact: false }).first().fill("Oi, {nome}");
    await page.getByRole("button", { name: "Ver prévia e contar pessoas" }).click();
    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Enviar para 1 pessoa" }).click();
    await page.getByRole("link", { name: "Abrir a lista de links" }).click();
    const link = page.getByRole("link", { name: "Abrir WhatsApp de Zélia Zap" });
    await expect(link).toHaveAttribute("href", "https://wa.me/5548988887777?text=Oi%2C%20Z%C3%A9lia%20Zap");
    await link.click();
    await expect(page.getByText("Aberto", { exact: true })).toBeVisible();
    await expect(async () => {
      const [row] = await sql<{ status: string }[]>`
        select status from public.event_message_recipients as one join public.event_messages as message on message.id = one.message_id
        where message.event_id = ${kind.event}`;
      expect(row!.status).toBe("sent");
    }).toPass();
  } finally {
    await removeKind(sql, kind);
  }
});

test("badges and certificates of an event have their tabs, and other roles are refused", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  const kind = await makeKind(sql);
  try {
    await register(sql, kind.type, { full_name: "Pessoa da Prévia", town: "Lages" });
    await signIn("editor");
    await page.goto(tabOf(kind.event, "crachas"));
    const sheet = page.locator("[data-badge]");
    await expect(sheet).toContainText("Pessoa da Prévia");
    await expect(sheet).toContainText("Lages");
    await sql`update public.events set badge_size = 'label', badge_hidden = '{town}' where id = ${kind.event}`;
    await page.reload();
    await expect(page.locator("[data-badge=label]")).not.toContainText("Lages");
    await page.goto(tabOf(kind.event, "certificados"));
    await expect(page.getByLabel("Carga horária")).toBeVisible();
    await expect(page.getByRole("link", { name: "Emitir certificados" })).toHaveCount(0);
    const visitor = await visitorAs("user");
    for (const path of ["/admin/events?ver=calendario", tabOf(kind.event, "mensagens")])
      expect((await visitor.get(path, { maxRedirects: 0 })).status()).toBe(307);
  } finally {
    await removeKind(sql, kind);
  }
});
