import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { HYDRATED_EVENT } from "../../../lib/platform/hydrated-event";

type Marked = Window & { isHydrated?: boolean };

const PATIENCE_MS = 20_000;
/** Actions of a locator that have no effect, or lose their effect, on a document that is not hydrated yet. */
const ACTIONS = ["click", "dblclick", "tap", "fill", "press", "check", "uncheck", "selectOption"] as const;

const watched = new WeakSet<BrowserContext>();
const patched = new WeakSet<object>();

/** Sets `isHydrated` on every document that the context opens from now on; without JavaScript it stays undefined. */
async function watch(context: BrowserContext): Promise<void> {
  if (watched.has(context)) return;
  watched.add(context);
  await context.addInitScript((event) => {
    (window as Marked).isHydrated = false;
    document.addEventListener(event, () => ((window as Marked).isHydrated = true));
  }, HYDRATED_EVENT);
}

/** Whether the document has not registered its event listeners yet, but will; runs in the browser. */
function isUnhydrated(): boolean {
  if ((window as Marked).isHydrated !== false || !document.querySelector('script[src*="/_next/static/"]')) return false;
  // The parser reads the children of noscript as elements where scripts are switched off.
  const probe = document.createElement("div");
  probe.innerHTML = "<noscript><b></b></noscript>";
  return probe.querySelector("b") === null;
}

/** Whether the framework's scripts wait for the first action (web/browser/first-action.ts); runs in the browser. */
const waitsForAction = () => document.querySelector('script[type="late"]') !== null;

const act = () => void document.dispatchEvent(new Event("pointerdown"));

/** Waits until the document is hydrated or another one replaces it. */
async function waitWhileUnhydrated(page: Page): Promise<void> {
  if (!(await page.evaluate(isUnhydrated).catch(() => false))) return;
  const hydrating = page.evaluate(
    (event) =>
      (window as Marked).isHydrated === false
        ? new Promise<void>((resolve) => document.addEventListener(event, () => resolve(), { once: true }))
        : undefined,
    HYDRATED_EVENT,
  );
  await Promise.race([hydrating.catch(() => undefined), sleep(PATIENCE_MS, undefined, { ref: false })]);
}

/** Acts on the page and waits until it is hydrated; documents without the framework's scripts or in a browser without JavaScript never are. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(act).catch(() => undefined);
  await waitWhileUnhydrated(page);
}

/** Waits until a page that executes its scripts at once is hydrated. */
async function hydratedByItself(page: Page): Promise<void> {
  if (!(await page.evaluate(waitsForAction).catch(() => false))) await waitWhileUnhydrated(page);
}

/** Waits until the document that shows the element is hydrated; errors are left to the action that follows. */
async function hydratedAround(locator: Locator, timeout: number | undefined): Promise<void> {
  if (await locator.evaluate(isUnhydrated, undefined, { timeout }).catch(() => false)) await hydrated(locator.page());
}

/**
 * Whether the page is shown in place of one that could not be reached: it reloads itself when the site answers again,
 * which aborts a navigation that a test began at the same moment. Runs in the browser.
 */
const reloadsItself = (): boolean => document.documentElement.dataset.unreached === "1";

/** Replaces methods of an object's prototype, once for all objects that share it. */
function patch(object: object, change: (prototype: Record<string, (...args: never[]) => Promise<unknown>>) => void) {
  const prototype = Object.getPrototypeOf(object) as Record<string, (...args: never[]) => Promise<unknown>>;
  if (patched.has(prototype)) return;
  patched.add(prototype);
  change(prototype);
}

/**
 * Makes `goto` and `reload` wait for the hydration of pages that execute their scripts at once, and actions on elements
 * cause and await that of any page. A navigation that the page shown without a connection aborts is repeated once. A call
 * with `waitUntil` other than "load", and an action with `force`, does not wait.
 */
export async function openHydrated(page: Page): Promise<void> {
  await watch(page.context());
  patch(page, (prototype) => {
    for (const name of ["goto", "reload"]) {
      const original = prototype[name]!;
      prototype[name] = async function (this: Page, ...args: never[]) {
        await watch(this.context());
        const isUnreached = await this.evaluate(reloadsItself).catch(() => false);
        const answer = await original.apply(this, args).catch((error: Error) => {
          if (!isUnreached || !error.message.includes("ERR_ABORTED")) throw error;
          return original.apply(this, args);
        });
        const options = args.at(-1) as { waitUntil?: string } | string | undefined;
        if (typeof options !== "object" || (options.waitUntil ?? "load") === "load") await hydratedByItself(this);
        return answer;
      };
    }
  });
  patch(page.locator("body"), (prototype) => {
    for (const name of ACTIONS) {
      const original = prototype[name]!;
      prototype[name] = async function (this: Locator, ...args: never[]) {
        const options = args.at(-1) as { force?: boolean; timeout?: number } | string | undefined;
        const { force, timeout } = typeof options === "object" ? options : {};
        if (!force) await hydratedAround(this, timeout);
        return original.apply(this, args);
      };
    }
  });
}
