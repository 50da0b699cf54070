import { expect, type Page } from "@playwright/test";

/** Opens a page and waits until its scripts listen, which the counted page view tells. */
export async function openAlive(page: Page, path: string): Promise<void> {
  const counted = page.waitForResponse("**/api/page-views");
  await page.goto(path);
  await counted;
}

/** The notice with this title or text. */
export const toast = (page: Page, text: string) => page.locator("[data-slot=toast]").filter({ hasText: text });

/** Waits until the page has a running worker. `waitForFunction` is no help here: it takes a promise itself for a yes. */
export async function workerIsActive(page: Page): Promise<void> {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(state).toBe("activated");
}
