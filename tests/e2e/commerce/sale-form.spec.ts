import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import type { Sql } from "postgres";
import { openAlive, toast } from "../support/page";
import { fillSale, openSeller, PHONE, save, sign } from "../support/selling";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";
import { JOB_MS } from "../support/job-wait";

/** The browser logs a lost response and a refused session to the console. */
test.use({ expectedErrors: /ERR_FAILED|ERR_ABORTED|Failed to load resource/, viewport: PHONE });

const salesOf = (sql: Sql, account: string) => sql<
  { company: string; number: number; cancelled: boolean; reason: string | null }[]
>`
  select client_company_name as company, number::int, cancelled_at is not null as cancelled, cancel_reason as reason
  from public.sales join public.sellers on sellers.id = sales.seller_id where sellers.user_id = ${account} order by number`;

async function agree(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "Li e aceito os termos de venda" }).check();
  await sign(page, "Assinatura do vendedor");
  await sign(page, "Assinatura do cliente");
}

/** Saves and waits until the sale is on the dashboard; closes the messenger tab. */
async function saveSale(context: BrowserContext, page: Page): Promise<void> {
  const messenger = context.waitForEvent("page");
  await save(page).click();
  await expect(page).toHaveURL(/\/vendedor\/dashboard\?venda=/);
  await (await messenger).close();
}

/** Lets the next action reach the server but drops its response. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route(
    "**/vendedor/nova-venda*",
    async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

const pad = (page: Page, label: string) => page.getByRole("group", { name: label }).locator("canvas");

test("two tabs of one seller create two sales, each with its own client", async ({ browser, sql, baseURL }) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Oficina da primeira aba");
  await agree(page);
  const second = await context.newPage();
  await openAlive(second, "/vendedor/nova-venda");
  await expect(second.getByLabel("Nome da empresa")).toHaveValue("");
  await fillSale(second, "Oficina da segunda aba");
  await agree(second);
  // After a reload, each tab keeps its own draft.
  await page.reload();
  await expect(page.getByLabel("Nome da empresa")).toHaveValue("Oficina da primeira aba");
  await saveSale(context, page);
  await saveSale(context, second);
  expect((await salesOf(sql, id)).map(({ company }) => company)).toEqual([
    "Oficina da primeira aba",
    "Oficina da segunda aba",
  ]);
  await context.close();
});

test("the draft of a closed tab is continued in a new tab", async ({ browser, sql, baseURL }) => {
  const { context, page } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Oficina fechada");
  await page.close();
  const next = await context.newPage();
  await openAlive(next, "/vendedor/nova-venda");
  await expect(next.getByLabel("Nome da empresa")).toHaveValue("Oficina fechada");
  await context.close();
});

test("a lost response creates one sale, and a changed form is compared with it", async ({ browser, sql, baseURL }) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Oficina Errada");
  await agree(page);
  await loseAnswer(page);
  const messenger = context.waitForEvent("page");
  await save(page).click();
  await expect(toast(page, "Erro ao registrar venda")).toBeVisible();
  await messenger;
  expect(await salesOf(sql, id)).toHaveLength(1);

  await page.getByLabel("Nome da empresa").fill("Oficina Certa");
  await expect(page.getByText(/^Mudou depois do aceite: Nome da empresa\./)).toBeVisible();
  await agree(page);
  await save(page).click();
  const number = (await salesOf(sql, id))[0]!.number;
  await expect(
    page.getByRole("heading", { name: `Este formulário já registrou a venda nº ${number}, com outros dados.` }),
  ).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Oficina Errada" })).toHaveText(
    "Oficina Errada → Oficina Certa",
  );
  expect(await salesOf(sql, id)).toHaveLength(1);

  await page.getByRole("button", { name: `Corrigir a venda nº ${number}` }).click();
  await expect(page).toHaveURL(/\/vendedor\/dashboard\?venda=/);
  const [first, corrected] = await salesOf(sql, id);
  expect(first).toMatchObject({
    company: "Oficina Errada",
    cancelled: true,
    reason: `Substituída pela venda nº ${corrected!.number}`,
  });
  expect(corrected).toMatchObject({ company: "Oficina Certa", cancelled: false });
  await context.close();
});

