import { describe, expect, test } from 'vitest';
import * as check from '../../stats/check.ts';
import { calibratedResiduals } from '../../stats/claims/calibrated-residuals.ts';
import { clusterRobustVariance } from '../../stats/claims/cluster-robust.ts';
import { studentT } from '../../stats/claims/student-t.ts';
import {
  annotatorPopulation,
  annotatorVariance,
  bootstrapAgreement,
  buildPopulation,
  clusteredMeanVariance,
  confidentDisagreements,
  createRng,
  drawWithReplacement,
  exactShare,
  exponentialKeyOrder,
  fromUnit,
  futureTraffic,
  halfWidthAt,
  humcoeProbabilities,
  humcoeWeights,
  intervalOf,
  interviewScores,
  judgeCoverage,
  krippendorffAlpha,
  labelsNeeded,
  labelsToAskFor,
  labelsToDecide,
  meanDifferenceScale,
  metrics,
  mostCertain,
  mostUncertain,
  pairAlpha,
  pairedValue,
  pairwiseAgreement,
  permutationP,
  planOf,
  possiblePlaces,
  priorStandardDeviation,
  scoreTurns,
  spreadOrder,
  stopAdvice,
  strataOrder,
  summarizePool,
  temperedProbabilities,
  thresholdPlan,
  topKEntropy,
  toUnit,
  uniformInt,
  uniformOrder,
  uniformProbabilities,
  weightedAlpha,
  weightedKappa,
  weightedKendall,
  weightedPearson,
  weightedRatio,
  weightedSpearman,
} from '../../stats/index.ts';
import { normalQuantile } from '../../stats/intervals/normal-quantile.ts';
import { fixedIntervals } from '../../stats/intervals/registry.ts';
import { CalibratedRuns } from '../../stats/kernel/calibrated-runs.ts';
import { rougeN } from '../../stats/metrics/rouge-n.ts';
import { pairCount } from '../../stats/paired/ranking.ts';
import { envelopeMaximum } from '../../stats/pool-summary.ts';
import { inclusionProbabilities } from '../../stats/sampling/poisson-sample.ts';
import { UniformSequence } from '../../stats/sequence/uniform-sequence.ts';
import {
  clopperPearsonLower,
  lowerTail,
  mostBelievable,
  upperTail,
} from '../../stats/simulation/binomial-tail.ts';
import { requirePopulation } from '../../stats/simulation/population.ts';
import { sequentialProbabilities } from '../../stats/weights.ts';

const of = (...values: number[]) => Float64Array.of(...values);
const half = of(0.5, 0.5);
const summary = summarizePool(half, half);

describe('a check lets through both ends of its range and nothing beyond', () => {
  const what = 'It';
  test.each([
    ['requireUnit', (v: number) => check.requireUnit(v, what), [0, 0.5, 1], [-1e-9, 1 + 1e-9, Number.NaN]],
    ['requireOpenUnit', (v: number) => check.requireOpenUnit(v, what), [1e-9, 1 - 1e-9], [0, 1, Number.NaN]],
    ['requireProbability', (v: number) => check.requireProbability(v, what), [1e-9, 1], [0, 1.1, Number.NaN]],
    [
      'requirePositive',
      (v: number) => check.requirePositive(v, what),
      [1e-300, 1e300],
      [0, -1, Number.POSITIVE_INFINITY, Number.NaN],
    ],
    [
      'requireInteger',
      (v: number) => check.requireInteger(v, 2, 4, what),
      [2, 3, 4],
      [1, 5, 2.5, Number.NaN],
    ],
  ] as const)('%s', (_, call, good, bad) => {
    for (const value of good) expect(() => call(value), String(value)).not.toThrow();
    for (const value of bad) expect(() => call(value), String(value)).toThrow(RangeError);
  });

  test('requireSameLength', () => {
    expect(() => check.requireSameLength([1], [2], what)).not.toThrow();
    expect(() => check.requireSameLength([1], [], what)).toThrow(/It must have the same length, got 1 and 0/);
  });
});

