import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agreementInterval } from '../../stats/agreement/agreement-interval.ts';
import { fleissKappa } from '../../stats/agreement/fleiss-kappa.ts';
import { krippendorffAlpha } from '../../stats/agreement/krippendorff-alpha.ts';
import { altTest } from '../../stats/alignment/alt-test.ts';
import { pairInterval } from '../../stats/alignment/coefficient-interval.ts';
import { boundedFigure, jackknife } from '../../stats/alignment/jackknife.ts';
import { labelWorth } from '../../stats/alignment/label-worth.ts';
import { meanInterval } from '../../stats/alignment/mean-interval.ts';
import { preferenceLength } from '../../stats/alignment/preference-length.ts';
import { weightedKappa } from '../../stats/alignment/weighted-agreement.ts';
import { weightedSpearman } from '../../stats/alignment/weighted-correlation.ts';
import type { WeightedPair } from '../../stats/alignment/weighted-pairs.ts';
import { annotatorPopulation } from '../../stats/claims/annotator-population.ts';
import { clusteredMeanVariance, futureTraffic } from '../../stats/claims/future-traffic.ts';
import { holm, partProbabilities } from '../../stats/claims/tested-together.ts';
import { weightedRatio } from '../../stats/claims/weighted-ratio.ts';
import { exactShare } from '../../stats/intervals/exact-share.ts';
import { roganGladenInterval } from '../../stats/intervals/rogan-gladen.ts';
import { serflingHalfWidth } from '../../stats/intervals/serfling.ts';
import { mean } from '../../stats/numeric.ts';
import { bradleyTerry } from '../../stats/paired/bradley-terry.ts';
import { summarizePool } from '../../stats/pool-summary.ts';
import { aptitudeOf } from '../../stats/protocols/aptitude.ts';
import { clusteredCorrelation } from '../../stats/protocols/clustered-correlation.ts';
import { lowestMeanBound, meanLowerBound } from '../../stats/sequence/window-bets.ts';

/*
 * The intervals beside the main one, each computed a second time by a script that was written from the pages alone
 * (intervals_as_read.py), on small inputs without chance.
 */

const script = path.join(import.meta.dirname, 'intervals_as_read.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn('python3 is not installed here, so the intervals are not computed a second time.');

interface Case {
  readonly kind: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly ours: readonly number[];
}

const endsOf = (found: object): number[] => {
  const { lower, upper } = found as { lower: number; upper: number };
  return [lower, upper];
};
const count = <T>(n: number, of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i));
/** Spread over [0, 1) without pattern. */
const some = (i: number, by = 0.618_033_988_749_895) => (i * by) % 1;
const graded = (i: number, steps: number, by?: number) => Math.round(some(i + 1, by) * steps) / steps;

const shares = [
  [1, 3],
  [0, 12],
  [12, 12],
  [37, 41],
].map(([x, n]): Case => ({ kind: 'share', given: { x, n }, ours: endsOf(exactShare(x!, n!)!) }));

const ofPassages = [[0.2, 0.4, 0.6, 0.8, 1, 0.6], count(70, (i) => graded(i, 4)), count(9, () => 1)].map(
  (values): Case => {
    const [found] = jackknife(values, (list) => [mean(list)]);
    const scale = { lowest: 0, highest: 1, effective: values.length, alpha: 0.05 };
    return { kind: 'passages', given: { values }, ours: endsOf(boundedFigure(found!, scale)) };
  },
);

const parts = [
  { values: count(12, (i) => graded(i, 1)), weights: count(12, () => 1), size: 40 },
  { values: count(30, () => 1), weights: count(30, () => 1), size: 5000 },
  { values: count(25, (i) => graded(i, 4)), weights: count(25, (i) => 0.5 + some(i, 0.7548)), size: 60 },
  { values: count(11, (i) => some(i)), weights: count(11, (i) => 1 + 5 * some(i, 0.57)), size: 11 },
].map(
  ({ values, weights, size }): Case => ({
    kind: 'subgroup',
    given: { values, weights, size, alpha: 0.05 },
    ours: endsOf(weightedRatio({ values, weights, populationSize: size, alpha: 0.05 })!),
  }),
);