test("saving again after a lost response returns the same sale", async ({ browser, sql, baseURL }) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Oficina sem sinal");
  const email = `cliente-${randomUUID()}@example.org`;
  await page.getByLabel("E-mail").fill(email);
  await agree(page);
  await loseAnswer(page);
  const messenger = context.waitForEvent("page");
  await save(page).click();
  await expect(toast(page, "Erro ao registrar venda")).toBeVisible();
  await messenger;
  await saveSale(context, page);
  const [sale, ...others] = await salesOf(sql, id);
  expect(others).toEqual([]);
  // One mail, with the contract that both sides signed.
  const mails = async () =>
    (
      (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as {
        to: string;
        subject: string;
        attachments?: { filename: string; bytes: number }[];
      }[]
    ).filter(({ to }) => to === email);
  await expect
    .poll(async () => (await mails()).map(({ subject }) => subject), { timeout: JOB_MS })
    .toEqual([`Seu pedido nº ${sale!.number} no Portal LACAMBECHE`]);
  expect((await mails())[0]!.attachments).toEqual([
    { filename: `contrato-lacambeche-${sale!.number}.pdf`, bytes: expect.any(Number) },
  ]);
  await context.close();
});

test("a changed fact or price clears both signatures and the acceptance, and shows why", async ({
  browser,
  sql,
  baseURL,
}) => {
  const name = `Plano ${randomUUID().slice(0, 8)}`;
  const [plan] = await sql<
    { id: string }[]
  >`insert into public.publication_plans (name, price, duration_days) values (${name}, 150, 15) returning id`;
  const { context, page } = await openSeller(browser, sql, baseURL!);
  try {
    await fillSale(page, "Oficina do Teste");
    await page.getByRole("radio", { name: new RegExp(name) }).check();
    await agree(page);
    await page.getByLabel("Data de início").fill("2027-01-10");
    await expect(page.getByText(/^Mudou depois do aceite: Data de início\./)).toBeVisible();
    for (const label of ["Assinatura do vendedor", "Assinatura do cliente"])
      await expect(pad(page, label)).toHaveAttribute("data-signed", "false");
    await expect(page.getByRole("checkbox", { name: "Li e aceito os termos de venda" })).not.toBeChecked();
    await page.getByLabel("Data de início").fill(new Date().toISOString().slice(0, 10));

    await agree(page);
    await sql`update public.publication_plans set price = 180 where id = ${plan!.id}`;
    await save(page).click();
    await expect(page.getByText(/^O plano mudou enquanto o formulário estava aberto/).first()).toBeVisible();
    await expect(page.getByText(/^Mudou depois do aceite: Valor\./)).toBeVisible();
    await expect(pad(page, "Assinatura do cliente")).toHaveAttribute("data-signed", "false");
    await expect(page.getByLabel("Nome da empresa")).toHaveValue("Oficina do Teste");
  } finally {
    await sql`update public.publication_plans set is_active = false where id = ${plan!.id}`;
    await context.close();
  }
});

test("rotating the phone or a call during a stroke keeps the drawing, and the pad still works", async ({
  browser,
  sql,
  baseURL,
}) => {
  const { context, page } = await openSeller(browser, sql, baseURL!);
  await openAlive(page, "/vendedor/nova-venda");
  const seller = pad(page, "Assinatura do vendedor");
  const strokes = () =>
    page.evaluate(
      () =>
        Object.entries(localStorage).flatMap(([key, value]) =>
          key.startsWith("sale-draft:") ? (JSON.parse(value).drawings.seller?.strokes ?? []) : [],
        ).length,
    );
  const beginStroke = async () => {
    await seller.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const box = (await seller.boundingBox())!;
    await page.mouse.move(box.x + 30, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + box.height / 2 - 20, { steps: 8 });
  };
  await beginStroke();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(seller).toHaveAttribute("data-signed", "true");
  await page.mouse.up();
  await expect.poll(strokes).toBe(1);
  await page.setViewportSize(PHONE);

  await beginStroke();
  await page.evaluate(() =>
    window.dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1, pointerType: "mouse" })),
  );
  await expect.poll(strokes).toBe(2);
  await page.mouse.up();

  await sign(page, "Assinatura do vendedor");
  await expect.poll(strokes).toBe(3);
  await context.close();
});

