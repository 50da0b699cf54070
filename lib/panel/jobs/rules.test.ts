import { describe, expect, it } from "vitest";
import { lastOutcome, readSchedule } from "./rules";

const at = (second: number | null) =>
  second === null ? null : new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const schedule = (started: number | null, finished: number | null, failed: number | null) => ({
  job: "x",
  schedule: "10 s",
  started_at: at(started),
  finished_at: at(finished),
  failed_at: at(failed),
  failure: null,
  next_at: at(59)!,
});

describe("lastOutcome", () => {
  it.each([
    ["never", null, null, null],
    ["running", 5, null, null],
    ["running", 5, 4, 3],
    ["done", 5, 6, 4],
    ["failed", 5, 4, 6],
    ["done", 5, 5, null],
  ] as const)("is %s for started %s, finished %s, failed %s", (outcome, started, finished, failed) => {
    expect(lastOutcome(schedule(started, finished, failed))).toBe(outcome);
  });
});

it("readSchedule parses seconds and times of day", () => {
  expect([readSchedule("10 s"), readSchedule("03:30")]).toEqual([{ seconds: 10 }, { time: "03:30" }]);
});
