import { GROUP_NAMES, type Group, type Sample, type Supervised } from "./memory";
import { countStatuses, isError, isSuccess, REFUSED_FOR_NOW, type Line } from "./tally";

const BOUNDS = {
  /** Share by which the memory of a process may grow. */
  growth: 0.05,
  growthSeconds: 600,
  webMegabytes: 600,
  /** p99 of cached pages under load, as a multiple of that without load. */
  slower: 5,
  /** Share of requests that may be refused at 70 % of what the machine can do. */
  refused: 0.01,
  /** Pages that answered, and the p99 of their milliseconds, at three times the load. */
  overload: { answered: 0.99, ms: 5000 },
};
/** Kinds of work of readers: a copy of the page cache, one that should be newer, no answer. */
export const CACHED = "page: cached";
export const STALE = "page: earlier copy";
export const LOST_PAGE = "page: lost";

type Lines = Record<string, Line>;
/** `ended`: processes that ended and were started again. */
export type Figures = {
  idle: Lines;
  load: Lines;
  overload: Lines;
  memory: readonly Sample[];
  ended: readonly Supervised[];
};
export type Verdict = { bound: string; figure: string; isMet: boolean };

/** Share by which a value grew from the beginning to the end of the samples, by the line of least squares. */
export function growth(samples: readonly { seconds: number; value: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  if (samples.length < 2) return 0;
  const [time, value] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map((one) => one.value))];
  const spread = samples.reduce((sum, one) => sum + (one.seconds - time) ** 2, 0);
  const slope = samples.reduce((sum, one) => sum + (one.seconds - time) * (one.value - value), 0) / spread;
  const length = samples.at(-1)!.seconds - samples[0]!.seconds;
  return (slope * length) / (value - (slope * length) / 2);
}

/** The samples whose growth counts: of the last ten minutes, of a shorter run the second half. */
export function lastSamples<T extends { seconds: number }>(samples: readonly T[]): T[] {
  const end = samples.at(-1)?.seconds ?? 0;
  const from = Math.max(end / 2, end - BOUNDS.growthSeconds);
  return samples.filter(({ seconds }) => seconds >= from);
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function growthVerdict(group: Group, memory: readonly Sample[]): Verdict {
  const last = lastSamples(memory);
  const share = growth(last.map((sample) => ({ seconds: sample.seconds, value: sample[group] })));
  const minutes = ((last.at(-1)?.seconds ?? 0) - (last[0]?.seconds ?? 0)) / 60;
  return {
    bound: `${group}: memory grows at most ${percent(BOUNDS.growth)} in the last ten minutes`,
    figure: `${percent(share)} in ${minutes.toFixed(1)} min`,
    isMet: share <= BOUNDS.growth,
  };
}

function speedVerdict({ idle, load }: Figures): Verdict {
  const [before, after] = [idle[CACHED]?.p99 ?? Number.NaN, load[CACHED]?.p99 ?? Number.NaN];
  return {
    bound: `p99 of cached pages under load is at most ${BOUNDS.slower} × that without load`,
    figure: `${after.toFixed(1)} ms, without load ${before.toFixed(1)} ms: ${(after / before).toFixed(1)} ×`,
    isMet: after <= before * BOUNDS.slower,
  };
}

function errorVerdict(name: string, lines: Lines): Verdict {
  const [errors, refused] = [countStatuses(lines, isError), countStatuses(lines, (text) => text === REFUSED_FOR_NOW)];
  return {
    bound: `${name}: no 5xx but 503 with Retry-After, no lost request`,
    figure: `${errors}, and ${refused} refused for now`,
    isMet: errors === 0,
  };
}

function refusedVerdict({ load: lines }: Figures): Verdict {
  const all = countStatuses(lines, () => true);
  const share = 1 - countStatuses(lines, isSuccess) / all;
  return {
    bound: `load: at most ${percent(BOUNDS.refused)} of the requests are refused or fail`,
    figure: `${percent(share)} of ${all}`,
    isMet: share <= BOUNDS.refused,
  };
}

function overloadVerdict({ overload: lines }: Figures): Verdict {
  const pages = Object.fromEntries(Object.entries(lines).filter(([work]) => [CACHED, STALE, LOST_PAGE].includes(work)));
  const share = countStatuses(pages, isSuccess) / countStatuses(pages, () => true);
  const slowest = Math.max(...Object.values(pages).map(({ p99 }) => p99));
  const { answered, ms } = BOUNDS.overload;
  return {
    bound: `overload: ${percent(answered)} of the cached pages answer, p99 at most ${ms} ms`,
    figure: `${percent(share)}, ${slowest.toFixed(0)} ms`,
    isMet: share >= answered && slowest <= ms,
  };
}

/** The bounds of a soak with their figures. */
export function verdicts(figures: Figures): Verdict[] {
  const highest = Math.max(...figures.memory.map(({ web }) => web));
  return [
    ...GROUP_NAMES.map((group) => growthVerdict(group, figures.memory)),
    {
      bound: `web: at most ${BOUNDS.webMegabytes} MB resident under load`,
      figure: `${highest.toFixed(0)} MB`,
      isMet: highest <= BOUNDS.webMegabytes,
    },
    speedVerdict(figures),
    errorVerdict("load", figures.load),
    refusedVerdict(figures),
    errorVerdict("overload", figures.overload),
    overloadVerdict(figures),
    {
      bound: "no process ends",
      figure: figures.ended.join(", ") || "none ended",
      isMet: figures.ended.length === 0,
    },
  ];
}
