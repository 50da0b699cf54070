export type Tally = { passed: number; failed: number };

/** The tally of a command that is one check. */
export function oneCheck(exitCode: number): Tally {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** Counts one failure when a runner failed without a failed test (it crashed or a file did not load). */
function honest(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

type VitestReport = {
  numPassedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

/** Counts tests in Vitest's JSON report; a file that could not be loaded is one failure. */
export function tallyOfVitest(report: unknown, exitCode: number): Tally {
  const { numPassedTests = 0, testResults = [] } = (report ?? {}) as Partial<VitestReport>;
  const failures = testResults.map(({ status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed").length;
    return failed === 0 && status === "failed" ? 1 : failed;
  });
  return honest({ passed: numPassedTests, failed: failures.reduce((all, one) => all + one, 0) }, exitCode);
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

/** Counts tests in Playwright's JSON report; a flaky test counts as passed. */
export function tallyOfPlaywright(report: unknown, exitCode: number): Tally {
  const { expected = 0, unexpected = 0, flaky = 0 } = (report as Partial<PlaywrightReport> | null)?.stats ?? {};
  return honest({ passed: expected + flaky, failed: unexpected }, exitCode);
}

/** The last line of `npm test`. */
export function summaryLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
