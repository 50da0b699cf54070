import { parseArgs } from "node:util";
import { BUDGET, CPU_BUDGET, exceedsBudget, type Figures } from "./bench/budget";
import { measureCpu } from "./bench/cpu";
import { measurePages } from "./bench/lighthouse";
import { inAllLanguages, pageTypes, type PageType } from "./bench/pages";
import { openSites, type Sites } from "./bench/site";
import { table } from "./bench/table";
import { ensureChromium } from "./test/chromium";

const USAGE = `npm run bench -- [--site URL] [--reference URL] [--runs 3] [--only /:uf/home,/home]
  --site       measures a portal that is up already, with this build and environment, instead of starting one
  --reference  a page of the same kind from a bare Next on this machine; CPU is compared with it
  --only       patterns of lib/platform/paths.ts; every page type of the sitemap without it`;

const { values } = parseArgs({
  options: {
    site: { type: "string" },
    reference: { type: "string" },
    runs: { type: "string", default: "3" },
    only: { type: "string" },
    help: { type: "boolean" },
  },
});

const say = (text: string) => process.stderr.write(`${text}\n`);
const DECIMALS: Partial<Record<keyof Figures, number>> = { cls: 4, js: 1, css: 1, font: 1, total: 1 };
const NAMES = Object.keys(BUDGET) as (keyof Figures)[];

let missed = 0;

/** Formats a value for the table; a value outside its budget is marked and counted in `missed`. */
function shown(value: number, decimals: number, isOver: boolean): string {
  if (isOver) missed++;
  return value.toFixed(decimals) + (isOver ? " ✗" : "");
}

function pageRows(found: ReadonlyMap<string, Figures>, references: readonly string[]): string[][] {
  return [...found].map(([url, figures]) => {
    const isReference = references.includes(url);
    const cells = NAMES.map((name) =>
      shown(figures[name], DECIMALS[name] ?? 0, !isReference && exceedsBudget(name, figures[name])),
    );
    return [isReference ? `reference ${new URL(url).pathname}` : new URL(url).pathname, ...cells];
  });
}

async function cpuRows(
  types: readonly PageType[],
  { site, uncached }: Sites,
  reference: string | undefined,
): Promise<string[][]> {
  const urls = [...types.flatMap(({ path }) => [site + path, uncached + path]), ...(reference ? [reference] : [])];
  const found = await measureCpu(urls, { rounds: 3, seconds: 3 }, say);
  const bare = reference ? found.get(reference)! : null;
  return types.map(({ path }) => {
    const [cached, past] = [found.get(site + path)!, found.get(uncached + path)!];
    const ratio = (value: number, limit: number) => (bare === null ? "" : shown(value / bare, 2, value / bare > limit));
    return [
      path,
      cached.toFixed(0),
      past.toFixed(0),
      bare?.toFixed(0) ?? "",
      ratio(cached, CPU_BUDGET.cached),
      ratio(past, CPU_BUDGET.uncached),
    ];
  });
}

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const chromium = await ensureChromium();
  const sites = await openSites(values.site);
  try {
    const wanted = values.only?.split(",");
    const types = (await pageTypes(sites.site)).filter(({ pattern }) => !wanted || wanted.includes(pattern));
    if (types.length === 0) throw new Error(`no page type of the sitemap is named in --only ${values.only}`);
    const references = values.reference ? [values.reference] : [];
    const cpu = await cpuRows(types, sites, values.reference);
    const urls = types.flatMap(({ path }) => inAllLanguages(path)).map((path) => sites.site + path);
    const pages = pageRows(
      await measurePages([...urls, ...references], Number(values.runs), chromium, say),
      references,
    );
    console.log(
      `\nCPU microseconds per request\n${table(["page", "page cache", "bare Next", "reference", "cache ÷ ref", "Next ÷ ref"], cpu)}`,
    );
    console.log(
      `\nLighthouse, medians of ${values.runs} runs (worst: lowest performance; ms, kB)\n${table(["page", ...NAMES], pages)}`,
    );
    console.log(`\n${missed === 0 ? "Everything is inside the budget." : `✗ ${missed} figures miss the budget.`}`);
  } finally {
    await sites.stop();
  }
}

await main();
process.exit(missed === 0 ? 0 : 1);
