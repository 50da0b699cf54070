import { parseArgs } from "node:util";
import { chromium, type Browser, type CDPSession, type Locator, type Page } from "@playwright/test";
import { ensureChromium } from "../test/chromium";
import { median } from "./budget";
import { table } from "./table";

/** Chromium's "Slow 3G": 400 kbit/s and 400 ms, both with the factors that DevTools takes off for its own overhead. */
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWDOWN = 4;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const WIDE = { viewport: { width: 1280, height: 900 }, hasTouch: true };
/** A page that is shown may be touched at once. */
const AFTER_PAINT_MS = 300;
const PATIENCE_MS = 120_000;
const ANSWER_MS = 100;

type Action = {
  name: string;
  path: string;
  /** In a wide window; otherwise on a phone. */
  isWide?: true;
  target: (page: Page) => Locator;
  /** A tap without it. */
  act?: (page: Page, target: Locator) => Promise<void>;
  /** Resolves when what the visitor wanted is shown. */
  effect: (page: Page, target: Locator) => Promise<unknown>;
};

const shown = (locator: Locator) => locator.first().waitFor({ state: "visible", timeout: PATIENCE_MS });
const isPressed = (page: Page, target: Locator) => shown(target.and(page.locator("[aria-pressed=true]")));
const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first();

/** What a visitor does first, on twelve kinds of controls. */
const ACTIONS: readonly Action[] = [
  {
    name: "menu",
    path: "/sc/home",
    target: button(/menu/i),
    effect: (page) => shown(page.locator("dialog[open], [popover]:popover-open")),
  },
  {
    name: "theme",
    path: "/sc/home",
    isWide: true,
    target: button("Alternar tema claro e escuro"),
    effect: (page) => shown(page.locator("html.light")),
  },
  {
    name: "favourite",
    path: "/sc/home",
    target: (page) => page.locator("main button[data-favourite]").first(),
    effect: isPressed,
  },
  { name: "filter", path: "/sc/pontos-fotograficos", target: button(/pôr do sol/), effect: isPressed },
  {
    name: "search in a list",
    path: "/sc/pontos-fotograficos",
    target: (page) => page.getByPlaceholder("Nome do ponto, cidade ou rota"),
    act: async (page, target) => {
      await target.tap({ noWaitAfter: true });
      await page.keyboard.type("Farol");
    },
    effect: (page) => page.getByRole("heading", { name: "Centro de Treze Tílias" }).waitFor({ state: "hidden" }),
  },
  {
    name: "stamp",
    path: "/sc/cidade/urubici",
    target: button(/Carimbar o passaporte/),
    effect: (page) => shown(page.locator("[data-stamp] p[role=status]:not(:empty), [data-state=stamped]")),
  },
  {
    name: "copy a link",
    path: "/sc/rota/serra-do-rio-do-rastro",
    target: button("Copiar link"),
    effect: (page) => shown(page.locator("[data-slot=toast]")),
  },
  {
    name: "view of a list",
    path: "/eventos/lacambeche",
    target: button("Calendário"),
    effect: isPressed,
  },
  {
    name: "form with an error",
    path: "/anuncie-aqui",
    target: button("Quero uma proposta"),
    effect: (page) => shown(page.locator("[aria-invalid=true]")),
  },
  {
    name: "field of a form",
    path: "/anuncie-aqui",
    target: (page) => page.locator("main form input:not([type=hidden])").first(),
    act: async (page, target) => {
      await target.tap({ noWaitAfter: true });
      await page.keyboard.type("Ana");
    },
    effect: async (page, target) => {
      await page.locator("[data-bench-hydrated]").waitFor({ state: "attached", timeout: PATIENCE_MS });
      if ((await target.inputValue()) !== "Ana") throw new Error("the typed text is lost");
    },
  },
  {
    name: "part of a page",
    path: "/socorro",
    target: (page) => page.locator("main summary").first(),
    effect: (page) => shown(page.locator("main details[open]")),
  },
  {
    name: "position",
    path: "/socorro",
    target: button("Usar minha posição"),
    effect: (page) => shown(page.locator("main p[role=status]:not(:empty)")),
  },
];

