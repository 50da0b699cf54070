import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { filesBelow } from "../tests/support/source-files";
import { omitRepeatedWarning } from "./start/environment";
import { parseCommand, type StageCall } from "./test/arguments";
import { changedFiles, keepChanged } from "./test/changed";
import { interrupt } from "./test/command";
import { groupsOf, runLanes, type Lane, type RunStage } from "./test/lanes";
import { inOrder } from "./test/output";
import { STAGES, stopStages, type Context } from "./test/stages";
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

const secondsSince = (startedAt: number) => ((Date.now() - startedAt) / 1000).toFixed(1);

/** Runs a stage between its title and its result. */
async function runStage(call: StageCall, context: Context, isStopped: () => boolean): Promise<Tally> {
  const { title, run } = STAGES[call.name];
  const print = (text: string) => (context.output ?? process.stdout).write(`${text}\n`);
  print(`\n── ${title} ${"─".repeat(Math.max(0, 60 - title.length))}`);
  const startedAt = Date.now();
  const tally = await run(context, call).catch((error: unknown) => {
    print(String(error instanceof Error ? error.message : error));
    return { passed: 0, failed: 1 };
  });
  print(`${title}: ${isStopped() ? "stopped" : summaryLine(tally)} (${secondsSince(startedAt)} s)`);
  return tally;
}

/** Runs lanes of stages; a single lane writes on the terminal itself, several are shown in the order of the stages. */
function runGroup(lanes: readonly Lane[], reports: string): Promise<Tally[]> {
  const calls = lanes.flat();
  const outputs = lanes.length > 1 ? inOrder(process.stdout, calls.length) : [];
  const run: RunStage = async (call, isStopped) => {
    const output = outputs[calls.indexOf(call)];
    return runStage(call, { reports, output }, isStopped).finally(() => output?.end());
  };
  return runLanes(lanes, run, interrupt).finally(() => outputs.forEach((output) => output.end()));
}

/** Runs the chosen stages and stops at the first failure. */
async function main(): Promise<Tally> {
  const reports = mkdtempSync(path.join(tmpdir(), "portal-test-"));
  const tallies: Tally[] = [];
  try {
    for (const lanes of groupsOf(chosenCalls())) {
      tallies.push(...(await runGroup(lanes, reports)));
      if (sum(tallies).failed > 0 || interrupted) break;
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
omitRepeatedWarning();

const total = await main();
process.exitCode = total.failed > 0 || interrupted ? 1 : 0;
console.log(`\n${summaryLine(total)}`);
