import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { gateStatus, read, result, waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test as base } from "../support/gate-test";
import { ask, pageOf } from "../support/own-account";
import { textOfQrCode } from "../support/qr-image";
import { expect, type Page } from "../support/test";
import { addDesk, type TestDesk } from "../support/voucher-desk";

const test = base.extend<{ desk: TestDesk }>({
  desk: async ({ sql }, use) => {
    const desk = await addDesk(sql);
    await use(desk);
    await desk.remove();
  },
});
test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const PIN = "271828";
const qr = (page: Page) => page.getByRole("img", { name: "QR Code do voucher" });
const verdict = (page: Page) => page.locator("main [data-result]");
const refresh = (page: Page) => page.getByRole("button", { name: "Atualizar", exact: true }).click();

/** The owner sets the PIN on the page of the desk. */
async function setPin(browser: Browser, desk: TestDesk, baseURL: string): Promise<Page> {
  const page = await pageOf(browser, desk.owner, baseURL);
  await page.goto(`/painel/lugares/${desk.serviceId}/balcao`);
  await page.getByLabel("Novo PIN de 6 números").fill("123456");
  await page.getByRole("button", { name: "Guardar o PIN" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "sequência" })).toBeVisible();
  await page.getByLabel("Novo PIN de 6 números").fill(PIN);
  await page.getByRole("button", { name: "Guardar o PIN" }).click();
  await expect(page.getByText("PIN guardado")).toBeVisible();
  return page;
}

async function unlock(page: Page, pin = PIN): Promise<void> {
  await page.getByLabel("PIN", { exact: true }).fill(pin);
  await page.getByRole("button", { name: "Liberar" }).click();
}

async function closeResult(page: Page, button: "Próximo" | "Voltar"): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await expect(result(page)).toHaveCount(0);
}

/** Reads a valid code and redeems it. */
async function redeem(page: Page, code: string): Promise<void> {
  await read(page, code);
  await expect(result(page)).toHaveAttribute("data-result", "redeemed");
  await page.getByRole("button", { name: "Validar agora" }).click();
  await expect(result(page)).toHaveAttribute("data-result", "done");
}

test("the holder shows the voucher without a network, and the owner redeems it once after a confirmation", async ({
  page,
  browser,
  baseURL,
  desk,
  siteProxy,
}) => {
  const id = await desk.download("Marta Souza");
  await test.step("the page shows the code to the holder and keeps it", async () => {
    const answer = await page.goto(`${siteProxy.url}/voucher/redeem/${id}`);
    expect(answer!.headers()["cache-control"]).toContain("no-store");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Café da manhã");
    expect(await textOfQrCode(qr(page))).toMatch(new RegExp(`/voucher/redeem/${id}#LCV1[A-Z2-7]+$`));
    await expect(page.getByText("Para quem atende")).toHaveCount(0);
    await expect(page.getByText("Marta")).toHaveCount(0);
    await waitUntilKept(page);
    await siteProxy.stop();
    await page.reload();
    await expect(qr(page)).toBeVisible();
    await siteProxy.restart();
  });
  const [partner, other] = [await pageOf(browser, desk.owner, baseURL!), await pageOf(browser, desk.owner, baseURL!)];
  for (const tab of [partner, other]) {
    await tab.goto(`/voucher/redeem/${id}`);
    await expect(verdict(tab)).toHaveText("Válido");
    await expect(tab.getByText("Cliente: Marta")).toBeVisible();
    await tab.getByRole("button", { name: "Validar agora" }).click();
  }
  expect(await desk.readings()).toEqual([]);
  await partner.getByRole("button", { name: "Sim, validar" }).dblclick();
  await expect(verdict(partner)).toHaveText("Validado");
  await other.getByRole("button", { name: "Sim, validar" }).click();
  await expect(verdict(other)).toHaveText("Já utilizado");
  await expect(other.getByText(`em ${desk.name}, por ${desk.owner.name}`)).toBeVisible();
  await other.reload();
  await expect(verdict(other)).toHaveText("Já utilizado");
  await expect(other.locator("[data-status]")).toHaveAttribute("data-status", "redeemed");
  expect((await desk.readings()).map((one) => one.result)).toEqual(["redeemed", "duplicate"]);
  for (const tab of [partner, other]) await tab.context().close();
});

