import { describe, expect, it } from "vitest";
import { oneCheck, sum, summaryLine, tallyOfPlaywright, tallyOfVitest } from "./tally";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe("tallyOfVitest", () => {
  it.each([
    [
      "only passed tests",
      { numPassedTests: 2, testResults: [file("passed", "passed", "passed")] },
      0,
      "2 passed, 0 failed",
    ],
    [
      "a failed test",
      { numPassedTests: 1, testResults: [file("failed", "passed", "failed")] },
      1,
      "1 passed, 1 failed",
    ],
    [
      "a file that cannot be loaded",
      { numPassedTests: 1, testResults: [file("failed"), file("passed", "passed")] },
      1,
      "1 passed, 1 failed",
    ],
    [
      "skipped tests",
      { numPassedTests: 1, testResults: [file("passed", "passed", "skipped")] },
      0,
      "1 passed, 0 failed",
    ],
    [
      "a setup that fails after passed tests",
      { numPassedTests: 1, testResults: [file("passed", "passed")] },
      1,
      "1 passed, 1 failed",
    ],
    ["no report at all", null, 1, "0 passed, 1 failed"],
  ])("counts %s", (_name, report, exitCode, line) => {
    expect(summaryLine(tallyOfVitest(report, exitCode))).toBe(line);
  });
});

describe("tallyOfPlaywright", () => {
  it.each([
    ["only passed tests", { stats: { expected: 3, unexpected: 0, flaky: 0 } }, 0, "3 passed, 0 failed"],
    [
      "a test that passed on the second attempt",
      { stats: { expected: 3, unexpected: 0, flaky: 1 } },
      0,
      "4 passed, 0 failed",
    ],
    ["a failed test", { stats: { expected: 3, unexpected: 2, flaky: 0 } }, 1, "3 passed, 2 failed"],
    ["a site that does not start", { stats: { expected: 0, unexpected: 0, flaky: 0 } }, 1, "0 passed, 1 failed"],
    ["no report at all", null, 1, "0 passed, 1 failed"],
  ])("counts %s", (_name, report, exitCode, line) => {
    expect(summaryLine(tallyOfPlaywright(report, exitCode))).toBe(line);
  });
});

describe("sum", () => {
  it("adds up the tallies of all stages", () => {
    expect(summaryLine(sum([oneCheck(0), oneCheck(2), { passed: 40, failed: 0 }]))).toBe("41 passed, 1 failed");
    expect(summaryLine(sum([]))).toBe("0 passed, 0 failed");
  });
});
