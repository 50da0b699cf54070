import { expect, test, type Page } from "../support/test";
import { openAlive } from "../support/page";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const names = (page: Page) => cards(page).getByRole("heading", { level: 2 });
const count = (page: Page) => page.getByRole("main").getByRole("status").first();
const theme = (page: Page) => page.getByRole("main").getByLabel("Tema");

test("a selected theme filters the list, shows the count and is in the URL; going back removes it", async ({
  page,
  sql,
}) => {
  const rows = await sql<{ name: string; fits: boolean }[]>`
    select name, 'serra' = any (themes) as fits from public.regions
    where state_abbr = 'SC' and status = 'published' and deleted_at is null`;
  const fitting = rows.filter(({ fits }) => fits).map(({ name }) => name);
  await openAlive(page, "/sc/regioes?utm_source=placa");
  await expect(cards(page)).toHaveCount(rows.length);
  await theme(page).selectOption("Serra");
  await expect(page).toHaveURL("/sc/regioes?utm_source=placa&tema=serra");
  await expect(count(page)).toHaveText(`${fitting.length} de ${rows.length} rotas`);
  expect((await names(page).allTextContents()).sort()).toEqual(fitting.sort());
  await page.goBack();
  await expect(page).toHaveURL("/sc/regioes?utm_source=placa");
  await expect(cards(page)).toHaveCount(rows.length);
  await expect(theme(page)).toHaveValue("");
});

test("a URL with filters opens a filtered list, also when returning from a route", async ({ page }) => {
  await openAlive(page, "/sc/regioes?tema=serra&ordem=distancia");
  await expect(page.getByLabel("Ordenar por")).toHaveValue("distancia");
  const before = await names(page).allTextContents();
  await cards(page).first().getByRole("link").click();
  await expect(page).toHaveURL(/\/sc\/rota\//);
  await page.goBack();
  await expect(page).toHaveURL("/sc/regioes?tema=serra&ordem=distancia");
  await expect(names(page)).toHaveText(before);
});

test("filters without results show one button to reset them", async ({ page, sql }) => {
  await sql`
    insert into public.regions (name, slug, state_abbr, status, themes, best_months)
    values ('Vinhos de ensaio', 'vinhos-de-ensaio', 'AC', 'published', '{vinhos}', '{1}'), ('Outra de ensaio', 'outra-de-ensaio', 'AC', 'published', '{rural}', '{2}')`;
  await openAlive(page, "/ac/regioes?tema=vinhos&mes=2");
  await expect(page.getByText("Nenhuma rota combina com esses filtros.")).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Limpar filtros" }).click();
  await expect(page).toHaveURL("/ac/regioes");
  await expect(cards(page)).not.toHaveCount(0);
  await sql`delete from public.regions where state_abbr = 'AC' and slug like '%-de-ensaio'`;
  await sql`delete from public.redirects where from_path like '/ac/rota/%-de-ensaio'`;
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows the whole list and no controls that would not work", async ({ page, sql }) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from public.regions where state_abbr = 'SC' and status = 'published' and deleted_at is null`;
    await page.goto("/sc/regioes?tema=serra");
    await expect(cards(page)).toHaveCount(row!.count);
    await expect(theme(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Mapa", exact: true })).toBeHidden();
  });
});

test.describe("sorting by distance", () => {
  test.use({ permissions: ["geolocation"], geolocation: { latitude: -28.3487, longitude: -49.2986 } });

  test("requests the position only when selected and shows the distance of each route", async ({ page }) => {
    await page.addInitScript(() => {
      const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
      navigator.geolocation.getCurrentPosition = (...args) => {
        document.documentElement.dataset.asked = "1";
        ask(...args);
      };
    });
    await openAlive(page, "/sc/regioes?ordem=perto");
    await expect(page.locator("html")).not.toHaveAttribute("data-asked");
    await page.getByRole("button", { name: "Usar minha posição" }).click();
    await expect(names(page).first()).toHaveText("Serra do Rio do Rastro");
    await expect(page.getByText("a 0 km de você, em linha reta")).toBeVisible();
  });
});

test("the map shows the filtered routes and the interactive map opens", async ({ page }) => {
  await openAlive(page, "/sc/regioes?tema=serra");
  const left = await cards(page).count();
  await page.getByRole("button", { name: "Mapa", exact: true }).click();
  await expect(page).toHaveURL("/sc/regioes?tema=serra&ver=mapa");
  const drawing = page.getByRole("group", { name: "Mapa de Santa Catarina com as rotas do guia" });
  await expect(drawing.getByRole("link")).toHaveCount(left);
  await expect(cards(page).first()).toBeHidden();
  await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  await expect(page.getByRole("region", { name: "Mapa interativo" }).locator("canvas").first()).toBeVisible();
});

for (const query of [
  "tema=%E0%A4%A&mes=99&ordem=;drop",
  `tema=${"a".repeat(5000)}`,
  "distancia=-1&distancia=2&ver[]=x",
  "%00%ff",
]) {
  test(`an invalid query shows the whole list: ${query.slice(0, 40)}`, async ({ page, visitorAs, baseURL }) => {
    const answer = await (await visitorAs(null)).get(`${baseURL}/sc/regioes?${query}`);
    expect(answer.status()).toBe(200);
    await page.goto(`/sc/regioes?${query}`);
    await expect(cards(page).first()).toBeVisible();
  });
}

test("a page after the last one is a 404, the first page has one address", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const page of ["2", "0", "01", "-1", "1e3", "abc", "99999", "999999999999"]) {
    expect((await visitor.get(`/sc/regioes/pagina/${page}`)).status(), page).toBe(404);
  }
  const first = await visitor.get("/espanol/sc/regioes/pagina/1");
  expect([first.status(), first.headers()["location"]]).toEqual([308, "/espanol/sc/regioes"]);
});

test("more than 200 routes are split into pages", async ({ page, sql }) => {
  await sql`
    insert into public.regions (name, slug, state_abbr, status)
    select 'Rota de ensaio ' || lpad(number::text, 3, '0'), 'rota-de-ensaio-' || number, 'AP', 'published' from generate_series(1, 205) as number`;
  try {
    await page.goto("/ap/regioes/pagina/2");
    expect(await cards(page).count()).toBeGreaterThanOrEqual(5);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/ap\/regioes\/pagina\/2$/);
    await expect(page).toHaveTitle(/página 2/);
    await page
      .getByRole("navigation", { name: "Páginas da lista de rotas" })
      .getByRole("link", { name: "1", exact: true })
      .click();
    await expect(page).toHaveURL("/ap/regioes");
  } finally {
    await sql`delete from public.regions where slug like 'rota-de-ensaio-%'`;
    await sql`delete from public.redirects where from_path like '/ap/rota/rota-de-ensaio-%'`;
  }
});

for (const [path, chosen] of [
  ["/sc/regioes?ordem=perto", "Usar minha posição"],
  ["/sc/servicos?ordem=perto", "Perto de mim"],
] as const) {
  test.describe(`${path} without a position`, () => {
    test.use({ expectedErrors: /Failed to load/ });

    test("shows that the list is in alphabetical order, and that the button's code did not load", async ({ page }) => {
      await openAlive(page, path);
      await expect(page.getByText("Sem a sua posição, a lista segue a ordem alfabética.")).toBeVisible();
      await page.route("**/_next/static/**/*.js", (route) => route.abort());
      await page.getByRole("button", { name: chosen }).click();
      await expect(page.getByRole("button", { name: "Sem sinal: tente de novo" })).toBeVisible();
    });
  });
}