const biases = [20, 8].map((n): Case => {
  const values = count(n, (i) => graded(i, 4) - 0.5);
  const weights = count(n, (i) => 0.4 + some(i, 0.33));
  const items = values.map((value, i) => ({ value, weight: weights[i]! }));
  const ours = endsOf(meanInterval(items, { lowest: -1, highest: 1 })!).map((end) => (end + 1) / 2);
  const onUnit = values.map((value) => (value + 1) / 2);
  return { kind: 'subgroup', given: { values: onUnit, weights, size: 0, alpha: 0.05 }, ours };
});

const labelsOf = (n: number, groups: number, isWeighted: boolean) =>
  count(n, (i) => ({
    y: graded(i, 2),
    surrogate: (graded(i, 2) + some(i, 0.41)) / 2,
    weight: isWeighted ? 0.5 + some(i, 0.27) : 1,
    cluster: i % groups,
    item: i,
  }));

const futures = [
  { n: 36, groups: 12, isWeighted: true, slope: 0.7, own: { lower: 0.5, upper: 0.55 } },
  { n: 40, groups: 40, isWeighted: false, slope: 0, own: { lower: 0.1, upper: 0.9 } },
  { n: 45, groups: 14, isWeighted: true, slope: 1, own: { lower: 0.2, upper: 0.6 } },
].map(({ n, groups, isWeighted, slope, own }): Case => {
  const labels = labelsOf(n, groups, isWeighted);
  const pool = count(120, (i) => ({
    surrogate: some(i, 0.77) ** 1.3,
    cluster: i < n ? i % groups : i % (groups + 5),
  }));
  const values = pool.map(({ surrogate }) => surrogate);
  const clusters = pool.map(({ cluster }) => cluster);
  const seen = {
    surrogateMean: mean(values),
    surrogateMeanVariance: clusteredMeanVariance(values, clusters),
    clusters: new Set(clusters).size,
  };
  const ours = endsOf(futureTraffic({ labels, slope, pool: seen, own, alpha: 0.05 })!);
  return { kind: 'future', given: { labels, slope, pool, own: endsOf(own), alpha: 0.05 }, ours };
});

const others = [3, 5].map((people): Case => {
  const labels = labelsOf(16, 16, true);
  const table = count(16, (i) => count(people, (a) => (graded(i, 4) + graded(i + 7 * a, 3)) / 2));
  const ratings = table.flatMap((row, item) => row.map((y, annotator) => ({ item, annotator, y })));
  const facts = { slope: 0.6, surrogateMean: 0.55, populationSize: 50, alpha: 0.05 };
  const own = { lower: 0.5, upper: 0.52 };
  return {
    kind: 'annotators',
    given: { labels, table, slope: 0.6, mean: 0.55, size: 50, own: endsOf(own), alpha: 0.05 },
    ours: endsOf(annotatorPopulation({ ...facts, labels, ratings, own })!),
  };
});

const agreements = (['nominal', 'interval'] as const).flatMap((level) =>
  [36, 64].map((n): Case => {
    const units = count(n, (i) =>
      count(3, (a) => ((i + a) % 7 === 3 ? undefined : Math.round(3 * some(i) + 0.8 * some(i + 31 * a)))),
    );
    const found = agreementInterval(
      units.map((values, cluster) => ({ values, weight: 1, cluster })),
      (list) =>
        krippendorffAlpha(
          list.map(({ values }) => values),
          level,
          list.map(({ weight }) => weight),
        ),
      { kind: level, alpha: 0.05 },
    );
    const given = { units: units.map((row) => row.map((value) => value ?? null)), level };
    return { kind: 'agreement', given, ours: endsOf(found) };
  }),
);

const kappas = [30, 77].map((n): Case => {
  const pairs = count(n, (i) => [i % 2, some(i) < 0.75 ? i % 2 : 1 - (i % 2)] as const);
  const found = agreementInterval(
    pairs.map((values, cluster) => ({ values, weight: 1, cluster })),
    (list) =>
      weightedKappa(
        list.map(({ values: [a, b], weight }) => ({ a: a!, b: b!, weight })),
        'nominal',
      ),
    { kind: 'pair', alpha: 0.05 },
  );
  return { kind: 'kappa', given: { pairs }, ours: endsOf(found) };
});

/** Three people on one scale of four points, everybody on every item. */
const ofThree = (n: number) =>
  count(n, (i) => count(3, (a) => Math.round(2.2 * some(i) + 0.9 * some(i + 31 * a, 0.47))));

