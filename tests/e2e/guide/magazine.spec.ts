import { expect, test, type Page } from "../support/test";
import { openAlive } from "../support/page";

const ISSUE = "/revista-digital/edicao-1";

const counter = (page: Page) => page.getByRole("group", { name: "Leitor da revista" }).getByRole("status").first();
const book = (page: Page) => page.getByRole("region", { name: "Leitor da revista" });
const openBook = async (page: Page, hash = "") => {
  await openAlive(page, ISSUE + hash);
  await expect(book(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Aumentar" })).toBeVisible();
};

test("the magazine list links to the issue, whose whole text is in the HTML", async ({ page, visitorAs, sql }) => {
  const pages = await sql<{ page: number; title: string }[]>`
    select page, magazine_pages.title from public.magazine_pages join public.magazines on magazines.id = magazine_id where slug = 'edicao-1' order by page`;
  expect(pages).toHaveLength(12);
  await openAlive(page, "/revista-digital");
  await page.getByRole("link", { name: "Ler a edição" }).click();
  await expect(page).toHaveURL(ISSUE);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Subir devagar");
  const html = await (await (await visitorAs(null)).get(ISSUE)).text();
  for (const { page: number, title } of pages)
    expect(html).toMatch(new RegExp(`id="pagina-${number}"[\\s\\S]*?${title}`));
  expect(html).toContain("Nada de água nas rodas");
  const types = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(types.map((json) => (JSON.parse(json) as { "@type": string })["@type"])).toEqual(
    expect.arrayContaining(["PublicationIssue", "BreadcrumbList"]),
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the issue is text with anchors", async ({ page }) => {
    await page.goto(`${ISSUE}#pagina-8`);
    await expect(page.locator("#pagina-8")).toBeInViewport();
    await page.getByText("Sumário").click();
    await page.getByRole("link", { name: /A mala de peças/ }).click();
    await expect(page.locator("#pagina-9")).toBeInViewport();
  });
});

test("the reader is operated by keyboard and stores its page in the URL", async ({ page }) => {
  await openBook(page);
  await expect(counter(page)).toContainText("Página 1 de 12");
  await page.keyboard.press("ArrowRight");
  await expect(counter(page)).toContainText("Páginas 2 e 3 de 12");
  await expect(page).toHaveURL(`${ISSUE}#pagina=2`);
  await expect(book(page).getByRole("heading", { name: "Por que começar por aqui" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(book(page).getByRole("heading", { name: "Até a próxima curva" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Próxima página" })).toBeDisabled();
  await page.keyboard.press("ArrowLeft");
  await expect(counter(page)).toContainText("Páginas 10 e 11 de 12");
  await expect(book(page).getByRole("heading", { name: "Para recortar: a lista da serra" })).toBeVisible();
  await page.keyboard.press("+");
  await expect(page.getByText("125%")).toBeVisible();
});

test("a deep link opens its page, a jump can be undone, and the list continues there", async ({ page }) => {
  await openBook(page, "#pagina=7");
  await expect(counter(page)).toContainText("Páginas 6 e 7 de 12");
  await expect(book(page).getByRole("heading", { name: "Meia hora no mirante" })).toBeVisible();
  await page.getByRole("button", { name: "Sumário" }).click();
  await page.getByRole("button", { name: /^Página 4/ }).click();
  await expect(page).toHaveURL(`${ISSUE}#pagina=4`);
  await expect(book(page).getByRole("heading", { name: /^Mapa de bolso/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${ISSUE}#pagina=7`);
  await expect(book(page).getByRole("heading", { name: "Meia hora no mirante" })).toBeVisible();
  await page.goto("/revista-digital");
  await expect(page.getByRole("link", { name: /^Continuar lendo.*página 7$/ })).toHaveAttribute(
    "href",
    `${ISSUE}#pagina=7`,
  );
});

test("search finds words with and without accents, page by page, and highlights them", async ({ page }) => {
  await openBook(page);
  await page.getByRole("button", { name: "Procurar" }).click();
  await page.getByRole("searchbox", { name: "Procurar nesta edição" }).fill("cerracao");
  await page.getByRole("button", { name: /^Página 7 \(1\)/ }).click();
  await expect(page).toHaveURL(`${ISSUE}#pagina=7`);
  expect(await page.evaluate(() => CSS.highlights.get("magazine-search")?.size)).toBeGreaterThan(0);
  await page.getByRole("searchbox").fill("nao ha nada assim");
  await expect(page.getByText("Nada encontrado.")).toBeVisible();
});

test("the list finds the page of an issue that contains the words", async ({ page }) => {
  await openAlive(page, "/revista-digital");
  await page.getByRole("searchbox").fill("platinado");
  await page.getByRole("main").getByRole("button", { name: "Procurar" }).click();
  const hits = page.getByRole("link", { name: /Subir devagar.*, página \d+$/ });
  await expect(hits).toHaveCount(2);
  await hits.last().click();
  await expect(page).toHaveURL(/edicao-1#pagina=9$/);
});

test("the text view keeps the page of the reader", async ({ page }) => {
  await openBook(page, "#pagina=7");
  await page.getByRole("button", { name: "Só texto" }).click();
  await expect(page.locator("#pagina-6")).toBeInViewport();
  await expect(counter(page)).toContainText(/Página [67] de 12/);
  await expect(page).toHaveURL(/#pagina=[67]$/);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the text is shown until the visitor opens the reader", async ({ page }) => {
    await openAlive(page, ISSUE);
    await expect(page.locator("#pagina-2")).toBeVisible();
    await page.getByRole("button", { name: "Folhear" }).click();
    await expect(book(page)).toBeVisible();
    await expect(page.locator("#pagina-2")).toBeHidden();
    await page.getByRole("button", { name: "Só texto" }).click();
    await expect(page.locator("#pagina-2")).toBeVisible();
  });
});

test("a phone scrolls the text with a page counter @phone", async ({ page }) => {
  await openAlive(page, ISSUE);
  await expect(counter(page)).toContainText("Página 1 de 12");
  await page.locator("#pagina-5 h2").scrollIntoViewIfNeeded();
  await page.locator("#pagina-5").evaluate((section) => section.scrollIntoView({ block: "center" }));
  await expect(counter(page)).toContainText("Página 5 de 12");
  await expect(page).toHaveURL(`${ISSUE}#pagina=5`);
  await expect(page.getByRole("group", { name: "Leitor da revista" })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Só texto" }).click();
  await expect(counter(page)).toContainText("Página 5 de 12");
  await expect(page.locator("#pagina-5")).toBeInViewport();
});

test("the reader fits 320 pixels, with the offer to continue @phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, `${ISSUE}#pagina=7`);
  await page.getByRole("button", { name: "Próxima página" }).click();
  await expect(counter(page)).toContainText("Página 8 de 12");
  await openAlive(page, "/revista-digital");
  await openAlive(page, ISSUE);
  const bar = page.getByRole("group", { name: "Leitor da revista" });
  await expect(bar.getByRole("button", { name: /^Continuar/ })).toBeVisible();
  const right = await bar
    .getByRole("button")
    .evaluateAll((buttons) => Math.max(...buttons.map((button) => button.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("the PDF is valid, with every page and its title", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const answer = await visitor.get(`${ISSUE}/pdf`);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  expect(answer.headers()["content-disposition"]).toContain('filename="lacambeche-edicao-1.pdf"');
  const file = (await answer.body()).toString("latin1");
  expect(file).toMatch(/^%PDF-1\.\d/);
  expect(file.trimEnd()).toMatch(/%%EOF$/);
  expect(Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(file)?.[1])).toBeGreaterThanOrEqual(12);
  const title = Buffer.from(/\/Title \((þÿ[\s\S]*?|[^)]*)\)/.exec(file)?.[1] ?? "", "latin1");
  const text =
    title[0] === 0xfe ? Buffer.from(title.subarray(2)).swap16().toString("utf16le") : title.toString("latin1");
  expect(text).toContain("Subir devagar");
  expect((await visitor.get("/english/revista-digital/edicao-1/pdf")).status()).toBe(200);
});

test("an issue is also found by its number", async ({ visitorAs }) => {
  const answer = await (await visitorAs(null)).get("/revista-digital/1");
  expect([answer.status(), answer.headers().location]).toEqual([308, ISSUE]);
});

for (const prefix of ["", "/english", "/espanol"]) {
  test(`${prefix}/revista-digital/nao-existe is a 404 with the magazine list`, async ({ visitorAs }) => {
    const visitor = await visitorAs(null);
    const answer = await visitor.get(`${prefix}/revista-digital/nao-existe`);
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain(`href="${prefix}${ISSUE}"`);
    expect((await visitor.get(`${prefix}/revista-digital/nao-existe/pdf`)).status()).toBe(404);
  });
}
