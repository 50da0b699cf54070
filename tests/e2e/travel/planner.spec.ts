import { encodeLine, kmBetween, type RoadRoute } from "../../../lib/geo/roads/rules";
import type { LinePoint } from "../../../lib/geo/geo/lines";
import { expect, test, type Page } from "../support/test";
import { addLink } from "../support/trip-rows";

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

const TRY = "/planejador-rota/experimentar";

/** Straight legs instead of the routing engine, which these tests are not about. */
function straightRoute(url: string): RoadRoute {
  const points = new URL(url).searchParams
    .get("points")!
    .split(";")
    .map((pair) => pair.split(",").map(Number) as unknown as LinePoint);
  const sections = points.slice(1).map((to, index) => {
    const km = kmBetween(...points[index]!, ...to);
    return {
      kind: "road" as const,
      line: encodeLine([points[index]!, to]),
      roadClass: "secondary" as const,
      ref: "SC-390",
      km,
      source: "osm",
      minutes: km,
      slower: [km, km * 1.5] as [number, number],
    };
  });
  const legs = sections.map(({ km }, index) => ({
    from: index,
    to: index + 1,
    km,
    estimatedKm: 0,
    minutes: km,
    firstSection: index,
    endSection: index + 1,
  }));
  const km = legs.reduce((sum, leg) => sum + leg.km, 0);
  return {
    sections,
    legs,
    km,
    estimatedKm: 0,
    minutes: km,
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: ["© OpenStreetMap contributors"],
  };
}

const answerStraight = (page: Page) =>
  page.route("**/api/road-route?*", (request) => request.fulfill({ json: straightRoute(request.request().url()) }));

/** The mark is in the bar of a phone and on the map of wide screens. */
const outdated = (page: Page) => page.getByText("desatualizada", { exact: true }).filter({ visible: true });
const search = (page: Page) => page.getByRole("searchbox", { name: /De onde|Para onde|Adicionar parada/ });
const rows = (page: Page) => page.locator("[data-stop]");
const names = (page: Page) => rows(page).locator("b").allTextContents();

async function addTown(page: Page, typed: string, shown: string) {
  await search(page).fill(typed);
  await page.getByRole("button", { name: shown, exact: true }).click();
  await expect(rows(page).filter({ hasText: shown })).toHaveCount(1);
}

async function planThreeTowns(page: Page) {
  await answerStraight(page);
  await page.goto(TRY);
  await expect(search(page)).toBeEnabled();
  await addTown(page, "lages", "Lages (SC)");
  await addTown(page, "urubici", "Urubici (SC)");
  await addTown(page, "orleans", "Orleans (SC)");
}

test("a trip from the search is reordered with the keyboard, undone and kept after a reload @phone", async ({
  page,
}) => {
  await planThreeTowns(page);
  await expect(page.getByRole("heading", { name: "Resultado" })).toBeVisible();
  await expect(rows(page).nth(0)).toContainText("saída 08:00");
  const handle = page.getByRole("button", { name: /^Mover Orleans/ });
  await handle.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => names(page)).toEqual(["Lages (SC)", "Orleans (SC)", "Urubici (SC)"]);
  await expect(handle).toBeFocused();
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(() => names(page)).toEqual(["Lages (SC)", "Urubici (SC)", "Orleans (SC)"]);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(["Lages (SC)", "Urubici (SC)", "Orleans (SC)"]);
  await expect(page.getByText("Salvar mudanças")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Entrar para salvar na conta" })).toHaveAttribute(
    "href",
    "/login?next=%2Fplanejador-rota",
  );
});