const label = { y: 0.5, surrogate: 0.5, weight: 1, cluster: 0 };
const pair = (a: number, b: number, weight = 1) => ({ a, b, weight });
const ratio = { values: [0, 1], weights: [1, 1], populationSize: 9, alpha: 0.05 };
const traffic = {
  labels: Array.from({ length: 40 }, (_, cluster) => ({ ...label, cluster })),
  slope: 0.5,
  pool: { surrogateMean: 0.5, surrogateMeanVariance: 0.01, clusters: 90 },
  own: { lower: 0, upper: 1 },
  alpha: 0.05,
};
const annotators = {
  labels: [{ ...label, item: 1 }],
  ratings: [],
  slope: 1,
  surrogateMean: 0.5,
  populationSize: 9,
  own: { lower: 0, upper: 1 },
};
const state = { labeledCount: 5, lower: 0, upper: 1, residualStandardDeviation: 0.3 };
const stop = { state, populationSize: 100, plan: planOf(30) };
const planning = { populationSize: 100, standardDeviation: 0.3, plan: planOf(30) };
const telling = { sharedItems: 100, differing: 50, standardDeviation: 0.25, gap: 0.1 };
const threshold = { ...planning, estimate: 0.5, threshold: 0.4, labels: 10 };
const sample = { labels: [{ y: 0, surrogate: 0 }], summary, alpha: 0.05, seed: 1 };
const [anInterval] = fixedIntervals;
const cell = { prompts: 4, answered: false } as unknown as Parameters<typeof interviewScores>[0][number];
const resampling = { resamples: 100, alpha: 0.05, seed: 1 };

