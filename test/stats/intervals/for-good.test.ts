import { expect, test } from 'vitest';
import {
  createRng,
  intervalOf,
  summarizePool,
  uniformOpen,
  uniformProbabilities,
} from '../../../stats/index.ts';
import type { UniformSample } from '../../../stats/intervals/interval.ts';
import { fixedIntervals } from '../../../stats/intervals/registry.ts';

const N = 200;
const rng = createRng(4);
const surrogate = Float64Array.from({ length: N }, () => uniformOpen(rng));
const summary = summarizePool(surrogate, uniformProbabilities(N));

/** So many labels, graded or of 0 and 1, which lean on the surrogate. */
const sampleOf = (count: number, isBinary: boolean): UniformSample => ({
  labels: Array.from({ length: count }, (_, i) => {
    const lean = 0.2 + 0.6 * surrogate[i]!;
    return {
      surrogate: surrogate[i]!,
      y: isBinary ? Number((i * 7) % 10 < 10 * lean) : Math.round(4 * lean) / 4,
    };
  }),
  ...{ summary, alpha: 0.1, seed: 3 },
});

test('these labels give these intervals for good: published coverage was measured on them', () => {
  const table = (sample: UniformSample) =>
    fixedIntervals.map((interval) => {
      const ends = intervalOf(interval, sample);
      return [interval.id, ...(ends ? [ends.lower, ends.upper].map((x) => Number(x.toFixed(9))) : [])];
    });
  expect(table(sampleOf(40, true))).toEqual([
    ['t-plain', 0.50817493, 0.74182507],
    ['t-regression', 0.483500266, 0.715228598],
    ['ppi-plus-plus-normal', 0.474325929, 0.721680909],
    ['rogan-gladen', 0, 1],
    ['bootstrap-percentile', 0.472819861, 0.717374823],
    ['wilson', 0.494969485, 0.739192153],
    ['wilson-effective', 0.467624358, 0.718153195],
    ['gaffke', 0.478415761, 0.750247895],
    ['empirical-bernstein', 0.193733109, 1],
    ['betting-mixture', 0.427, 0.799],
  ]);
  expect(table(sampleOf(15, false))).toEqual([
    ['t-plain', 0.386703027, 0.57996364],
    ['t-regression', 0.462849548, 0.519515337],
    ['ppi-plus-plus-normal', 0.455301729, 0.531753759],
    ['rogan-gladen'],
    ['bootstrap-percentile', 0.464763712, 0.519343682],
    ['wilson'],
    ['wilson-effective', 0.381796286, 0.601419469],
    ['gaffke', 0.359173838, 0.613834457],
    ['empirical-bernstein', 0, 1],
    ['betting-mixture', 0.335, 0.657],
  ]);
  expect(table(sampleOf(2, true))).toEqual([
    ['t-plain', 0, 1],
    ['t-regression'],
    ['ppi-plus-plus-normal', 0.275175921, 0.797809466],
    ['rogan-gladen', 0, 1],
    ['bootstrap-percentile', 0.156651554, 0.879476213],
    ['wilson', 0.12086632, 0.87913368],
    ['wilson-effective', 0.074829361, 0.94158249],
    ['gaffke', 0.024971858, 0.974193708],
    ['empirical-bernstein', 0, 1],
    ['betting-mixture', 0.004, 0.996],
  ]);
});
