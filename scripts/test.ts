import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { filesBelow } from "../tests/support/source-files";
import { parseCommand, type StageCall } from "./test/arguments";
import { changedFiles, keepChanged } from "./test/changed";
import { interrupt } from "./test/command";
import { STAGES, stopStages } from "./test/stages";
import { sum, summaryLine, type Tally } from "./test/tally";

/** The stages that the words after `npm test --` choose. With `--stress`, only stages with stress tests, at full size. */
function chosenCalls(): StageCall[] {
  const { calls, changed, stress } = parseCommand(process.argv.slice(2));
  if (stress) process.env.STRESS = "1";
  const chosen = stress ? calls.filter(({ name }) => STAGES[name].hasStress) : calls;
  return changed ? keepChanged(chosen, changedFiles(), architectureTests()) : chosen;
}

const architectureTests = () => filesBelow("tests/architecture").filter((file) => /(?<!\.build)\.test\.ts$/.test(file));

let interrupted = false;

async function runStage(call: StageCall, reports: string): Promise<Tally> {
  const { title, run } = STAGES[call.name];
  console.log(`\n── ${title} ${"─".repeat(Math.max(0, 60 - title.length))}`);
  const startedAt = Date.now();
  const tally = await run(reports, call).catch((error: unknown) => {
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
    for (const call of chosenCalls()) {
      const tally = await runStage(call, reports);
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
