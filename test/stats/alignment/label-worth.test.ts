import { describe, expect, test } from 'vitest';
import { equalLabels, labelWorth } from '../../../stats/alignment/label-worth.ts';
import { leftOutSquares, type WeightedCase } from '../../../stats/alignment/left-out-squares.ts';
import { createRng, uniformOpen } from '../../../stats/index.ts';
import { normalQuantile } from '../../../stats/intervals/normal-quantile.ts';
import { rounds } from '../../support/chance.ts';

const y = [0.1, 0.4, 0.35, 0.8, 0.9, 0.2, 0.55, 0.7, 0.65, 0.3, 0.95, 0.5];
const a = [0.2, 0.3, 0.5, 0.7, 1.0, 0.1, 0.4, 0.9, 0.5, 0.4, 0.8, 0.6];
const b = [0.5, 0.5, 0.0, 1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0, 1.0, 0.5];
const weights = [1, 2, 1, 1.5, 0.5, 1, 1, 2, 1, 1, 0.7, 1.3];
const twelve = y.map((value, i): WeightedCase => ({ y: value, x: [a[i]!, b[i]!], weight: weights[i]! }));
const study = { labels: 40, populationSize: 300 };

describe('errors of leaving one out', () => {
  test('are those of fitting anew without each item (worked out in Python, item by item)', () => {
    expect(leftOutSquares(twelve, [])).toBeCloseTo(0.9299947975359353, 12);
    expect(leftOutSquares(twelve, [0])).toBeCloseTo(0.323961593045856, 12);
    expect(leftOutSquares(twelve, [0, 1])).toBeCloseTo(0.1481025899884004, 12);
    // 1, 2, 3, 4 by the mean of the other three: 2, 2/3, 2/3, 2.
    const four = [1, 2, 3, 4].map((value) => ({ y: value, x: [], weight: 1 }));
    expect(leftOutSquares(four, [])).toBeCloseTo(8 + 8 / 9, 12);
  });

  test('a column that says nothing new is passed over', () => {
    const doubled = twelve.map((one) => ({ ...one, x: [one.x[0]!, 3 - 2 * one.x[0]!, 7] }));
    expect(leftOutSquares(doubled, [0, 1, 2])).toBeCloseTo(leftOutSquares(doubled, [0])!, 12);
  });

  test('an item that alone holds up a column is predicted by the others', () => {
    const lonely = [1, 2, 3, 4].map((value, i) => ({ y: value, x: [i === 3 ? 1 : 0], weight: 1 }));
    // The last by the mean of 1, 2, 3; the others by the means of the two beside them: 1.5, 0, 1.5.
    expect(leftOutSquares(lonely, [0])).toBeCloseTo(4 + 2 * 1.5 ** 2, 9);
  });
});

describe('worth in labels', () => {
  test('by hand', () => {
    expect(equalLabels(1, 40, 300)).toBeCloseTo(40, 12);
    // Half of the variance: twice the labels of a large pool, 1/(1/300 + 1/200 - 1/600) = 150 for 100 of 300.
    expect(equalLabels(0.5, 40, 1e12)).toBeCloseTo(80, 6);
    expect(equalLabels(0.5, 100, 300)).toBeCloseTo(150, 9);
    const alone = labelWorth(twelve, 0, [], study)!;
    expect(alone.ratio).toBeCloseTo(0.3984748439826254, 10);
    expect(alone.saved).toBeCloseTo(43.56344650172788, 8);
    const second = labelWorth(twelve, 1, [0], study)!;
    expect(second.ratio).toBeCloseTo(0.5619526350361456, 10);
    expect(second.saved).toBeCloseTo(24.478798889718917, 8);
    expect(alone).toMatchObject({ lower: undefined, upper: undefined });
    const thrice = labelWorth([...twelve, ...twelve, ...twelve], 0, [], study)!;
    expect(thrice.lower!).toBeLessThan(thrice.saved);
    expect(thrice.upper!).toBeGreaterThan(thrice.saved);
    expect(thrice.upper!).toBeLessThanOrEqual(260);
  });

  test('is not told from nine labels, nor where people always say the same', () => {
    expect(labelWorth(twelve.slice(0, 9), 0, [], study)).toBeUndefined();
    const same = twelve.map((one) => ({ ...one, y: 0.5 }));
    expect(labelWorth(same, 0, [], study)).toBeUndefined();
  });

  test('ten labels that a judge happens to match are no certainty', () => {
    const matched = twelve.slice(0, 10).map((one) => ({ ...one, x: [one.y], weight: 1 }));
    const { ratio, saved } = labelWorth(matched, 0, [], { labels: 10, populationSize: 1e9 })!;
    expect(ratio).toBeCloseTo(1 / 11, 9);
    expect(saved).toBeCloseTo(100, 4);
  });

  test('an own copy, a constant and noise save nothing, or next to it', () => {
    const odd = twelve.map((one) => ({ ...one, x: [one.x[0]!, one.x[0]! * 2, 1] }));
    expect(labelWorth(odd, 1, [0], study)!.saved).toBeCloseTo(0, 9);
    expect(labelWorth(odd, 2, [], study)!.saved).toBeCloseTo(0, 9);
  });
});

test('over many studies: noise is worth less than a label, the truth lies in most intervals', () => {
  const rng = createRng(77);
  const normal = () => normalQuantile(uniformOpen(rng));
  const large = { labels: 40, populationSize: 1e9 };
  const runs = rounds(150, 1000);
  let [noise, sum, covered, second] = [0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    // y = u + v + e: judge 0 knows u, judge 1 knows v, judge 2 nothing. R^2 of judge 0 is 1/2, with judge 1 it is 3/4.
    const cases = Array.from({ length: 40 }, (): WeightedCase => {
      const [u, v] = [normal(), normal() / Math.SQRT2];
      return { y: u + v + normal() / Math.SQRT2, x: [u, v, normal()], weight: 0.5 + uniformOpen(rng) };
    });
    const one = labelWorth(cases, 0, [], large)!;
    sum += Math.log(one.ratio) / runs;
    if ((one.lower ?? 0) <= 40 && (one.upper ?? Number.POSITIVE_INFINITY) >= 40) covered++;
    second += Math.log(labelWorth(cases, 1, [0], large)!.ratio) / runs;
    noise += labelWorth(cases, 2, [], large)!.saved / runs;
  }
  expect(noise).toBeLessThan(1);
  // Never flattering: the ratio is a little above the true 1/2, by the noise of the fit.
  expect(Math.exp(sum)).toBeGreaterThan(0.49);
  expect(Math.exp(sum)).toBeLessThan(0.58);
  expect(Math.exp(second)).toBeGreaterThan(0.49);
  expect(Math.exp(second)).toBeLessThan(0.58);
  expect(covered / runs).toBeGreaterThan(0.88);
});
