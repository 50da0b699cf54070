import path from "node:path";
import startSite from "../../tests/e2e/support/start-site";
import type { StageCall, StageName } from "./arguments";
import { ensureChromium } from "./chromium";
import { readReport, runLocal } from "./command";
import type { Output } from "./output";
import { oneCheck, sum, tallyOfPlaywright, tallyOfVitest, type Tally } from "./tally";

export type Stage = {
  title: string;
  /** Part of `npm run stress`. */
  hasStress?: true;
  run: (context: Context, call: StageCall) => Promise<Tally>;
};

export type Context = {
  /** Folder of the reports of test runners. */
  reports: string;
  /** Receives what the stage prints; without it the stage writes on the terminal. */
  output?: Output;
};

/** Settings of a developer's own project, from the environment or .env: cleared, because tests must never write to it. */
const OWN_PROJECT = [
  "NEXT_PUBLIC_SUPABASE_URL",
  "DATABASE_URL",
  "NEXT_PUBLIC_GOOGLE_MAPS_API_KEY",
  "GOOGLE_CLIENT_ID",
  "AUTH_GOOGLE_ENABLED",
  "SMTP_URL",
  "BACKUP_DIR",
  "WORKER_SITE_URL",
];

let stopSite: (() => Promise<void>) | undefined;

/** Runs Vitest with the options of a stage, then those of its call. */
async function vitest(
  { reports, output }: Context,
  name: string,
  options: readonly string[],
  { args, related }: Omit<StageCall, "name">,
): Promise<Tally> {
  const report = path.join(reports, `${name}.json`);
  const stress = process.env.STRESS ? ["--testNamePattern=@stress"] : [];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const start = related ? ["related", "--run", ...related] : ["run"];
  const exitCode = await runLocal("vitest", [...start, ...options, ...args, ...stress, ...reporters], { output });
  return tallyOfVitest(readReport(report), exitCode);
}

async function types({ output }: Context, { args }: StageCall): Promise<Tally> {
  if (args.length > 0) throw new Error("the stage types checks all files and takes no paths or options");
  const generated = await runLocal("next", ["typegen"], { output });
  return oneCheck(generated === 0 ? await runLocal("tsc", ["--noEmit"], { output }) : generated);
}

/** With paths only oxlint: whether a file, export or package is used cannot be seen in a part of the files. */
async function lint({ output }: Context, { args }: StageCall): Promise<Tally> {
  const oxlint = oneCheck(await runLocal("oxlint", ["--type-aware", "--deny-warnings", ...args], { output }));
  return args.length > 0 ? oxlint : sum([oxlint, oneCheck(await runLocal("knip", [], { output }))]);
}

/** Checks that every file, or each given file, is formatted by oxfmt. */
async function format({ output }: Context, { args }: StageCall): Promise<Tally> {
  return oneCheck(await runLocal("oxfmt", ["--check", ...args], { output }));
}

/** Builds the site and starts it on an empty database, once. */
async function startBuiltSite(): Promise<void> {
  if (stopSite) return;
  process.env.CHROMIUM_PATH = await ensureChromium();
  for (const name of OWN_PROJECT) process.env[name] = "";
  stopSite = await startSite();
}

/** Builds and starts the site, which the browser tests then use, and checks the built bundles. */
async function build(context: Context, call: StageCall): Promise<Tally> {
  await startBuiltSite();
  if (process.env.STRESS) return oneCheck(0);
  return sum([oneCheck(0), await vitest(context, "bundle", ["--project", "build"], call)]);
}

/** The HTML report shows the traces and pictures of failed tests on a machine that runs tests for a pull request. */
function playwrightReporters(): string {
  return [process.stdout.isTTY ? "line" : "dot", "json", ...(process.env.CI ? ["html"] : [])].join(",");
}

/** Runs the browser tests that a choice of tags selects; a choice without tests is no failure. */
async function playwright({ reports }: Context, name: string, options: readonly string[]): Promise<Tally> {
  const report = path.join(reports, `${name}.json`);
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_HTML_OPEN: "never" };
  const args = ["test", "--pass-with-no-tests", `--reporter=${playwrightReporters()}`, ...options];
  const exitCode = await runLocal("playwright", args, { env });
  return tallyOfPlaywright(readReport(report), exitCode);
}

/** Tests marked `@alone` change settings of the whole site, so they run one by one after all others. */
async function browser(context: Context, { args }: StageCall): Promise<Tally> {
  await startBuiltSite();
  if (process.env.STRESS) return playwright(context, "stress", ["--grep=@stress", "--workers=1", ...args]);
  return sum([
    await playwright(context, "browser", ["--grep-invert=@alone", ...args]),
    await playwright(context, "browser-alone", ["--grep=@alone", "--workers=1", ...args]),
  ]);
}

export const STAGES: Record<StageName, Stage> = {
  types: { title: "types", run: types },
  lint: { title: "lint", run: lint },
  format: { title: "format", run: format },
  unit: {
    title: "architecture and unit tests",
    run: (context, call) => vitest(context, "unit", ["--project", "unit", "--project", "unit-own-modules"], call),
  },
  database: {
    title: "database tests on a real Postgres",
    hasStress: true,
    run: (context, call) => vitest(context, "database", ["--config", "vitest.database.config.mts"], call),
  },
  build: { title: "production build and its bundle (two minutes or so)", hasStress: true, run: build },
  browser: { title: "browser tests", hasStress: true, run: browser },
};

/** Stops the site that the build or browser stage started. */
export async function stopStages(): Promise<void> {
  await stopSite?.();
}
