import { TICK_MICROSECONDS, ticksNow } from "../bench/cpu";
import { measureMemory, processesOf, SUPERVISED, type Sample, type Supervised } from "./memory";

const SAMPLE_MS = 5000;

export type Watched = {
  memory: Sample[];
  /** Share of one core by process. */
  cpu: Record<Supervised, number>;
  /** Processes that ended and were started again. */
  ended: Supervised[];
};

/** Measures the processes of a portal while work runs; `start` is the process that started them. */
export async function watch<T>(start: number, work: () => Promise<T>): Promise<[T, Watched]> {
  const [before, startedAt] = [processesOf(start), performance.now()];
  const seconds = () => (performance.now() - startedAt) / 1000;
  const ticks = (group: Supervised) => ticksNow(before[group].filter((pid) => processesOf(start)[group].includes(pid)));
  const ticksBefore = SUPERVISED.map(ticks);
  const memory: Sample[] = [];
  const timer = setInterval(() => memory.push(measureMemory(processesOf(start), seconds())), SAMPLE_MS);
  try {
    const done = await work();
    const after = processesOf(start);
    const shares = SUPERVISED.map((group, index): [Supervised, number] => [
      group,
      ((ticks(group) - ticksBefore[index]!) * TICK_MICROSECONDS) / 1e6 / seconds(),
    ]);
    const ended = SUPERVISED.filter((group) => before[group].join() !== after[group].join());
    return [done, { memory, cpu: Object.fromEntries(shares) as Record<Supervised, number>, ended }];
  } finally {
    clearInterval(timer);
  }
}