const otherAgreements = [12, 41].flatMap((n): Case[] => {
  const units = ofThree(n);
  const missing = units.map((row, i) => row.map((value, a) => ((i + a) % 5 === 2 ? null : value)));
  const categories = [0, 1, 2, 3];
  const counts = units.map((row) => categories.map((one) => row.filter((value) => value === one).length));
  const present = missing.map((row) => row.map((value) => value ?? undefined));
  return [
    { kind: 'fleiss', given: { units }, ours: [fleissKappa(counts)!] },
    { kind: 'ordinal-alpha', given: { units: missing }, ours: [krippendorffAlpha(present, 'ordinal')!] },
  ];
});

const ofJudges = [31, 66].flatMap((n): Case[] => {
  const pairs = count(
    n,
    (i) => [Math.round(4 * some(i)), Math.round(3 * some(i) + 1.6 * some(i, 0.29))] as const,
  );
  const weighted = pairs.map(([a, b]) => ({ a, b, weight: 1 }));
  const of = (statistic: (some: readonly WeightedPair[]) => number | undefined) => [
    statistic(weighted)!,
    ...endsOf(pairInterval(weighted, statistic)),
  ];
  return [
    ...(['linear', 'quadratic'] as const).map((weights, i) => ({
      kind: 'weighted-kappa',
      given: { pairs, power: i + 1 },
      ours: of((some) => weightedKappa(some, weights)),
    })),
    { kind: 'spearman', given: { pairs }, ours: of(weightedSpearman) },
  ];
});

const contrasts = [9, 64].map((n): Case => {
  const [before, after] = [0.618, 0.39].map((by) => count(n, (i) => graded(i, 5, by)));
  const moved = before!.map((one, i) => after![i]! - one);
  const [found] = jackknife(moved, (list) => [mean(list)]);
  const ends = boundedFigure(found!, { lowest: -1, highest: 1, effective: n, alpha: 0.05 });
  return { kind: 'contrast', given: { before, after }, ours: [mean(moved), ...endsOf(ends)] };
});

const phases = [
  { low: 0.4, high: 0.62, n: 10_000, size: 250_000, alpha: 0.005 },
  { low: 0.001, high: 0.9995, n: 20_000, size: 20_001, alpha: 0.01 },
  { low: 0.4, high: 0.5, n: 500, size: 500, alpha: 0 },
].map(({ low, high, ...phase }): Case => {
  const wider = serflingHalfWidth(phase.size, phase.n, phase.alpha);
  const ours = [wider, Math.max(0, low - wider), Math.min(1, high + wider)];
  return { kind: 'first-phase', given: { low, high, ...phase }, ours };
});

const manyTests = [
  [0.01, 0.04, 0.03, 0.005],
  [0.5, 0.2, 0.2],
].map((probabilities): Case => ({ kind: 'holm', given: { probabilities }, ours: holm(probabilities) }));

const watches = [3, 14].map((many): Case => {
  const windowOf = (size: number, n: number, level: number, seed: number) => ({
    N: size,
    surrogate: count(n, (i) => some(i + seed, 0.37)),
    surrogateMean: 0.48,
    y: count(n, (i) => ((i + seed) % 13 === 5 ? ('skipped' as const) : Number(some(i + seed) < level))),
    planned: 20,
  });
  const reference = windowOf(400, 120, 0.93, 1);
  const windows = count(many, (k) => windowOf(60 + 7 * k, k === many - 1 ? 12 : 20 + k, 0.4, 3 * k));
  const ours = [
    meanLowerBound(reference, 0.025, 'alikeWindows'),
    meanLowerBound(reference, 0.025),
    ...(['unlikeWindows', 'alikeWindows', 'conversations'] as const).map((of) =>
      lowestMeanBound(windows, 0.025, of),
    ),
  ];
  const asTold = ({ N, surrogate, surrogateMean, y, planned }: ReturnType<typeof windowOf>) => ({
    ...{ size: N, scores: surrogate, mean: surrogateMean, planned },
    y: y.map((one) => (one === 'skipped' ? null : one)),
  });
  return {
    kind: 'watch',
    given: { reference: asTold(reference), windows: windows.map(asTold), alpha: 0.05 },
    ours,
  };
});

