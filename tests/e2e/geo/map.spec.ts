import { expect, test, type Page } from "../support/test";

type Data = {
  routes: { href: string; picture: string; sections: { line: [lat: number, lng: number][] }[] }[];
  points: { layer: string; href: string; picture?: string; names: { pt: string } }[];
};

const map = (page: Page) => page.locator("section[aria-label='Mapa interativo']");

async function openMap(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // An address with a view opens the interactive map at once; otherwise the page shows a drawn map first.
  if (!address.includes("#")) await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  await expect(map(page).locator("canvas").first()).toBeVisible();
}

test("a state's map data and its text list have the same content", async ({ page, visitorAs }) => {
  const data = (await (await (await visitorAs(null)).get("/mapa-interativo/dados/sc.json")).json()) as Data;
  expect(data.routes.length).toBeGreaterThanOrEqual(10);
  await openMap(page, "/sc/mapa-interativo");
  const list = page.locator("#lista");
  for (const { href } of [...data.routes, ...data.points])
    await expect(list.locator(`a[href="${href}"]`).first()).toBeAttached();
});

for (const address of ["/", "/sc/home", "/sc/pontos-fotograficos", "/sc/clubes-parceiros"]) {
  test(`every pin of the drawn map of ${address} is a target of at least 24 pixels at 320 @phone`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address);
    const areas = await page.evaluate(() => {
      const links = [...document.querySelectorAll("svg a[href]:not([aria-hidden])")];
      return links.map((link) => {
        const { width, height } = link.getBoundingClientRect();
        // A road is touched on its stroke, which its bounding box does not include.
        const road = link.querySelector<SVGPathElement>("path[class*=hit]");
        const stroke = road ? Number.parseFloat(getComputedStyle(road).strokeWidth) * (road.getScreenCTM()?.a ?? 0) : 0;
        return {
          name: link.getAttribute("aria-label") ?? link.querySelector("title")?.textContent,
          size: Math.min(width, height) + stroke,
        };
      });
    });
    expect(areas.length).toBeGreaterThan(0);
    expect(areas.filter(({ size }) => size < 24)).toEqual([]);
  });
}

test("a popup on a narrow map is completely visible @phone", async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await openMap(page, "/sc/mapa-interativo");
    await page.getByRole("searchbox", { name: "Procurar no mapa" }).fill("serra do rio do rastro");
    await page.keyboard.press("Enter");
    const card = map(page).locator(".maplibregl-popup-content");
    await expect(card).toBeVisible();
    await expect.poll(async () => (await card.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await expect
      .poll(async () => ((box) => box && box.x + box.width)(await card.boundingBox()))
      .toBeLessThanOrEqual(width);
    const panel = (await page.locator("[data-map-panel]").boundingBox())!;
    await expect.poll(async () => (await card.boundingBox())?.y).toBeGreaterThanOrEqual(panel.y + panel.height);
  }
});

test("data of an unknown state is a 404, the national data exists", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const name of ["xx.json", "sc", "SC.json", "brasil.txt"])
    expect((await visitor.get(`/mapa-interativo/dados/${name}`)).status(), name).toBe(404);
  expect((await visitor.get("/mapa-interativo/dados/brasil.json")).status()).toBe(200);
});

