import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { HYDRATED_EVENT } from "../../../lib/platform/inline-scripts";

type Marked = Window & { isHydrated?: boolean };

const PATIENCE_MS = 20_000;
const watched = new WeakSet<BrowserContext>();
const waiting = new WeakSet<object>();

/** Sets `isHydrated` on every document that the context opens from now on; without JavaScript it stays undefined. */
async function watch(context: BrowserContext): Promise<void> {
  if (watched.has(context)) return;
  watched.add(context);
  await context.addInitScript((event) => {
    (window as Marked).isHydrated = false;
    document.addEventListener(event, () => ((window as Marked).isHydrated = true));
  }, HYDRATED_EVENT);
}

/** Waits until the shell is hydrated; documents without the framework's scripts or in a browser without JavaScript never are. */
export async function hydrated(page: Page): Promise<void> {
  const isWaiting = () =>
    page.evaluate(() => {
      const hasScripts = document.querySelector('script[src*="/_next/static/"]') !== null;
      // The parser reads the children of noscript as elements where scripts are switched off.
      const probe = document.createElement("div");
      probe.innerHTML = "<noscript><b></b></noscript>";
      const runsScripts = probe.querySelector("b") === null;
      return runsScripts && hasScripts && (window as Marked).isHydrated === false;
    });
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && (await isWaiting().catch(() => false))) await sleep(20);
}

/**
 * Makes `goto` and `reload` of all pages wait for hydration, because a click on a button has no effect before it. A
 * call with `waitUntil` other than "load" does not wait.
 */
export function openHydrated(page: Page): void {
  const prototype = Object.getPrototypeOf(page) as Pick<Page, "goto" | "reload">;
  if (waiting.has(prototype)) return;
  waiting.add(prototype);
  const { goto, reload } = prototype;
  const isFull = (options?: { waitUntil?: string }) => (options?.waitUntil ?? "load") === "load";
  prototype.goto = async function (this: Page, url, options) {
    await watch(this.context());
    const answer = await goto.call(this, url, options);
    if (isFull(options)) await hydrated(this);
    return answer;
  };
  prototype.reload = async function (this: Page, options) {
    const answer = await reload.call(this, options);
    if (isFull(options)) await hydrated(this);
    return answer;
  };
}
