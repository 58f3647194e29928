import { expect, test } from 'vitest';
import { rankingNextWords } from '../../../core/report/ranking-page.ts';

type Studies = Parameters<typeof rankingNextWords>[1];
type Ranking = Parameters<typeof rankingNextWords>[0];

const pair = (
  studyId: number,
  value: number,
  verdict: 'undecided' | 'system' = 'undecided',
  matters?: boolean,
) => ({
  ...{ studyId, value, verdict, system: 'base', against: `clone ${studyId}` },
  ...(matters !== undefined && { matters }),
});
const rankingOf = (pairs: object[], top?: number) => ({ pairs, top }) as unknown as Ranking;
const studiesOf = (...widths: [labels: number, halfWidth: number][][]) =>
  widths.map((each, i) => ({
    estimate: { studyId: i + 1 },
    goal: { atBudget: each.map(([labels, halfWidth]) => ({ labels, halfWidth })) },
  })) as unknown as Studies;

const studies = studiesOf(
  [
    [50, 0.3],
    [100, 0.2],
  ],
  [
    [50, 0.3],
    [100, 0.2],
  ],
);

test.each([
  [
    'one of two',
    [pair(1, 0.25), pair(2, -0.1)],
    '2 pairs are open. About 100 labels a pair would decide 1 of them, if the differences stay near these. The others may be equally good.',
  ],
  [
    'both',
    [pair(1, 0.35), pair(2, -0.4)],
    '2 pairs are open. About 50 labels a pair would decide all of them, if the differences stay near these.',
  ],
  [
    'the only one',
    [pair(1, 0.25), pair(2, -0.1, 'system')],
    '1 pair is open. About 100 labels a pair would decide it, if the differences stay near these.',
  ],
  [
    'none',
    [pair(1, 0.01)],
    '1 pair is open. No number of labels of these items would decide it, if the differences stay as they are.',
  ],
  ['nothing open', [pair(1, 0.4, 'system')], 'Nothing: every pair is decided.'],
] as const)('what more labels of a ranking would decide: %s', (_case, pairs, words) => {
  expect(rankingNextWords(rankingOf([...pairs]), studies)).toBe(words);
});

test('of a ranking for the best, only the pairs that matter are left to decide', () => {
  const pairs = [pair(1, 0.25, 'undecided', true), pair(2, 0.25, 'undecided', false)];
  expect(rankingNextWords(rankingOf(pairs, 1), studies)).toMatch(/^1 pair is open\. About 100 labels/);
  expect(rankingNextWords(rankingOf(pairs.slice(1), 1), studies)).toBe(
    'Nothing: what was asked for is found.',
  );
});