test("the handle of a stop is dragged to another place @phone", async ({ page }) => {
  await planThreeTowns(page);
  // The distances between the stops move the handles when they arrive.
  await expect(page.getByText("distância ainda não calculada")).toHaveCount(0);
  await expect(rows(page).nth(2)).toContainText("chegada");
  // Both handles have to be inside the window: the pointer does not scroll.
  await rows(page)
    .nth(1)
    .evaluate((row) => row.scrollIntoView({ block: "center" }));
  const from = (await page.getByRole("button", { name: /^Mover Orleans/ }).boundingBox())!;
  const to = (await page.getByRole("button", { name: /^Mover Lages/ }).boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 4, { steps: 12 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual(["Orleans (SC)", "Lages (SC)", "Urubici (SC)"]);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(() => names(page)).toEqual(["Lages (SC)", "Urubici (SC)", "Orleans (SC)"]);
});

test("the line is bent on the map and a tap adds a stop @phone", async ({ page }) => {
  await planThreeTowns(page);
  await page.getByRole("button", { name: "Mapa", exact: true }).click();
  const bend = page.getByRole("button", { name: /^Dobrar o trecho 1/ });
  await bend.focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page)).toHaveCount(4);
  await page.locator(".maplibregl-canvas").click({ position: { x: 60, y: 300 } });
  await page.getByRole("button", { name: "Ir até aqui" }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Lista", exact: true }).click();
  await expect(rows(page).nth(1)).toContainText("Passando por");
  await page.getByRole("button", { name: "Desfazer" }).click();
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(rows(page)).toHaveCount(3);
});

test("the map of a phone on its side fills the window between header and bar @phone", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await planThreeTowns(page);
  await page.getByRole("button", { name: "Mapa", exact: true }).click();
  const canvas = page.locator(".maplibregl-canvas");
  await expect(canvas).toBeVisible();
  const bar = page.getByRole("button", { name: "Lista", exact: true });
  const header = page.locator("[data-slot=site-header]");
  const visible = async () => {
    const [map, below, above] = [await canvas.boundingBox(), await bar.boundingBox(), await header.boundingBox()];
    return Math.min(map!.y + map!.height, below!.y) - Math.max(map!.y, above!.y + above!.height);
  };
  await expect.poll(visible).toBeGreaterThan(200);
});

test("without a network the plan changes, its line is marked, and it is calculated again later @phone", async ({
  page,
  context,
}) => {
  await planThreeTowns(page);
  await expect(page.getByRole("heading", { name: "Resultado" })).toBeVisible();
  await page.unroute("**/api/road-route?*");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Remover Urubici (SC)" }).click();
  // The focus goes to the handle of the next stop.
  await expect(rows(page).nth(1).locator("[data-handle]")).toBeFocused();
  await expect(page.getByText(/A linha mostrada é a da versão anterior/)).toBeVisible();
  await expect(outdated(page)).toBeVisible();
  await answerStraight(page);
  await context.setOffline(false);
  await expect(outdated(page)).toBeHidden();
  expect(await names(page)).toEqual(["Lages (SC)", "Orleans (SC)"]);
});

test("an answer for an older plan does not replace the newer line @phone", async ({ page }) => {
  await planThreeTowns(page);
  let release = () => {};
  const late = new Promise<void>((resolve) => (release = resolve));
  await page.unroute("**/api/road-route?*");
  await page.route("**/api/road-route?*", async (request) => {
    const url = request.request().url();
    if (url.split(";").length === 2) await late;
    await request.fulfill({ json: straightRoute(url) }).catch(() => undefined);
  });
  const asked = page.waitForRequest(/road-route/);
  await page.getByRole("button", { name: "Remover Urubici (SC)" }).click();
  await asked;
  await page.getByRole("button", { name: "Desfazer", exact: true }).first().click();
  release();
  await expect(rows(page)).toHaveCount(3);
  await expect(outdated(page)).toBeHidden();
  await expect(rows(page).nth(2)).toContainText("km ·");
});

