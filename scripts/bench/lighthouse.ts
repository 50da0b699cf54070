import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { median, type Figures } from "./budget";

const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
const RUN_MS = 120_000;

type Request = { url: string; resourceType?: string; transferSize?: number };

function figuresOf(result: Result): Figures {
  const number = (audit: string) => result.audits[audit]?.numericValue ?? NaN;
  const score = (category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
  const requests = (
    (result.audits["network-requests"]?.details as { items?: Request[] } | undefined)?.items ?? []
  ).filter(({ url }) => /^https?:/.test(url));
  const kilobytes = (type?: string) =>
    requests
      .filter((request) => !type || request.resourceType === type)
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024;
  const { origin } = new URL(result.finalDisplayedUrl);
  return {
    performance: score("performance"),
    worst: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcp: number("largest-contentful-paint"),
    tbt: number("total-blocking-time"),
    cls: number("cumulative-layout-shift"),
    js: kilobytes("Script"),
    css: kilobytes("Stylesheet"),
    font: kilobytes("Font"),
    total: kilobytes(),
    thirdParty: requests.filter(({ url }) => new URL(url).origin !== origin).length,
  };
}

async function runOnce(url: string, chromePath: string): Promise<Figures> {
  const chrome = await launch({ chromePath, chromeFlags: FLAGS, logLevel: "silent" });
  // Kills a browser that hangs, so that the bench continues.
  const timer = setTimeout(() => chrome.kill(), RUN_MS);
  try {
    const run = await lighthouse(url, {
      port: chrome.port,
      logLevel: "silent",
      onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    });
    if (!run || run.lhr.runtimeError) throw new Error(`${url}: ${run?.lhr.runtimeError?.message ?? "no result"}`);
    return figuresOf(run.lhr);
  } finally {
    clearTimeout(timer);
    chrome.kill();
  }
}

/** Medians per address; every round visits all addresses, so that changes of machine load affect all of them equally. */
export async function measurePages(
  urls: readonly string[],
  runs: number,
  chromePath: string,
  say: (text: string) => void,
): Promise<Map<string, Figures>> {
  const found = new Map<string, Figures[]>(urls.map((url) => [url, []]));
  for (let run = 1; run <= runs; run++) {
    for (const url of urls) {
      say(`Lighthouse ${run}/${runs} ${url}`);
      const figures = await runOnce(url, chromePath).catch(() => runOnce(url, chromePath));
      found.get(url)!.push(figures);
    }
  }
  return new Map([...found].map(([url, all]) => [url, medianFigures(all)]));
}

function medianFigures(all: readonly Figures[]): Figures {
  const names = Object.keys(all[0]!) as (keyof Figures)[];
  const medians = Object.fromEntries(
    names.map((name) => [name, median(all.map((figures) => figures[name]))]),
  ) as Figures;
  return { ...medians, worst: Math.min(...all.map(({ performance }) => performance)) };
}