/** What is wrong, the call, and the words that tell it. */
const refused: readonly (readonly [string, () => unknown, RegExp])[] = [
  ['no range', () => toUnit(1, { min: 1, max: 1, direction: 'higher' }), /./],
  ['a range upside down', () => fromUnit(0.5, { min: 2, max: 1, direction: 'higher' }), /./],
  ['correlation', () => weightedPearson([pair(1, 1, 0)]), /A weight/],
  ['rank correlation', () => weightedSpearman([pair(1, 2, -1), pair(2, 1)]), /A weight/],
  ['order correlation', () => weightedKendall([pair(1, 2, -1), pair(2, 1)]), /A weight/],
  ['weighted alpha', () => weightedAlpha([pair(1, 2, 0), pair(2, 1)]), /A weight/],
  ['weighted kappa', () => weightedKappa([pair(1, 2, 0), pair(2, 1)], 'nominal'), /A weight/],
  ['alpha of a sequence', () => new UniformSequence(summary, { alpha: 1 }), /Alpha/],
  [
    'surrogate of a label',
    () => new UniformSequence(summary, {}).add({ y: 0, surrogate: 2 }),
    /surrogate value/,
  ],
  ['draws of no pool', () => sequentialProbabilities([], 0), /population size/],
  ['more draws than items', () => sequentialProbabilities([0.1, 0.1], 1), /number of draws/],
  ['a draw of no chance', () => sequentialProbabilities([0], 2), /A probability/],
  ['HumCoE: more draws than items', () => humcoeWeights([0.1, 0.1], 1), /number of draws/],
  ['HumCoE: a draw of no chance', () => humcoeWeights([0], 2), /A probability/],
  ['turns without references', () => scoreTurns(metrics[0]!, ['a'], []), /same length/],
  ['n-grams of ten', () => rougeN(10, 'a', 'a'), /n-grams/],
  ['no alternative', () => topKEntropy([[-0.1]], 0), /alternatives/],
  ['surrogates beyond 1', () => summarizePool(of(0.5, 1.5), half), /surrogate/],
  ['one probability too few', () => summarizePool(half, of(1)), /same length/],
  ['an item of no chance', () => summarizePool(half, of(0, 1)), /A probability/],
  ['a slope beyond 1', () => envelopeMaximum(summary, 1.1), /slope/],
  ['too few resamples', () => bootstrapAgreement(() => 1, [], { ...resampling, resamples: 99 }), /resamples/],
  ['too many', () => bootstrapAgreement(() => 1, [], { ...resampling, resamples: 1_000_001 }), /resamples/],
  ['alpha of an agreement', () => bootstrapAgreement(() => 1, [], { ...resampling, alpha: 0 }), /alpha/],
  ['units without weights', () => krippendorffAlpha([[1, 2]], 'nominal', []), /Units and weights/],
  ['a unit of no weight', () => krippendorffAlpha([[1, 2]], 'nominal', [0]), /A weight/],
  ['tempering surrogates beyond 1', () => temperedProbabilities(of(1.5), 1), /surrogate/],
  ['no temper', () => temperedProbabilities(half, 0), /temper/],
  ['an even chance of nothing', () => uniformProbabilities(0), /population size/],
  ['hardness of a surrogate beyond 1', () => humcoeProbabilities(of(1.5), 0.1), /surrogate/],
  ['no floor', () => humcoeProbabilities(half, 0), /floor/],
  ['alpha of runs', () => new CalibratedRuns(summary, 0, 1), /Alpha/],
  ['no run', () => new CalibratedRuns(summary, 0.05, 0), /number of labels/],
  ['runs beyond the pool', () => new CalibratedRuns(summary, 0.05, 3), /number of labels/],
  ['more successes than cases', () => exactShare(2, 1), /successes/],
  ['half a case', () => exactShare(0, 1.5), /number of cases/],
  ['quantile of certainty', () => normalQuantile(1), /A probability/],
  ['alpha of an interval', () => intervalOf(anInterval!, { ...sample, alpha: 0 }), /Alpha/],
  ['half a seed', () => intervalOf(anInterval!, { ...sample, seed: 0.5 }), /seed/],
  [
    'more labels than items',
    () => intervalOf(anInterval!, { ...sample, labels: Array(3).fill(sample.labels[0]) }),
    /number of labels/,
  ],
  [
    'a human value beyond 1',
    () => intervalOf(anInterval!, { ...sample, labels: [{ y: 2, surrogate: 0 }] }),
    /human/,
  ],
  [
    'a surrogate below 0',
    () => intervalOf(anInterval!, { ...sample, labels: [{ y: 0, surrogate: -1 }] }),
    /surrog/,
  ],
  [
    'residuals of no weight',
    () => clusterRobustVariance([1, 2].map((cluster) => ({ cluster, weight: 0, residual: 0 }))),
    /A weight/,
  ],
  ['annotators: alpha', () => annotatorPopulation({ ...annotators, alpha: 1 }), /Alpha/],
  [
    'annotators: no label',
    () => annotatorPopulation({ ...annotators, labels: [], alpha: 0.05 }),
    /number of labels/,
  ],
  [
    'annotators: a rating beyond 1',
    () => annotatorVariance([{ annotator: 'a', item: 1, y: 2 }]),
    /human value/,
  ],
  ['traffic: alpha', () => futureTraffic({ ...traffic, alpha: 0 }), /Alpha/],
  ['traffic: few groups', () => futureTraffic({ ...traffic, labels: traffic.labels.slice(0, 2) }), /groups/],
  ['values without clusters', () => clusteredMeanVariance([0, 1], [1]), /Values and clusters/],
  ['residuals: the slope', () => calibratedResiduals([label], 1.1, 0.5), /slope/],
  ['residuals: the mean', () => calibratedResiduals([label], 1, 1.1), /surrogate mean/],
  ['residuals: a label', () => calibratedResiduals([{ ...label, y: 1.1 }], 1, 0.5), /human value/],
  [
    'residuals: a surrogate',
    () => calibratedResiduals([{ ...label, surrogate: 1.1 }], 1, 0.5),
    /surrogate value/,
  ],
  ['residuals: a weight', () => calibratedResiduals([{ ...label, weight: 0 }], 1, 0.5), /A weight/],
  ['alpha of t', () => studentT(1, 3), /Alpha/],
  ['t without freedom', () => studentT(0.05, 0), /degrees of freedom/],
  ['ratio: a weight too few', () => weightedRatio({ ...ratio, weights: [1] }), /Values and weights/],
  ['ratio: one label', () => weightedRatio({ ...ratio, values: [0], weights: [1] }), /number of labels/],
  ['ratio: alpha', () => weightedRatio({ ...ratio, alpha: 0 }), /Alpha/],
  ['ratio: a value', () => weightedRatio({ ...ratio, values: [0, 1.1] }), /human value/],
  ['ratio: a weight', () => weightedRatio({ ...ratio, weights: [1, 0] }), /A weight/],
  ['no gap', () => labelsToDecide({ ...telling, gap: 0 }), /gap/],
  ['A beyond 1', () => pairedValue(1.1, 0), /system A/],
  ['B beyond 1', () => pairedValue(0, 1.1), /system B/],
  [
    'no items',
    () => meanDifferenceScale({ min: 0, max: 1 } as never, { sharedItems: 0, differing: 1 }),
    /number of items/,
  ],
  [
    'none differing',
    () => meanDifferenceScale({ min: 0, max: 1 } as never, { sharedItems: 1, differing: 0 }),
    /differing/,
  ],
  ['one system', () => pairCount(1), /number of systems/],
  ['too many systems', () => pairCount(10_001), /number of systems/],
  ['alpha of a pair', () => pairAlpha(1, 2), /Alpha/],
  ['no study of a pair', () => pairAlpha(0.05, 2, 0), /studies of a pair/],
  ['a place of one system', () => possiblePlaces(1, []), /number of systems/],
  ['places of too many', () => possiblePlaces(10_001, []), /number of systems/],
  [
    'an unknown first',
    () => possiblePlaces(2, [{ first: 2, second: 0, verdict: 'equal' }]),
    /index of a system/,
  ],
  [
    'an unknown second',
    () => possiblePlaces(2, [{ first: 0, second: 2, verdict: 'equal' }]),
    /index of a system/,
  ],
  ['lists of two lengths', () => permutationP([1, 2], [1], () => 1), /two lists/],
  ['more prompts than allowed', () => interviewScores([cell], 3), /prompts/],
  ['other groups', () => pairwiseAgreement([{ first: 1, second: 0 }], []), /Groups/],
  ['a seed too large', () => createRng(2 ** 32), /seed/],
  ['from beyond integers', () => uniformInt(createRng(1), -(2 ** 53), 1), /lower end/],
  ['to below from', () => uniformInt(createRng(1), 2, 1), /upper end/],
  ['stop: no pool', () => stopAdvice({ ...stop, populationSize: 0 }), /population size/],
  ['stop: labels', () => stopAdvice({ ...stop, state: { ...state, labeledCount: 101 } }), /number of labels/],
  ['stop: draws', () => stopAdvice({ ...stop, state: { ...state, drawnCount: 101 } }), /number of labels/],
  ['stop: no width', () => stopAdvice({ ...stop, targetHalfWidth: 0 }), /target half-width/],
  ['stop: threshold', () => stopAdvice({ ...stop, threshold: 1.1 }), /threshold/],
  ['stop: budget', () => stopAdvice({ ...stop, budget: 0 }), /budget/],
  ['threshold: estimate', () => thresholdPlan({ ...threshold, estimate: 1.1 }), /estimate/],
  ['threshold: itself', () => thresholdPlan({ ...threshold, threshold: 1.1 }), /threshold/],
  ['threshold: labels', () => thresholdPlan({ ...threshold, labels: 0 }), /number of labels/],
  ['width of no pool', () => halfWidthAt({ ...planning, populationSize: 0, labels: 1 }), /population size/],
  ['width of no label', () => halfWidthAt({ ...planning, labels: 0 }), /number of labels/],
  [
    'width of no end',
    () => halfWidthAt({ ...planning, standardDeviation: Number.POSITIVE_INFINITY, labels: 1 }),
    /deviation/,
  ],
  ['no half-width', () => labelsNeeded({ ...planning, halfWidth: 0 }), /half-width/],
  ['no half-width to ask for', () => labelsToAskFor({ ...planning, halfWidth: 0 }), /half-width/],
  ['prior: mean', () => priorStandardDeviation({ mean: 1.1, kind: 'rating' }), /mean/],
  [
    'prior: correlation',
    () => priorStandardDeviation({ mean: 0.5, kind: 'rating', correlation: -1.1 }),
    /correlation/,
  ],
  ['coverage: alpha', () => judgeCoverage(0, 1, 0), /Alpha/],
  ['coverage: alarm', () => judgeCoverage(0, 1, 0.05, 1), /false alarm/],
  ['more events than trials', () => upperTail(2, 1, 0.5), /events/],
  ['half a trial', () => lowerTail(0, 1.5, 0.5), /trials/],
  ['a chance beyond 1', () => lowerTail(0, 1, 1.1), /A probability/],
  ['believable: level', () => mostBelievable(1, 0.5, 2), /level/],
  ['bound: level', () => clopperPearsonLower(1, 2, 2), /level/],
  ['bound: events', () => clopperPearsonLower(3, 2, 0.5), /events/],
  ['population of none', () => buildPopulation('', 0, 1, () => [0, 0]), /population size/],
  ['population: seed', () => buildPopulation('', 1, -1, () => [0, 0]), /seed/],
  ['population: empty', () => requirePopulation({ name: '', s: of(), y: of() }), /population size/],
  ['population: lengths', () => requirePopulation({ name: '', s: of(1), y: of(1, 1) }), /same length/],
  ['population: s', () => requirePopulation({ name: '', s: of(2), y: of(1) }), /surrogate value/],
  ['population: y', () => requirePopulation({ name: '', s: of(1), y: of(2) }), /human value/],
  ['a rate of 0', () => inclusionProbabilities(of(0, 1), 1), /A rate/],
  ['an expected size of 0', () => inclusionProbabilities(of(1, 1), 0), /expected size/],
  ['uncertain about nothing', () => mostUncertain(of(Number.NaN), 1), /uncertainty/],
  ['more uncertain than there are', () => mostUncertain(half, 3), /number of items/],
  ['certain about nothing', () => mostCertain(of(Number.NaN), 1), /uncertainty/],
  ['more certain than there are', () => mostCertain(half, 3), /number of items/],
  ['disagreement: uncertainty', () => confidentDisagreements(of(Number.NaN), of(0), 0.5, 1), /uncertainty/],
  ['disagreement: lengths', () => confidentDisagreements(half, of(0), 0.5, 1), /same length/],
  ['disagreement: threshold', () => confidentDisagreements(half, half, 1.1, 1), /threshold/],
  ['disagreement: size', () => confidentDisagreements(half, half, 0.5, 3), /number of items/],
  ['draws below 0', () => drawWithReplacement(half, 1, -1), /number of draws/],
  ['an order of a negative pool', () => uniformOrder(-1, 1, 0), /population size/],
  ['an order beyond the pool', () => uniformOrder(2, 1, 3), /number of draws/],
  ['spread beyond the pool', () => spreadOrder(half, 1, 3), /number of draws/],
  ['spread of surrogates beyond 1', () => spreadOrder(of(1.5), 1, 1), /surrogate/],
  ['keys beyond the pool', () => exponentialKeyOrder(half, 1, 3), /number of draws/],
  ['keys of no chance', () => exponentialKeyOrder(of(0, 1), 1, 1), /A probability/],
  ['strata beyond the pool', () => strataOrder(half, 1, 1, 3), /number of strata/],
  ['strata: draws', () => strataOrder(half, 1, 3, 1), /number of draws/],
];