test("a suspended seller and a lost session each see the reason, and lose no input", async ({
  browser,
  sql,
  baseURL,
}) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Oficina guardada");
  await agree(page);
  await sql`update public.sellers set status = 'suspended' where user_id = ${id}`;
  await save(page).click();
  await expect(page.getByText(/^Seu cadastro de vendedor está suspenso/).first()).toBeVisible();
  await sql`update public.sellers set status = 'active' where user_id = ${id}`;
  const cookies = await context.cookies();
  await context.clearCookies();
  await save(page).click();
  await expect(page.getByText(/^Sua sessão terminou/).first()).toBeVisible();
  const again = page.getByRole("main").getByRole("link", { name: "Entrar de novo" });
  await expect(again).toHaveAttribute("href", "/vendedor/login?next=%2Fvendedor%2Fnova-venda");
  await expect(again).toHaveAttribute("target", "_blank");
  const opened = context.waitForEvent("page");
  await page.locator("[data-slot=toast]").getByRole("button", { name: "Entrar de novo" }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/vendedor\/login\?next=%2Fvendedor%2Fnova-venda$/);
  await tab.close();
  await expect(page.getByLabel("Nome da empresa")).toHaveValue("Oficina guardada");
  await context.addCookies(cookies);
  await saveSale(context, page);
  expect(await salesOf(sql, id)).toHaveLength(1);
  await context.close();
});

test("signing out asks for confirmation and removes the client's data from the device", async ({
  browser,
  sql,
  baseURL,
}) => {
  const { context, page } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Oficina apagada");
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("sale-draft:")).length);
  expect(await drafts()).toBe(1);
  await answerQuestions(page, "cancel", "next");
  await page.getByRole("button", { name: "Sair" }).click();
  expect(await drafts()).toBe(1);
  await answerQuestions(page, "confirm", "next");
  await page.getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(await drafts()).toBe(0);
  await context.close();
});

test("a seller sees that the link was opened, corrects the sale and cancels the corrected one", async ({
  browser,
  sql,
  baseURL,
}) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Oficina Corrigida");
  await agree(page);
  await saveSale(context, page);
  const row = page.getByRole("row", { name: /Oficina Corrigida/ }).first();
  await expect(row.getByText("Link ainda não aberto")).toBeVisible();
  const link = /http\S+\/pagamento\/[\w-]{43}/.exec(await page.getByRole("main").innerText())![0];

  const client = await (await browser.newContext({ baseURL, viewport: PHONE })).newPage();
  await client.goto(link);
  await expect(client.getByText("Oficina Corrigida").first()).toBeVisible();
  await client.context().close();
  await expect
    .poll(
      async () =>
        (
          await sql`select from public.link_tokens join public.sales on sales.id = sale_id join public.sellers on sellers.id = seller_id where sellers.user_id = ${id} and opened_at is not null`
        ).count,
    )
    .toBe(1);
  await page.reload();
  await expect(row.getByText(/^Link aberto em /)).toBeVisible();

  await row.getByRole("link", { name: "Corrigir" }).click();
  await expect(page.getByText(/^Correção da venda nº \d+: ao salvar, aquela venda é cancelada/)).toBeVisible();
  await expect(page.getByLabel("Nome da empresa")).toHaveValue("Oficina Corrigida");
  await page.getByLabel("Nome do contato").fill("Maria Lima");
  await agree(page);
  await saveSale(context, page);
  expect((await salesOf(sql, id)).map(({ cancelled }) => cancelled)).toEqual([true, false]);

  await page
    .getByRole("row", { name: /Oficina Corrigida/ })
    .first()
    .getByText("Cancelar venda")
    .click();
  await answerQuestions(page, "confirm", "next");
  await page.getByRole("textbox", { name: "Motivo" }).fill("Cliente desistiu");
  await page.getByRole("button", { name: "Cancelar agora" }).click();
  await expect
    .poll(async () => (await salesOf(sql, id)).map(({ reason }) => reason))
    .toEqual([expect.stringContaining("Substituída"), "Cliente desistiu"]);
  await context.close();
});

test("the Pix key for commissions is validated by its type and saved", async ({ browser, sql, baseURL }) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  await openAlive(page, "/vendedor/dashboard");
  await page.getByText("Sem chave Pix: informe onde receber suas comissões").click();
  await page.getByLabel("Tipo da chave Pix").selectOption("E-mail");
  await page.getByLabel("Chave Pix da comissão").fill("49 99999-0000");
  await page.getByRole("button", { name: "Salvar chave Pix" }).click();
  await expect(page.getByText("Essa chave não é do tipo escolhido. Confira os números.")).toBeVisible();
  await page.getByLabel("Chave Pix da comissão").fill("rita@example.org");
  await page.getByRole("button", { name: "Salvar chave Pix" }).click();
  await expect(page.getByText("Chave Pix da comissão: rita@example.org")).toBeVisible();
  expect((await sql`select pix_key, pix_key_type from public.sellers where user_id = ${id}`)[0]).toEqual({
    pix_key: "rita@example.org",
    pix_key_type: "email",
  });
  await context.close();
});
