import { addRouteWithoutLines, removeRouteWithoutLines, ROUTE_WITHOUT_LINES } from "../support/route-without-lines";
import { expect, test, type Locator, type Page } from "../support/test";

const facts = (page: Page) => page.getByRole("region", { name: "Dados da rota" });
const decimal = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 1 });

for (const [abbr, name] of [
  ["SC", "Santa Catarina"],
  ["ES", "Espírito Santo"],
] as const) {
  test(`the list of ${name} shows every published route`, async ({ page, sql }) => {
    const rows = await sql<{ name: string }[]>`
      select name from public.regions where state_abbr = ${abbr} and status = 'published' and deleted_at is null`;
    await page.goto(`/${abbr.toLowerCase()}/regioes`);
    await expect(page.getByRole("heading", { level: 1, name: `Rotas de ${name}` })).toBeVisible();
    const names = await page.getByRole("article").getByRole("heading", { level: 2 }).allTextContents();
    expect(names.sort()).toEqual(rows.map((row) => row.name).sort());
    expect(rows.length).toBeGreaterThanOrEqual(abbr === "SC" ? 8 : 3);
  });
}

test("a state page links to its routes, its season and the emergency numbers", async ({ page }) => {
  await page.goto("/sc/home");
  await expect(page.getByRole("img", { name: "Bandeira: Santa Catarina" })).toBeVisible();
  for (const text of ["Melhor época", "Como chegar"]) await expect(page.getByText(text, { exact: true })).toBeVisible();
  for (const number of ["190", "191", "192", "193"])
    await expect(page.locator(`a[href="tel:${number}"]`).last()).toBeVisible();
  await page.getByRole("link", { name: /Ver as \d+ rotas do estado/ }).click();
  await expect(page).toHaveURL("/sc/regioes");
});

test("a route page shows facts, marks estimates, lists its stops in order and shows warnings", async ({
  page,
  sql,
}) => {
  await page.goto(await addRouteWithoutLines(sql, "pagina-sem-linhas"));
  await expect(page.getByRole("heading", { level: 1, name: "Rota sem linhas" })).toBeVisible();
  await expect(facts(page)).toContainText("120 kmestimado");
  await expect(facts(page)).toContainText("659 m");
  await expect(facts(page)).toContainText("Valor estimado pelo portal");
  await expect(facts(page)).not.toContainText("medido");
  const stops = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Paradas, na ordem da estrada" }) });
  await expect(stops.getByRole("heading", { level: 3 })).toHaveText(ROUTE_WITHOUT_LINES.stops);
  const before = page.locator("section").filter({ has: page.getByRole("heading", { name: "Antes de sair" }) });
  await expect(before.getByRole("listitem")).toHaveText(ROUTE_WITHOUT_LINES.warnings);
  const map = page.locator("section").filter({ has: page.getByRole("heading", { name: "Mapa da rota" }) });
  await expect(map.getByText("traçado aproximado").first()).toBeVisible();
  await expect(map.getByText("traçado da estrada")).toHaveCount(0);
  await expect(map.getByRole("link", { name: "© OpenStreetMap contributors" })).toHaveCount(0);
  await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "traçado aproximado" })).toBeVisible();
  await removeRouteWithoutLines(sql, "pagina-sem-linhas");
});

test("a traced route shows its measured length, its line with credits, and exports it", async ({
  page,
  sql,
  visitorAs,
}) => {
  const [route] = await sql<{ slug: string; uf: string; distance_km: string }[]>`
    select slug, lower(state_abbr) as uf, distance_km from public.regions
    where state_abbr = 'SC' and status = 'published' and distance_basis = 'traced' order by name limit 1`;
  if (!route) throw new Error("the seed has no traced route in Santa Catarina");
  await page.goto(`/${route.uf}/rota/${route.slug}`);
  await expect(facts(page)).toContainText(`${decimal.format(Number(route.distance_km))} kmmedido no traçado`);
  const map = page.locator("section").filter({ has: page.getByRole("heading", { name: "Mapa da rota" }) });
  await expect(map.getByText(/^traçado (da estrada|simplificado)$/).first()).toBeVisible();
  await expect(map.getByRole("link", { name: "© OpenStreetMap contributors" })).toHaveAttribute(
    "href",
    "https://www.openstreetmap.org/copyright",
  );
  await expect(page.getByRole("heading", { name: "Na estrada", exact: true })).toBeVisible();
  const gpx = await (await (await visitorAs(null)).get(`/${route.uf}/rota/${route.slug}/gpx`)).text();
  expect(gpx).toContain("<trkseg>");
  expect(gpx).toContain("© OpenStreetMap contributors");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "© OpenStreetMap contributors" }).first()).toBeVisible();
});

