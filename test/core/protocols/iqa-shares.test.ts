import { expect, test } from 'vitest';
import { iqaScores } from '../../../core/sources/protocols/iqa-eval/iqa-scores.ts';
import type { IqaSettings } from '../../../shared/contract/index.ts';

type Unit = Parameters<typeof iqaScores>[0][number];

const persona = (name: string, share: number): IqaSettings['personas'][number] => ({
  name,
  share,
  role: 'r',
  version: 1,
  expectation: 'e',
  metrics: '',
});

const unit = (
  of: number,
  run: number,
  helpfulness: number | null,
  isCorrect: boolean | null = null,
): Unit => ({
  persona: of,
  run,
  outcome: {
    judged: [{ helpfulness, fluency: 3, reason: '' }],
    interactions: [{ queries: 1 + of, isCorrect, isAnswered: true }],
  } as unknown as Unit['outcome'],
});

const scoresOf = (units: readonly Unit[], shares: readonly number[]) => {
  const personas = shares.map((share, i) => persona(`p${i}`, share));
  const settings = { protocol: 'iqa-eval', personas, runs: 2 } as unknown as IqaSettings;
  const scores = iqaScores(units, settings, ['judge'], ['model']);
  if (scores.protocol !== 'iqa-eval') throw new Error('other scores');
  return scores;
};

test('each persona counts by its share, however many units it has', () => {
  const units = [unit(0, 0, 5), unit(0, 0, 5), unit(0, 1, 2), unit(1, 0, 1, true)];
  const { overall, personas } = scoresOf(units, [0.75, 0.25]);
  expect(personas.map(({ helpfulness }) => helpfulness)).toEqual([4, 1]);
  expect(overall.helpfulness).toBeCloseTo(0.75 * 4 + 0.25 * 1, 12);
  expect(overall.queries).toBeCloseTo(0.75 * 1 + 0.25 * 2, 12);
  // Shares need not sum to 1.
  expect(scoresOf(units, [3, 1]).overall.helpfulness).toBeCloseTo(3.25, 12);
});

test('a persona without a figure leaves its share to the others; one without a share says nothing', () => {
  const units = [unit(0, 0, null), unit(1, 0, 2, false), unit(2, 0, 4, true)];
  const { overall } = scoresOf(units, [0.5, 0.3, 0.2]);
  expect(overall.helpfulness).toBeCloseTo((0.3 * 2 + 0.2 * 4) / 0.5, 12);
  expect(overall.accuracy).toBeCloseTo(0.2 / 0.5, 12);
  expect(scoresOf(units, [0, 1, 0]).overall.helpfulness).toBe(2);
  expect(scoresOf(units, [1, 0, 0]).overall).toMatchObject({ helpfulness: null, accuracy: null, fluency: 3 });
});

test('the spread of the runs is that of their means', () => {
  const units = [unit(0, 0, 1), unit(1, 0, 3), unit(0, 1, 4), unit(1, 1, 4)];
  // Means 2 and 4.
  expect(scoresOf(units, [0.5, 0.5]).runDeviation.helpfulness).toBeCloseTo(Math.SQRT2, 12);
  expect(scoresOf(units.slice(0, 2), [0.5, 0.5]).runDeviation.helpfulness).toBeNull();
});
