import { expect, test } from 'vitest';
import {
  closingWords,
  listedOutcomes,
  playwrightOutcomes,
  vitestOutcomes,
} from '../../build/test-outcomes.ts';

test('names the unit tests that failed, and the files that broke before their tests', () => {
  const outcomes = vitestOutcomes({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 2,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'right' },
          {
            status: 'failed',
            fullName: 'wrong',
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [] },
    ],
  });
  expect(outcomes).toEqual({
    passed: 1,
    failed: 1,
    skipped: 3,
    failures: ['a.test.ts > wrong\n    expected 1\n    to be 2', 'b.test.ts\n    Cannot find module'],
    flaky: [],
  });
});

const specs = (file: string, statuses: readonly string[]) => ({
  specs: statuses.map((status) => ({
    title: status,
    file,
    tests: [{ projectName: 'loopback', status, results: [{}, { error: { message: `${status} why` } }] }],
  })),
});

test('counts what passed when tried again as passed, and names it', () => {
  const report = {
    suites: [{ ...specs('a.spec.ts', ['expected', 'flaky']), suites: [specs('a.spec.ts', ['unexpected'])] }],
  };
  expect(playwrightOutcomes(report)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: ['[loopback] a.spec.ts > unexpected\n    unexpected why'],
    flaky: ['[loopback] a.spec.ts > flaky (2 tries)\n    flaky why'],
  });
  expect(listedOutcomes(report)).toMatchObject({ passed: 0, failed: 0, skipped: 3 });
});

test('says at the end how many passed only when tried again', () => {
  const report = { suites: [specs('a.spec.ts', ['expected', 'flaky'])] };
  expect(closingWords(playwrightOutcomes(report))).toBe(
    `1 test passed only when tried again:
[loopback] a.spec.ts > flaky (2 tries)
    flaky why

2 passed (1 only when tried again), 0 failed`,
  );
  expect(closingWords({ passed: 3, failed: 1, skipped: 2, failures: [], flaky: [] }, ', as asked')).toBe(
    '2 skipped, as asked\n\n3 passed, 1 failed',
  );
});