test.each(refused)('is refused in words: %s', (_, call, words) => {
  expect(call).toThrow(RangeError);
  expect(call).toThrow(words);
});

test('what lies at the end of a range is taken', () => {
  expect(rougeN(9, 'a', 'b')).toBe(0);
  expect(pairCount(10_000)).toBe(49_995_000);
  expect(possiblePlaces(2, [])).toHaveLength(2);
  const places = possiblePlaces(2, [{ first: 1, second: 0, verdict: 'second' }]);
  expect(places.map(({ system }) => system)).toEqual([0, 1]);
  expect(possiblePlaces(2, [{ first: 0, second: 1, verdict: 'first' }])).toEqual(places);
  expect(pairAlpha(0.05, 2, 1)).toBe(0.05);
  expect(() => createRng(2 ** 32 - 1)).not.toThrow();
  expect(stopAdvice({ ...stop, budget: 1, threshold: 1 }).reason).toBe('budget-spent');
  expect(stopAdvice({ ...stop, populationSize: 5 }).reason).toBe('all-labeled');
  expect(judgeCoverage(1, 1, 0.5).runs).toBe(1);
  expect([...mostUncertain(half, 2)]).toEqual([0, 1]);
  expect([...uniformOrder(0, 1, 0)]).toEqual([]);
});
