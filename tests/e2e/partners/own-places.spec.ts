import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { openHydrated } from "../support/hydration";
import { renderedText, toast } from "../support/page";
import { expect, test } from "../support/test";
import { variable } from "../support/variable";

test.describe.configure({ mode: "serial" });

const MARK = randomUUID().slice(0, 8);
const NAME = `Oficina do Ensaio ${MARK}`;
const SLUG = `oficina-do-ensaio-${MARK}`;
const PUBLIC = `/sc/servicos/${SLUG}`;
const VISITOR = `visita-${MARK}@example.org`;

let place = "";
let owner: OwnAccount;
let staff: OwnAccount;

type Mail = { to: string; subject: string; text: string; link?: string };

/** The newest mail to an address; the worker needs a moment. */
async function mailTo(to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as Mail[];
    found = mails.find((mail) => mail.to === to && subject.test(mail.subject));
    expect(found, `a mail to ${to}`).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return found!;
}

/** The page of the place for an account. */
async function ownPage(browser: Browser, account: OwnAccount, baseURL: string) {
  const page = await pageOf(browser, account, baseURL);
  await openHydrated(page);
  await page.goto(`/painel/lugares/${place}`);
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  return page;
}

test.beforeAll(async ({ sql }) => {
  [owner, staff] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const [row] = await sql<{ id: string }[]>`
    insert into public.services (category_key, name, slug, state_abbr, status, source, check_date)
    values ('workshop', ${NAME}, ${SLUG}, 'SC', 'published', 'ensaio', current_date) returning id`;
  place = row!.id;
  await sql`
    insert into public.service_requests (kind, payload, service_id, requester_name, requester_email, state_abbr)
    values ('claim', '{"message": "Sou o dono"}', ${place}, 'Rita', ${owner.email}, 'SC')`;
});
test.afterAll(async ({ sql }) => {
  await sql`delete from public.service_requests where service_id = ${place}`;
  await sql`delete from public.services where id = ${place}`;
  for (const account of [owner, staff]) await deleteAccount(sql, account);
});

