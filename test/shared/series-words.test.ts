import { expect, test } from 'vitest';
import type { Release, ReleaseDifference } from '../../shared/contract/index.ts';
import {
  differenceNumber,
  differenceWords,
  labeledWords,
  namedApart,
  wholeSeriesWords,
} from '../../shared/series-words.ts';

const scale = { min: 1, max: 5, direction: 'higher' } as const;
const released = (
  more: Partial<Extract<ReleaseDifference, { kind: 'estimate' }>>,
): Pick<Release, 'difference' | 'scale'> => ({
  scale,
  difference: {
    ...{ kind: 'estimate', sharedItems: 60, differing: 40, changed: 0, pairs: 19, plannedPairs: 20 },
    ...{ value: 0.5, lower: 0.1, upper: 0.9, leastDifference: 0.08, verdict: 'system', ...more },
  },
});

test('a difference says on how many items it is paired, and which of them count', () => {
  expect(differenceNumber(released({}))).toBe('+0.50 (+0.10 to +0.90), paired on 60 shared items');
  expect(differenceWords(released({}))).toBe(
    'Better than the previous release: +0.50 (+0.10 to +0.90), paired on 60 shared items. ' +
      '20 have equal replies and differ by 0. Of the other 40, 19 are counted from the labels of both releases.',
  );
  const allDiffer = released({ sharedItems: 24, differing: 24, verdict: 'undecided' });
  expect(differenceWords(allDiffer)).toMatch(
    /paired on 24 shared items\. Of these, 19 are counted from the labels of both releases\.$/,
  );
  const one = released({ sharedItems: 1, differing: 1, pairs: 1 });
  expect(differenceNumber(one)).toMatch(/, paired on 1 shared item$/);
});

test('what is not known says no number of items', () => {
  expect(differenceNumber(released({ pairs: 0, value: null }))).toBe('not estimable');
  expect(differenceNumber({ scale, difference: null })).toBe('-');
});

test('labels that wait for earlier items are told from those that count', () => {
  expect(labeledWords({ labeled: 19, drawn: 24, counted: 14 })).toBe('19 of 24 (14 count)');
  expect(labeledWords({ labeled: 19, drawn: 24, counted: 19 })).toBe('19 of 24');
  // An earlier report does not say it.
  expect(labeledWords({ labeled: 19, drawn: 24 })).toBe('19 of 24');
});

test.each([
  ['systems, where they differ', ['v1', 'a', 'x'], ['v2', 'a', 'y'], ['v1', 'v2']],
  [
    'data sets, where one system is judged again and again',
    ['bot', 'May', 'x'],
    ['bot', 'June', 'y'],
    ['May', 'June'],
  ],
  ['studies, where both are one', ['bot', 'all', 'x'], ['bot', 'all', 'y'], ['x', 'y']],
])('releases are called by their %s', (_what, first, second, names) => {
  const releases = [first, second].map(([system, datasetName, study]) => {
    return { system: system!, datasetName: datasetName!, study: study! };
  });
  expect(namedApart(releases).map(({ system }) => system)).toEqual(names);
});

test('of a series as a whole it is said how many may be wrong, where there are several verdicts', () => {
  const release = (differing: number, alpha?: number) =>
    ({
      difference: { kind: 'estimate', differing },
      ...(alpha !== undefined && { alpha }),
    }) as unknown as Release;
  const first = { difference: null, alpha: 0.05 } as unknown as Release;
  const many = (count: number) => [first, ...Array.from({ length: count }, () => release(30, 0.05))];
  expect(wholeSeriesWords(many(9))).toMatch(
    /^Nothing is promised .* 10 releases that are alike, up to 45 may call/,
  );
  expect(wholeSeriesWords(many(30))).toContain('31 releases that are alike, any may call');
  // One verdict is what its interval says, equal releases are not called anything, and earlier reports have no level.
  expect(wholeSeriesWords([first, release(30, 0.05), release(0, 0.05)])).toBe('');
  expect(wholeSeriesWords([first, release(30), release(30)])).toBe('');
});
