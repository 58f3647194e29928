import { describe, expect, test } from 'vitest';
import {
  type Evidence,
  estimateAll,
  humcoeProbabilities,
  lureWeights,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { methods } from '../../../stats/methods/registry.ts';
import { calibratedSequence } from '../../../stats/sequence/calibrated-sequence.ts';

const s = Float64Array.of(1, 0.5, 0, 0.5);
const y = Float64Array.of(1, 1, 0, 0.5);

function evidence(design: Evidence['design'], q: Float64Array, drawn: number[], more = {}): Evidence {
  const draws = drawn.map((pool) => ({ y: y[pool]!, surrogate: s[pool]!, probability: q[pool]!, pool }));
  const uniform = q.every((value) => value === q[0]);
  return { design, uniform, summary: summarizePool(s, q), alpha: 0.05, draws, ...more };
}

function table(given: Evidence) {
  return Object.fromEntries(estimateAll(given).map((row) => [row.method, row]));
}

describe('draws with replacement', () => {
  // q = .05, .25, .5, .25 over 1.05.
  const q = humcoeProbabilities(s);
  const rows = table(evidence('with-replacement', q, [2, 1, 2]));

  test('HumCoE by hand: T = 3 of N = 4, the repeated item counts twice', () => {
    // w = 1 + (4 - 3)/(4 - 1) (1/(4 q) - 1); only item 1 has y = 1, with q = .25/1.05.
    const w = 1 + (1 / 3) * (1.05 / (4 * 0.25) - 1);
    expect(rows.humcoe!.value).toBeCloseTo(w / 3, 14);
    expect(rows.humcoe!.interval).toBeNull();
    expect(rows.humcoe!.assumptions).toMatch(/^No interval/);
  });

  test('Hansen-Hurwitz, Hajek, prediction-powered and plain mean by hand', () => {
    const inverse = [1.05 / 2, 1.05, 1.05 / 2];
    expect(rows['hansen-hurwitz']!.value).toBeCloseTo(inverse[1]! / 3, 14);
    expect(rows.hajek!.value).toBeCloseTo(1 / 2, 14);
    expect(rows.ppi!.value).toBeCloseTo(0.5 + (inverse[1]! * 0.5) / 3, 14);
    expect(rows['plain-mean']!.value).toBeCloseTo(1 / 3, 14);
    expect(rows['plain-mean']!.assumptions).toMatch(/Biased here/);
  });

  test('methods of the other design say so and give no number', () => {
    for (const id of ['calibrated', 'lure', 'lure-error']) {
      expect(rows[id]).toMatchObject({ value: undefined, estimable: false });
      expect(rows[id]!.reason).toBe('needs draws from a design without replacement');
    }
  });

  test('more draws than items leave Eq. 3 undefined', () => {
    const row = table(evidence('with-replacement', q, [2, 1, 2, 2, 3])).humcoe!;
    expect(row).toMatchObject({ estimable: false, value: undefined });
  });
});

describe('draws without replacement', () => {
  const q = temperedProbabilities(s, 1);
  const given = evidence('without-replacement', q, [2, 0]);
  const rows = table(given);
  const [v1, v2] = lureWeights([q[2]!, q[0]!], 4);

  test('LURE in both forms, Hajek, prediction-powered', () => {
    expect(rows.lure!.value).toBeCloseTo(v2! / 2, 14);
    expect(rows['lure-error']!.value).toBeCloseTo(1 - v1! / 2, 14);
    expect(rows.hajek!.value).toBeCloseTo(v2! / (v1! + v2!), 14);
    expect(rows.ppi!.value).toBeCloseTo(0.5, 14);
  });

  test('calibrated is the sequence, live or replayed', () => {
    const state = calibratedSequence(given.draws, given.summary);
    const { value, lower, upper } = state;
    expect(rows.calibrated).toMatchObject({ value, lower, upper, estimable: true, reason: null });
    expect(rows.calibrated!.interval).toMatch(/95%/);
    expect(table({ ...given, sequence: state }).calibrated).toEqual(rows.calibrated);
  });

  test('only the calibrated method has an interval', () => {
    const withInterval = Object.values(rows).filter(
      (row) => row.interval !== null || row.lower !== undefined,
    );
    expect(withInterval.map((row) => row.method)).toEqual(['calibrated']);
  });

  test('methods for draws with replacement give no number', () => {
    for (const id of ['humcoe', 'hansen-hurwitz']) {
      expect(rows[id]!.reason).toBe('needs draws from a design with replacement');
      expect(rows[id]!.value).toBeUndefined();
    }
  });

  test('skipped items: only what brackets or ignores them', () => {
    const state = calibratedSequence(given.draws, given.summary);
    const skipped = table({ ...given, skippedCount: 1, sequence: state });
    const estimable = Object.values(skipped).filter((row) => row.estimable);
    expect(estimable.map((row) => row.method)).toEqual(['calibrated', 'surrogate-only']);
    expect(skipped.lure!.reason).toMatch(/1 was skipped/);
    expect(table({ ...given, skippedCount: 2 }).lure!.reason).toMatch(/2 were skipped/);
    expect(table({ ...given, skippedCount: 2 }).calibrated!.estimable).toBe(false);
  });
});

test('no label: nothing but the surrogate, and the reason', () => {
  const rows = table(evidence('without-replacement', uniformProbabilities(4), []));
  expect(rows['surrogate-only']!.value).toBe(0.5);
  expect(rows.calibrated!.reason).toBe('not estimable yet: needs at least 1 label');
  expect(rows.hajek!.reason).toBe('not estimable yet: needs at least 2 labels');
  expect(Object.values(rows).filter((row) => row.estimable)).toHaveLength(1);
});

test('uniform draws: the unbiased methods agree with the plain mean, which is not marked', () => {
  const rows = table(evidence('without-replacement', uniformProbabilities(4), [3, 1]));
  for (const id of ['lure', 'lure-error', 'hajek', 'plain-mean'])
    expect(rows[id]!.value).toBeCloseTo(0.75, 14);
  expect(rows['plain-mean']!.assumptions).not.toMatch(/Biased here/);
});

test('a value outside the range is shown and marked', () => {
  const q = Float64Array.of(0.02, 0.08, 0.8, 0.1);
  const row = table(evidence('without-replacement', q, [0])).lure!;
  expect(row.value!).toBeGreaterThan(1);
  expect(row.assumptions).toMatch(/outside the possible range/);
  // Neither the ends of the range nor what lies within are.
  for (const drawn of [[0], [2], [3], [1, 3]]) {
    for (const within of Object.values(
      table(evidence('without-replacement', uniformProbabilities(4), drawn)),
    )) {
      if (within.value === undefined) continue;
      expect(within.value, within.method).toBeGreaterThanOrEqual(0);
      expect(within.value, within.method).toBeLessThanOrEqual(1);
      expect(within.assumptions, within.method).not.toMatch(/outside the possible range/);
    }
  }
});

test('a number from so many labels on: what each method needs at least', () => {
  const fewest = Object.fromEntries(methods.map(({ id, minimumLabels }) => [id, minimumLabels]));
  const others = {
    'surrogate-only': 0,
    hajek: 2,
    'ppi-plus-plus': 2,
    'rogan-gladen': 2,
    'one-look': 2,
    'student-t': 2,
    isotonic: 2,
    greg: 3,
  };
  expect(fewest).toMatchObject(others);
  for (const [id, count] of Object.entries(fewest)) if (!(id in others)) expect(count, id).toBe(1);
  // One label fewer, and there is none.
  const q = uniformProbabilities(4);
  for (let labels = 0; labels <= 4; labels++) {
    const rows = table(evidence('without-replacement', q, [3, 1, 0, 2].slice(0, labels)));
    for (const { id, minimumLabels } of methods) {
      if (labels < minimumLabels) expect(rows[id]!.estimable, `${id} at ${labels}`).toBe(false);
    }
    for (const id of ['calibrated', 'lure', 'hajek', 'ppi', 'ppi-plus-plus', 'plain-mean']) {
      expect(rows[id]!.estimable, `${id} at ${labels}`).toBe(labels >= fewest[id]!);
    }
  }
});

test('the mean of strata needs their sizes, and a label in each', () => {
  const q = uniformProbabilities(4);
  const of = (strata: readonly number[], sizes?: readonly number[]) => {
    const given = evidence('strata', q, [0, 1, 2].slice(0, strata.length));
    const draws = given.draws.map((draw, i) => ({ ...draw, stratum: strata[i]! }));
    return table({ ...given, draws, ...(sizes && { strataSizes: sizes }) })['stratified-mean']!;
  };
  expect(of([0, 1]).reason).toBe('needs the sizes of the strata');
  expect(of([0, 0], [2, 2]).reason).toBe('needs a label in every stratum');
  // 1 and 1 of the first two items, 0 of the third: strata of 3 and 1.
  expect(of([0, 0, 1], [3, 1]).value).toBeCloseTo(3 / 4, 12);
});

test('every method describes itself', () => {
  expect(new Set(methods.map((method) => method.id)).size).toBe(methods.length);
  expect(methods[0]!.id).toBe('calibrated');
});

test('what methods share of a draw is made once, however many of them there are', () => {
  const q = uniformProbabilities(4);
  let read = 0;
  const given = evidence('without-replacement', q, [2, 0, 1]);
  const draws = given.draws.map((draw) => ({
    ...draw,
    get probability() {
      read++;
      return draw.probability;
    },
  }));
  const rows = estimateAll({ ...given, draws });
  expect(rows).toEqual(estimateAll(given));
  expect(read).toBeLessThanOrEqual(3 * draws.length);
});

test('what methods share is made anew once a label is added', () => {
  const q = uniformProbabilities(4);
  const given = evidence('without-replacement', q, [2, 0]);
  const draws = [...given.draws];
  const growing = { ...given, draws };
  estimateAll(growing);
  draws.push(evidence('without-replacement', q, [1]).draws[0]!);
  expect(estimateAll(growing)).toEqual(estimateAll(evidence('without-replacement', q, [2, 0, 1])));
});
