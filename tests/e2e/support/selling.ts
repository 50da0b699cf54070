import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import type { Sql } from "postgres";
import { openSession } from "./accounts";
import { createAccount } from "./own-account";
import { openAlive } from "./page";
import { expect, type Page } from "./test";

export const PHONE = { width: 390, height: 844 };
const PASSWORD = "Estrada-longa-9";
const PLAN = "Banner dos testes, 30 dias";

/**
 * A plan on offer: the ones that the seed suggests are not sold. Every test that sells uses the same one, which takes
 * every placement, so that there must be shares for all of them.
 */
async function offerPlan(sql: Sql): Promise<void> {
  await sql`
    insert into public.publication_plans (id, name, price, duration_days)
    values ('5e111e00-0000-4000-8000-000000000030', ${PLAN}, 190, 30) on conflict do nothing`;
  await sql`update public.ad_placements set max_ads = 1000 where max_ads < 1000`;
}

/** Generates a CPF with valid check digits. */
export function cpf(): string {
  const digits = `${randomUUID().replaceAll(/\D/g, "")}123456789`.slice(0, 9).split("").map(Number);
  for (const length of [9, 10]) {
    const rest = digits.slice(0, length).reduce((sum, digit, place) => sum + digit * (length + 1 - place), 0) % 11;
    digits.push(rest < 2 ? 0 : 11 - rest);
  }
  return digits.join("");
}

/** A traveller with a verified address, in a separate browser context. */
export async function traveller(browser: Browser, sql: Sql, baseURL: string) {
  await offerPlan(sql);
  const email = `vende-${randomUUID()}@example.org`;
  const context = await browser.newContext({ viewport: PHONE, baseURL });
  await context.addInitScript(() => {
    sessionStorage.setItem("splash", "shown");
    sessionStorage.setItem("gpsAsked", "1");
  });
  const page = await context.newPage();
  await openAlive(page, "/register-user");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Li e aceito").check();
  await page.getByRole("button", { name: "Criar minha conta" }).click();
  await expect.poll(async () => (await sql`select from auth.users where email = ${email}`).count).toBe(1);
  await sql`update public.profiles set email_verified_at = now() where id = (select id from auth.users where email = ${email})`;
  const session = await openSession({ email, password: PASSWORD });
  await context.addCookies(session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));
  return { page, context, email, id: session.userId };
}

/** An active seller that no other test uses, in a separate browser context with a WhatsApp stub. */
export async function openSeller(browser: Browser, sql: Sql, baseURL: string) {
  await offerPlan(sql);
  const account = await createAccount(sql, "vendedor");
  await sql`insert into public.sellers (user_id, full_name, document, phone, status) values (${account.id}, 'Rita Vendedora', ${cpf()}, '49999990000', 'active')`;
  const context = await browser.newContext({
    viewport: PHONE,
    baseURL,
    extraHTTPHeaders: { "x-forwarded-for": `seller-${account.id}` },
  });
  await context.addInitScript(() => {
    sessionStorage.setItem("splash", "shown");
    sessionStorage.setItem("gpsAsked", "1");
  });
  await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));
  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  return { context, page: await context.newPage(), id: account.id };
}

/** Fills in and submits a seller's application. */
export async function apply(page: Page, name: string, document = cpf()) {
  await openAlive(page, "/vendedor/cadastro");
  await page.getByLabel("Nome completo").fill(name);
  await page.getByLabel("CPF ou CNPJ").fill(document);
  await page.getByLabel("Telefone/WhatsApp").fill("(49) 99999-0000");
  await page.getByRole("textbox", { name: "Cidade" }).fill("Lages");
  await page.getByRole("checkbox", { name: /para representar o portal/ }).check();
  await page.getByRole("button", { name: "Enviar cadastro" }).click();
}

/** Draws a polyline on a signature pad. */
export async function sign(page: Page, label: string) {
  const pad = page.getByRole("group", { name: label }).locator("canvas");
  await pad.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = (await pad.boundingBox())!;
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++)
    await page.mouse.move(box.x + 30 + step * 25, box.y + box.height / 2 + (step % 2 ? -25 : 25), { steps: 4 });
  await page.mouse.up();
  await expect(pad).toHaveAttribute("data-signed", "true");
}

/** Fills in the plan and the client of a new sale. */
export async function fillSale(page: Page, company: string) {
  await openAlive(page, "/vendedor/nova-venda");
  await page.getByRole("radio", { name: new RegExp(PLAN) }).check();
  await expect(page.getByLabel(/Data de término/)).not.toHaveValue("");
  await fillClient(page, company);
}

/** Fills in the client of a new sale. */
export async function fillClient(page: Page, company: string) {
  await page.getByLabel("Nome da empresa").fill(company);
  await page.getByLabel("CPF ou CNPJ do cliente").fill("11.444.777/0001-61");
  await page.getByLabel("Nome do contato").fill("João Lima");
  await page.getByLabel("E-mail").fill("joao@example.org");
  await page.getByLabel("Telefone/WhatsApp").fill("(49) 98888-0000");
}

/** The button that saves a sale. */
export const save = (page: Page) => page.getByRole("button", { name: "Salvar e Gerar Link de Pagamento" });