test("a GPX file and a route of the guide become stops @phone", async ({ page }) => {
  await answerStraight(page);
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  await page.getByRole("link", { name: "Planejar esta rota" }).click();
  await expect(page).toHaveURL(/\/sc\/planejador-rota\/experimentar/);
  await expect(page.getByText(/carregada com \d+ paradas/)).toBeVisible();
  expect(await rows(page).count()).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Começar outra" }).click();
  await expect(rows(page)).toHaveCount(0);
  const gpx = `<?xml version="1.0"?><gpx version="1.1"><wpt lat="-27.82" lon="-50.33"><name>Lages</name></wpt>
    <wpt lat="-28.01" lon="-49.59"><name>Urubici</name></wpt></gpx>`;
  await page.setInputFiles("input[type=file]", {
    name: "serra.gpx",
    mimeType: "application/gpx+xml",
    buffer: Buffer.from(gpx),
  });
  await page.getByRole("button", { name: "Adicionar à viagem" }).click();
  await expect.poll(() => names(page)).toEqual(["Lages", "Urubici"]);
  await page.setInputFiles("input[type=file]", { name: "x.gpx", mimeType: "text/plain", buffer: Buffer.from("no") });
  await expect(page.getByText("Este arquivo não é GPX, KML, KMZ, TCX nem FIT.")).toBeVisible();
});

/** 20 km from Lages to the east, a point every 50 m: flat, 90 m up in 1 km (9 %), flat. */
function hillGpx(): Buffer {
  const points = Array.from({ length: 401 }, (_, index) => {
    const metres = 900 + Math.min(90, Math.max(0, (index - 200) * 4.5));
    return `<trkpt lat="-27.82" lon="${(-50.33 + index * 0.000508).toFixed(6)}"><ele>${metres}</ele></trkpt>`;
  });
  return Buffer.from(`<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`);
}

async function importHill(page: Page): Promise<void> {
  const file = { name: "morro.gpx", mimeType: "application/gpx+xml", buffer: hillGpx() };
  await page.setInputFiles("input[type=file]", file);
  await page.getByRole("button", { name: "Adicionar à viagem" }).click();
}

test("the altitudes of a GPX file are the slopes of its stretches, unless the line is bent away @phone", async ({
  page,
}) => {
  await answerStraight(page);
  await page.goto(TRY);
  await expect(search(page)).toBeEnabled();
  await importHill(page);
  const conditions = page.getByRole("region", { name: "Semáforo do clássico" });
  // 9 % over 1 km is beyond the limit of 8 %; the roads of this test have no other known factor.
  await expect(conditions).toContainText(
    /Subidas: Rampa de até 9 % em 500 m e 9 % em 1 km, subindo ou descendo; sobe 90 m e desce 0 m \(altitude do seu arquivo\)/,
  );
  await expect(conditions).toContainText("1 de 7 fatores conhecidos");
  const profile = page.getByRole("img", { name: "Perfil de altitude: de 900 a 990 m, em 20 de 20 km conhecidos." });
  await expect(profile).toBeVisible();
  await expect(page.getByText("Rampa mais forte: 9 % em 500 m")).toBeVisible();

  await page.reload();
  await expect(profile).toBeVisible();
  await page.getByRole("button", { name: "Mapa", exact: true }).click();
  const bend = page.getByRole("button", { name: /^Dobrar o trecho 1/ });
  await bend.focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: "Lista", exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(profile).toHaveCount(0);
  await expect(conditions).not.toContainText("altitude do seu arquivo");
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(profile).toBeVisible();
});