test("view and layers are stored in the URL", async ({ page }) => {
  await openMap(page, "/sc/mapa-interativo#-27.6,-48.6,9,rotas+fotos");
  await expect(page.getByRole("checkbox", { name: /^Rotas/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^Museus e/ })).not.toBeChecked();
  await page.getByRole("checkbox", { name: /^Museus e/ }).check();
  await expect(page).toHaveURL(/#-27\.6\d*,-48\.6\d*,9\.0,rotas\+fotos\+museum$/);
  await map(page).getByRole("button", { name: "Aproximar" }).click();
  await expect(page).toHaveURL(/,10\.0,rotas\+fotos\+museum$/);
});

test("a place is found by name without accents and shows its popup", async ({ page }) => {
  await openMap(page, "/sc/mapa-interativo");
  await page.getByRole("searchbox", { name: "Procurar no mapa" }).fill("serra do rio do rastro");
  await page.keyboard.press("Enter");
  await expect(map(page).getByRole("link", { name: "Serra do Rio do Rastro" })).toHaveAttribute(
    "href",
    "/sc/rota/serra-do-rio-do-rastro",
  );
  await page.getByRole("searchbox", { name: "Procurar no mapa" }).fill("zzzz");
  await expect(page.getByText("Nada com esse nome no mapa.")).toBeVisible();
});

test("selecting a route fits its whole line", async ({ page }) => {
  await openMap(page, "/sc/mapa-interativo#-27.6,-48.6,11,rotas");
  await page.getByRole("searchbox", { name: "Procurar no mapa" }).fill("br-282");
  await page.keyboard.press("Enter");
  await expect(map(page).getByRole("link", { name: /^BR-282/ })).toHaveAttribute(
    "href",
    "/sc/rota/br-282-caminho-da-serra",
  );
  await expect(page).toHaveURL(/#-2[78]\.\d+,-49\.\d+,[78]\.\d,/);
});

test("a touched route is framed with its popup, and a touch beside it closes the popup", async ({
  page,
  visitorAs,
}) => {
  const data = (await (await (await visitorAs(null)).get("/mapa-interativo/dados/sc.json")).json()) as Data;
  const route = data.routes.find(({ href }) => href === "/sc/rota/br-282-caminho-da-serra")!;
  const line = route.sections.flatMap((section) => section.line);
  const [lat, lng] = line[Math.floor(line.length / 2)]!;
  await openMap(page, `/sc/mapa-interativo#${lat},${lng},12,rotas`);
  await expect(map(page)).toHaveAttribute("aria-busy", "false");
  const box = (await map(page).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const popup = map(page).locator(".maplibregl-popup-content");
  await expect(popup.locator(`a[href="${route.href}"]`)).toBeVisible();
  await expect(popup.locator("img").first()).toHaveJSProperty("complete", true);
  await expect(page).toHaveURL(/#-2[78]\.\d+,-49\.\d+,[78]\.\d,/);
  await page.mouse.click(box.x + box.width - 120, box.y + box.height - 80);
  await expect(popup.locator(`a[href="${route.href}"]`)).toBeHidden();
});

test("routes, photo spots and places have a picture for their popup", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const data = (await (await visitor.get("/mapa-interativo/dados/sc.json")).json()) as Data;
  const pictured = data.points.filter(({ layer }) => layer !== "clubes" && layer !== "cidades");
  expect(pictured.map(({ layer }) => layer)).toContain("fotos");
  expect(new Set(pictured.map(({ layer }) => layer)).size).toBeGreaterThan(1);
  for (const { href, picture } of [...data.routes, ...pictured])
    expect(picture, href).toMatch(/^\/(?:cartao-postal|midia)\//);
  for (const picture of [data.routes[0]?.picture, pictured.at(-1)?.picture])
    expect((await visitor.get(picture!)).headers()["content-type"]).toMatch(/^image\//);
});

test("the context menu suggests a place at that position and copies it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openMap(page, "/mapa-interativo#-27.2,-50.2,8,rotas");
  const box = (await map(page).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: "right" });
  const menu = page.getByRole("group", { name: "Neste ponto" });
  await expect(menu.getByRole("link", { name: "Indicar um lugar aqui" })).toHaveAttribute(
    "href",
    /^\/sc\/cadastro\?lat=-27\.\d+&lng=-50\.\d+$/,
  );
  await menu.getByRole("button").click();
  await expect(menu.getByText("Coordenadas copiadas")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^-27\.\d{5},-50\.\d{5}$/);
});

test("the page shows a drawn map and loads neither map code nor tiles before a touch", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/mapa-interativo");
  await expect(page.locator("main svg a").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requested.filter((path) => path.startsWith("/map/") || path.includes("/dados/"))).toEqual([]);
  await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  await expect(map(page).locator("canvas").first()).toBeVisible();
  await expect.poll(() => requested).toContain("/map/tiles/brasil.pmtiles");
  await expect(map(page).getByRole("link", { name: "© OpenStreetMap contributors" })).toHaveAttribute(
    "href",
    "https://www.openstreetmap.org/copyright",
  );
});

test("a touch of a state's drawn map opens the interactive one", async ({ page }) => {
  await page.goto("/sc/mapa-interativo");
  const drawing = page.locator("main svg[role=img]").first();
  const { width, height } = (await drawing.boundingBox())!;
  // The panel covers the left part.
  await drawing.click({ position: { x: width * 0.7, y: height / 2 } });
  await expect(map(page).locator("canvas").first()).toBeVisible();
});

test("a road number, a town and a coordinate are found", async ({ page }) => {
  await openMap(page, "/mapa-interativo");
  const search = page.getByRole("searchbox", { name: "Procurar no mapa" });
  await search.fill("am-010");
  await page.getByRole("button", { name: "AM-010", exact: true }).click();
  await expect(map(page).getByText("AM-010")).toBeVisible();
  await expect(page).toHaveURL(/#-[23]\.\d+,-(?:58|59)\.\d+,/);
  await search.fill("nonoai");
  await page.getByRole("button", { name: "Nonoai (RS)" }).click();
  await expect(page).toHaveURL(/#-27\.[34]\d+,-52\.[78]\d+,10\.0,/);
  await search.fill("-12,5; -41,3");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#-12\.5\d*,-41\.3\d*,10\.0,/);
});

test("a layer of open data is loaded when it is switched on and is in the address", async ({ page }) => {
  const rows = [[-27.6, -48.6, "Praça de teste", "Concessionária", "BR-101", "SC", 0]];
  let loads = 0;
  await page.route("**/dados-abertos/gov/tolls-antt.json", (route) => {
    loads += 1;
    return route.fulfill({ json: { credit: "ANTT", rows } });
  });
  await openMap(page, "/sc/mapa-interativo#-27.6,-48.6,9,rotas");
  expect(loads).toBe(0);
  await page.getByRole("checkbox", { name: /^Pedágios/ }).check();
  await expect.poll(() => loads).toBe(1);
  await expect(page).toHaveURL(/,rotas\+pedagios$/);
  await expect(page.getByText("ANTT, julho de 2026")).toBeVisible();
});

test("the list of the area follows the map", async ({ page }) => {
  await openMap(page, "/sc/mapa-interativo#-28.3,-49.5,9,rotas+fotos");
  await map(page).getByRole("button", { name: "Aproximar" }).click();
  const area = page.getByRole("button", { name: /^Nesta área/ });
  await area.click();
  await expect(
    page.locator("#atlas-area").getByRole("button", { name: "Serra do Rio do Rastro", exact: true }),
  ).toBeVisible();
  await page.getByRole("searchbox", { name: "Procurar no mapa" }).fill("-33,0; -30,0");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nada do guia nesta parte do mapa.")).toBeVisible();
});

test("another base map replaces ours below the routes", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const layers = [{ id: "other", type: "background", paint: { "background-color": "#123456" } }];
  await page.route("**/style-double.json", (route) => route.fulfill({ json: { version: 8, sources: {}, layers } }));
  await page.goto("/sc/mapa-interativo");
  await page.evaluate(() => (document.documentElement.dataset.mapStyle = "/style-double.json"));
  await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  await expect(map(page).locator("canvas").first()).toBeVisible();
  await expect.poll(() => requested).toContain("/style-double.json");
  expect(requested.filter((path) => path.endsWith(".pmtiles"))).toEqual([]);
});

test.describe("without map data", () => {
  test.use({ expectedErrors: /dados\/sc\.json/ });

  test("the map shows an error, keeps the list and opens on the second attempt", async ({ page }) => {
    await page.route("**/mapa-interativo/dados/sc.json", (route) => route.abort(), { times: 1 });
    await page.goto("/sc/mapa-interativo");
    await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
    await expect(page.getByText("O mapa não abriu.")).toBeVisible();
    await page.getByRole("button", { name: "Tentar de novo" }).click();
    await expect(map(page).locator("canvas").first()).toBeVisible();
  });
});
