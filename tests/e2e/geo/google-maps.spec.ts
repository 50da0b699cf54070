import { googleMapsScript, type MapsRefusal } from "../../support/google-maps-double";
import { startOwnServer, type OwnServer } from "../support/own-server";
import { toast } from "../support/page";
import { setPositionPermission } from "../support/position";
import { expect, test, type Page } from "../support/test";

const ROUTE = "/sc/rota/serra-do-rio-do-rastro";
const SCRIPT = "https://maps.googleapis.com/**";

let server: OwnServer;
// One server for all tests.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  server = await startOwnServer({ PORT: "3194", NEXT_PUBLIC_GOOGLE_MAPS_API_KEY: "key-of-the-tests" });
});
test.afterAll(() => server.stop());
test.use({
  firstVisit: true,
  geolocation: { latitude: -27.5954, longitude: -48.548 },
  expectedErrors: /Google Maps JavaScript API|ERR_FAILED/,
});

type Answer = "script" | "lost" | MapsRefusal;

/** Answers the requests for Google's script in order, the last answer again and again; returns their addresses. */
async function answerAsGoogle(page: Page, ...answers: Answer[]): Promise<string[]> {
  const requested: string[] = [];
  await page.route(SCRIPT, (route) => {
    const answer = answers[Math.min(requested.length, answers.length - 1)]!;
    requested.push(route.request().url());
    if (answer === "lost") return route.abort();
    const body = googleMapsScript(answer === "script" ? undefined : answer);
    return route.fulfill({ contentType: "text/javascript", body });
  });
  return requested;
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Permissão de Localização" });
const map = (page: Page) => page.locator("[data-google-map]");

async function openMap(page: Page) {
  await page.goto(server.url + ROUTE);
  await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
}

test("'Permitir' locates: Google's script is loaded when the dialog opens", async ({ page }) => {
  const requested = await answerAsGoogle(page, "script");
  await setPositionPermission(page, "prompt");
  await page.goto(`${server.url}/sc/home`);
  await expect(dialog(page)).toBeVisible();
  await expect.poll(() => requested.length).toBe(1);
  const { searchParams } = new URL(requested[0]!);
  expect(searchParams.get("key")).toBe("key-of-the-tests");
  expect(searchParams.get("v")).toBe("weekly");
  expect(searchParams.get("libraries")).toBe("places,directions,geocoding,geometry");
  await setPositionPermission(page, "granted");
  await dialog(page).getByRole("button", { name: "Permitir" }).click();
  await expect(toast(page, "Localização Ativada!")).toBeVisible();
  await expect(toast(page, "Serviço de Mapas Carregando")).toBeHidden();
});

test("'Permitir' pressed before the script has loaded locates afterwards", async ({ page }) => {
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route(SCRIPT, async (route) => {
    await pressed;
    await route.fulfill({ contentType: "text/javascript", body: googleMapsScript() });
  });
  await setPositionPermission(page, "prompt");
  await page.goto(`${server.url}/sc/home`);
  await expect(dialog(page)).toBeVisible();
  await setPositionPermission(page, "granted");
  await dialog(page).getByRole("button", { name: "Permitir" }).click();
  answer();
  await expect(toast(page, "Localização Ativada!")).toBeVisible();
});

test.describe("the map of a route", () => {
  test.use({ firstVisit: false });

  test("is Google's map with the stops and lines of the route", async ({ page }) => {
    await answerAsGoogle(page, "script");
    await openMap(page);
    await expect(map(page)).toBeVisible();
    expect(await map(page).locator("[data-line]").count()).toBeGreaterThan(0);
    const first = map(page).getByTitle(/^1\. /);
    const name = (await first.getAttribute("title"))!;
    await first.click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
  });

  test("loads after two lost answers without a notice", async ({ page }) => {
    const requested = await answerAsGoogle(page, "lost", "lost", "script");
    await openMap(page);
    await expect(map(page)).toBeVisible();
    expect(requested).toHaveLength(3);
    await expect(toast(page, "Falha ao carregar Google Maps")).toBeHidden();
  });

  test("is the portal's own map after three retries, with a notice", async ({ page }) => {
    const requested = await answerAsGoogle(page, "lost");
    await openMap(page);
    await expect(toast(page, "Falha ao carregar Google Maps")).toBeVisible();
    expect(requested).toHaveLength(4);
    await expect(page.locator(".maplibregl-map")).toBeVisible();
  });

  for (const [refusal, text] of [
    ["ApiNotActivatedMapError", "API Maps JavaScript não está ativada"],
    ["InvalidKeyMapError", "chave da API inválida"],
    ["BillingNotEnabledMapError", "faturamento não está ativado"],
    ["REQUEST_DENIED", "Acesso negado"],
  ] as const)
    test(`is the portal's own map after ${refusal}, with its text`, async ({ page }) => {
      await answerAsGoogle(page, refusal);
      await openMap(page);
      await expect(toast(page, "Falha ao carregar Google Maps")).toContainText(text);
      await expect(page.locator(".maplibregl-map")).toBeVisible();
    });
});
