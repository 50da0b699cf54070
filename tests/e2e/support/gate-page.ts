import type { Browser } from "@playwright/test";
import { workerIsActive } from "./page";
import { expect, type Page } from "./test";

export const result = (page: Page) => page.locator("[data-result]");
export const gateStatus = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
const search = (page: Page) => page.getByLabel("Buscar por nome ou carro");

/**
 * A function of the page that types keys like a USB reader. The times of the keys are given, one per millisecond: a pause
 * of a busy machine between them would otherwise split a code.
 */
export const keyboardReader = (page: Page) =>
  page.evaluateHandle(() => (keys: readonly string[]) => {
    const start = performance.now() - keys.length;
    for (const [index, key] of keys.entries()) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, "timeStamp", { value: start + index });
      document.body.dispatchEvent(event);
    }
  });

/** Reads a code with a USB reader. */
export async function read(page: Page, code: string): Promise<void> {
  const type = await keyboardReader(page);
  await type.evaluate((typeKeys, keys) => typeKeys(keys), [...code.split(""), "Enter"]);
}

/** Reads a code, checks its result and closes it. */
export async function readAs(page: Page, code: string, expected: string): Promise<void> {
  await read(page, code);
  await expect(result(page)).toHaveAttribute("data-result", expected);
  await next(page);
}

/** Closes a result. That of an entry closes by itself after some seconds, on a busy machine before the click. */
export async function next(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: "Próximo" })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await expect(result(page)).toHaveCount(0);
}

export const chooseList = (page: Page, name: string) =>
  page
    .getByRole("combobox")
    .filter({ has: page.getByRole("option", { name }) })
    .selectOption(name);

export const refresh = (page: Page) => page.getByRole("button", { name: "Atualizar a lista" }).click();

/** Opens a gate and waits for its list. */
export async function openGate(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(search(page)).toBeVisible();
}

export const listIsShown = (page: Page) => expect(search(page)).toBeVisible();
export const listIsGone = (page: Page) => expect(search(page)).toHaveCount(0);

/** Number of lists of people in the storage of the device. */
export const storedLists = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("gate");
        opening.addEventListener("error", () => reject(opening.error!));
        opening.addEventListener("success", () => {
          const counting = opening.result.transaction("lists").objectStore("lists").count();
          counting.addEventListener("error", () => reject(counting.error!));
          counting.addEventListener("success", () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

/** Waits until the service worker has cached the page with its scripts. */
export async function waitUntilKept(page: Page): Promise<void> {
  await workerIsActive(page);
  const isKept = async () => {
    const needed = [
      location.pathname,
      ...[...document.querySelectorAll<HTMLScriptElement>("script[src]:not([nomodule])")].map(({ src }) => src),
    ];
    const kept = await Promise.all(needed.map((address) => caches.match(address, { ignoreSearch: true })));
    return navigator.serviceWorker.controller !== null && kept.every(Boolean);
  };
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
}

/** A second device, without the dialogs of a first visit. */
export async function otherDevice(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: "pt-BR" })).newPage();
  await page.addInitScript(() => {
    sessionStorage.setItem("splash", "shown");
    sessionStorage.setItem("gpsAsked", "1");
  });
  return page;
}
