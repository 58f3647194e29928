import { describe, expect, test } from 'vitest';
import {
  BracketedSequence,
  CalibratedSequence,
  exponentialKeyOrder,
  lowestMeanBound,
  meanLowerBound,
  summarizePool,
  syntheticPopulation,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { CalibratedRuns } from '../../../stats/kernel/calibrated-runs.ts';
import { UniformSequence } from '../../../stats/sequence/uniform-sequence.ts';

const { s, y } = syntheticPopulation('binary, helpful surrogate', 500, 11);
const graded = syntheticPopulation('ratings of five levels, .62', 120, 4);
const rounded = (...values: (number | undefined)[]) => values.map((x) => x && Number(x.toFixed(9)));

/** What a calibrated sequence knows after some numbers of labels. */
function statesAt(
  at: readonly number[],
  options: { alpha?: number; mendedFrom?: number } = {},
  of = { s, y },
) {
  const q = temperedProbabilities(of.s);
  const sequence = new CalibratedSequence(summarizePool(of.s, q), options);
  const states = Array.from(exponentialKeyOrder(q, 3, at.at(-1)!), (i) =>
    sequence.add({ y: of.y[i]!, surrogate: of.s[i]!, probability: q[i]! }),
  );
  return at.map((n) => {
    const { value, lower, upper, slope, residualStandardDeviation, weightedMean } = states[n - 1]!;
    return rounded(value, lower, upper, slope, residualStandardDeviation, weightedMean);
  });
}

describe('these labels give these numbers for good, or the version of the rule goes up', () => {
  test('of rule 2, on ratings too, up to the whole pool', () => {
    expect(statesAt([1, 2, 5, 20, 60, 119, 120], { alpha: 0.1 }, graded)).toEqual([
      [0.784375, 0.00625, 0.997916667, 0.5, 0.490932317, 0.75],
      [0.784375, 0.0125, 0.995833333, 0.5, 0.479356563, 0.75],
      [0.707892733, 0.282, 0.937, 0.461717099, 0.317573729, 0.700934817],
      [0.699921513, 0.546, 0.766, 0.641777135, 0.210482339, 0.698799583],
      [0.639722692, 0.63, 0.713, 0.491559964, 0.253865135, 0.642499968],
      [0.642667337, 0.635416667, 0.64375, 0.507533748, 0.230797561, 0.641320792],
      [0.6375, 0.6375, 0.6375, 0.478473491, 0.236265168, 0.6375],
    ]);
  });
  test('of rule 2 where it is mended, about the label from which all is bet for growth', () => {
    expect(statesAt([61, 62, 99, 100, 101, 102, 200], { mendedFrom: 60 })).toEqual([
      [0.643469689, 0.577, 0.813, 0.432765504, 0.474126322, 0.634102969],
      [0.647220143, 0.577, 0.813, 0.448850853, 0.47035411, 0.640913972],
      [0.678617945, 0.577, 0.802, 0.573651707, 0.434086641, 0.692533343],
      [0.673315603, 0.577, 0.802, 0.587851205, 0.435214643, 0.686135657],
      [0.668669053, 0.577, 0.799, 0.603846126, 0.435703986, 0.679990586],
      [0.669460584, 0.577, 0.799, 0.607661457, 0.433308357, 0.683596654],
      [0.643159134, 0.577, 0.727, 0.601128675, 0.446988759, 0.639388233],
    ]);
    expect(statesAt([1, 10, 99, 100, 101, 150], { mendedFrom: 0 })).toEqual([
      [1, 0.002, 1, 0.5, 0.471404521, 1],
      [0.973111139, 0.567, 1, 0.142388547, 0.143817562, 1],
      [0.678617945, 0.593, 0.792, 0.573651707, 0.434086641, 0.692533343],
      [0.673315603, 0.593, 0.792, 0.587851205, 0.435214643, 0.686135657],
      [0.668669053, 0.593, 0.789, 0.603846126, 0.435703986, 0.679990586],
      [0.668291578, 0.593, 0.762, 0.631792317, 0.433717895, 0.663924123],
    ]);
    expect(statesAt([120, 121, 122, 180], { mendedFrom: 120 })).toEqual([
      [0.659949485, 0.577, 0.784, 0.656440791, 0.426368176, 0.677272843],
      [0.663000503, 0.577, 0.784, 0.654037441, 0.425960233, 0.679810792],
      [0.665651118, 0.577, 0.784, 0.653809624, 0.425235046, 0.68236564],
      [0.656091805, 0.577, 0.743, 0.5982965, 0.444611108, 0.648086229],
    ]);
  });
  test('of the kernel of simulations', () => {
    const q = temperedProbabilities(s);
    const runs = new CalibratedRuns(summarizePool(s, q), 0.05, 60);
    runs.run(exponentialKeyOrder(q, 3, 60), y, s, q);
    expect([1, 9, 29, 59].map((t) => rounded(runs.value[t], runs.lower[t], runs.upper[t]))).toEqual([
      [0.965312088, 0.004, 1],
      [0.973111139, 0.546, 1],
      [0.665580713, 0.577, 0.9],
      [0.636625082, 0.577, 0.813],
    ]);
  });
  test('of uniform draws in the form of their own', () => {
    const q = uniformProbabilities(120);
    const sequence = new UniformSequence(summarizePool(graded.s, q), { alpha: 0.1 });
    const states = Array.from(exponentialKeyOrder(q, 6, 120), (i) => {
      const { value, lower, upper, slope } = sequence.add({ y: graded.y[i]!, surrogate: graded.s[i]! });
      return rounded(value, lower, upper, slope);
    });
    expect([1, 3, 10, 40, 110, 119, 120].map((n) => states[n - 1])).toEqual([
      [0.534375, 0.004166667, 0.995833333, 0.5],
      [0.575129781, 0.101, 0.989583333, 0.562529311],
      [0.71400275, 0.476, 0.848, 0.538970529],
      [0.700456363, 0.619, 0.757, 0.439002579],
      [0.649237814, 0.641, 0.677083333, 0.531710381],
      [0.641, 0.641, 0.641666667, 0.47795023],
      [0.6375, 0.6375, 0.6375, 0.478473491],
    ]);
  });
  test('of skips', () => {
    const q = temperedProbabilities(s);
    const bracket = new BracketedSequence(new CalibratedSequence(summarizePool(s, q)));
    const states = Array.from(exponentialKeyOrder(q, 3, 40), (i, t) => {
      const label = t % 9 === 4 ? ('skipped' as const) : y[i]!;
      const state = bracket.add({ pool: i, y: label, surrogate: s[i]!, probability: q[i]! });
      const { value, lower, upper, slope, residualStandardDeviation, plainMean, weightedMean } = state;
      return rounded(value, lower, upper, slope!, residualStandardDeviation, plainMean, weightedMean);
    });
    expect([4, 5, 6, 40].map((n) => states[n - 1])).toEqual([
      [0.943655755, 0.264, 1, 0.246091912, 0.294439678, 1, 1],
      [0.842814058, 0.264, 1, 0.263741526, 0.499261093, 1, 0.901465444],
      [0.844699581, 0.264, 1, 0.274130006, 0.453690961, 1, 0.919553765],
      [0.606919109, 0.496, 0.87, 0.403549835, 0.498617519, 0.611111111, 0.611231557],
    ]);
  });
  test('of windows', () => {
    const windows = [0, 1, 2].map((k) => ({
      ...{ N: 60, surrogateMean: 0.6 },
      surrogate: [...graded.s.slice(30 * k, 30 * k + 25)],
      y: [...graded.y.slice(30 * k, 30 * k + 25)].map((value, t) => (t === 7 ? ('skipped' as const) : value)),
    }));
    const bounds = (alpha: number) =>
      rounded(lowestMeanBound(windows, alpha), ...windows.map((one) => meanLowerBound(one, alpha)));
    // Values that rise faster than the surrogate: the slope stays within 1.
    const steep = {
      N: 60,
      surrogateMean: 0.5,
      surrogate: windows[0]!.y.map((_, t) => (t % 2 === 0 ? 0.7 : 0.3)),
    };
    const risen = { ...steep, y: steep.surrogate.map((one) => Number(one > 0.5)) };
    expect(rounded(lowestMeanBound([risen], 0.05), meanLowerBound(risen, 0.05))).toEqual([
      0.694065006, 0.346405579,
    ]);
    expect(bounds(0.05)).toEqual([0.714667942, 0.501508149, 0.455147387, 0.45079973]);
    expect(bounds(0.3)).toEqual([0.693816645, 0.565012861, 0.50670302, 0.499905083]);
  });
});
