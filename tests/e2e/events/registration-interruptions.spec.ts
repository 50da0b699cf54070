import type { Sql } from "postgres";
import { makeKind, register } from "../../database/events/registration-support";
import { mailsTo } from "../support/mailbox";
import { holdRequests, openAlive } from "../support/page";
import { offer } from "../support/paying";
import { confirmByMail } from "../support/registering";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { JOB_MS } from "../support/job-wait";

/** Stripe's script does not load; interrupted requests are the subject of the tests. */
test.use({ expectedErrors: /js\.stripe\.com|ERR_FAILED|ERR_NAME_NOT_RESOLVED|status of 4\d\d/ });
test.beforeEach(({ context }) => context.route("https://js.stripe.com/**", (route) => route.abort()));

const SEND = "Enviar inscrição";
const HANDLER = "**/api/registrations";

/** The address of a person in one event, so that no test reaches the limit of mails of another one. */
const emailOf = (event: string, name = "Ana Souza") =>
  `${name.split(" ")[0]!.toLowerCase()}-${event.slice(0, 8)}@example.org`;

async function fill(page: Page, event: string, name = "Ana Souza"): Promise<void> {
  await openAlive(page, `/inscricao-publico?evento=${event}`);
  await page.getByLabel("Nome completo").fill(name);
  await page.getByLabel("E-mail").fill(emailOf(event, name));
  await page.getByLabel("WhatsApp ou telefone").fill("48 99999-0000");
  await page.getByLabel(/^Concordo que o portal/).check();
}

/** Waits for the confirmation and returns its code. */
async function codeOf(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible({ timeout: 30_000 });
  return (await page.locator("[data-code]").getAttribute("data-code")) ?? "";
}

const stored = async (sql: Sql, type: string) =>
  sql<{ code: string; full_name: string; user_id: string | null }[]>`
    select code, full_name, user_id from public.event_registrations where type_id = ${type} order by created_at`;

test("a double click and a slow connection store one registration", async ({ page, sql }) => {
  const { event, type } = await makeKind(sql);
  await fill(page, event);
  const posts = await holdRequests(page, HANDLER);
  await page.getByRole("button", { name: SEND }).dblclick();
  await expect(page.getByRole("button", { name: "Enviando…" })).toBeDisabled();
  posts.release();
  const code = await codeOf(page);
  expect(posts.count).toBe(1);
  expect((await stored(sql, type)).map((row) => row.code)).toEqual([code]);
});

test("the same form sent again after a lost answer gives the same registration", async ({ page, sql }) => {
  const { event, type } = await makeKind(sql);
  await fill(page, event);
  await page.route(HANDLER, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: SEND }).click();
  await expect(page.getByText("Sem conexão. Nada foi perdido")).toBeVisible();
  await page.unroute(HANDLER);
  await page.getByRole("button", { name: SEND }).click();
  const code = await codeOf(page);
  expect((await stored(sql, type)).map((row) => row.code)).toEqual([code]);
});

test("a second tab of a sent form answers the same registration, and asks before it registers another person", async ({
  page,
  context,
  sql,
}) => {
  const { event, type } = await makeKind(sql);
  await fill(page, event);
  const [same, other] = [await context.newPage(), await context.newPage()];
  // The tabs are opened from the draft of the first one.
  await fill(same, event);
  await fill(other, event, "Beto Lima");
  await page.getByRole("button", { name: SEND }).click();
  const code = await codeOf(page);

  await same.getByRole("button", { name: SEND }).click();
  expect(await codeOf(same)).toBe(code);
  await other.getByRole("button", { name: SEND }).click();
  await expect(other.getByText("Este formulário já foi enviado, talvez em outra aba.")).toBeVisible();
  expect(await stored(sql, type)).toHaveLength(1);
  await other.getByRole("button", { name: SEND }).click();
  expect(await codeOf(other)).not.toBe(code);
  expect((await stored(sql, type)).map((row) => row.full_name)).toEqual(["Ana Souza", "Beto Lima"]);
});