const worths = [34, 60].map((n): Case => {
  const pairs = count(n, (i) => [graded(i, 4), 0.5 * graded(i, 4) + 0.5 * some(i, 0.45)] as const);
  const cases = pairs.map(([y, s]) => ({ y, x: [s], weight: 1 }));
  const { saved, lower, upper } = labelWorth(cases, 0, [], { labels: n, populationSize: 300 })!;
  return { kind: 'worth', given: { pairs, size: 300 }, ours: [saved, lower!, upper!] };
});

const tests = [
  { score: 'accuracy', isClustered: false },
  { score: 'rmse', isClustered: false },
  { score: 'rmse', isClustered: true },
] as const;
const alternatives = tests.map(({ score, isClustered }): Case => {
  // Conversations of one to four items.
  const clusters = isClustered ? count(60, (i) => Math.floor(Math.sqrt(5 * i))) : undefined;
  const items = count(60, (i) => ({
    judge: Math.round(2 * some(i, 0.71)),
    ratings: count(4, (a) => Math.round(2 * some(i, 0.71) + 1.2 * (some(i + 17 * a, 0.39) - 0.5))),
  }));
  const rated = items.map(({ judge, ratings }, i) => ({
    ...{ judge, ratings: ratings.map((value, annotator) => ({ annotator, value })) },
    ...(clusters && { cluster: `conversation ${clusters[i]}` }),
  }));
  const found = altTest(rated, { score, epsilon: 0.15 });
  if ('lacks' in found) throw new Error(found.lacks.join());
  const { winningRate, annotators, advantage } = found;
  return {
    kind: 'alt-test',
    given: { items, score, epsilon: 0.15, ...(clusters && { clusters }) },
    ours: [
      ...[winningRate, advantage.value, ...annotators.map(({ probability }) => probability)],
      ...endsOf(advantage),
    ],
  };
});

const corrected = [
  [0.62, 400],
  [0.9, 60],
].map(([share, size]): Case => {
  const labels = count(40, (i) => {
    const y = Number(some(i) < 0.7);
    return { y, surrogate: some(i, 0.83) < 0.85 ? y : 1 - y };
  });
  const pool = Float64Array.from({ length: size! }, (_, i) => Number(i < Math.round(share! * size!)));
  const summary = summarizePool(
    pool,
    pool.map(() => 1 / size!),
  );
  const drawn = labels.map((label) => ({ ...label, probability: 1 / size! }));
  const ours = endsOf(roganGladenInterval.compute({ labels: drawn, summary, seed: 0, alpha: 0.05 }));
  const given = {
    labels: labels.map(({ y, surrogate }) => [y, surrogate]),
    share: mean(pool),
    size,
    alpha: 0.05,
  };
  return { kind: 'rogan-gladen', given, ours };
});

const strengths = [
  [
    [0, 1, 0.7, 30],
    [1, 2, 0.55, 40],
    [0, 2, 0.8, 100],
  ],
  [
    [0, 1, 1, 30],
    [1, 2, 0.2, 60],
    [2, 3, 0.5, 44],
  ],
].map((pairs): Case => {
  const systems = Math.max(...pairs.map(([, j]) => j!)) + 1;
  const rates = pairs.map(([first, second, w, n]) => ({
    ...{ first: first!, second: second!, winRate: (n! * w! + 0.5) / (n! + 1) },
  }));
  const ours = [...bradleyTerry(systems, rates)!].map((b) => 1000 + (400 / Math.LN10) * b);
  return { kind: 'bradley-terry', given: { pairs, systems }, ours };
});

const aptitudes = [7, 12].map((documents): Case => {
  const instructions = count(3 * documents - 4, (i) => ({
    cluster: String(i % documents),
    scores: count(10 + (i % 3), (run) => some(i + 13 * run, 0.37)),
  }));
  const { average, aptitude, unreliability } = aptitudeOf(instructions);
  return {
    kind: 'aptitude',
    given: { instructions: instructions.map(({ cluster, scores }) => [cluster, scores]) },
    ours: [average, aptitude, unreliability].flatMap((one) => [one.value!, ...endsOf(one)]),
  };
});

