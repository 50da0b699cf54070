import { expect, test } from "../support/test";

test("a town with content shows its text, its routes, its map and its neighbours", async ({ page, sql }) => {
  const [city] = await sql<{ name: string; slug: string; intro: string; route: string }[]>`
    select cities.name, cities.slug, cities.intro, regions.name as route
    from public.cities
    join public.region_waypoints stop on stop.city_ibge = cities.ibge_code
    join public.regions on regions.id = stop.region_id and regions.state_abbr = cities.state_abbr
    where cities.state_abbr = 'SC' and cities.is_published and cities.intro is not null and regions.status = 'published'
    order by cities.name limit 1`;
  await page.goto(`/sc/cidade/${city!.slug}`);
  await expect(page.getByRole("heading", { level: 1, name: city!.name })).toBeVisible();
  await expect(page.getByText(city!.intro)).toBeVisible();
  await expect(page.getByRole("img", { name: `${city!.name} no mapa de Santa Catarina` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: city!.route, exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Cidades vizinhas no guia" })).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveCount(0);
});

test("the number of a municipality redirects to its canonical address, in each language and from any state", async ({
  visitorAs,
}) => {
  const visitor = await visitorAs(null);
  for (const [asked, kept] of [
    ["/sc/cidade/4205407", "/sc/cidade/florianopolis"],
    ["/english/sc/cidade/4205407", "/english/sc/cidade/florianopolis"],
    ["/sc/cidade/3550308", "/sp/cidade/sao-paulo"],
  ] as const) {
    const answer = await visitor.get(asked);
    expect([answer.status(), answer.headers()["location"]], asked).toEqual([308, kept]);
  }
});

for (const path of [
  "/sc/cidade/nao-existe",
  "/sc/cidade/9999999",
  "/sc/cidade/12",
  "/sc/cidade/sao-paulo",
  "/sc/cidade/%3Cb%3E",
]) {
  test(`${path} is a 404`, async ({ visitorAs }) => {
    expect((await (await visitorAs(null)).get(path)).status()).toBe(404);
  });
}

test("a town without content answers 200, shows a note and is not indexed", async ({ page, sql }) => {
  const [city] = await sql<{ name: string; slug: string }[]>`
    select name, slug from public.cities where state_abbr = 'SC' and not is_published order by name limit 1`;
  const answer = await page.goto(`/sc/cidade/${city!.slug}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText(`Ainda não escrevemos sobre ${city!.name}`)).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
});

test.describe("distance from the visitor", () => {
  test.use({ permissions: ["geolocation"], geolocation: { latitude: -26.3045, longitude: -48.8487 } });

  test("is shown on request", async ({ page }) => {
    await page.goto("/sc/cidade/florianopolis");
    await page.getByRole("button", { name: "Distância de mim" }).click();
    await expect(page.getByText(/A 14\d km de você/)).toBeVisible();
  });
});

test("a town page shows the nearest workshop across states, or that there is no data", async ({ page }) => {
  const help = (category: string) => page.locator(`[data-help=${category}]`);
  await page.goto("/sp/cidade/campinas");
  await expect(help("workshop").getByRole("link", { name: /^Oficina de Fuscas/ })).toBeVisible();
  await expect(help("workshop")).toContainText("Campinas (SP) · na própria cidade");
  await page.goto("/espanol/mg/cidade/pocos-de-caldas");
  await expect(help("workshop")).toContainText(/Campinas \(SP\) · \d+ km en línea recta/);
  await page.goto("/english/rr/cidade/boa-vista");
  await expect(help("workshop")).toContainText("OpenStreetMap, 08/2021, not verified");
  await page.goto("/english/am/cidade/barcelos");
  await expect(help("workshop")).toContainText("No data");
  await expect(help("tow").getByRole("link", { name: "Suggest a place" })).toHaveAttribute(
    "href",
    "/english/am/cadastro?categoria=tow",
  );
});

test("a town page without a tow service shows the highway police and the road operators of its state", async ({
  page,
}) => {
  const tow = page.locator("[data-help=tow]");
  await page.goto("/se/cidade/aracaju");
  await expect(tow.getByRole("link", { name: /^191 / })).toHaveAttribute("href", "tel:191");
  await expect(tow.getByRole("link", { name: /^198 Polícia Rodoviária Estadual/ })).toBeVisible();
  // The tow of a road operator comes only to its road, also from a base in the town.
  await page.goto("/ro/cidade/vilhena");
  await expect(tow.getByRole("link", { name: /^191 / })).toBeVisible();
  await expect(tow.getByRole("link", { name: /^0800 0 364 364 Nova 364.*\(BR-364\)/ })).toBeVisible();
  await expect(tow.getByRole("link", { name: /socorro na BR-364/ })).toHaveCount(0);
});
