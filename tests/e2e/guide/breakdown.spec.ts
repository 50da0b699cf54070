import { gzipSync } from "node:zlib";
import { BREAKDOWN_CACHE } from "../../../lib/platform/device-storage/rules";
import { workerIsActive } from "../support/page";
import { startReverseProxy, type ReverseProxy } from "../support/reverse-proxy";
import { expect, test as base, type Page } from "../support/test";

/** A proxy per test, which can be stopped to cut the network. */
const test = base.extend<{ siteProxy: ReverseProxy }>({
  siteProxy: async ({ baseURL, extraHTTPHeaders }, use) => {
    const siteProxy = await startReverseProxy(baseURL ?? "", extraHTTPHeaders?.["x-forwarded-for"] ?? "");
    await use(siteProxy);
    await siteProxy.stop();
  },
});

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: /Failed to load resource|Failed to fetch|net::ERR|page view/,
});

/** Beside BR-116 in Lages, SC. */
const LAGES = { latitude: -27.8, longitude: -50.309, accuracy: 25 };
const message = (page: Page) => page.locator("[data-slot=help-message]");
const help = (page: Page) => page.locator("[data-slot=nearby-help]");

async function grantPosition(page: Page, position = LAGES) {
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation(position);
}

for (const [prefix, locate, title, town] of [
  ["", "Usar minha posição", "Socorro na estrada", "Perto de Lages (SC)"],
  ["/english", "Use my position", "Roadside breakdown", "Near Lages (SC)"],
  ["/espanol", "Usar mi posición", "Auxilio en ruta", "Cerca de Lages (SC)"],
] as const) {
  test.describe(`without a network, ${title}`, () => {
    test.use({ serviceWorkers: "allow" });

    test("one visit to another page is enough for position, message, numbers and help", async ({ page, siteProxy }) => {
      await page.goto(`${siteProxy.url}${prefix}/home`);
      await workerIsActive(page);
      await expect
        .poll(() =>
          page.evaluate(
            (name) => caches.match("/socorro/dados.json", { cacheName: name }).then(Boolean),
            BREAKDOWN_CACHE,
          ),
        )
        .toBe(true);
      await siteProxy.stop();
      await grantPosition(page);
      await page.goto(`${siteProxy.url}${prefix}/socorro`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page.getByRole("button", { name: locate }).click();
      await expect(message(page)).toContainText("-27.80000, -50.30900");
      await expect(message(page)).toContainText(town);
      await expect(help(page).locator("a[href^='tel:']").first()).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    });
  });
}

test("the position is asked for only with the button, and no request contains it", async ({ page }) => {
  await page.addInitScript(() => {
    const asked = (navigator.geolocation.getCurrentPosition = ((
      ...args: Parameters<Geolocation["getCurrentPosition"]>
    ) => {
      document.documentElement.dataset.asked = "1";
      return Geolocation.prototype.getCurrentPosition.apply(navigator.geolocation, args);
    }) as Geolocation["getCurrentPosition"]);
    return void asked;
  });
  await grantPosition(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto("/socorro");
  const locate = page.getByRole("button", { name: "Usar minha posição" });
  await expect(locate).toBeEnabled();
  await expect(page.locator("html")).not.toHaveAttribute("data-asked");
  await locate.click();
  await expect(message(page)).toContainText("-27.80000");
  await expect(page.locator("html")).toHaveAttribute("data-asked");
  await page.getByLabel("Carro", { exact: true }).fill("Fusca 1972 azul");
  await page.getByLabel("O que aconteceu").selectOption("Esquentou");
  await page.getByLabel(/^Rodovia, km e sentido/).fill("BR-116, km 245");
  await expect(message(page)).toContainText("Estrada: BR-116, km 245");
  for (const name of ["Enviar por WhatsApp", "Enviar por SMS"]) {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    expect(href).toMatch(/^(?:https:\/\/wa\.me\/\?text=|sms:\?&body=)/);
    expect(decodeURIComponent(href!)).toContain("Carro: Fusca 1972 azul\nProblema: Esquentou");
  }
  expect(sent.filter((request) => /27\.8|50\.309|Fusca/.test(request))).toEqual([]);
});

test("a refused position leaves the list of towns, which fills message, numbers and help", async ({
  page,
  context,
}) => {
  await context.clearPermissions();
  await page.goto("/socorro");
  const locate = page.getByRole("button", { name: "Usar minha posição" });
  await expect(locate).toBeEnabled();
  await locate.click();
  await expect(page.getByText("O navegador bloqueou a posição.")).toBeVisible();
  await page.getByLabel("Estado", { exact: true }).selectOption("Goiás");
  await page.getByLabel("Cidade", { exact: true }).selectOption("Goiânia");
  await expect(message(page)).toContainText("Na região de Goiânia (GO)");
  await expect(help(page).getByRole("link", { name: /198/ })).toBeVisible();
});

test("the answers about the car hide the steps of other cars", async ({ page }) => {
  await page.goto("/socorro");
  await page.locator("summary").filter({ hasText: "falta combustível" }).click();
  const bleed = page.getByText(/Diesel que ficou sem combustível/);
  const bowl = page.getByText(/Motor parado, sem chama nem cigarro/);
  await expect(bleed).toBeVisible();
  await page.getByText("Carburador", { exact: true }).first().click();
  await expect(bleed).toBeHidden();
  await expect(bowl).toBeVisible();
  await page.getByText("Diesel", { exact: true }).first().click();
  await expect(bleed).toBeVisible();
  await expect(bowl).toBeHidden();
});

test("the message can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/socorro");
  const copy = page.getByRole("button", { name: "Copiar texto" });
  await copy.click();
  await expect(page.getByText("Copiado", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("SOCORRO: meu carro parou");
});

test("every page links to it in the header, the menu and the footer", async ({ page }) => {
  for (const path of ["/home", "/sc/home", "/english/sobre"]) {
    await page.goto(path);
    const prefix = path.startsWith("/english") ? "/english" : "";
    await expect(page.getByRole("banner").locator(`a[href="${prefix}/socorro"]:visible`)).toHaveCount(1);
    await expect(page.getByRole("contentinfo").locator(`a[href="${prefix}/socorro"]`)).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test("the data is small and contains no private fields", async ({ request }) => {
  const answer = await request.get("/socorro/dados.json");
  const text = await answer.text();
  console.log(`data of /socorro: ${text.length} bytes, gzip ${gzipSync(text).length} bytes`);
  expect(gzipSync(text).length).toBeLessThan(400_000);
  expect(text).not.toMatch(/"(?:email|owner_id|created_by|status)":/);
});