test("the back button from the payment shows the registration and the form does not register again", async ({
  page,
  sql,
  visitorAs,
}) => {
  variable("STRIPE_API_BASE");
  await offer(sql, visitorAs);
  const { event, type } = await makeKind(sql, { price: 2500 });
  await fill(page, event);
  await page.getByRole("button", { name: SEND }).click();
  const code = await codeOf(page);
  await confirmByMail(page, emailOf(event));
  await page.getByRole("link", { name: "Pagar agora" }).click();
  await expect(page.locator("[data-status]")).toHaveAttribute("data-status", "awaiting_payment");
  await page.goBack();
  await expect(page.locator("[data-code]")).toHaveAttribute("data-code", code);
  await page.goBack();
  await expect(page.getByText("Sua inscrição já foi enviada")).toBeVisible();
  await expect(page.getByRole("button", { name: SEND })).toHaveCount(0);
  await page.getByRole("link", { name: "Ver a inscrição" }).click();
  await expect(page.locator("[data-code]")).toHaveAttribute("data-code", code);
  await page.goBack();
  await page.getByRole("button", { name: "Inscrever outra pessoa" }).click();
  await expect(page.getByRole("button", { name: SEND })).toBeEnabled();
  expect(await stored(sql, type)).toHaveLength(1);
});

test("a person whose session ended while the form was open is registered without the account", async ({
  page,
  sql,
  signIn,
  context,
}) => {
  const { event, type } = await makeKind(sql);
  await signIn("user");
  await fill(page, event);
  // A session that ended elsewhere: the browser still sends its cookies.
  const cookies = await context.cookies();
  await context.addCookies(
    cookies
      .filter(({ name }) => name.startsWith("lacambeche-auth"))
      .map((cookie) => ({ ...cookie, value: `base64-${Buffer.from('{"access_token":"x"}').toString("base64url")}` })),
  );
  await page.getByRole("button", { name: SEND }).click();
  const code = await codeOf(page);
  expect(await stored(sql, type)).toEqual([expect.objectContaining({ code, user_id: null })]);
});