/** Runs in the page: notes when the first input came and when the first change after it was painted. */
function watchAnswer(hydratedEvent: string): void {
  sessionStorage.setItem("splash", "shown");
  sessionStorage.setItem("gpsAsked", "1");
  let input = 0;
  const answer = (time: number) => ((window as { answerMs?: number }).answerMs ??= time - input);
  const begin = (event: Event) => {
    if (input) return;
    input = event.timeStamp;
    const painted = () => requestAnimationFrame(() => setTimeout(() => answer(performance.now())));
    // A field that gets the focus, or an opened part, is answered by the browser itself.
    if ((event.target as Element).closest?.("input,summary")) return painted();
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    const changed = () => {
      watch.disconnect();
      painted();
    };
    const watch = new MutationObserver(changed);
    watch.observe(document.documentElement, all);
    // A popover opens without a change of the document.
    document.addEventListener("toggle", changed, { capture: true, once: true });
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, begin, { capture: true });
  document.addEventListener(hydratedEvent, () => document.documentElement.setAttribute("data-bench-hydrated", ""));
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_3G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

type Outcome = { answer: number; effect: number };

async function measure(browser: Browser, site: string, hydratedEvent: string, action: Action): Promise<Outcome> {
  const context = await browser.newContext({ ...(action.isWide ? WIDE : PHONE), locale: "pt-BR", baseURL: site });
  try {
    const page = await context.newPage();
    // tsx compiles named functions to calls of this helper, which a page does not have.
    await page.addInitScript("globalThis.__name = (named) => named");
    await page.addInitScript(watchAnswer, hydratedEvent);
    await slowDown(await context.newCDPSession(page));
    await page.goto(action.path, { waitUntil: "commit", timeout: PATIENCE_MS });
    const target = action.target(page);
    await target.waitFor({ state: "visible", timeout: PATIENCE_MS });
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(AFTER_PAINT_MS);
    const begun = Date.now();
    await (action.act?.(page, target) ?? target.tap({ noWaitAfter: true, timeout: PATIENCE_MS }));
    await action.effect(page, target);
    const effect = Date.now() - begun;
    return { answer: await page.evaluate(() => (window as { answerMs?: number }).answerMs ?? NaN), effect };
  } finally {
    await context.close();
  }
}

const { values } = parseArgs({
  options: { site: { type: "string" }, runs: { type: "string", default: "3" }, only: { type: "string" } },
});

async function main(): Promise<number> {
  if (!values.site)
    throw new Error("usage: npm run bench:actions -- --site http://localhost:3000 [--runs 3] [--only menu]");
  const { HYDRATED_EVENT } = await import("../../lib/platform/hydrated-event");
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  let missed = 0;
  const rows: string[][] = [];
  for (const action of ACTIONS.filter(({ name }) => !values.only || name === values.only)) {
    const found: Outcome[] = [];
    let lost = "";
    for (let run = 0; run < Number(values.runs); run++)
      await measure(browser, values.site, HYDRATED_EVENT, action).then(
        (outcome) => found.push(outcome),
        (error: Error) => (lost = error.message.split("\n")[0]!),
      );
    const answers = found.map(({ answer }) => answer);
    const isMissed = lost !== "" || !(Math.max(...answers) <= ANSWER_MS);
    if (isMissed) missed++;
    rows.push([
      action.name,
      action.path,
      found.length > 0 ? median(answers).toFixed(0) : "",
      found.length > 0 ? Math.max(...answers).toFixed(0) : "",
      found.length > 0 ? median(found.map(({ effect }) => effect)).toFixed(0) : "",
      lost || (isMissed ? "✗" : ""),
    ]);
    process.stderr.write(`${rows.at(-1)!.join("  ")}\n`);
  }
  await browser.close();
  console.log(table(["first action", "page", "answer ms", "longest", "effect ms", ""], rows));
  return missed;
}

process.exit((await main()) === 0 ? 0 : 1);
