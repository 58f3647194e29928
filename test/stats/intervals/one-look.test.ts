import { describe, expect, test } from 'vitest';
import {
  createRng,
  exponentialKeyOrder,
  mean,
  OneLookRuns,
  signalColumns,
  syntheticPopulation,
  uniformInt,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { ONE_LOOK_FEWEST, oneLookInterval, whyNoOneLook } from '../../../stats/intervals/one-look.ts';
import { PlannedSequence } from '../../../stats/planned/planned-sequence.ts';
import { buildPopulation, coin } from '../../../stats/simulation/population.ts';

/** So many labels of which so many are 0, the others 1. */
const yesAndNo = (labels: number, no: number) => Array.from({ length: labels }, (_, i) => (i < no ? 0 : 1));

describe('by hand', () => {
  const base = { populationSize: 400, alpha: 0.05 };

  test('symmetric residuals: Student t with one pseudo-label, and half a step of the pool to each side', () => {
    const values = yesAndNo(40, 20);
    const found = oneLookInterval({ ...base, values, estimate: 0.5, residuals: { square: 0.09, cube: 0 } });
    // t(.975, 39) = 2.022691; V = .09 + .25/40; F = t^2 .9/40; a step of 1 times n/N^2.
    const reach = Math.sqrt(2.022691 ** 2 * (0.9 / 40) * (0.09 + 0.25 / 40)) + 40 / 400 ** 2;
    expect(found).toEqual({
      lower: expect.closeTo(0.5 - reach, 6),
      upper: expect.closeTo(0.5 + reach, 6),
    });
  });

  test('rare failures move the lower end out and leave the upper end where it was', () => {
    const values = yesAndNo(40, 4);
    const of = (cube: number) => {
      const found = oneLookInterval({ ...base, values, estimate: 0.9, residuals: { square: 0.09, cube } });
      if (typeof found === 'string') throw new Error(found);
      return found;
    };
    // Of 36 ones and 4 zeros about .9: mean cube (36 .1^3 - 4 .9^3)/40 = -.072.
    const [plain, skewed] = [of(0), of(-0.072)];
    expect(skewed.upper).toBe(plain.upper);
    const factor = (2.022691 ** 2 * 0.9) / 40;
    const variance = 0.09 + (((40 * 0.9 + 1) / 42) * (1 - (40 * 0.9 + 1) / 42)) / 40;
    const lean = (factor * 0.8 * 0.072) / variance / 2;
    const reach = Math.sqrt(lean ** 2 + factor * variance) + lean + 40 / 400 ** 2;
    expect(0.9 - skewed.lower).toBeCloseTo(reach, 6);
  });

  test('labels that are close together still leave room for items that the sample missed', () => {
    const values = Array.from({ length: 30 }, (_, i) => 0.9 + 0.001 * (i % 5));
    const populationSize = 3000;
    const sample = {
      values,
      estimate: 0.902,
      residuals: { square: 1e-6, cube: 0 },
      populationSize,
      alpha: 0.05,
    };
    const found = oneLookInterval(sample);
    if (typeof found === 'string') throw new Error(found);
    // A share of x items at 0 is missed by 30 draws with probability (1 - 30/3000)^(3000 x); at .025 that is 3.67/30.
    const missed = Math.log(0.025) / Math.log(0.99) / 3000;
    expect(sample.estimate - found.lower).toBeCloseTo(missed * 0.902 + (0.001 * 30) / 3000 ** 2, 5);
    expect(found.upper - sample.estimate).toBeLessThan(found.lower);
  });

  test('stays within what the labels leave possible', () => {
    const values = yesAndNo(40, 20);
    const found = oneLookInterval({
      ...{ values, estimate: 0.5, residuals: { square: 0.25, cube: 0 }, populationSize: 50, alpha: 1e-6 },
    });
    expect(found).toEqual({ lower: 20 / 50, upper: 30 / 50 });
  });
});

describe('it is refused', () => {
  test.each([
    ['below twenty labels', yesAndNo(ONE_LOOK_FEWEST - 1, 8), 400, /at least 20 labels/],
    ['where all labels are alike', yesAndNo(40, 0), 400, /at least 3 .* there are 0/],
    ['where one differs', yesAndNo(40, 1), 400, /at least 3 .* there is 1/],
    ['where two differ', yesAndNo(40, 38), 400, /at least 3 .* there are 2/],
    ['where the items left are hardly any', yesAndNo(150, 7), 200, /too few of the items left/],
    ['when all are labeled', yesAndNo(40, 20), 40, /too few of the items left/],
  ])('%s', (_what, values, populationSize, why) => {
    expect(whyNoOneLook(values, populationSize)).toMatch(why);
    const residuals = { square: 0.1, cube: 0 };
    expect(oneLookInterval({ values, estimate: 0.5, residuals, populationSize, alpha: 0.05 })).toMatch(why);
  });

  test('and shown from the first labels on that bear it', () => {
    expect(whyNoOneLook(yesAndNo(ONE_LOOK_FEWEST, 3), 400)).toBeUndefined();
    expect(whyNoOneLook(yesAndNo(150, 9), 200)).toBeUndefined();
  });

  test('for more labels than items by an error', () => {
    const sample = { values: yesAndNo(40, 20), estimate: 0.5, residuals: { square: 0.1, cube: 0 } };
    expect(() => oneLookInterval({ ...sample, populationSize: 39, alpha: 0.05 })).toThrow(RangeError);
  });

  test('values that differ by rounding alone are one value', () => {
    const third = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1 / 3 : 1 - 2 / 3));
    expect(whyNoOneLook(third, 400)).toMatch(/there are 0/);
  });
});

