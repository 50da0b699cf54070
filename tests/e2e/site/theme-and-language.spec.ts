import { openAlive } from "../support/page";
import { hydrated } from "../support/hydration";
import { expect, test, type Page } from "../support/test";

/** Records the theme of the root element after parsing, before any script of the bundle runs. */
async function watchFirstTheme(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () =>
      Object.assign(window, { firstTheme: document.documentElement.className }),
    );
  });
}

const firstTheme = (page: Page) => page.evaluate(() => (window as unknown as { firstTheme: string }).firstTheme);
const html = (page: Page) => page.locator("html");

test("dark is the default, even when the system prefers light", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await watchFirstTheme(page);
  await page.goto("/home");
  expect(await firstTheme(page)).toMatch(/\bdark\b/);
  await expect(html(page)).toHaveCSS("background-color", "rgb(11, 18, 32)");
});

test("a selected theme is stored and applied before the first paint", async ({ page }) => {
  await watchFirstTheme(page);
  await page.goto("/home");
  await page.getByRole("banner").getByRole("button", { name: "Alternar tema claro e escuro" }).click();
  await expect(html(page)).toHaveClass(/\blight\b/);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
  await page.goto("/sc/home");
  expect(await firstTheme(page)).toMatch(/\blight\b/);
  expect(await firstTheme(page)).not.toMatch(/\bdark\b/);
  await expect(html(page)).toHaveClass(/\blight\b/);
});

const stored = (page: Page) => page.evaluate(() => localStorage.getItem("lacambeche-language"));

test("the language switch keeps the path and stores the language", async ({ page, context, baseURL }) => {
  await page.goto("/es/regioes");
  await page.getByRole("banner").getByRole("link", { name: "en", exact: true }).click();
  await expect(page).toHaveURL("/english/es/regioes");
  await expect(html(page)).toHaveAttribute("lang", "en-US");
  expect(await stored(page)).toBe("en");
  // The choice is stored by a click listener.
  await hydrated(page);
  await page.getByRole("banner").getByRole("link", { name: "es", exact: true }).click();
  await expect(page).toHaveURL("/espanol/es/regioes");
  expect(await stored(page)).toBe("es");
  const cookie = (await context.cookies(baseURL)).find(({ name }) => name === "lacambeche-language");
  expect(cookie?.value).toBe("es-419");
  await hydrated(page);
  await page.getByRole("banner").getByRole("link", { name: "pt", exact: true }).click();
  await expect(page).toHaveURL("/es/regioes");
  expect(await stored(page)).toBe("pt");
});

test("every page opens in the stored language, also from a QR code, and the back button works", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "lacambeche-language", value: "es-419", url: baseURL }]);
  for (const [path, target] of [
    ["/", "/espanol"],
    ["/home", "/espanol/home"],
    ["/es/home?utm_source=qr#rotas", "/espanol/es/home?utm_source=qr#rotas"],
    ["/english/sobre", "/espanol/sobre"],
    ["/select-state/sc", "/espanol/sc/home"],
    ["/login", "/espanol/login"],
  ] as const) {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page).toHaveURL(target);
    await expect(html(page)).toHaveAttribute("lang", "es-419");
  }
  await expect(page.locator("body")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/espanol/sc/home");
});

test("a shared link without a stored language opens as it is, with its own canonical address", async ({ page }) => {
  await page.goto("/english/sc/home");
  await expect(page).toHaveURL("/english/sc/home");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/english\/sc\/home$/);
});

test("the server sends the same page to a visitor with a stored language and to a crawler", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const cookie = "lacambeche-language=es-419";
  const visits: Record<string, string>[] = [{}, { cookie }, { cookie, "user-agent": "Googlebot/2.1" }];
  for (const headers of visits) {
    const answer = await visitor.get("/sc/home", { headers });
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain('lang="pt-BR"');
    expect(answer.headers()["set-cookie"]).toBeUndefined();
  }
});

test("the installed app starts in the language of its page, and in a language that was chosen later", async ({
  page,
  request,
}) => {
  for (const [prefix, lang] of [
    ["", "pt-BR"],
    ["/english", "en-US"],
    ["/espanol", "es-419"],
  ] as const) {
    await page.goto(`${prefix}/sobre`);
    const address = await page.locator("link[rel=manifest]").getAttribute("href");
    expect(address).toBe(`${prefix}/manifest.webmanifest`);
    const manifest = (await (await request.get(address!)).json()) as Record<string, string>;
    expect(manifest).toMatchObject({ id: "/", lang, start_url: `${prefix}/home` });
  }
  await page.goto("/sobre");
  await page.getByRole("banner").getByRole("link", { name: "en", exact: true }).click();
  await expect(page).toHaveURL("/english/sobre");
  await page.goto("/home", { waitUntil: "commit" });
  await expect(page).toHaveURL("/english/home");
});

test("the browser's language setting causes no redirect", async ({ request }) => {
  const answer = await request.get("/home", { headers: { "accept-language": "es-AR,en;q=0.5" }, maxRedirects: 0 });
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain('lang="pt-BR"');
});

test("the language switch keeps the search and the filters", async ({ page }) => {
  await openAlive(page, "/sc/servicos?categoria=museum");
  await page.getByRole("banner").getByRole("link", { name: "en", exact: true }).click();
  await expect(page).toHaveURL("/english/sc/servicos?categoria=museum");
});
