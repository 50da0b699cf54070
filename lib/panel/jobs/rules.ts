import type { JobOverview } from "./schema";

type Schedule = JobOverview["schedules"][number];

/** Result of the last run of a schedule, from its newest timestamp. */
export function lastOutcome({ started_at, finished_at, failed_at }: Schedule): "never" | "running" | "done" | "failed" {
  const [started, finished, failed] = [started_at, finished_at, failed_at].map((at) => (at ? Date.parse(at) : 0)) as [
    number,
    number,
    number,
  ];
  if (started === 0) return "never";
  if (started > Math.max(finished, failed)) return "running";
  return failed > finished ? "failed" : "done";
}

/** `10 s` → seconds between runs, `03:30` → a time of day. */
export function readSchedule(schedule: string): { seconds: number } | { time: string } {
  const seconds = /^(\d+) s$/.exec(schedule)?.[1];
  return seconds ? { seconds: Number(seconds) } : { time: schedule };
}