test("the profile is stored with the trip, its copy, its link, its roadbook and its GPX file", async ({
  sql,
  account,
  accountPage: page,
}) => {
  const stored = async () =>
    (
      await sql<{ id: string; parts: number | null }[]>`
        select id, jsonb_array_length(route -> 'profile') as parts from public.trips where owner_id = ${account.id}`
    ).map(({ parts }) => parts);

  await answerStraight(page);
  await page.goto("/planejador-rota");
  await expect(search(page)).toBeEnabled();
  await page.getByLabel("Nome da viagem").first().fill("Morro");
  await importHill(page);
  await expect(page.getByText("Sobe 90 m e desce 0 m", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Salvar", exact: false }).first().click();
  await expect(page).toHaveURL(/viagem=/);
  await expect(page.getByText("Sobe 90 m e desce 0 m", { exact: true })).toBeVisible();
  const id = new URL(page.url()).searchParams.get("viagem")!;
  await page.getByRole("button", { name: "Duplicar: Morro" }).click();
  await expect.poll(stored).toEqual([1, 1]);

  const gpx = await (await page.request.get(`/planejador-rota/${id}/gpx`)).text();
  const heights = [...gpx.matchAll(/<ele>([\d.]+)<\/ele>/g)].map(([, metres]) => Number(metres));
  expect([heights.at(0), heights.at(-1)]).toEqual([900, 990]);
  const link = await addLink(sql, id, account, "view");
  for (const path of [`/planejador-rota/${id}/roteiro`, `/viagem/${link}`, `/espanol/viagem/${link}/roteiro`]) {
    await page.goto(path);
    await expect(page.getByRole("img", { name: /900 .+ 990 m/ })).toBeVisible();
  }
  await expect(page.getByText("Sube 90 m y baja 0 m", { exact: true })).toBeVisible();
});

test("facts of the route come from the real roads: time, tolls, fuel and places @phone", async ({ page }) => {
  await page.goto(TRY);
  await expect(search(page)).toBeEnabled();
  await addTown(page, "brasilia df", "Brasília (DF)");
  await addTown(page, "anapolis go", "Anápolis (GO)");
  // Loading the network takes seconds of processor time.
  await expect(page.getByRole("heading", { name: "Resultado" })).toBeVisible({ timeout: 180_000 });
  const gap = page.locator("dl > div").filter({ hasText: "sem posto" });
  await expect(gap).toContainText(/\d+ km/);
  await page.getByText("Carro e combustível", { exact: true }).click();
  await page.getByLabel("Consumo (km por litro)").fill("9");
  await page.getByLabel("Preço do litro (R$)").fill("6,29");
  await expect(page.getByText(/R\$\s*\d+,\d\d/).first()).toBeVisible();
  await page.getByRole("button", { name: "Comparar caminhos" }).click();
  await expect(page.getByText("Caminho atual")).toBeVisible({ timeout: 60_000 });
});

test("the sign-in page offers the planner without account", async ({ page }) => {
  await page.goto("/login?next=%2Fplanejador-rota");
  await page.getByRole("link", { name: "Experimentar o planejador sem conta" }).click();
  await expect(page).toHaveURL(/\/planejador-rota\/experimentar$/);
});

test("goals there and back are found within typed kilometres or hours @phone", async ({ page }) => {
  await answerStraight(page);
  await page.goto(TRY);
  await expect(search(page)).toBeEnabled();
  await addTown(page, "lages", "Lages (SC)");
  const outings = page.getByRole("region", { name: "Saindo de Lages (SC)" });
  const limit = outings.getByRole("spinbutton", { name: "Ida e volta em até" });
  await limit.fill("5");
  await expect(outings.getByText("Digite de 20 km a 1.000 km, ou até 16 horas.")).toBeVisible();
  await expect(outings.getByRole("button", { name: "Ver destinos" })).toBeDisabled();
  await limit.fill("180");
  await outings.getByRole("combobox", { name: "Unidade" }).selectOption("hours");
  await expect(limit).toHaveValue("3");
  await limit.fill("2.5");
  const asked = page.waitForRequest("**/api/trip-outings?*");
  await limit.press("Enter");
  expect(new URL((await asked).url()).searchParams.get("km")).toBe("150");
  const goals = outings.getByRole("button", { name: /^Planejar ida e volta: / });
  await goals.first().click();
  await expect(rows(page)).toHaveCount(3);
  expect((await names(page)).at(-1)).toBe("Lages (SC)");
});