test('the runs of simulations are what a study shows: the estimate of all signals, and the bets where it is refused', () => {
  const { s, y } = syntheticPopulation('ratings of five levels, .62', 300, 3);
  const columns = signalColumns({ surrogate: s, other: [y.map((_, i) => (i * 37) % 101)] });
  const [labels, N] = [40, 300];
  const order = [...exponentialKeyOrder(uniformProbabilities(N), 11, labels)];
  const study = { surrogate: s, columns, plan: labels, once: true, alpha: 0.05 };
  const of = (values: Float64Array) => {
    const sequence = new PlannedSequence(study);
    for (const pool of order) sequence.add({ pool, y: values[pool]! });
    return { ...sequence.state, shown: new OneLookRuns(study, labels).run(order, values) };
  };
  const { shown, unclampedValue, residuals } = of(y);
  expect(shown.isApproximate).toBe(true);
  expect(shown.value).toBeCloseTo(unclampedValue, 12);
  const values = order.map((item) => y[item]!);
  const sample = { values, estimate: unclampedValue, residuals: residuals!, populationSize: N, alpha: 0.05 };
  const expected = oneLookInterval(sample) as { lower: number; upper: number };
  expect(shown.lower).toBeCloseTo(expected.lower, 12);
  expect(shown.upper).toBeCloseTo(expected.upper, 12);

  const alike = of(y.map(() => 0.75));
  expect(alike.shown).toMatchObject({ isApproximate: false, lower: alike.lower, upper: alike.upper });
});

test.each([
  ['rare failures', 30, () => buildPopulation('rare', 1500, 5, (rng) => [0.5, coin(rng, 0.95)])],
  ['a ceiling', 50, () => syntheticPopulation('ratings of five levels, mostly the best', 400, 8)],
  [
    'a score that is nearly always right',
    50,
    () => syntheticPopulation('binary, nearly perfect surrogate', 3000, 21),
  ],
])('it holds with %s, with the rule that decides inside', (_what, labels, made) => {
  const { s, y } = made();
  const runs = new OneLookRuns(
    { surrogate: s, columns: signalColumns({ surrogate: s }), alpha: 0.05 },
    labels,
  );
  const [truth, q, rng] = [mean(y), uniformProbabilities(y.length), createRng(4)];
  let held = 0;
  for (let run = 0; run < 300; run++) {
    const { lower, upper } = runs.run(exponentialKeyOrder(q, uniformInt(rng, 0, 0xffff_ffff), labels), y);
    if (truth >= lower - 1e-9 && truth <= upper + 1e-9) held++;
  }
  // Of 300 studies that hold with probability .95, fewer than 273 do with probability .001.
  expect(held).toBeGreaterThanOrEqual(273);
});
