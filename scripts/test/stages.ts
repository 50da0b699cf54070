import path from "node:path";
import startSite from "../../tests/e2e/support/start-site";
import { ensureChromium } from "./chromium";
import { readReport, runLocal } from "./command";
import { oneCheck, sum, tallyOfPlaywright, tallyOfVitest, type Tally } from "./tally";

export type Stage = {
  name: string;
  title: string;
  /** Part of `npm run stress`. */
  hasStress?: true;
  run: (reports: string) => Promise<Tally>;
};

/** Settings of a developer's own project, from the environment or .env: cleared, because tests must never write to it. */
const OWN_PROJECT = ["NEXT_PUBLIC_SUPABASE_URL", "DATABASE_URL", "NEXT_PUBLIC_GOOGLE_MAPS_API_KEY", "GOOGLE_CLIENT_ID", "AUTH_GOOGLE_ENABLED", "SMTP_URL", "BACKUP_DIR", "WORKER_SITE_URL"];

let stopSite: (() => Promise<void>) | undefined;

async function vitest(report: string, args: readonly string[]): Promise<Tally> {
  if (process.env.STRESS) args = [...args, "--testNamePattern=@stress"];
  const exitCode = await runLocal("vitest", ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
  return tallyOfVitest(readReport(report), exitCode);
}

async function types(): Promise<Tally> {
  const generated = await runLocal("next", ["typegen"]);
  return oneCheck(generated === 0 ? await runLocal("tsc", ["--noEmit"]) : generated);
}

/** Builds the site, starts it on an empty database for the browser tests, then checks the built bundles. */
async function build(reports: string): Promise<Tally> {
  process.env.CHROMIUM_PATH = await ensureChromium();
  for (const name of OWN_PROJECT) process.env[name] = "";
  stopSite = await startSite();
  return process.env.STRESS ? oneCheck(0) : sum([oneCheck(0), await vitest(path.join(reports, "bundle.json"), ["--project", "build"])]);
}

async function browser(reports: string): Promise<Tally> {
  const report = path.join(reports, "browser.json");
  const reporter = process.stdout.isTTY ? "line,json" : "dot,json";
  const exitCode = await runLocal("playwright", ["test", `--reporter=${reporter}`, ...(process.env.STRESS ? ["--grep=@stress", "--workers=1"] : [])], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return tallyOfPlaywright(readReport(report), exitCode);
}

/** All stages of `npm test`, fastest first. */
export const STAGES: readonly Stage[] = [
  { name: "types", title: "types", run: types },
  { name: "lint", title: "lint", run: async () => oneCheck(await runLocal("oxlint", ["--type-aware", "--deny-warnings"])) },
  { name: "unit", title: "architecture and unit tests", run: (reports) => vitest(path.join(reports, "unit.json"), ["--project", "unit"]) },
  {
    name: "database",
    hasStress: true,
    title: "database tests on a real Postgres",
    run: (reports) => vitest(path.join(reports, "database.json"), ["--config", "vitest.database.config.mts"]),
  },
  { name: "browser", title: "production build and its bundle (two minutes or so)", hasStress: true, run: build },
  { name: "browser", title: "browser tests", hasStress: true, run: browser },
];

/** Stops the site that the build stage started. */
export async function stopStages(): Promise<void> {
  await stopSite?.();
}
