import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "../support/test";

test.use({ firstVisit: true });

const START = new Date("2026-01-01T12:00:00Z");
const splash = (page: Page) => page.getByText("Carregando seu mundo sobre rodas...");
const stuck = (page: Page) => page.getByRole("alert").filter({ hasText: "Oops! Algo deu errado." });

/** Pauses the page's clock, so that the test controls the time. */
async function stopClock(page: Page) {
  await page.clock.install({ time: START });
  await page.clock.pauseAt(START.getTime() + 1000);
}

test("the splash is shown until two seconds after the document is parsed, once per browser session", async ({
  page,
}) => {
  await stopClock(page);
  await page.goto("/home", { waitUntil: "domcontentloaded" });
  await expect(splash(page)).toBeVisible();
  await page.clock.runFor(1900);
  await expect(splash(page)).toBeVisible();
  await page.clock.runFor(100);
  await expect(splash(page)).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem("splash"))).not.toBeNull();
  await page.goto("/sc/home", { waitUntil: "load" });
  await expect(splash(page)).toBeHidden();
});

test("without JavaScript there is no splash", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sc/home");
  await expect(splash(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
  await context.close();
});

test("slow pictures and scripts neither extend the splash nor reload the page", async ({ page }) => {
  let documents = 0;
  page.on("request", (request) => (documents += Number(request.isNavigationRequest())));
  await page.route(/flags\/sc\.svg|_next\/static\/.*\.js/, () => new Promise(() => {}));
  await stopClock(page);
  await page.goto("/sc/home", { waitUntil: "domcontentloaded" });
  await expect(splash(page)).toBeVisible();
  await page.clock.runFor(2000);
  await expect(splash(page)).toBeHidden();
  await page.clock.runFor(60_000);
  await expect(stuck(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
  expect(documents).toBe(1);
});

test("a document that is not parsed after 20 seconds reloads once and then offers the error fallback", async ({
  page,
  baseURL,
}) => {
  const whole = await (await page.request.get("/sc/home")).text();
  let documents = 0;
  const halfway = createServer(async (request, response) => {
    if (request.url!.startsWith("/api/")) return response.writeHead(204).end();
    if (request.url !== "/sc/home") {
      const file = await fetch(baseURL + request.url!);
      return response
        .writeHead(file.status, { "content-type": file.headers.get("content-type") ?? "" })
        .end(Buffer.from(await file.arrayBuffer()));
    }
    documents += 1;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    if (documents < 3) response.write(whole.slice(0, whole.indexOf("</header>")));
    else response.end(whole);
  });
  await new Promise<void>((listening) => halfway.listen(0, "127.0.0.1", listening));
  await stopClock(page);
  await page.goto(`http://localhost:${(halfway.address() as AddressInfo).port}/sc/home`, { waitUntil: "commit" });
  await expect(splash(page)).toBeVisible();
  await page.clock.runFor(19_900);
  expect(documents).toBe(1);
  await page.clock.runFor(100);
  await expect.poll(() => documents).toBe(2);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(stuck(page)).toBeHidden();
  await page.clock.runFor(20_000);
  await expect(stuck(page)).toBeVisible();
  await expect(splash(page)).toBeHidden();
  expect(documents).toBe(2);
  const whenParsed = page.waitForEvent("domcontentloaded");
  await stuck(page).getByRole("button", { name: "Recarregar a Página" }).click();
  await whenParsed;
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(stuck(page)).toBeHidden();
  halfway.closeAllConnections();
  halfway.close();
});
