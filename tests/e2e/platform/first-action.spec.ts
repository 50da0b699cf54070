import { expect, test, type Locator, type Page } from "../support/test";
import { holdRequests } from "../support/page";

const SCRIPTS = "**/_next/static/**/*.js";

/** Opens a page without acting on it, with the framework's scripts on their way until `release`. */
async function openUnhydrated(page: Page, path: string) {
  const scripts = await holdRequests(page, SCRIPTS);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return scripts;
}

const waits = (control: Locator) => expect(control).toHaveAttribute("data-waiting", "", { timeout: 1000 });
const press = (control: Locator) => control.click({ force: true });

test("a public page executes no script of the framework before the visitor acts", async ({ page }) => {
  await page.goto("/sc/home", { waitUntil: "networkidle" });
  const late = () => page.locator('script[type="late"]').count();
  expect(await late()).toBeGreaterThan(5);
  const fetched = await page.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => /_next\/static.*\.js/.test(name)).length,
  );
  expect(fetched).toBeGreaterThan(5);
  await page.mouse.wheel(0, 500);
  expect(await late()).toBeGreaterThan(5);
  await page.keyboard.press("Tab");
  expect(await late()).toBe(0);
});

test("the menu, a dialog, the theme and the language work before the scripts arrive", async ({ page }) => {
  const scripts = await openUnhydrated(page, "/sc/home");
  const { colorScheme } = await page.evaluate(() => document.documentElement.style);
  await press(page.getByRole("button", { name: "Alternar tema claro e escuro" }).first());
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).not.toBe(colorScheme);
  await press(page.getByRole("button", { name: /Sair/ }));
  await expect(page.locator("#leave-dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#leave-dialog")).toBeHidden();
  await press(page.getByRole("link", { name: "en", exact: true }).first());
  await expect(page).toHaveURL("/english/sc/home");
  scripts.release();
});

test("a heart pressed before hydration waits visibly and is saved once", async ({ page }) => {
  const scripts = await openUnhydrated(page, "/sc/servicos");
  const heart = page.locator("button[data-favourite]").first();
  await press(heart);
  await waits(heart);
  scripts.release();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(heart).not.toHaveAttribute("data-waiting", "");
});

test("a filter pressed before hydration is applied", async ({ page }) => {
  const scripts = await openUnhydrated(page, "/sc/pontos-fotograficos");
  const filter = page.getByRole("button", { name: /pôr do sol/ });
  await press(filter);
  scripts.release();
  await expect(filter).toHaveAttribute("aria-pressed", "true");
});

test("text typed into a list's search before hydration filters the list", async ({ page }) => {
  const scripts = await openUnhydrated(page, "/sc/pontos-fotograficos");
  const search = page.getByRole("searchbox").or(page.getByPlaceholder("Nome do ponto, cidade ou rota")).first();
  await search.focus();
  await page.keyboard.type("Farol");
  scripts.release();
  await expect(page.getByRole("heading", { name: "Farol de Santa Marta" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Centro de Treze Tílias" })).toBeHidden();
  await expect(search).toHaveValue("Farol");
});

test("the key of the search opens the palette once the scripts have arrived", async ({ page }) => {
  const scripts = await openUnhydrated(page, "/sobre");
  await page.keyboard.press("Control+k");
  await waits(page.locator("[data-slot=search-link]"));
  scripts.release();
  await expect(
    page.getByRole("dialog").getByRole("combobox").or(page.getByRole("dialog").getByRole("searchbox")).first(),
  ).toBeFocused();
});

test("a link that needs a state tells so before hydration", async ({ page }) => {
  const scripts = await openUnhydrated(page, "/sobre");
  await press(page.locator("a[data-needs-state]").first());
  await page.waitForURL(/\/home/, { waitUntil: "commit" });
  scripts.release();
  await expect(page.locator("[data-slot=toast]").filter({ hasText: "Selecione um Estado" })).toBeVisible();
});

test("no public page has a button that cannot be pressed before hydration", async ({ page }) => {
  for (const path of ["/sc/pontos-fotograficos", "/sc/cidade/urubici", "/anuncie-aqui", "/socorro"]) {
    await openUnhydrated(page, path);
    await expect(page.locator("button:disabled")).toHaveCount(0);
  }
});
