import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { interrupt } from "./test/command";
import { STAGES, stopStages, type Stage } from "./test/stages";
import { sum, summaryLine, type Tally } from "./test/tally";

/** The stages of `npm test`, or those named by `-- --only unit`. With `--stress`, only stages with stress tests, at full size. */
function chosenStages(): readonly Stage[] {
  const { only, stress } = parseArgs({ options: { only: { type: "string" }, stress: { type: "boolean" } } }).values;
  if (stress) process.env.STRESS = "1";
  const chosen = STAGES.filter(({ name, hasStress }) => (only === undefined || name === only) && (!stress || hasStress));
  if (chosen.length > 0) return chosen;
  throw new Error(`--only takes one of: ${[...new Set(STAGES.map(({ name }) => name))].join(", ")}`);
}

let interrupted = false;

async function runStage({ title, run }: Stage, reports: string): Promise<Tally> {
  console.log(`\n── ${title} ${"─".repeat(Math.max(0, 60 - title.length))}`);
  const startedAt = Date.now();
  const tally = await run(reports).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  console.log(`${title}: ${summaryLine(tally)} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  return tally;
}

/** Runs the stages in order and stops at the first failure. */
async function main(): Promise<Tally> {
  const reports = mkdtempSync(path.join(tmpdir(), "portal-test-"));
  const tallies: Tally[] = [];
  try {
    for (const stage of chosenStages()) {
      const tally = await runStage(stage, reports);
      tallies.push(tally);
      if (tally.failed > 0 || interrupted) break;
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    tallies.push({ passed: 0, failed: 1 });
  } finally {
    await stopStages();
    rmSync(reports, { recursive: true, force: true });
  }
  return sum(tallies);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupted = true;
    interrupt();
  });
}
process.env.NEXT_TELEMETRY_DISABLED = "1";

const total = await main();
process.exitCode = total.failed > 0 || interrupted ? 1 : 0;
console.log(`\n${summaryLine(total)}`);
