import { describe, expect, test } from 'vitest';
import {
  type Draw,
  type Evidence,
  estimateAll,
  fixedIntervalById,
  intervalOf,
  type MethodEstimate,
  summarizePool,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { atOnlyLook } from '../../../stats/methods/only-look.ts';

const N = 40;
const s = Float64Array.from({ length: N }, (_, i) => (i % 7) / 6);
const summary = summarizePool(s, uniformProbabilities(N));
const draws = Array.from(
  { length: 12 },
  (_, i): Draw => ({ pool: 3 * i, y: [0, 1, 0.5][i % 3]!, surrogate: s[3 * i]!, probability: 1 / N }),
);

function evidenceOf(count: number, more: Partial<Evidence> = {}): Evidence {
  return {
    design: 'without-replacement',
    uniform: true,
    summary,
    alpha: 0.05,
    draws: draws.slice(0, count),
    ...more,
  };
}

const tableOf = (evidence: Evidence): Record<string, MethodEstimate> =>
  Object.fromEntries(estimateAll(evidence).map((row) => [row.method, row]));

const rowsOf = (count: number, onlyLook: number | null = 12) =>
  tableOf(evidenceOf(count, { plan: { onlyLook } }));

describe('a study that declared one look', () => {
  test('has the intervals of textbooks there, and they say where they hold', () => {
    const rows = rowsOf(12);
    for (const [id, interval, kind] of [
      ['student-t', 't-plain', 'Student t interval, valid at one look only'],
      ['ppi-plus-plus', 'ppi-plus-plus-normal', 'normal interval, valid at one look only'],
    ] as const) {
      const ends = intervalOf(fixedIntervalById(interval)!, { labels: draws, summary, alpha: 0.05, seed: 7 });
      expect(rows[id]).toMatchObject({ ...ends, interval: kind, estimable: true });
    }
    // t(.975, 11) = 2.200985; the variance of 0, 1, .5, ... is 2/11.
    const reach = 2.200985 * Math.sqrt((1 - 12 / N) * (2 / 11 / 12));
    expect(rows['student-t']!.value).toBeCloseTo(0.5, 12);
    expect(rows['student-t']!.upper! - 0.5).toBeCloseTo(reach, 6);
  });

  test('has none of them before it or after it', () => {
    for (const rows of [rowsOf(11), rowsOf(12, 11)]) {
      for (const id of ['student-t', 'ppi-plus-plus']) {
        expect(rows[id]).toMatchObject({
          estimable: true,
          lower: undefined,
          upper: undefined,
          interval: null,
        });
        expect(rows[id]!.assumptions).toMatch(/after 1[12] labels, and at no other\.$/);
      }
    }
  });

  test('says on what its own interval is spent', () => {
    expect(rowsOf(12).calibrated!.interval).toBe(
      'betting confidence sequence, 95% at all looks together, all of it on one look at 12 labels',
    );
  });
});

test('nobody else is shown an interval that holds at one look only', () => {
  for (const rows of [rowsOf(12, null), tableOf(evidenceOf(12))]) {
    expect(rows['ppi-plus-plus']).toMatchObject({ estimable: true, lower: undefined });
    expect(rows['student-t']).toMatchObject({
      estimable: false,
      reason: 'needs one look that was declared before the first label',
    });
  }
  expect(tableOf(evidenceOf(12, { uniform: false, plan: { onlyLook: 12 } }))['student-t']!.reason).toBe(
    'needs uniform draws without replacement',
  );
});

test('planned intervals say what was fixed before the labels, others do not', () => {
  expect(rowsOf(12, null).calibrated!.assumptions).toContain(
    'Signals, plan and looks were fixed before the labels',
  );
  expect(tableOf(evidenceOf(12)).calibrated).toMatchObject({
    interval: 'betting confidence sequence, 95% at all looks together',
    assumptions: expect.not.stringContaining('plan'),
  });
});

test('where no look was declared there is nothing to add', () => {
  const interval = fixedIntervalById('t-plain')!;
  expect(atOnlyLook(evidenceOf(12), interval, 'a kind')).toEqual({});
  expect(atOnlyLook(evidenceOf(12, { plan: { onlyLook: null } }), interval, 'a kind')).toEqual({});
});
