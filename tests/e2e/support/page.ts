import { expect, type APIRequestContext, type Page } from "@playwright/test";

/** Opens a page and waits for hydration, which the page view request indicates. */
export async function openAlive(page: Page, path: string): Promise<void> {
  const counted = page.waitForResponse("**/api/page-views");
  await page.goto(path);
  await counted;
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