test("a rotated phone keeps what was typed and needs no sideways scrolling", async ({ page, sql }) => {
  const { event } = await makeKind(sql, { kind: "expositor" });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAlive(page, `/inscricao-expositor?evento=${event}`);
  await page.getByLabel("Nome completo").fill("Ana Souza");
  await page.getByLabel("Modelo").fill("Fusca");
  for (const size of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByLabel("Nome completo")).toHaveValue("Ana Souza");
    await expect(page.getByLabel("Modelo")).toHaveValue("Fusca");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test("an administrator publishes questions, and a form opened before asks for the new ones", async ({
  page,
  sql,
  signIn,
  browser,
  baseURL,
}) => {
  const { event, type } = await makeKind(sql);
  const [template] = await sql<{ id: string }[]>`
    insert into public.form_templates (key, name, kind) values (${`perguntas-${type}`}, 'Perguntas', 'registration') returning id`;
  await signIn("main_admin");
  await page.goto(`/admin/form-templates/${template!.id}`);
  const versions = page.locator("[data-field=form_template_versions]");
  await versions.getByRole("button", { name: "Adicionar" }).last().click();
  await page.locator("[data-field='form_template_versions.0.title']").getByRole("textbox").fill("Camisetas");
  await page
    .locator("[data-field='form_template_versions.0.schema']")
    .getByRole("button", { name: "Adicionar" })
    .click();
  const question = page.locator("[data-field^='form_template_versions.0.schema.0.']");
  const field = (name: string) => page.locator(`[data-field='form_template_versions.0.schema.0.${name}']`);
  await expect(question.first()).toBeVisible();
  await field("label").getByRole("textbox").fill("Tamanho da camiseta");
  await field("label_en").getByRole("textbox").fill("Shirt size");
  await field("kind").getByRole("combobox").selectOption("choice");
  await field("options").getByRole("textbox").fill("Pequena\nGrande");
  await field("options_en").getByRole("textbox").fill("Small\nLarge");
  await page.locator("[data-field='form_template_versions.0.published_at'] input").fill("2026-01-01T10:00");
  await page.getByRole("button", { name: "Salvar" }).first().click();
  await expect
    .poll(async () => (await sql`select from public.form_template_versions where template_id = ${template!.id}`).count)
    .toBe(1);

  const context = await browser.newContext({ baseURL });
  const visitor = await context.newPage();
  await fill(visitor, event);
  // The template becomes the one of its kind while the form is open; the test takes it back at the end.
  await sql`update public.form_templates set registration_kind = 'publico' where id = ${template!.id}`;
  await sql`
    update public.event_registration_types set form_version_id =
      (select id from public.form_template_versions where template_id = ${template!.id}) where id = ${type}`;
  await visitor.getByRole("button", { name: SEND }).click();
  await expect(visitor.getByText("O organizador mudou as perguntas.")).toBeVisible();
  await openAlive(visitor, `/english/inscricao-publico?evento=${event}`);
  await expect(visitor.getByLabel("Full name")).toHaveValue("Ana Souza");
  await visitor.getByLabel("Shirt size").selectOption("Large");
  await visitor.locator("input[name=consent]").check();
  await visitor.locator("form button[type=submit]").last().click();
  await expect(visitor.locator("[data-code]")).toBeVisible();
  const [row] = await sql`select answers from public.event_registrations where type_id = ${type}`;
  expect(row!.answers).toEqual({ tamanho_da_camiseta: "Grande" });
  await sql`update public.form_templates set is_active = false where id = ${template!.id}`;
  await context.close();
});

test("a mailed link continues a half-filled form on another device", async ({ page, browser, baseURL, sql }) => {
  const { event, type } = await makeKind(sql);
  await openAlive(page, `/inscricao-publico?evento=${event}`);
  const resume = page.getByRole("button", { name: "Continuar em outro aparelho" });
  await page.getByLabel("Nome completo").fill("Nina Reis");
  await resume.click();
  await expect(page.getByRole("alert").filter({ hasText: "Preencha o campo E-mail" })).toBeVisible();
  const email = `nina-${event.slice(0, 8)}@example.org`;
  await page.getByLabel("E-mail").fill(email);
  await resume.click();
  await expect(page.getByText(`Enviamos o link para ${email}.`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const { link } = (await mailsTo(email))[0]!;

  const other = await browser.newContext({ baseURL: baseURL! });
  const phone = await other.newPage();
  await phone.goto(link!);
  await expect(phone.getByLabel("Nome completo")).toHaveValue("Nina Reis");
  await expect(phone.getByLabel("E-mail")).toHaveValue(email);
  await phone.getByLabel("WhatsApp ou telefone").fill("48 99999-0000");
  await phone.getByLabel(/^Concordo que o portal/).check();
  await expect(phone.getByRole("button", { name: SEND })).toBeEnabled();
  await phone.getByRole("button", { name: SEND }).click();
  await codeOf(phone);
  expect((await stored(sql, type)).map((row) => row.full_name)).toEqual(["Nina Reis"]);
  await other.close();
});

test("a form sent again with other data shows what is stored", async ({ page, sql }) => {
  const { event, type } = await makeKind(sql);
  await fill(page, event);
  await page.route(HANDLER, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: SEND }).click();
  await expect(page.getByText("Sem conexão. Nada foi perdido")).toBeVisible();
  await page.unroute(HANDLER);
  await page.getByLabel("WhatsApp ou telefone").fill("48 98888-1111");
  await page.getByRole("button", { name: SEND }).click();
  await expect(page.getByText("o que está guardado é a primeira versão")).toBeVisible();
  await page.getByRole("link", { name: "Ver a inscrição" }).click();
  await expect(page.locator("[data-status]")).toHaveAttribute("data-status", "unconfirmed");
  expect(await stored(sql, type)).toHaveLength(1);
});

test("a person who is registered already gets the link of the first registration", async ({ page, sql }) => {
  const { event, type } = await makeKind(sql);
  const email = emailOf(event);
  await register(sql, type, { email });
  await fill(page, event);
  await page.getByRole("button", { name: SEND }).click();
  await expect(page.getByText("Já existe uma inscrição deste tipo com este nome e e-mail.")).toBeVisible();
  await page.getByRole("button", { name: "Receber o link da primeira inscrição" }).click();
  await expect(page.getByText("Se a inscrição existe, o link chega em instantes")).toBeVisible();
  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject);
  await expect
    .poll(subjects, { timeout: JOB_MS })
    .toContainEqual(expect.stringContaining("Link para transferir ou cancelar"));
});

test("an unconfirmed registration is sent its mail again, and its page shows when its time is over", async ({
  page,
  sql,
}) => {
  const { event, type } = await makeKind(sql);
  await fill(page, event);
  await page.getByRole("button", { name: SEND }).click();
  const code = await codeOf(page);
  await page.getByRole("button", { name: "Enviar o e-mail de novo" }).click();
  await expect(page.getByText("E-mail enviado. Você tem mais 30 minutos.")).toBeVisible();
  await expect.poll(async () => (await mailsTo(emailOf(event))).length, { timeout: JOB_MS }).toBe(2);
  await sql`update public.event_registrations set held_until = now() where code = ${code}`;
  await page.reload();
  await expect(page.getByText("O prazo para confirmar o e-mail terminou")).toBeVisible();
  expect(await stored(sql, type)).toHaveLength(1);
});
