import { matchRoute, ROUTES } from "../../../lib/platform/paths";
import { expect, test, type Page } from "../support/test";
import { holdRequests, openAlive } from "../support/page";

const fallback = (page: Page) => page.getByRole("heading", { name: "Oops! Algo deu errado." });

test.describe("an uncaught error", () => {
  test.use({ expectedErrors: /motor fundido|Failed to load/ });

  test("shows the fallback, is reported, and a reload repairs the page", async ({ page }) => {
    await page.addInitScript(() => {
      const real = window.matchMedia.bind(window);
      window.matchMedia = (query) => {
        if (query.includes("standalone") && !sessionStorage.getItem("repaired")) throw new Error("motor fundido");
        return real(query);
      };
    });
    const reported = page.waitForResponse("**/api/error-reports");
    await page.goto("/home");
    await page.keyboard.press("Tab");
    await expect(fallback(page)).toBeVisible();
    await expect(page.getByText("Nossa equipe foi avisada")).toBeVisible();
    expect((await reported).status()).toBe(204);
    await expect(page.getByText("motor fundido")).toBeHidden();
    await page.getByText("Detalhes do erro").click();
    await expect(page.getByText("motor fundido")).toBeVisible();
    await page.evaluate(() => sessionStorage.setItem("repaired", "1"));
    await page.getByRole("button", { name: "Recarregar a Página" }).click();
    await expect(page.getByRole("heading", { name: "Escolha sua rota por estado" })).toBeVisible();
  });

  test("in the layout itself, with code that cannot be loaded, still shows the fallback", async ({ page }) => {
    await openAlive(page, "/sobre");
    await page.route("**/_next/static/**/*.js", (route) => route.abort());
    await page.getByRole("navigation", { name: "Menu principal" }).first().getByRole("link", { name: "Mapa" }).click();
    await expect(fallback(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Recarregar a Página" })).toBeVisible();
    await expect(page.getByText("Detalhes do erro")).toBeVisible();
  });
});

test("a slow navigation covers the page with 'Carregando...' until the next page is loaded", async ({ page }) => {
  await openAlive(page, "/sc/home");
  const routes = await holdRequests(page, /\/sc\/regioes/);
  const overlay = page.getByRole("status").filter({ hasText: "Carregando..." });
  await page.getByRole("banner").getByRole("link", { name: "Rotas", exact: true }).filter({ visible: true }).click();
  await expect(overlay).toBeVisible();
  routes.release();
  await expect(page).toHaveURL("/sc/regioes");
  await expect(overlay).toBeHidden();
});

test("every path change scrolls to the top", async ({ page }) => {
  await page.goto("/sc/regioes");
  await page.getByRole("contentinfo").getByRole("link", { name: "Sobre nós" }).click();
  await expect(page).toHaveURL("/sobre");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

/** Public pages of a link or a row, with an address that does not exist. */
const UNKNOWN = ROUTES.filter(({ guard, pattern }) => !guard && /:(?!uf\b)/.test(pattern))
  .filter(({ linkFile, pattern }) => !linkFile && !/select-state|pdf$|gpx$|kml$|ics$|contrato$|recibo$/.test(pattern))
  .map(({ pattern }) => pattern.replace(":uf", "sc").replaceAll(/:\w+/g, "00000000-0000-4000-8000-00000000abcd"));

test("an unknown address of every public page has the text and the title of the 404 page in the server's HTML", async ({
  visitorAs,
}) => {
  const visitor = await visitorAs(null);
  expect(UNKNOWN.length).toBeGreaterThan(20);
  const missing: string[] = [];
  for (const path of UNKNOWN) {
    const answer = await visitor.get(path);
    if (answer.status() !== 404 || !answer.headers()["content-type"]?.startsWith("text/html")) continue;
    missing.push(path);
    const html = await answer.text();
    const own = matchRoute(path)!.route.missing;
    expect(html, path).toMatch(
      own
        ? /<(?:h1|p)[^>]*>[^<]*(?:não está mais disponível|não vale mais|Não achamos)/
        : /<h1[^>]*>[^<]*(?:não encontrad|n.o existe|não está)/i,
    );
    expect(html, path).toMatch(/<title>(?!Portal LACAMBECHE - Guia)/);
  }
  for (const path of ["/approval/", "/eventos/publicar/", "/voucher/redeem/"])
    expect(
      missing.some((one) => one.startsWith(path)),
      path,
    ).toBe(true);
});
