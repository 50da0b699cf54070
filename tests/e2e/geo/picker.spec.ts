import { expect, test, type Page } from "../support/test";
import { openAlive, toast } from "../support/page";
import { STATES } from "../../../lib/geo/states/rules";

const map = (page: Page) => page.getByRole("group", { name: "Mapa do Brasil: escolha um estado" });
const search = (page: Page) => page.getByRole("searchbox", { name: "Procurar estado" });
const list = (page: Page) => page.locator("#state-list").getByRole("listitem");

test("the map shows the 27 units and opens the clicked one", async ({ page }) => {
  await page.goto("/home");
  await expect(map(page).getByRole("link")).toHaveCount(27);
  await map(page)
    .getByRole("link", { name: /^Santa Catarina/ })
    .click();
  await expect(page).toHaveURL("/sc/home");
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
});

test("the map works with the keyboard only", async ({ page }) => {
  await page.goto("/home");
  const bahia = map(page).getByRole("link", { name: /^Bahia/ });
  await bahia.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/ba/home");
});

test("the list shows every unit with its flag and the number of its routes, by macro-region", async ({ page, sql }) => {
  const counts = await sql<{ state_abbr: string; count: number }[]>`
    select state_abbr, count(*)::int as count from public.regions
    where status = 'published' and deleted_at is null and state_abbr in ('RJ', 'ES', 'SP') group by 1`;
  await page.goto("/home");
  await expect(list(page)).toHaveCount(STATES.length);
  for (const region of ["Norte", "Nordeste", "Centro-Oeste", "Sudeste", "Sul"]) {
    await expect(page.getByRole("heading", { name: region, exact: true })).toBeVisible();
  }
  for (const { state_abbr, count } of counts) {
    const item = list(page).filter({ has: page.locator(`img[src="/flags/${state_abbr.toLowerCase()}.svg"]`) });
    await expect(item).toContainText(`${count} rotas`);
  }
});

test("searching without accents filters the list and Enter opens the first", async ({ page }) => {
  await openAlive(page, "/home");
  await search(page).fill("sao");
  await expect(list(page).filter({ visible: true })).toHaveText([/São Paulo/]);
  await search(page).fill("xyz");
  await expect(page.getByText("Nenhum estado com esse nome.")).toBeVisible();
  await search(page).fill("sc");
  await expect(list(page).filter({ visible: true })).toHaveText([/Santa Catarina/]);
  await search(page).press("Enter");
  await expect(page).toHaveURL("/sc/home");
});

test("the picker shows a link back to the last state", async ({ page }) => {
  await openAlive(page, "/es/regioes");
  await page.goto("/home");
  await page.getByRole("link", { name: "Voltar para Espírito Santo" }).click();
  await expect(page).toHaveURL("/es/home");
});

test.describe("'Usar minha localização'", () => {
  test.use({ permissions: ["geolocation"], geolocation: { latitude: -27.5954, longitude: -48.548 } });

  test("in Florianópolis opens Santa Catarina", async ({ page }) => {
    await openAlive(page, "/home");
    await page.getByRole("button", { name: "Usar minha localização" }).click();
    await expect(page).toHaveURL("/sc/home");
    await expect(toast(page, "Localização Ativada!")).toBeVisible();
  });

  test("outside Brazil shows a message and stays on the page", async ({ page, context }) => {
    await context.setGeolocation({ latitude: 38.7223, longitude: -9.1393 });
    await openAlive(page, "/home");
    await page.getByRole("button", { name: "Usar minha localização" }).click();
    await expect(toast(page, "Você está fora do Brasil?")).toBeVisible();
    await expect(page.locator("[data-slot=toast]")).toHaveCount(1);
    await expect(page).toHaveURL("/home");
  });
});

test("the address of a printed QR code leads to its state and keeps the location", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const known = await visitor.get("/select-state/SC?utm_source=placa");
  expect([known.status(), known.headers()["location"]]).toEqual([307, "/sc/home?utm_source=placa"]);
  const spanish = await visitor.get("/espanol/select-state/es?ref=feira");
  expect(spanish.headers()["location"]).toBe("/espanol/es/home?ref=feira");
});

test("an unknown state redirects to the picker with a notice", async ({ page }) => {
  await page.goto("/select-state/zz");
  await expect(page).toHaveURL("/home");
  await expect(toast(page, "Selecione um Estado")).toBeVisible();
});
