import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { filesOf } from "../../../lib/platform/offline/rules";
import { hydrated } from "./hydration";

/** Opens a page and waits for hydration, which the page view request indicates. */
export async function openAlive(page: Page, path: string): Promise<void> {
  const counted = page.waitForResponse("**/api/page-views");
  await page.goto(path);
  await counted;
  await hydrated(page);
}

/** Holds the requests of these addresses until `release` is called, and counts them. */
export async function holdRequests(page: Page, addresses: string | RegExp) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const requests = { count: 0, release };
  await page.route(addresses, async (route) => {
    requests.count += 1;
    await released;
    await route.continue();
  });
  return requests;
}

/** The notice with this title or text. */
export const toast = (page: Page, text: string) => page.locator("[data-slot=toast]").filter({ hasText: text });

/** Waits until the component that shows notices is loaded, which the first input starts. */
export const toastsLoaded = (page: Page) => expect(page.locator("[data-slot=toasts]")).toBeAttached();

/** Waits until the page has an active service worker. `waitForFunction` cannot be used, because it treats a promise as a true value. */
export async function workerIsActive(page: Page): Promise<void> {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(state).toBe("activated");
}

/** Waits until the service worker has the files that the shown page has loaded and that the cached copies of other pages need. */
export async function filesAreCached(page: Page, cacheName?: string, paths: readonly string[] = []): Promise<void> {
  const copies = await page.evaluate(
    async ([name, found]) =>
      Promise.all(found.map(async (path) => (await caches.match(path, { cacheName: name }))?.text())),
    [cacheName, paths] as const,
  );
  const needed = copies.flatMap((html) => filesOf(html ?? ""));
  const missing = () =>
    page.evaluate(async (files) => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      const all = [...files, ...loaded.filter((name) => name.startsWith(`${location.origin}/_next/static/`))];
      const isCached = await Promise.all(all.map((file) => caches.match(file)));
      return navigator.serviceWorker.controller ? all.filter((_, place) => !isCached[place]) : ["no controller"];
    }, needed);
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
}

/** The text of a page with the data of now; a server that is not the one of the tests may send the earlier copy while it renders. */
export async function renderedText(visitor: APIRequestContext, path: string): Promise<string> {
  let text = "";
  await expect(async () => {
    const answer = await visitor.get(path);
    expect(answer.headers()["x-page-cache"] ?? "none", path).not.toBe("stale");
    text = await answer.text();
  }).toPass();
  return text;
}
