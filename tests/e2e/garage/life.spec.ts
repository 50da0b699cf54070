import { pdfPages } from "../../support/pdf-pages";
import { waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { mailsTo } from "../support/mailbox";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { toast } from "../support/page";
import { expect, type Page } from "../support/test";
import { openQuickLog, signInAs, waitingIs } from "../support/travel-log";
import { addTrip } from "../support/trip-rows";
import { answerQuestions } from "../support/questions";

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const MAIL_MS = 90_000;
const TITLE = "Serra do Opala";
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const card = (page: Page, title: string) =>
  page.locator("[data-slot=card]").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Path of the link to the log in the newest mail whose text matches. */
async function linkIn({ email }: OwnAccount, text: RegExp): Promise<string> {
  const found = async () => (await mailsTo(email)).find((mail) => text.test(mail.text))?.text ?? "";
  await expect.poll(found, { timeout: MAIL_MS }).toMatch(/\/diario-de-bordo\//);
  return new URL(/https?:\/\/\S+\/diario-de-bordo\/\S+/.exec(await found())![0]).pathname;
}

test("the life of a car: added, refuelled without a network, driven, reminded, checked, repaired, printed, sold @phone", async ({
  page,
  context,
  browser,
  baseURL,
  siteProxy,
  sql,
}) => {
  test.slow();
  const [seller, buyer] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const site = siteProxy.url;
  await answerQuestions(page);
  try {
    await signInAs(context, seller, site);
    let car = "";

    await test.step("an Opala of 1974 is added to the garage", async () => {
      await page.goto(`${site}/diario-de-bordo`);
      await press(page, "Adicionar carro");
      await page.getByLabel("Apelido").fill("Opala 74");
      await page.getByLabel("Quilometragem no odômetro hoje").fill("59.900");
      await page.getByText("Mais sobre o carro").click();
      await page.getByLabel("Marca").fill("Chevrolet");
      await page.getByLabel("Modelo", { exact: false }).first().fill("Opala");
      await page.getByLabel("Ano de fabricação").fill("1974");
      await press(page, "Guardar na garagem");
      await expect(page.getByRole("heading", { name: "Opala 74", level: 1 })).toBeVisible();
      car = new URL(page.url()).pathname.split("/").at(-1)!;
    });
    const path = `${site}/diario-de-bordo/${car}`;

    await test.step("a reminder by kilometres is added", async () => {
      await page.goto(`${path}/lembretes`);
      await press(page, "Usar: Óleo do motor e filtro");
      await page.getByLabel("Com quantos km").fill("55.000");
      await press(page, "Salvar lembrete");
      await expect(page.locator("li[data-status]")).toContainText("60.000 km (faltam 100 km)");
    });

    await test.step("it is refuelled without a network", async () => {
      await openQuickLog(page, site);
      await waitUntilKept(page);
      await siteProxy.stop();
      await page.reload();
      await page.getByRole("button", { name: "Abastecimento", exact: true }).click();
      await page.getByLabel("Km no odômetro").fill("59.950");
      await page.getByLabel("Litros").fill("40");
      await page.getByLabel("Total pago (R$)").fill("240");
      await page.getByRole("button", { name: "Salvar", exact: true }).click();
      await waitingIs(page, 1);
      await siteProxy.restart();
      await page.reload();
      await waitingIs(page, 0);
    });

    await test.step("a trip is closed into the log", async () => {
      const trip = await addTrip(sql, seller, TITLE);
      await page.goto(`${site}/planejador-rota?viagem=${trip}`);
      await press(page, "Encerrar viagem");
      const dialog = page.getByRole("dialog", { name: "Anotar a viagem" });
      await dialog.getByLabel("Odômetro na chegada").fill("60.102");
      await dialog.getByText("Pedágios e outros custos").click();
      await dialog.getByLabel("Pedágios (R$)").fill("12,40");
      await dialog.getByRole("button", { name: "Encerrar e anotar" }).click();
      await expect(toast(page, "Viagem anotada no diário de bordo")).toBeVisible();
      await page.goto(`${path}/viagens`);
      await expect(page.locator("[data-trip]")).toContainText("152 km");
    });

    await test.step("the kilometres make the reminder due, and it is mailed once", async () => {
      await page.goto(`${path}/lembretes`);
      await expect(page.locator("li[data-status=due]")).toContainText("Óleo do motor e filtro");
      const mails = async () =>
        (await mailsTo(seller.email)).filter(({ subject }) => subject === "Manutenção: Óleo do motor e filtro").length;
      await expect.poll(mails, { timeout: MAIL_MS }).toBe(1);
    });

    await test.step("a checklist fails an item, which becomes a task and is done", async () => {
      await page.goto(`${path}/checklists`);
      await press(page, "Começar: Pré-viagem");
      const brake = page.locator('[data-item="brake-pedal"]');
      await brake.locator("label", { hasText: /^Falha$/ }).click();
      await brake.getByRole("button", { name: "Criar tarefa de manutenção" }).click();
      await expect(brake.getByText("Tarefa criada")).toBeVisible();
      await page.getByLabel("Quilometragem no hodômetro").fill("60.102");
      await press(page, "Assinar e concluir");
      await expect(page.locator("[data-result=failed]")).toBeVisible();
      await page.goto(`${path}/checklists`);
      await press(page, /^Feito: Pedal de freio/);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Quilometragem").fill("60110");
      await dialog.getByLabel("Custo em R$").fill("120,50");
      await dialog.getByRole("button", { name: "Registrar na manutenção" }).click();
      await expect(dialog).toBeHidden();
      await page.goto(`${path}/manutencao`);
      await expect(page.getByText(/Pedal de freio/).first()).toBeVisible();
    });

    await test.step("the history is a PDF", async () => {
      const answer = await page.request.get(`${path}/historico/pdf?precos=1`);
      expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
      const text = (await pdfPages(await answer.body())).map((one) => one.text).join(" ");
      expect(text).toContain("Pedal de freio");
      expect(text).toContain(TITLE);
    });

    await test.step("a sale link shows the maintenance without prices", async () => {
      await page.goto(`${path}/compartilhar`);
      const sale = card(page, "Links de venda");
      await sale.getByLabel("Nome do link").first().fill("Grupo do clube");
      await sale.getByRole("button", { name: "Criar link" }).click();
      const link = sale.getByRole("link", { name: /\/diario-de-bordo\/venda\// });
      const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage();
      await visitor.goto(new URL((await link.getAttribute("href"))!).pathname);
      await expect(visitor.getByText(/Pedal de freio/).first()).toBeVisible();
      await expect(visitor.getByText(/R\$/)).toHaveCount(0);
      await visitor.context().close();
    });

    await test.step("the buyer accepts the car with its history", async () => {
      const handover = card(page, "Passar para o comprador");
      await handover.getByLabel("E-mail do comprador").fill(buyer.email);
      await handover.getByLabel(/Para confirmar/).fill("Opala 74");
      await handover.getByRole("button", { name: "Oferecer ao comprador" }).click();
      await expect(handover.getByText(`Oferecido a ${buyer.email}`)).toBeVisible();
      const other = await pageOf(browser, buyer, baseURL!);
      await other.goto(await linkIn(buyer, /passar para você/));
      await press(other, "Aceitar o carro");
      await expect(other.getByRole("heading", { name: "Opala 74", level: 1, exact: true })).toBeVisible();
      await other.goto(`/diario-de-bordo/${car}/manutencao`);
      await expect(other.getByText(/Pedal de freio/).first()).toBeVisible();
      await other.context().close();
      await page.goto(`${site}/diario-de-bordo`);
      await expect(page.getByText(/Vendido/)).toBeVisible();
    });
  } finally {
    await deleteAccount(sql, seller);
    await deleteAccount(sql, buyer);
  }
});
