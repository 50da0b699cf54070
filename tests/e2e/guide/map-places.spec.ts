import { expect, test } from "../support/test";
import { openAlive } from "../support/page";

test("the list of a kind has at most 60 places a page, each with its source, and leads to the next page", async ({
  page,
}) => {
  await page.goto("/ba/servicos/tipo/dormir");
  const cards = page.getByRole("main").getByRole("article");
  expect(await cards.count()).toBe(60);
  await expect(page.getByText("OpenStreetMap, 08/2021, não verificado").first()).toBeVisible();
  await page
    .getByRole("navigation", { name: /Páginas/ })
    .getByRole("link", { name: "2", exact: true })
    .click();
  await expect(page).toHaveURL("/ba/servicos/tipo/dormir/pagina/2");
  expect((await page.request.get("/ba/servicos/tipo/motel")).status()).toBe(404);
});

test("the verified ones have a list of their own, also while there are none", async ({ page }) => {
  await page.goto("/ac/servicos/tipo/verificados");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lugares verificados de Acre");
});

test("a route lists places to sleep and eat at each stop, and shows what is not known", async ({ page }) => {
  await page.goto("/ba/rota/circuito-do-diamante");
  const section = page.locator("#por-parada");
  await expect(section.getByText("Dormir").first()).toBeVisible();
  await expect(section.getByText(/^Sem dados:/).first()).toBeVisible();
  // The guide has no workshop in Bahia.
  await expect(page.locator("#classico [data-place=map]")).toContainText("OpenStreetMap, 08/2021, não verificado");
});

test("the owner of a map place finds the form filled in", async ({ page, sql }) => {
  const [place] = await sql<{ name: string }[]>`
    select name from public.map_places where city_ibge = 2919306 and kind = 'lodging' and not is_replaced
    order by search_name, id limit 1`;
  await page.goto("/ba/cidade/lencois");
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: place!.name, exact: true }) });
  await card.getByRole("link", { name: "Este lugar é meu" }).first().click();
  await expect(page.locator('input[name="name"]')).toHaveValue(place!.name);
  await expect(page.locator('input[name="runs_place"]')).toBeChecked();
  await expect(page.getByRole("status").filter({ hasText: place!.name })).toContainText("já estão preenchidos");
});

test("a report of wrong information names the map place", async ({ page }) => {
  await page.goto("/ba/cidade/lencois");
  const card = page.locator('article[id^="lugar-"]').first();
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name: "Informação errada?" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Você avisa sobre" })).toContainText(name);
  await expect(page.locator('select[name="topic"]')).toHaveValue("services");
});

test("the search finds beds of a town", async ({ page }) => {
  await openAlive(page, `/busca?q=${encodeURIComponent("pousada em Lençóis")}`);
  const group = page.getByRole("region", { name: "Do mapa, não verificados" });
  await expect(group.getByRole("listitem").first()).toContainText("Lençóis");
  await openAlive(page, "/busca?q=borracharia");
  await expect(group.getByRole("listitem").first()).toContainText(/borracharia/i);
});
