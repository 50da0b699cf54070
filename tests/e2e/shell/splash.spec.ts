import { expect, test, type Page } from "../support/test";

test.use({ firstVisit: true });

const START = new Date("2026-01-01T12:00:00Z");
const splash = (page: Page) => page.getByText("Carregando seu mundo sobre rodas...");
const stuck = (page: Page) => page.getByRole("alert").filter({ hasText: "Oops! Algo deu errado." });

/** Time stands still in the page until the test moves it. */
async function stopClock(page: Page) {
  await page.clock.install({ time: START });
  await page.clock.pauseAt(START.getTime() + 1000);
}

test("the splash stays until two seconds after loading, once per browser session", async ({ page }) => {
  await stopClock(page);
  await page.goto("/home", { waitUntil: "load" });
  await expect(splash(page)).toBeVisible();
  await page.clock.runFor(1900);
  await expect(splash(page)).toBeVisible();
  await page.clock.runFor(100);
  await expect(splash(page)).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem("splash"))).not.toBeNull();
  await page.goto("/sc/home", { waitUntil: "load" });
  await expect(splash(page)).toBeHidden();
});

test("without JavaScript nothing covers the page", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sc/home");
  await expect(splash(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
  await context.close();
});

test("a start of more than 20 seconds reloads once and then offers the error fallback", async ({ page }) => {
  let documents = 0;
  page.on("request", (request) => (documents += Number(request.isNavigationRequest())));
  await page.route("**/flags/sc.svg", () => new Promise(() => {}));
  await stopClock(page);
  await page.goto("/sc/home", { waitUntil: "domcontentloaded" });
  await expect(splash(page)).toBeVisible();
  await page.clock.runFor(19_900);
  expect(documents).toBe(1);
  // The load state of the first document would not wait for the second one.
  const reloaded = page.waitForEvent("domcontentloaded");
  await page.clock.runFor(100);
  await reloaded;
  expect(documents).toBe(2);
  await expect(stuck(page)).toBeHidden();
  await page.clock.runFor(20_000);
  await expect(stuck(page)).toBeVisible();
  await expect(splash(page)).toBeHidden();
  expect(documents).toBe(2);
  await page.unroute("**/flags/sc.svg");
  await stuck(page).getByRole("button", { name: "Recarregar a Página" }).click();
  await expect.poll(() => documents).toBe(3);
  await page.waitForLoadState("load");
  await page.clock.runFor(20_000);
  await expect(stuck(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
});