const correlations = [33, 60].map((workers): Case => {
  const pairs = count(2 * workers + 5, (i) => {
    const a = graded(i, 4);
    return { a, b: Math.round(3 * a + some(i, 0.29)), cluster: String(i % workers) };
  });
  const { interval } = clusteredCorrelation('pearson', pairs);
  const given = { pairs: pairs.map(({ a, b, cluster }) => [cluster, a, b]) };
  return { kind: 'workers', given, ours: endsOf(interval!) };
});

const lengths = [24, 70].map((n): Case => {
  const pairs = count(n, (i) => ({
    a: i % 8 === 0 ? 0 : some(i, 0.53) - 0.4,
    b: graded(i, 2),
    weight: 0.6 + some(i, 0.19),
  }));
  const { longer, atEqualLength } = preferenceLength(pairs)!;
  const given = { pairs: pairs.map(({ a, b, weight }) => [a, b, weight]) };
  const ours = [...endsOf(longer), atEqualLength!.value, ...endsOf(atEqualLength!)];
  return { kind: 'length', given, ours };
});

const cases = [
  ...[...shares, ...ofPassages, ...parts, ...biases, ...futures, ...others, ...agreements, ...kappas],
  ...[...worths, ...alternatives, ...corrected, ...strengths],
  ...[...aptitudes, ...correlations, ...lengths],
  ...[...otherAgreements, ...ofJudges, ...contrasts, ...phases, ...manyTests, ...watches],
];

function asRead(asked: readonly Pick<Case, 'kind' | 'given'>[]): number[][] {
  const input = JSON.stringify(asked.map(({ kind, given }) => [kind, given]));
  const { stdout, stderr } = spawnSync('python3', [script], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as number[][];
}

test('every interval beside the main one is what the pages say', { timeout: 120_000 }, () => {
  expect(cases.flatMap(({ ours }) => ours).every(Number.isFinite)).toBe(true);
  if (!hasPython) return;
  const read = asRead(cases);
  const apart = cases.flatMap(({ kind, ours }, i) => {
    const most = Math.max(...ours.map((end, j) => Math.abs(end - read[i]![j]!) / Math.max(1, Math.abs(end))));
    return most < 1e-9 && read[i]!.length === ours.length ? [] : [{ kind, i, ours, read: read[i] }];
  });
  expect(apart).toEqual([]);
});

test('tests of subgroups are the larger of what t and all deals of the labels say', {
  timeout: 120_000,
}, () => {
  const worlds = [
    count(14, (i) => ({ y: Number(i % 2 === 0 ? some(i) < 0.9 : some(i) < 0.25), weight: 1, part: i % 2 })),
    count(13, (i) => ({ y: Number(i < 6), weight: 1, part: Number(i < 7) })),
    count(13, (i) => ({ y: graded(i, 4), weight: 0.5 + some(i, 0.3), part: i % 3 })),
    count(12, (i) => ({ y: Number(some(i) < 0.2), weight: 1 + (i % 2), part: Number(i > 7) })),
  ];
  const deals = 4999;
  const found = worlds.map((labels) => {
    const tested = [...new Set(labels.map(({ part }) => part))].toSorted((a, b) => a - b);
    return partProbabilities(labels, tested, { alpha: 0.05, seed: 3 });
  });
  expect(found.flat().every((one) => one > 0 && one <= 1)).toBe(true);
  if (!hasPython) return;
  const given = worlds.map((labels) => labels.map(({ y, weight, part }) => [y, weight, part]));
  const read = asRead(given.map((labels) => ({ kind: 'parts', given: { labels } })));
  for (const [i, ours] of found.entries()) {
    for (const [at, one] of ours.entries()) {
      const [byT, byDeals] = [read[i]![at]!, read[i]![ours.length + at]!];
      // Where t tells that no probability is small, fewer deals are made.
      const made = Math.min(...read[i]!.slice(0, ours.length)) > 0.05 ? 999 : deals;
      const slack = 4.5 * Math.sqrt((byDeals * (1 - byDeals)) / made) + 2 / made;
      expect(one, `world ${i}, part ${at}: ${byT} ${byDeals}`).toBeGreaterThanOrEqual(byT - 1e-9);
      expect(
        Math.abs(one - Math.max(byT, byDeals)),
        `world ${i}, part ${at}: ${byT} ${byDeals}`,
      ).toBeLessThan(byT > byDeals + slack ? 1e-9 : slack);
    }
  }
});
