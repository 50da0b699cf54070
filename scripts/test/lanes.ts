import type { StageCall, StageName } from "./arguments";
import type { Tally } from "./tally";

/** Stages that run one after the other. */
export type Lane = readonly StageCall[];

/**
 * Lanes of a group run beside each other, groups one after the other. The database tests often wait for a process or a
 * pause, and the checks of the source code and the build use the processors meanwhile. Browser tests are sensitive to load.
 */
const GROUPS: readonly (readonly StageName[])[][] = [
  [["types", "lint", "format", "unit", "build"], ["database"]],
  [["browser"]],
];

/** The groups of lanes with these stages, in their order. */
export function groupsOf(calls: readonly StageCall[]): Lane[][] {
  return GROUPS.map((lanes) =>
    lanes.map((names) => calls.filter(({ name }) => names.includes(name))).filter((lane) => lane.length > 0),
  ).filter((lanes) => lanes.length > 0);
}

/** Runs one stage; `isStopped` says whether it was ended because another one failed. */
export type RunStage = (call: StageCall, isStopped: () => boolean) => Promise<Tally>;

/**
 * Runs the lanes of a group until a stage fails. `stop` then ends the stages that still run; their tests are not
 * counted.
 */
export async function runLanes(lanes: readonly Lane[], run: RunStage, stop: () => void): Promise<Tally[]> {
  const tallies: Tally[] = [];
  let isStopped = false;
  const runLane = async (lane: Lane) => {
    for (const call of lane) {
      if (isStopped) return;
      const tally = await run(call, () => isStopped);
      if (isStopped) return;
      tallies.push(tally);
      if (tally.failed === 0) continue;
      isStopped = true;
      stop();
    }
  };
  await Promise.all(lanes.map(runLane));
  return tallies;
}
