export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/** The numbers of Vitest's JSON report. */
export function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as VitestReport;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

interface ListedSuite {
  specs?: { tests: unknown[] }[];
  suites?: ListedSuite[];
}

/** How many tests a list of Playwright's holds, once for each launcher; none of them ran. */
export function listedCounts(list: unknown): Counts {
  const inSuite = ({ specs = [], suites = [] }: ListedSuite): number =>
    specs.reduce((sum, { tests }) => sum + tests.length, 0) + inSuites(suites);
  const inSuites = (suites: readonly ListedSuite[]): number =>
    suites.reduce((sum, suite) => sum + inSuite(suite), 0);
  return { passed: 0, failed: 0, skipped: inSuite(list as ListedSuite) };
}

/** The numbers of Playwright's JSON report; a test that passed only when tried again counts as passed. */
export function playwrightCounts(report: unknown): Counts {
  const { stats } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}
