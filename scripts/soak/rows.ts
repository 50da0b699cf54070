import { GROUP_NAMES, type Sample } from "./memory";
import type { Line } from "./tally";
import type { Verdict } from "./verdicts";

export const WORK_HEAD = ["work", "requests", "per s", "p50 ms", "p99 ms", "longest", "statuses"];

/** A line of the table for each kind of work. */
export const workRows = (lines: Record<string, Line>, seconds: number): string[][] =>
  Object.entries(lines).map(([work, { count, p50, p99, max, statuses }]) => [
    work,
    String(count),
    (count / seconds).toFixed(1),
    p50.toFixed(1),
    p99.toFixed(1),
    max.toFixed(0),
    Object.entries(statuses)
      .map(([status, number]) => `${status}: ${number}`)
      .join(", "),
  ]);

export const MEMORY_HEAD = ["minute", ...GROUP_NAMES.map((group) => `${group} MB`)];

/** Means of each minute. */
export function memoryRows(samples: readonly Sample[]): string[][] {
  const minuteOf = ({ seconds }: Sample) => Math.floor(seconds / 60) + 1;
  const minutes = [...new Set(samples.map(minuteOf))];
  const samplesOf = (minute: number) => samples.filter((sample) => minuteOf(sample) === minute);
  return minutes
    .map((minute) => [minute, samplesOf(minute)] as const)
    .map(([minute, some]) => [
      String(minute),
      ...GROUP_NAMES.map((group) => (some.reduce((sum, sample) => sum + sample[group], 0) / some.length).toFixed(0)),
    ]);
}

export const VERDICT_HEAD = ["", "bound", "figure"];

export const verdictRows = (found: readonly Verdict[]): string[][] =>
  found.map(({ bound, figure, isMet }) => [isMet ? "met" : "✗ missed", bound, figure]);
