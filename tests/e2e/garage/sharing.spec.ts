import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { mailsTo } from "../support/mailbox";
import { ask, createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { expect, test, type Page } from "../support/test";
import { addCar } from "../support/travel-log";
import { answerQuestions } from "../support/questions";

test.use({ viewport: { width: 390, height: 844 } });

const MAIL_MS = 90_000;
const card = (page: Page, title: string) =>
  page.locator("[data-slot=card]").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Path of the link in the newest mail to an address whose text matches. */
async function linkIn(address: string, text: RegExp): Promise<string> {
  const found = async () => (await mailsTo(address)).find((mail) => text.test(mail.text))?.text ?? "";
  await expect.poll(found, { timeout: MAIL_MS }).toMatch(/\/diario-de-bordo\//);
  return new URL(/https?:\/\/\S+\/diario-de-bordo\/\S+/.exec(await found())![0]).pathname;
}

const addRepair = (sql: Sql, { id: owner }: OwnAccount, vehicle: string) => sql`
  insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, category, on_date, reading_km, title, total_cents)
  values (${randomUUID()}, ${vehicle}, ${owner}, 'service', 'repair', current_date - 10, 45500, 'Freios novos', 45000)`;

const openCar = async (page: Page, vehicle: string) => {
  await page.goto(`/diario-de-bordo/${vehicle}/compartilhar`);
  await expect(page.getByRole("heading", { name: "Pessoas com acesso" })).toBeVisible();
};

test("an invited person accepts as viewer, sees the car without edit buttons, and leaves @phone", async ({
  browser,
  baseURL,
  sql,
}) => {
  test.slow();
  const [owner, guest] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const vehicle = await addCar(sql, owner);
  await addRepair(sql, owner, vehicle);
  try {
    const [page, other] = [await pageOf(browser, owner, baseURL!), await pageOf(browser, guest, baseURL!)];
    await openCar(page, vehicle);
    await page.getByLabel("E-mail da pessoa").fill(guest.email);
    await page.getByRole("button", { name: "Enviar convite" }).click();
    await expect(page.getByText(`Convite enviado para ${guest.email}`)).toBeVisible();
    const link = await linkIn(guest.email, /compartilhar com você/);

    await test.step("another account is refused in plain words, opening the page accepts nothing", async () => {
      await page.goto(link);
      await expect(page.getByText("Você entrou com outra conta.")).toBeVisible();
      await other.goto(link);
      await expect(other.getByRole("button", { name: "Aceitar o convite" })).toBeVisible();
      expect(await sql`select from public.vehicle_members where vehicle_id = ${vehicle}`).toHaveLength(0);
    });

    await test.step("the invited account accepts and sees the log, not the private pages", async () => {
      await other.getByRole("button", { name: "Aceitar o convite" }).click();
      await expect(other.getByRole("heading", { name: "Opala 74", level: 1, exact: true })).toBeVisible();
      await other.goto("/diario-de-bordo");
      await expect(other.getByText(`de ${owner.name}`)).toBeVisible();
      await other.goto(`/diario-de-bordo/${vehicle}/manutencao`);
      await expect(other.getByText("Freios novos").first()).toBeVisible();
      await expect(other.getByRole("button", { name: /Editar|Apagar/ })).toHaveCount(0);
      for (const part of ["/editar", "/documentos"])
        expect((await ask(`${baseURL}/diario-de-bordo/${vehicle}${part}`, guest.session)).status).toBe(404);
    });

    await test.step("the owner sees the member, who leaves", async () => {
      await openCar(page, vehicle);
      await expect(page.getByLabel(`O que ${guest.name} pode fazer`)).toHaveValue("viewer");
      await other.goto(`/diario-de-bordo/${vehicle}/compartilhar`);
      await expect(other.getByText("Só o dono convida pessoas")).toBeVisible();
      await answerQuestions(other);
      await other.getByRole("button", { name: "Sair deste carro" }).click();
      await expect(other.getByText("Nenhum carro na garagem ainda.")).toBeVisible();
    });
  } finally {
    await deleteAccount(sql, owner);
    await deleteAccount(sql, guest);
  }
});

test("a sale link shows prices only when they are ticked, and answers 410 after it was ended @phone", async ({
  browser,
  baseURL,
  sql,
}) => {
  test.slow();
  const owner = await createAccount(sql, "user");
  const vehicle = await addCar(sql, owner);
  await addRepair(sql, owner, vehicle);
  try {
    const page = await pageOf(browser, owner, baseURL!);
    await answerQuestions(page);
    await openCar(page, vehicle);
    const sale = card(page, "Links de venda");
    await sale.getByLabel("Nome do link").first().fill("Grupo do clube");
    await sale.getByRole("button", { name: "Criar link" }).click();
    const address = sale.getByRole("link", { name: /\/diario-de-bordo\/venda\// });
    await expect(address).toBeVisible();
    const link = new URL((await address.getAttribute("href"))!).pathname;
    const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage();

    await test.step("without ticks there is no price", async () => {
      const answer = await ask(baseURL! + link, null);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect(await answer.text()).toContain("noindex");
      await visitor.goto(link);
      await expect(visitor.getByRole("heading", { name: "Chevrolet Opala 1974", level: 1 })).toBeVisible();
      await expect(visitor.getByText("O histórico foi declarado pelo dono do carro")).toBeVisible();
      await expect(visitor.getByText("Freios novos")).toBeVisible();
      await expect(visitor.getByText(/R\$/)).toHaveCount(0);
      // Only the visit of the browser counts.
      const visits = async () =>
        (await sql`select visits from public.vehicle_sale_links where vehicle_id = ${vehicle}`)[0]!.visits as number;
      await expect.poll(visits).toBe(1);
    });

    await test.step("with the tick the price is shown", async () => {
      await page.reload();
      await sale.getByText("Mudar o que aparece").click();
      await sale.getByRole("group", { name: "Mostrar também" }).last().getByLabel("Preços").check();
      await sale.getByRole("button", { name: "Salvar" }).click();
      await expect(sale.getByText("Mostrar também: Preços")).toBeVisible();
      await visitor.reload();
      await expect(visitor.getByText(/R\$\s*450,00/).first()).toBeVisible();
    });

    await test.step("ended", async () => {
      await sale.getByRole("button", { name: "Encerrar o link: Grupo do clube" }).click();
      await expect(address).toHaveCount(0);
      const answer = await ask(baseURL! + link, null);
      expect(answer.status).toBe(410);
      expect(await answer.text()).toContain("Este link terminou");
      expect((await ask(`${baseURL}/diario-de-bordo/venda/${"A".repeat(43)}`, null)).status).toBe(404);
    });
  } finally {
    await deleteAccount(sql, owner);
  }
});

test("a car is handed over to its buyer with the chosen history @phone", async ({ browser, baseURL, sql }) => {
  test.slow();
  const [seller, buyer] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const vehicle = await addCar(sql, seller);
  await addRepair(sql, seller, vehicle);
  try {
    const [page, other] = [await pageOf(browser, seller, baseURL!), await pageOf(browser, buyer, baseURL!)];
    await openCar(page, vehicle);
    const handover = card(page, "Passar para o comprador");
    await handover.getByLabel("E-mail do comprador").fill(buyer.email);
    await handover.getByLabel(/Para confirmar/).fill("Fusca");
    const send = handover.getByRole("button", { name: "Oferecer ao comprador" });
    await send.click();
    await expect(handover.getByText("O nome digitado não é o do carro.")).toBeVisible();
    await expect(handover.getByLabel("E-mail do comprador")).toHaveValue(buyer.email);
    await handover.getByLabel(/Para confirmar/).fill("opala 74");
    await send.click();
    await expect(handover.getByText(`Oferecido a ${buyer.email}`)).toBeVisible();

    const link = await linkIn(buyer.email, /passar para você/);
    await other.goto(link);
    await expect(other.getByText("Manutenção e tarefas")).toBeVisible();
    await expect(other.getByText("Despesas e todos os preços")).toHaveCount(0);
    await other.getByRole("button", { name: "Aceitar o carro" }).dblclick();
    await expect(other.getByRole("heading", { name: "Opala 74", exact: true, level: 1 })).toBeVisible();
    await other.goto(`/diario-de-bordo/${vehicle}/manutencao`);
    await expect(other.getByText("Freios novos").first()).toBeVisible();
    await expect(other.getByText(/R\$\s*450,00/)).toHaveCount(0);

    await page.goto("/diario-de-bordo");
    await expect(page.getByText(/Vendido/)).toBeVisible();
    expect((await ask(`${baseURL}/diario-de-bordo/${vehicle}`, seller.session)).status).toBe(404);
    const cars =
      await sql`select owner_id, status from public.vehicles where nickname = 'Opala 74' and owner_id in (${seller.id}, ${buyer.id})`;
    expect(Object.fromEntries(cars.map(({ owner_id, status }) => [owner_id as string, status as string]))).toEqual({
      [seller.id]: "sold",
      [buyer.id]: "active",
    });
    await linkIn(seller.email, /O comprador aceitou/);
    await linkIn(buyer.email, /Você aceitou/);
  } finally {
    await deleteAccount(sql, seller);
    await deleteAccount(sql, buyer);
  }
});
