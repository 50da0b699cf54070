import { workerIsActive } from "./page";
import { expect, type Page } from "./test";

export const result = (page: Page) => page.locator("[data-result]");
export const gateStatus = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
const search = (page: Page) => page.getByLabel("Buscar por nome ou carro");

/** Types a code like a USB reader; all keys at once, because a busy machine delays the keys of the test. */
export async function read(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    },
    [...code.split(""), "Enter"],
  );
}

/** Reads a code, checks its result and closes it. */
export async function readAs(page: Page, code: string, expected: string): Promise<void> {
  await read(page, code);
  await expect(result(page)).toHaveAttribute("data-result", expected);
  await next(page);
}

/** Closes a result; that of an entry closes by itself after some seconds. */
export async function next(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Próximo" }).click();
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
