import { describe, expect, test } from 'vitest';
import {
  type Evidence,
  estimateWith,
  fixedIntervalById,
  intervalOf,
  methodById,
  summarizePool,
  uniformProbabilities,
} from '../../../stats/index.ts';

const N = 1000;
const pool = Float64Array.from({ length: N }, (_, i) => Number(i < 400));
const summary = summarizePool(pool, uniformProbabilities(N));

/** Labels by how often people and judge say yes: 10 of no, of which the judge calls 7 no, and 10 of yes, of which it calls 9 yes. */
const counts = (no: number, right: number, yes: number, found: number) => [
  ...Array.from({ length: no }, (_, i) => ({ y: 0, surrogate: Number(i >= right) })),
  ...Array.from({ length: yes }, (_, i) => ({ y: 1, surrogate: Number(i < found) })),
];

function estimated(labels: readonly { y: number; surrogate: number }[], more: Partial<Evidence> = {}) {
  const draws = labels.map((label, i) => ({ ...label, pool: i, probability: 1 / N }));
  return estimateWith(methodById('rogan-gladen')!, {
    ...{ design: 'without-replacement', uniform: true, summary, alpha: 0.05, draws },
    ...more,
  });
}

describe('the correction by sensitivity and specificity', () => {
  test('is (p + specificity - 1)/(sensitivity + specificity - 1)', () => {
    const { value, lower, assumptions } = estimated(counts(10, 7, 10, 9));
    expect(value).toBeCloseTo((0.4 + 0.7 - 1) / (0.9 + 0.7 - 1), 12);
    expect(lower).toBeUndefined();
    expect(assumptions).toMatch(/Sensitivity 90 %, specificity 70 %\.$/);
    // Without errors it is the judge's own share; where errors explain more than all it is held to the scale.
    expect(estimated(counts(5, 5, 5, 5)).value).toBeCloseTo(0.4, 12);
    expect(estimated(counts(10, 5, 10, 10)).value).toBe(0);
  });

  test('has the published interval at the look that was declared', () => {
    // The authors' confidence_interval(p=.4, q0=.7, q1=.9, n=1000, m0, m1), before it is held to [0, 1].
    const at = (labels: ReturnType<typeof counts>, alpha: number) =>
      intervalOf(fixedIntervalById('rogan-gladen')!, { labels, summary, alpha, seed: 1 })!;
    const large = at(counts(200, 140, 200, 180), 0.05);
    expect(large.lower).toBeCloseTo(0.05635072484160894, 7);
    expect(large.upper).toBeCloseTo(0.2627330257859588, 7);
    const small = at(counts(10, 7, 10, 9), 0.1);
    expect(small.lower).toBe(0);
    expect(small.upper).toBeCloseTo(0.44939433332025003, 7);
    const row = estimated(counts(10, 7, 10, 9), { plan: { onlyLook: 20 } });
    expect(row).toMatchObject({ lower: 0, interval: 'plug-in interval, valid at one look only' });
    expect(row.upper).toBeCloseTo(0.49210852311084313, 7);
    expect(estimated(counts(10, 7, 10, 9), { plan: { onlyLook: 30 } }).lower).toBeUndefined();
  });

  test('is not estimable with a judge that guesses, or that is worse', () => {
    expect(estimated(counts(10, 5, 10, 5))).toMatchObject({
      value: undefined,
      reason: expect.stringMatching(/sensitivity 50 % and specificity 50 % add up to 100 % at most/),
    });
    expect(estimated(counts(10, 1, 10, 1)).estimable).toBe(false);
    const guessing = { labels: counts(10, 1, 10, 1), summary, alpha: 0.05, seed: 1 };
    expect(intervalOf(fixedIntervalById('rogan-gladen')!, guessing)).toEqual({ lower: 0, upper: 1 });
  });

  test('says what it needs', () => {
    expect(estimated(counts(4, 3, 0, 0)).reason).toBe(
      'not estimable yet: needs a label of yes and one of no',
    );
    expect(estimated([]).reason).toMatch(/^not estimable yet/);
    expect(estimated([{ y: 0.5, surrogate: 1 }]).reason).toBe('needs labels of yes or no');
    const graded = summarizePool(
      Float64Array.from({ length: N }, (_, i) => i / N),
      uniformProbabilities(N),
    );
    expect(estimated(counts(10, 7, 10, 9), { summary: graded }).reason).toBe(
      'needs a judge that says yes or no (1 or 0) of every item',
    );
    expect(estimated(counts(10, 7, 10, 9), { uniform: false }).reason).toBe(
      'needs uniform draws without replacement',
    );
  });

  test('the order of labels does not matter', () => {
    const labels = counts(9, 7, 12, 9);
    expect(estimated(labels.toReversed()).value).toBe(estimated(labels).value);
  });
});
