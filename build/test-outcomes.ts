import { stripVTControlCharacters } from 'node:util';

/** What the tests of one step came to. */
export interface Outcomes {
  passed: number;
  failed: number;
  skipped: number;
  /** The name of each test that failed, with the first lines of why. */
  failures: string[];
  /** Names of the tests that passed only when tried again. */
  flaky: string[];
}

export const noOutcomes = (): Outcomes => ({ passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] });

const firstLines = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 200)}`)
    .join('\n');

/** The last lines of a run: what passed only when tried again, by name and by number, and the counts. */
export function closingWords({ passed, failed, skipped, flaky }: Outcomes, whySkipped = ''): string {
  const again = flaky.length === 1 ? '1 test' : `${flaky.length} tests`;
  return [
    ...(flaky.length > 0 ? [`${again} passed only when tried again:\n${flaky.join('\n')}`] : []),
    ...(skipped > 0 ? [`${skipped} skipped${whySkipped}`] : []),
    `\n${passed} passed${flaky.length > 0 ? ` (${flaky.length} only when tried again)` : ''}, ${failed} failed`,
  ].join('\n');
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly {
    name: string;
    message?: string;
    status: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[];
  }[];
}

/** What Vitest's JSON report says; a file that broke before its tests stands among the failures. */
export function vitestOutcomes(report: unknown): Outcomes {
  const all = report as VitestReport;
  const failures = all.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${name} > ${test.fullName}\n${firstLines(test.failureMessages?.[0] ?? '')}`);
    return tests.length === 0 && status === 'failed' ? [`${name}\n${firstLines(message ?? '')}`] : tests;
  });
  return {
    passed: all.numPassedTests,
    failed: all.numFailedTests,
    skipped: all.numPendingTests + all.numTodoTests,
    failures,
    flaky: [],
  };
}

interface Suite {
  file?: string;
  specs?: readonly {
    title: string;
    file?: string;
    tests: readonly {
      projectName?: string;
      status?: string;
      /** One for each try. */
      results?: readonly { error?: { message?: string } }[];
    }[];
  }[];
  suites?: readonly Suite[];
}

interface TriedTest {
  name: string;
  status: string | undefined;
  tries: number;
  why: string;
}

function testsOf(suite: Suite): TriedTest[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file} > ${title}`,
      status,
      tries: results?.length ?? 0,
      why: results?.find(({ error }) => error)?.error?.message ?? '',
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

/** How many tests a list of Playwright's holds, once for each launcher; none of them ran. */
export function listedOutcomes(list: unknown): Outcomes {
  return { ...noOutcomes(), skipped: testsOf(list as Suite).length };
}

/** What Playwright's JSON report says; a test that passed only when tried again counts as passed, and is named. */
export function playwrightOutcomes(report: unknown): Outcomes {
  const tests = testsOf(report as Suite);
  const of = (status: string) => tests.filter((test) => test.status === status);
  return {
    passed: of('expected').length + of('flaky').length,
    failed: of('unexpected').length,
    skipped: of('skipped').length,
    failures: of('unexpected').map(({ name, why }) => `${name}\n${firstLines(why)}`),
    flaky: of('flaky').map(({ name, tries, why }) => `${name} (${tries} tries)\n${firstLines(why)}`),
  };
}
