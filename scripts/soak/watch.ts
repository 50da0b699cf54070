import { TICK_MICROSECONDS, ticksNow } from "../bench/cpu";
import { GROUP_NAMES, measureMemory, processesOf, SUPERVISED, type Sample, type Supervised } from "./memory";

const SAMPLE_MS = 5000;
const SAMPLES_A_MINUTE = 12;

const memoryText = (sample: Sample) =>
  `${sample.seconds.toFixed(0)} s: ${GROUP_NAMES.map((group) => `${group} ${sample[group].toFixed(0)} MB`).join(", ")}`;

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
  const timer = setInterval(() => {
    const sample = measureMemory(processesOf(start), seconds());
    memory.push(sample);
    if (memory.length % SAMPLES_A_MINUTE === 0) process.stderr.write(`  ${memoryText(sample)}\n`);
  }, SAMPLE_MS);
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
