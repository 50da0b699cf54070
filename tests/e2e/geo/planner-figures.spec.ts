import { percentile } from "../../../scripts/bench/random-pairs";
import { PLANNER_TRIPS, type BenchTrip } from "../../../scripts/bench/planner-trips";
import { TRIP_DRAFT_PREFIX } from "../../../lib/platform/device-storage/rules";
import { EMPTY_PLAN } from "../../../lib/travel/trips/rules";
import { repetitions } from "../../support/repetitions";
import { expect, test, type Page } from "../support/test";

// The facts along a route are limited per visitor, and one page asks for those of all trips.
test.use({ expectedErrors: /status of 429/ });

const TRY = "/planejador-rota/experimentar";
const DRAFT = `${TRIP_DRAFT_PREFIX}new`;
/** From the last change of a plan until its line is drawn, with the pause that waits for further changes. */
const DRAWN_MS = 1000;
const TRIPS = PLANNER_TRIPS.slice(0, repetitions(3, PLANNER_TRIPS.length));
const KB = 1024;
const JS_KB = { before: 180, withMap: 460 };

const planOf = ({ name, stops }: BenchTrip) => ({
  ...EMPTY_PLAN,
  title: name,
  stops: stops.map(([lat, lng], index) => ({
    id: `${name} ${index}`,
    kind: "stop",
    name: `${index + 1}`,
    lat,
    lng,
    stayMinutes: 0,
    nights: 0,
    note: "",
    subject: null,
  })),
});

/** Every request of the planner comes from another visitor, because one is limited to 30 routes in a minute. */
async function asManyVisitors(page: Page) {
  let count = 0;
  await page.route(/\/api\/(?:road-route|trip-facts)/, (request) => {
    count += 1;
    const headers = { ...request.request().headers(), "x-forwarded-for": `10.77.${count >> 8}.${count & 255}` };
    return request.continue({ headers });
  });
}

/** Opens a plan in the page, as another tab would, and returns the milliseconds until its line is painted. */
const timeOf = (page: Page, trip: BenchTrip) =>
  page.evaluate(
    async ({ key, plan, words }) => {
      const isCalculating = () => document.body.innerText.includes(words);
      const until = (wanted: boolean) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (isCalculating() !== wanted) return;
            watch.disconnect();
            resolve();
          };
          const watch = new MutationObserver(look);
          watch.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
          look();
        });
      localStorage.setItem(
        key,
        JSON.stringify({ plan, base: { id: crypto.randomUUID(), version: null, saved: null } }),
      );
      const start = performance.now();
      window.dispatchEvent(new StorageEvent("storage", { key }));
      await until(true);
      await until(false);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - start;
    },
    { key: DRAFT, plan: planOf(trip), words: "Calculando o caminho" },
  );

test("ten stops and 1,500 km are calculated and drawn within a second @stress", async ({ page }, info) => {
  test.setTimeout(900_000);
  await asManyVisitors(page);
  await page.goto(TRY);
  await expect(page.getByRole("searchbox")).toBeEnabled();
  // The first route waits until the network is loaded.
  await timeOf(page, { ...TRIPS[0]!, stops: TRIPS[0]!.stops.slice(0, 2) });
  await expect(page.getByRole("heading", { name: "Resultado" })).toBeVisible({ timeout: 180_000 });
  const times: number[] = [];
  for (const trip of TRIPS) {
    times.push(await timeOf(page, trip));
    await expect(page.locator("[data-stop]")).toHaveCount(trip.stops.length);
    await expect(page.locator("[data-stop]").last()).toContainText(/km ·|Não conhecemos a estrada deste trecho/);
    await expect(page.getByText("não pôde ser calculado")).toHaveCount(0);
  }
  const text = `${TRIPS.length} trips: median ${Math.round(percentile(times, 0.5))} ms, p95 ${Math.round(percentile(times, 0.95))} ms`;
  console.log(text);
  await info.attach("figures", { body: text });
  // With few trips the median is unreliable, and other tests run at the same time.
  if (process.env.STRESS) expect(percentile(times, 0.5)).toBeLessThanOrEqual(DRAWN_MS);
});

test("the planner loads at most 180 kB of scripts before the map and 460 kB with it @stress", async ({
  page,
}, info) => {
  const session = await page.context().newCDPSession(page);
  const sizes = new Map<string, number>();
  const urls = new Map<string, string>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") urls.set(requestId, new URL(response.url).pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url) sizes.set(url, encodedDataLength);
  });
  await session.send("Network.enable");
  const loaded = () => Math.round([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / KB);
  await page.goto(TRY, { waitUntil: "networkidle" });
  await expect(page.getByRole("searchbox")).toBeEnabled();
  const before = loaded();
  await page.getByRole("button", { name: "Abrir mapa" }).click();
  await expect(page.locator(".maplibregl-canvas")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const withMap = loaded();
  const text = [
    `${before} kB before the map, ${withMap} kB with it`,
    ...[...sizes].map(([url, bytes]) => `${bytes} ${url}`),
  ];
  await info.attach("figures", { body: text.join("\n") });
  console.log(text[0]);
  expect(before).toBeGreaterThan(50);
  expect(before).toBeLessThanOrEqual(JS_KB.before);
  expect(withMap).toBeGreaterThan(before + 100);
  expect(withMap).toBeLessThanOrEqual(JS_KB.withMap);
});