test("the address above the places lists the own places, or shows that there are none", async ({
  browser,
  baseURL,
}) => {
  const page = await pageOf(browser, staff, baseURL!);
  await page.goto("/painel/lugares");
  await expect(page.getByRole("heading", { level: 1, name: "Meus lugares" })).toBeVisible();
  await expect(page.getByText("Você ainda não cuida de nenhum lugar.")).toBeVisible();
  await page.getByRole("link", { name: "Ver os meus pedidos" }).click();
  await expect(page).toHaveURL(/\/painel#pedidos$/);
});

test("before the approval nobody opens the page of the place, and visitors cannot write to it", async ({
  browser,
  visitorAs,
  baseURL,
}) => {
  const page = await pageOf(browser, owner, baseURL!);
  expect((await page.goto(`/painel/lugares/${place}`))?.status()).toBe(404);
  await page.context().close();
  expect(await renderedText(await visitorAs(null), PUBLIC)).not.toContain("Escreva para este lugar");
});

test("the approved claim opens the place in the panel", async ({ page, signIn, browser, baseURL }) => {
  await signIn("admin");
  await page.goto("/admin/service-requests");
  await page.getByRole("article", { name: NAME }).getByRole("button", { name: "Aprovar" }).click();
  await expect(page.getByRole("article", { name: NAME })).toContainText(/Aprovado|Desfazer/);
  const own = await pageOf(browser, owner, baseURL!);
  await own.goto("/painel");
  const parts = own.getByRole("navigation", { name: "Partes do painel" }).getByRole("link");
  await expect(parts.first()).toHaveText("Lugares");
  await own.goto("/painel/lugares");
  await own.getByRole("link", { name: `Abrir ${NAME}` }).click();
  await expect(own.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  await own.context().close();
});

test("the owner edits the hours and the phone, which visitors read at once", async ({
  browser,
  visitorAs,
  baseURL,
}) => {
  const page = await ownPage(browser, owner, baseURL!);
  await page.getByLabel("Segunda, período 1: abre").fill("08:15");
  await page.getByLabel("Segunda, período 1: fecha").fill("18:45");
  await page.getByLabel("Telefone").fill("(48) 3333-4455");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(toast(page, "Feito").first()).toBeVisible();
  const text = await renderedText(await visitorAs(null), PUBLIC);
  expect(text).toContain("08:15");
  expect(text).toContain("(48) 3333-4455");
  await page.context().close();
});

test("Monday's hours are copied, and a visitor's taps become figures of the owner", async ({
  browser,
  page: visitor,
  visitorAs,
  sql,
  baseURL,
}) => {
  const page = await ownPage(browser, owner, baseURL!);
  await page.getByRole("button", { name: "Copiar segunda para terça a sexta" }).click();
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(toast(page, "Feito").first()).toBeVisible();
  const [saved] = await sql`select opening_hours -> 'fri' as friday from public.services where id = ${place}`;
  expect(saved!.friday).toEqual([["08:15", "18:45"]]);
  await visitor.goto(PUBLIC);
  await visitor.getByRole("main").getByRole("link", { name: "(48) 3333-4455" }).click();
  const taps = async () =>
    (await sql`select kind, taps from private.place_contact_days where service_id = ${place}`)[0];
  await expect.poll(taps).toEqual({ kind: "call", taps: 1 });
  const other = await visitorAs(null);
  for (const data of [{}, { service: place, kind: "search" }, { service: "x", kind: "call" }])
    expect((await other.post("/api/place-contacts", { data })).status()).toBe(400);
  await page.reload();
  await expect(page.locator("#visitas").getByText("Ligar").locator("..")).toContainText("1");
  await page.context().close();
});

test("two people who edit at the same time are asked, and nothing is lost", async ({ browser, sql, baseURL }) => {
  const page = await ownPage(browser, owner, baseURL!);
  await page.getByLabel("Instagram").fill("oficina.ensaio");
  await sql`update public.services set website = 'https://example.org/outra' where id = ${place}`;
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(page.getByText("https://example.org/outra")).toBeVisible();
  await page.getByRole("button", { name: "Salvar as minhas mudanças assim mesmo" }).click();
  await expect(toast(page, "Feito").first()).toBeVisible();
  const [saved] = await sql`select instagram, website from public.services where id = ${place}`;
  expect(saved).toEqual({ instagram: "oficina.ensaio", website: "https://example.org/outra" });
  await page.context().close();
});

test("a moderated change waits for the team and is public after the approval", async ({
  page,
  signIn,
  browser,
  visitorAs,
  baseURL,
}) => {
  const own = await ownPage(browser, owner, baseURL!);
  await own.getByText("Propor uma mudança").click();
  await own.getByLabel(/^Descrição/).fill("Carburadores e distribuidores desde 1974.");
  await own.getByRole("button", { name: "Enviar para aprovação" }).click();
  await expect(own.getByRole("heading", { name: "Aguardando aprovação" })).toBeVisible();
  await expect(own.getByRole("definition").filter({ hasText: "desde 1974" })).toBeVisible();
  expect(await renderedText(await visitorAs(null), PUBLIC)).not.toContain("desde 1974");
  await signIn("admin");
  await page.goto("/admin/service-requests");
  const item = page.getByRole("article", { name: NAME });
  await expect(item).toContainText("De quem cuida do lugar");
  await item.getByRole("button", { name: "Aprovar" }).click();
  await expect(item).toContainText(/Aprovado|Desfazer/);
  expect(await renderedText(await visitorAs(null), PUBLIC)).toContain("desde 1974");
  await own.reload();
  await expect(own.getByText(/Mudança aprovada/)).toBeVisible();
  await own.context().close();
});

test("an invited person joins the staff by a button and does not manage people", async ({ browser, baseURL, sql }) => {
  const own = await ownPage(browser, owner, baseURL!);
  await own.locator("#pessoas").getByLabel("E-mail").fill(staff.email);
  await own.getByRole("button", { name: "Enviar convite" }).click();
  await expect(own.getByText("Convite enviado.")).toBeVisible();
  const { link } = await mailTo(staff.email, /Convite/);
  const page = await pageOf(browser, staff, baseURL!);
  await openHydrated(page);
  await page.goto(link!);
  const members = () => sql`select from public.service_members where service_id = ${place}`;
  expect(await members()).toHaveLength(1);
  await page.getByRole("button", { name: "Aceitar o convite" }).click();
  await expect(page.getByRole("link", { name: `Abrir ${NAME}` })).toBeVisible();
  await page.goto(`/painel/lugares/${place}`);
  await expect(page.getByRole("heading", { name: "Quem cuida deste lugar" })).toHaveCount(0);
  await page.context().close();
  await own.context().close();
});

test("a visitor without scripts writes, the staff answers by mail", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const visitor = await context.newPage();
  await expect(async () => {
    await visitor.goto(PUBLIC);
    await expect(visitor.getByRole("heading", { name: "Escreva para este lugar" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await visitor.getByText("Enviar uma mensagem").click();
  await visitor.getByLabel("Seu nome").fill("Ana");
  await visitor.getByLabel("Seu e-mail").fill(VISITOR);
  await visitor.getByLabel("Mensagem", { exact: true }).fill("Atende Opala no sábado?");
  await visitor.locator("input[name=consent]").check();
  await visitor.getByRole("button", { name: "Enviar mensagem" }).click();
  await expect(visitor.getByText("Mensagem enviada.")).toBeVisible();
  await context.close();
  await mailTo(owner.email, /Nova mensagem/);
  const page = await ownPage(browser, staff, baseURL!);
  const message = page.locator("#mensagens").getByRole("listitem").filter({ hasText: "Opala no sábado" });
  await message.getByText("Responder", { exact: true }).first().click();
  await message.getByLabel("Sua resposta").fill("Sim, até as 12h.");
  await message.getByRole("button", { name: "Responder" }).click();
  await expect(message.getByText("respondida")).toBeVisible();
  expect((await mailTo(VISITOR, /Resposta de/)).text).toContain("até as 12h");
  await page.context().close();
});

for (const width of [390, 1280])
  test(`the page of the place and its public page fit ${width} px`, async ({ browser, baseURL }) => {
    const page = await ownPage(browser, owner, baseURL!);
    await page.setViewportSize({ width, height: 900 });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await fits()).toBe(true);
    await page.goto(PUBLIC);
    await page.getByText("Enviar uma mensagem").click();
    expect(await fits()).toBe(true);
    await page.context().close();
  });
