import { openAlive } from "../support/page";
import { expect, test, type Page } from "../support/test";

const palette = (page: Page) => page.getByRole("dialog", { name: "Buscar no guia" });
const field = (page: Page) => palette(page).getByRole("combobox");
const opener = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Buscar", exact: true });

async function openPalette(page: Page, path = "/home") {
  await openAlive(page, path);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test("Ctrl K finds a town without accents, using only the keyboard", async ({ page }) => {
  await openPalette(page);
  await page.keyboard.type("sao joaquim");
  const first = palette(page).getByRole("option").first();
  await expect(first).toContainText("São Joaquim");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/sc/cidade/sao-joaquim");
  await expect(palette(page)).toBeHidden();
});

test("a query with a typing mistake has results", async ({ page }) => {
  await openPalette(page);
  await page.keyboard.type("flrianopolis");
  await expect(palette(page).getByRole("option").first()).toContainText("Florianópolis");
});

test("Esc closes and returns the focus; the search button opens by click and by Enter", async ({ page }) => {
  await openAlive(page, "/sobre");
  for (const open of [() => opener(page).click(), () => opener(page).press("Enter")]) {
    await open();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
  }
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(field(page)).toHaveValue("a/b");
});

test("shows states and menu pages as shortcuts, and earlier searches", async ({ page }) => {
  await openPalette(page, "/sc/home");
  await expect(palette(page).getByRole("option", { name: "Planejador" })).toBeVisible();
  await page.keyboard.type("paran");
  await palette(page)
    .getByRole("group", { name: "Ir para" })
    .getByRole("option", { name: "Paraná", exact: true })
    .click();
  await expect(page).toHaveURL("/pr/home");
  await expect(page.getByRole("heading", { level: 1, name: "Paraná" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("option", { name: "paran", exact: true }).click();
  await expect(field(page)).toHaveValue("paran");
});

test.describe("offline", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test("shows a message, keeps the shortcuts and searches again when online", async ({ page, context }) => {
    await openPalette(page);
    await context.setOffline(true);
    await page.keyboard.type("bahia");
    await expect(palette(page).getByText("Sem sinal")).toBeVisible();
    await expect(palette(page).getByRole("option", { name: "Bahia", exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(palette(page).getByRole("group", { name: "Páginas" }).getByRole("option").first()).toContainText(
      "Bahia",
    );
  });
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: /503/ });

  test("the palette offers a retry", async ({ page }) => {
    await page.route("**/api/search?*", (route) => route.fulfill({ status: 503, json: {} }));
    await openPalette(page);
    await page.keyboard.type("gramado");
    await expect(palette(page).getByText("A busca não respondeu.")).toBeVisible();
    await page.unroute("**/api/search?*");
    await palette(page).getByRole("button", { name: "Tentar de novo" }).click();
    await expect(palette(page).getByRole("option").first()).toContainText("Gramado");
  });
});

test("the English palette links to English pages", async ({ page }) => {
  await openAlive(page, "/english/home");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search the guide" });
  await dialog.getByRole("combobox").fill("sao joaquim");
  await expect(dialog.getByRole("option").first()).toContainText("São Joaquim");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/english/sc/cidade/sao-joaquim");
});

test("the palette's code is loaded at its first use", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", (answer) => answer.url().includes("/_next/static/") && scripts.push(answer.url()));
  await openAlive(page, "/home");
  await page.waitForLoadState("networkidle");
  const before = scripts.length;
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  expect(scripts.length).toBeGreaterThan(before);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the search button is a link, the page has a form, filters are links", async ({ page }) => {
    await page.goto("/sobre");
    await opener(page).click();
    await expect(page).toHaveURL("/busca");
    await page.getByRole("searchbox").fill("sao joaquim");
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page).toHaveURL("/busca?q=sao+joaquim&uf=");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 2, name: "Cidades" })).toBeVisible();
    await expect(main.getByRole("link", { name: "São Joaquim", exact: true })).toHaveAttribute(
      "href",
      "/sc/cidade/sao-joaquim",
    );
    await expect(main.locator("mark").first()).toHaveText("São");
    await main.getByRole("link", { name: "Rotas", exact: true }).click();
    await expect(page).toHaveURL("/busca?q=sao+joaquim&kinds=region");
    await expect(main.getByRole("heading", { level: 2, name: "Cidades" })).toHaveCount(0);
    await page.getByLabel("Estado").selectOption("Rio Grande do Sul");
    await page.getByRole("searchbox").fill("zzxyqk");
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(main.getByRole("status")).toContainText("Nenhum resultado para “zzxyqk”");
    await expect(main.getByRole("link", { name: "Indicar um lugar" })).toHaveAttribute("href", "/rs/cadastro");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  });

  test("in English the page links to English pages", async ({ page }) => {
    await page.goto("/english/busca?q=half-timbered+houses");
    await expect(
      page
        .getByRole("main")
        .getByRole("listitem")
        .getByRole("link")
        .filter({ hasText: /Vale Europeu|European Valley/ })
        .first(),
    ).toHaveAttribute("href", "/english/sc/rota/vale-europeu-enxaimel");
  });
});

const HOSTILE = [
  "x".repeat(10_000),
  "é".repeat(2000),
  "%00",
  "a%00b",
  "%E0%A4%A",
  "%ED%A0%80",
  "'%20or%201=1%20--",
  "%22",
  "%3Cscript%3Ewindow.hacked=1%3C/script%3E",
  ":*",
  "!!%26%7C()",
  "%5C",
  "&q=b&q=c",
  "%F0%9F%9A%97",
];

test("no query causes a server error", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const q of HOSTILE) {
    for (const path of [
      `/busca?q=${q}`,
      `/api/search?q=${q}`,
      `/api/search?q=a&kinds=${q}`,
      `/api/search?q=a&uf=${q}`,
      `/api/search?q=a&limit=${q}`,
      `/espanol/busca?q=a&uf=${q}&kinds=${q}`,
    ]) {
      const answer = await visitor.get(path);
      expect(answer.status(), path.slice(0, 80)).toBeLessThan(500);
    }
  }
  const refused = await visitor.get("/api/search?q=a&kinds=profiles&locale=en-US");
  expect(await refused.json()).toEqual({ code: "input.invalid", message: "Something in the form needs fixing." });
});

test("a hostile query is displayed as text and never executed", async ({ page }) => {
  await page.goto(`/busca?q=${HOSTILE[8]}`);
  await expect(page.getByRole("searchbox")).toHaveValue("<script>window.hacked=1</script>");
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await page.goto(`/busca?q=${"x".repeat(300)}`);
  await expect(page.getByRole("alert").filter({ hasText: "Texto longo demais" })).toBeVisible();
});

test("header and search fit a phone screen @phone", async ({ page }) => {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/sc/home", "/busca?q=serra"]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${width}`).toBe(width);
      const box = await opener(page).boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
  }
});
