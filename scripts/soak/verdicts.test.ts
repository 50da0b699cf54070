import { describe, expect, it } from "vitest";
import type { Sample } from "./memory";
import type { Line } from "./tally";
import { CACHED, growth, lastSamples, LOST_PAGE, verdicts, type Figures } from "./verdicts";

const line = (p99: number, statuses: Record<string, number>): Line => ({ count: 100, p50: 1, p99, max: p99, statuses });
const sample = (seconds: number, web: number): Sample => ({ seconds, web, backend: 200, worker: 150, postgres: 300 });
const samples = (from: number, to: number) =>
  Array.from({ length: 31 }, (_, index) => sample(index * 60, from + ((to - from) * index) / 30));

const good: Figures = {
  idle: { [CACHED]: line(2, { 200: 100 }) },
  load: { [CACHED]: line(9, { 200: 990, 304: 10 }), upload: line(900, { 201: 50 }) },
  overload: { [CACHED]: line(800, { 200: 100 }), upload: line(900, { "503 Retry-After": 50 }) },
  memory: samples(400, 410),
  ended: [],
};
const missed = (changes: Partial<Figures>) =>
  verdicts({ ...good, ...changes })
    .filter(({ isMet }) => !isMet)
    .map(({ bound }) => bound);

describe("growth", () => {
  it("is the share from the first to the last sample, whatever one of them does", () => {
    const values = [100, 102, 104, 106, 108, 110].map((value, index) => ({ seconds: index * 5, value }));
    expect(growth(values)).toBeCloseTo(0.1, 5);
    expect(growth([100, 100, 180, 100, 100].map((value, seconds) => ({ seconds, value })))).toBeCloseTo(0, 5);
    expect(growth([])).toBe(0);
  });
});

describe("lastSamples", () => {
  it("are those of the last ten minutes, of a short run its second half", () => {
    expect(lastSamples(samples(1, 2)).map(({ seconds }) => seconds)[0]).toBe(1200);
    expect(lastSamples([0, 60, 120, 180, 240].map((seconds) => ({ seconds })))[0]).toEqual({ seconds: 120 });
  });
});

describe("verdicts", () => {
  it("are met by figures inside the bounds", () => {
    expect(missed({})).toEqual([]);
  });

  it.each<[string, Partial<Figures>, RegExp]>([
    ["memory that grows", { memory: samples(300, 400) }, /^web: memory grows/],
    ["too much memory", { memory: samples(601, 602) }, /^web: at most 600 MB/],
    ["slow pages", { load: { [CACHED]: line(11, { 200: 100 }) } }, /^p99 of cached pages/],
    ["an error below 1 %", { load: { [CACHED]: line(9, { 200: 999, 500: 1 }) } }, /^load: no 5xx/],
    ["refusals below what the machine can do", { load: { [CACHED]: line(9, { 200: 90, 429: 10 }) } }, /^load: at most/],
    [
      "a 503 that does not say when to ask again",
      { overload: { [CACHED]: line(9, { 200: 999, 503: 1 }) } },
      /^overload: no/,
    ],
    ["a cached page that answers late", { overload: { [CACHED]: line(6000, { 200: 100 }) } }, /^overload: 99/],
    ["a process that ended", { ended: ["web"] }, /^no process ends/],
  ])("are missed by %s", (_, changes, bound) => {
    expect(missed(changes)).toEqual([expect.stringMatching(bound)]);
  });

  it("are missed when pages get no answer", () => {
    const overload = { [CACHED]: line(9, { 200: 90 }), [LOST_PAGE]: line(30_000, { lost: 10 }) };
    expect(missed({ overload })).toHaveLength(2);
  });

  it("are missed when nothing was measured", () => {
    expect(missed({ idle: {} })).toHaveLength(1);
    expect(missed({ load: {} }).length).toBeGreaterThan(0);
    expect(missed({ overload: {} })).toHaveLength(1);
  });
});
