import { expect, test, type Page } from "../support/test";
import { addLink, addTrip, PLAN, ROUTE } from "../support/trip-rows";

test.use({ expectedErrors: /ERR_FAILED|Failed to load resource/ });

const TRY = "/planejador-rota/experimentar";
/** Loading the network of the embedded engine takes seconds of processor time. */
const LOAD_MS = 180_000;

const search = (page: Page) => page.getByRole("searchbox", { name: /De onde|Para onde|Adicionar parada/ });

async function addTown(page: Page, typed: string, shown: string) {
  await search(page).fill(typed);
  await page.getByRole("button", { name: shown, exact: true }).click();
  await expect(page.locator("[data-stop]").filter({ hasText: shown })).toHaveCount(1);
}

const conditions = (page: Page) => page.getByRole("region", { name: "Semáforo do clássico" });
const stretches = (page: Page) =>
  conditions(page).locator("ol > li > details").filter({ hasText: "fatores conhecidos" });

/** Opens the first stretch, and before it the box of the stretches that are rated alike. */
async function openFirst(page: Page) {
  const first = stretches(page).first();
  await first.locator("> summary").click();
  const inside = first.locator("ol > li > details > summary").first();
  if ((await inside.count()) > 0) await inside.click();
}

test("every stretch of a plan on real roads has its light, reasons and known factors @phone", async ({ page }) => {
  test.setTimeout(2 * LOAD_MS);
  await page.goto(TRY);
  await expect(search(page)).toBeEnabled();
  await addTown(page, "brasilia df", "Brasília (DF)");
  await addTown(page, "goiania go", "Goiânia (GO)");
  await expect(stretches(page).first()).toBeVisible({ timeout: LOAD_MS });
  // About 200 km of a federal road: five stretches of at most 50 km. Without date and car little is known.
  expect(await stretches(page).count()).toBeGreaterThan(3);
  await expect(stretches(page).first()).toContainText("Cinza: faltam dados");
  await expect(stretches(page).first()).toContainText(/[0-3] de 7 fatores conhecidos/);
  await expect(conditions(page).getByRole("button", { name: "Ver fôlego no mapa" })).toHaveCount(0);

  await conditions(page).getByRole("button", { name: "Informar consumo e tanque" }).click();
  await page.getByLabel("Consumo (km por litro)").fill("8");
  await page.getByLabel("Tanque (litros)").fill("40");
  await page.getByText("Saída e dias", { exact: true }).click();
  await page.getByLabel("Dia da saída").fill("2027-01-12");
  await expect(stretches(page).first()).toContainText("Verde: tranquilo");
  await openFirst(page);
  const opened = (text: RegExp) => expect(stretches(page).first().getByText(text).first()).toBeVisible();
  await opened(/o tanque ainda dá \d+ km/);
  await opened(/Máxima média de janeiro: \d\d(?:,\d)? °C \(estação Brasília/);
  await opened(/ainda não há fonte de neblina/);

  await page.getByLabel("Hora da saída").fill("22:00");
  await expect(stretches(page).first()).toContainText("Vermelho: difícil");
  await expect(stretches(page).first()).toContainText(/Luz do dia: \d+ min no escuro/);

  // 8 km with a full tank: the way to the next known station is longer.
  await page.getByLabel("Tanque (litros)").fill("1");
  await expect(conditions(page)).toContainText(/O tanque acaba \d+ km antes/);
  await conditions(page).getByText("Fôlego por trecho").click();
  await expect(conditions(page)).toContainText(/falta combustível para \d+ km/);

  await conditions(page).getByRole("button", { name: "Ver fôlego no mapa" }).click();
  const legend = page.getByRole("region", { name: "Mapa de fôlego" }).filter({ hasText: "Tanque: 8 km." });
  await expect(legend).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".maplibregl-canvas")).toBeVisible();
  await legend.getByRole("button", { name: "Fechar fôlego" }).click();
  await expect(legend).toHaveCount(0);
});

test("states without data of petrol stations are grey and named @phone", async ({ page }) => {
  test.setTimeout(2 * LOAD_MS);
  await page.goto(TRY);
  await expect(search(page)).toBeEnabled();
  await addTown(page, "lages", "Lages (SC)");
  await addTown(page, "urubici", "Urubici (SC)");
  await page.getByText("Carro e combustível", { exact: true }).click();
  await page.getByLabel("Consumo (km por litro)").fill("8");
  await page.getByLabel("Tanque (litros)").fill("40");
  await expect(stretches(page).first()).toBeVisible({ timeout: LOAD_MS });
  await expect(conditions(page).getByText("Verde: tranquilo")).toHaveCount(0);
  await expect(stretches(page).first()).toContainText("Cinza: faltam dados");
  await expect(conditions(page)).toContainText("Sem dados de postos em: SC.");
});

test("the section shows that the facts are missing, and loads them when the connection is back @phone", async ({
  page,
}) => {
  test.setTimeout(2 * LOAD_MS);
  let isDown = true;
  await page.route("**/api/trip-facts*", (request) => (isDown ? request.abort() : request.continue()));
  await page.goto(TRY);
  await expect(search(page)).toBeEnabled();
  await addTown(page, "lages", "Lages (SC)");
  await addTown(page, "urubici", "Urubici (SC)");
  await expect(conditions(page)).toContainText("não foi carregada", { timeout: LOAD_MS });
  isDown = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(stretches(page).first()).toBeVisible();
});

test("stretches that are rated alike are one box, which opens to each of them, and paper has none without data @phone", async ({
  page,
  sql,
  account,
}) => {
  const id = await addTrip(sql, account);
  // Without a day of departure nothing is known about 600 km in a state without data.
  const plan = { ...PLAN, leaveOn: null, stops: PLAN.stops.map((stop) => ({ ...stop, nights: 0 })) };
  const route = { ...ROUTE, km: 600, legs: ROUTE.legs.map((leg) => ({ ...leg, km: 300, minutes: 300 })) };
  await sql`update public.trips set plan = ${sql.json(plan)}, route = ${sql.json(route)} where id = ${id}`;
  await page.goto(`/viagem/${await addLink(sql, id, account, "view")}`);
  const boxes = conditions(page).locator("ol > li > details").filter({ hasText: "fatores conhecidos" });
  const run = boxes.first();
  await expect(boxes).toHaveCount(13);
  await expect(boxes.filter({ visible: true })).toHaveCount(1);
  await expect(run.locator("> summary")).toContainText("Lages até Urubici");
  await expect(run.locator("> summary")).toContainText("km 0 a 600 · 600 km em 12 trechos · 0 de 7 fatores");

  await run.locator("> summary").click();
  await expect(boxes.filter({ visible: true })).toHaveCount(13);
  const last = boxes.last();
  await expect(last.locator("> summary")).toContainText("São Joaquim até Urubici");
  await expect(last.locator("> summary")).toContainText("km 550 a 600");
  await expect(last.getByText("Sem dados: falta o dia da saída.").first()).toBeHidden();
  await last.locator("> summary").click();
  await expect(last.getByText("Sem dados: falta o dia da saída.").first()).toBeVisible();

  await last.locator("> summary").click();
  await run.locator("> summary").click();
  await expect(boxes.filter({ visible: true })).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(conditions(page)).toBeHidden();
});