test("a lost answer is asked for again and counts once", async ({ browser, baseURL, desk }) => {
  const id = await desk.download("Bia");
  const page = await pageOf(browser, desk.owner, baseURL!);
  await page.goto(`/voucher/redeem/${id}`);
  let isLost = true;
  await page.route("**/api/voucher-desk/readings", async (route) => {
    const answer = await route.fetch();
    if (!isLost) return route.fulfill({ response: answer });
    isLost = false;
    return route.abort();
  });
  await page.getByRole("button", { name: "Validar agora" }).click();
  await page.getByRole("button", { name: "Sim, validar" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Sem resposta do servidor" })).toBeVisible();
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await expect(verdict(page)).toHaveText("Validado");
  expect((await desk.readings()).map((one) => one.result)).toEqual(["redeemed"]);
  await page.context().close();
});

test("a device redeems after the PIN, offline too, and a code served by two devices is told", async ({
  page,
  browser,
  baseURL,
  context,
  desk,
  siteProxy,
}, info) => {
  const owner = await setPin(browser, desk, baseURL!);
  const [anaId, caioId] = [await desk.download("Ana"), await desk.download("Caio")];
  const codeOf = async (id: string) => {
    await owner.goto(`/voucher/redeem/${id}`);
    return textOfQrCode(qr(owner));
  };
  const [ana, caio] = [await codeOf(anaId), await codeOf(caioId)];
  const link = siteProxy.url + (await desk.enrol("Caixa 1"));
  await test.step("a locked device reads nothing; the right PIN unlocks it", async () => {
    await page.goto(link);
    await expect(page.getByText("PIN do lugar")).toBeVisible();
    await read(page, ana);
    await expect(result(page)).toHaveCount(0);
    await unlock(page, "111119");
    await expect(page.getByText("Tentativas restantes: 4")).toBeVisible();
    await unlock(page);
    await expect(page.getByText("Liberado até")).toBeVisible();
    await waitUntilKept(page);
    await page.screenshot({ path: info.outputPath("desk.png"), fullPage: true });
  });
  await test.step("without a network it refuses altered codes, queues a redemption and keeps it after a reload", async () => {
    await siteProxy.stop();
    await read(page, `${ana.slice(0, -3)}${ana.at(-3) === "A" ? "B" : "A"}${ana.slice(-2)}`);
    await expect(result(page)).toHaveAttribute("data-result", "unknown");
    await closeResult(page, "Próximo");
    await redeem(page, ana);
    await expect(page.getByText("Será enviado quando houver internet")).toBeVisible();
    await closeResult(page, "Próximo");
    await page.getByLabel("Código curto").fill("ABCD2345");
    await page.getByRole("button", { name: "Conferir" }).click();
    await expect(page.getByText("Sem internet não é possível conferir um código digitado")).toBeVisible();
    await page.reload();
    await expect(gateStatus(page, "1 validação para enviar")).toBeVisible();
    await read(page, ana);
    await expect(result(page)).toHaveAttribute("data-result", "duplicate");
    await closeResult(page, "Próximo");
    await redeem(page, caio);
    await closeResult(page, "Próximo");
  });
  await test.step("meanwhile the account redeems the second code; back online the device is told", async () => {
    await owner.goto(`/painel/lugares/${desk.serviceId}/balcao/ler`);
    await expect(owner.getByText("Últimas 24 horas")).toBeVisible();
    await redeem(owner, caio);
    await expect(gateStatus(owner, "Todas as validações enviadas")).toBeVisible();
    await siteProxy.restart();
    await refresh(page);
    await expect(gateStatus(page, "Todas as validações enviadas")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Atendidos duas vezes" })).toBeVisible();
    expect(await desk.readings()).toEqual(
      expect.arrayContaining([
        { result: "redeemed", is_offline: false, was_served: false },
        { result: "redeemed", is_offline: true, was_served: true },
        { result: "duplicate", is_offline: true, was_served: true },
      ]),
    );
  });
  await test.step("the device redeems on the page of a voucher too", async () => {
    const dora = await desk.download("Dora");
    const opened = await context.newPage();
    await opened.goto(`${siteProxy.url}/voucher/redeem/${dora}`);
    await expect(verdict(opened)).toHaveText("Válido");
    await opened.getByRole("button", { name: "Validar agora" }).click();
    await opened.getByRole("button", { name: "Sim, validar" }).click();
    await expect(verdict(opened)).toHaveText("Validado");
    await opened.screenshot({ path: info.outputPath("partner.png"), fullPage: true });
  });
  await owner.context().close();
});

test("the team chooses a place and redeems a typed code", async ({ page, signIn, sql, desk }) => {
  const id = await desk.download("Edu");
  const [row] = await sql<{ short_code: string }[]>`select short_code from public.voucher_downloads where id = ${id}`;
  await signIn("editor");
  await page.goto("/admin/voucher-checkin");
  await page.getByLabel("Buscar lugar").fill(desk.name);
  await page.getByRole("button", { name: "Buscar", exact: true }).click();
  await page.getByRole("link", { name: desk.name }).click();
  await page.getByLabel("Código curto").fill(row!.short_code.toLowerCase());
  await page.getByRole("button", { name: "Conferir" }).click();
  await expect(result(page)).toContainText("Cliente: Edu");
  await page.getByRole("button", { name: "Validar agora" }).click();
  await expect(result(page)).toHaveAttribute("data-result", "done");
  await expect(page.getByText(row!.short_code)).toBeVisible();
});

test("addresses that are guessed or forged change nothing", async ({ request, baseURL, desk }) => {
  const id = await desk.download("Gil");
  for (const path of [randomUUID(), "none", `${id}x`])
    expect((await ask(`${baseURL}/voucher/redeem/${path}`, desk.owner.session)).status, path).toBe(404);
  const look = await ask(`${baseURL}/api/voucher-desk/voucher?download=${id}`, desk.owner.session);
  expect(await look.json()).toMatchObject({
    desk: { placeId: desk.serviceId, found: { result: "redeemed", firstName: "Gil" } },
  });
  expect(await desk.readings()).toEqual([]);
  const statusOf = async (path: string, headers: Record<string, string>, data: object) =>
    (await request.post(path, { headers, data })).status();
  const device = { authorization: `Device ${"a".repeat(43)}` };
  const body = { place: desk.serviceId, readings: [], pending: 0 };
  expect(await statusOf("/api/voucher-desk/readings", device, body)).toBe(403);
  expect(await statusOf("/api/voucher-desk/readings", {}, body)).toBe(401);
  expect(await statusOf("/api/voucher-desk/unlock", device, { pin: PIN })).toBe(403);
  const foreign = { ...device, origin: "https://example.org" };
  expect(await statusOf("/api/voucher-desk/readings", foreign, body)).toBe(403);
  expect((await ask(`${baseURL}/balcao/${"a".repeat(43)}`, null)).status).toBe(404);
});