test("a route can be opened in a navigation app, shared and copied", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  const maps = new URL((await page.getByRole("link", { name: "Abrir no mapa" }).getAttribute("href")) ?? "");
  expect(maps.origin + maps.pathname).toBe("https://www.google.com/maps/dir/");
  for (const end of ["origin", "destination"])
    expect(maps.searchParams.get(end)).toMatch(/^-2\d\.\d+,-(?:4|5)\d\.\d+$/);
  await page.locator("[data-slot=route-menu] summary").click();
  await expect(page.getByRole("link", { name: "Ir ao início com Waze" })).toHaveAttribute(
    "href",
    /^https:\/\/waze\.com\/ul\?ll=-2\d/,
  );
  await expect(page.getByRole("link", { name: "Enviar por WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\?text=.*serra-do-rio-do-rastro/,
  );
  await page.getByRole("button", { name: "Copiar link" }).click();
  await expect(page.locator("[data-slot=toast]")).toContainText("Link copiado");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/sc/rota/serra-do-rio-do-rastro`);
});

for (const width of [390, 1280])
  test(`at ${width} px the map comes first, then the facts of a driver, then the stops`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/sc/rota/serra-do-rio-do-rastro");
    const top = async (locator: Locator) => (await locator.boundingBox())!.y;
    const tops = [
      await top(page.getByRole("img", { name: /^Mapa/ }).first()),
      await top(facts(page)),
      await top(page.getByRole("heading", { name: "Paradas, na ordem da estrada" })),
      await top(page.getByRole("heading", { name: "Para quem vai de clássico" })),
    ];
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(tops[0]).toBeLessThan(500);
    for (const label of ["Distância", "No ritmo clássico", "Combustível, a 9 km/l", "Pedágios"])
      await expect(facts(page).getByText(label, { exact: true })).toBeVisible();
  });

test("a route has three main actions, and a menu with the others", async ({ page }) => {
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  const actions = page.locator("[data-slot=route-actions]");
  await expect(actions.locator("a:visible, button:visible, summary:visible")).toHaveText([
    "Planejar",
    /^Abrir no mapa/,
    "Guardar",
    "Mais",
  ]);
  await actions.getByRole("button", { name: /^Guardar/ }).click();
  await expect(actions.getByRole("button", { name: /^Guardar/ })).toHaveAttribute("aria-pressed", "true");
  await actions.locator("summary").click();
  for (const name of ["Ir ao início com Waze", "Baixar GPX", "Baixar KML", "Socorro"])
    await expect(actions.getByRole("link", { name })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test("the tow of a road operator is on the page of a route on its road only, and tolls have a price in reais", async ({
  page,
}) => {
  const box = page.locator("#classico");
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  await expect(box).not.toContainText("Autopista");
  await page.goto("/ro/rota/jaru-a-cacoal");
  await expect(box.getByText("Guincho só na BR-364")).toBeVisible();
  await expect(box.getByRole("link", { name: /^Nova 364/ })).toBeVisible();
  await expect(facts(page)).toContainText(/R\$\s?37,50/);
  await page.goto("/rs/rota/rota-romantica");
  await expect(box).toContainText("EGR (mapeado no OpenStreetMap)");
  await expect(box).not.toContainText("nenhum federal");
});

test("the interactive map opens without requests to other sites", async ({ page, context, baseURL }) => {
  const foreign: string[] = [];
  await context.route(
    (url) => url.origin !== baseURL && url.protocol.startsWith("http"),
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  const map = page.getByRole("region", { name: "Mapa interativo" });
  await expect(map.locator("canvas").first()).toBeVisible();
  await expect(map.getByRole("button", { name: "Aproximar" })).toBeEnabled();
  await page.getByRole("button", { name: "Fechar mapa interativo" }).click();
  await expect(map).toHaveCount(0);
  expect(foreign).toEqual([]);
});

test("a route prints its facts and stops without header, footer and buttons", async ({ page }) => {
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button", { name: "Imprimir" })).toBeHidden();
  await expect(facts(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Paradas, na ordem da estrada" })).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.getByRole("img", { name: /^Mapa/ }).first()).toBeVisible();
  await expect(page.getByRole("img", { name: "Página desta rota, com mapa e downloads" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Emergência na estrada" })).toBeVisible();
  await expect(page.getByRole("link", { name: /191/ }).last()).toBeVisible();
});

test("a sign prints dark on white and cards are not split across pages", async ({ page }) => {
  await page.goto("/sc/servicos");
  await page.emulateMedia({ media: "print" });
  const plate = page.locator("[data-slot=sign-plate]").first();
  await expect(plate).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(plate).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(plate).toHaveCSS("break-inside", "avoid");
  await expect(
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("article") })
      .first(),
  ).toHaveCSS("break-inside", "avoid");
});
