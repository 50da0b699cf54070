import { describe, expect, it } from "vitest";
import { countStatuses, isError, isSuccess, statusText, Tally } from "./tally";

describe("statusText", () => {
  it.each([
    [{ status: 200 }, "200"],
    [{ status: 200, note: "conflict" }, "200 conflict"],
    [{ status: 503 }, "503"],
    [{ status: 503, retryAfter: "5" }, "503 Retry-After"],
    [{ status: 0 }, "lost"],
  ])("counts %j as %s", (answered, expected) => {
    expect(statusText(answered)).toBe(expected);
  });
});

describe("statuses", () => {
  it("are errors except a refusal that says when to ask again", () => {
    const statuses = ["200", "304", "429", "500", "503", "503 Retry-After", "lost", "200 conflict"];
    expect(statuses.filter(isError)).toEqual(["500", "503", "lost"]);
    expect(statuses.filter(isSuccess)).toEqual(["200", "304"]);
  });
});

describe("Tally", () => {
  it("gives the percentiles and statuses of each kind of work", () => {
    const tally = new Tally();
    for (let ms = 1; ms <= 100; ms++) tally.add("page", ms, { status: 200 });
    tally.add("upload", 700, { status: 201 });
    const lines = tally.summary();
    expect(Object.keys(lines)).toEqual(["page", "upload"]);
    expect(lines.page).toMatchObject({ count: 100, statuses: { 200: 100 } });
    expect(lines.page!.p50).toBeCloseTo(50, 0);
    expect(lines.page!.p99).toBeCloseTo(99, 0);
    expect(lines.upload!.max).toBeCloseTo(700, -1);
    expect(countStatuses(lines, isSuccess)).toBe(101);
  });
});
