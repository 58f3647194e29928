import {
  annotatorPopulation,
  annotatorVariance,
  bracketSkips,
  clusteredMeanVariance,
  effectiveGroups,
  exponentialKeyOrder,
  FEWEST_GROUPS,
  FEWEST_LABELED_ITEMS,
  futureTraffic,
  hasOverlap,
  holm,
  lureWeights,
  mean,
  partProbabilities,
  type Rng,
  temperedProbabilities,
  uniformInt,
  uniformOpen,
  uniformProbabilities,
  weightedRatio,
} from '../../../stats/index.ts';
import type { LookCheck, RunOutcome } from './self-check.ts';

const alpha = 0.05;

/** Values of items from a uniform number, with their mean: rare failures or successes, a ceiling, a long lower tail. */
export interface Values {
  readonly name: string;
  readonly of: (u: number) => number;
  readonly mean: number;
}

export const binary = (p: number): Values => ({
  name: `yes or no, ${p} yes`,
  of: (u) => (u < p ? 1 : 0),
  mean: p,
});
export const ceiling: Values = {
  name: 'five steps, .8 at the best',
  of: (u) => (u < 0.8 ? 1 : u < 0.9 ? 0.75 : u < 0.95 ? 0.5 : u < 0.98 ? 0.25 : 0),
  mean: 0.8 + 0.075 + 0.025 + 0.0075,
};
export const heavy: Values = {
  name: 'heavy lower tail',
  of: (u) => (u < 0.93 ? 0.9 + (0.1 * u) / 0.93 : ((u - 0.93) / 0.07) * 0.3),
  mean: 0.93 * 0.95 + 0.07 * 0.15,
};

type Score = 'useless' | 'helpful' | 'reversed';
const scoreOf = (kind: Score, y: number, u: number) =>
  kind === 'useless' ? u : 0.5 * (kind === 'helpful' ? y : 1 - y) + 0.5 * u;

type Draws = 'uniform' | 'weighted';

/** Groups that items come in: the share of the first, the others equal, and how much of an item's value is its group's. */
interface Groups {
  readonly count: number;
  readonly first: number;
  readonly alike: number;
}

interface Pool {
  readonly y: Float64Array;
  readonly s: Float64Array;
  readonly group: Int32Array;
}

interface Drawn {
  readonly y: number;
  /** A failure that people leave out more often than others. */
  readonly isSkipped: boolean;
  readonly surrogate: number;
  readonly weight: number;
  readonly position: number;
}

/** A pool as traffic brings it. */
function poolOf(rng: Rng, size: number, values: Values, score: Score, groups?: Groups): Pool {
  const [y, s, group] = [new Float64Array(size), new Float64Array(size), new Int32Array(size)];
  const levels = Array.from({ length: groups?.count ?? 0 }, () => uniformOpen(rng));
  for (let i = 0; i < size; i++) {
    const own = groups ? groupOf(groups, i / size) : i;
    const u = groups && uniformOpen(rng) < groups.alike ? levels[own]! : uniformOpen(rng);
    group[i] = own;
    y[i] = values.of(u);
    s[i] = scoreOf(score, y[i]!, uniformOpen(rng));
  }
  return { y, s, group };
}

const groupOf = ({ count, first }: Groups, place: number): number =>
  place < first ? 0 : Math.min(count - 1, 1 + Math.floor(((place - first) / (1 - first)) * (count - 1)));

/** The first items of a draw, with their LURE weights. */
function drawn(rng: Rng, { y, s }: Pool, draws: Draws, labels: number): Drawn[] {
  const q = draws === 'weighted' ? temperedProbabilities(s) : uniformProbabilities(y.length);
  const order = exponentialKeyOrder(q, uniformInt(rng, 0, 0xffff_ffff), labels);
  const weights = lureWeights(
    Array.from(order, (i) => q[i]!),
    y.length,
  );
  return Array.from(order, (position, t) => ({
    ...{ y: y[position]!, surrogate: s[position]!, weight: weights[t]!, position },
    isSkipped: position % (y[position]! < 0.5 ? 3 : 11) === 0,
  }));
}

/** The slope of the control variate, as a study has it. */
function slopeOf(labels: readonly Drawn[], s: Float64Array): number {
  const center = mean(s);
  const variance = mean(s.map((value) => (value - center) ** 2));
  const total = labels.reduce((sum, { weight }) => sum + weight, 0);
  const share = (one: Drawn) => (labels.length * one.weight) / total;
  const [meanY, meanS] = [
    labels.reduce((sum, one) => sum + share(one) * one.y, 0) / labels.length,
    labels.reduce((sum, one) => sum + share(one) * one.surrogate, 0) / labels.length,
  ];
  const across = labels.reduce((sum, one) => sum + share(one) * (one.surrogate - meanS) * (one.y - meanY), 0);
  const own = labels.reduce((sum, one) => sum + share(one) * (one.surrogate - meanS) ** 2, 0);
  return Math.min(1, Math.max(0, (across + 2 * variance) / (own + 4 * variance)));
}

const outcome = ({ lower, upper }: { lower: number; upper: number }, truth: number): RunOutcome =>
  truth >= lower - 1e-9 && truth <= upper + 1e-9 ? 'holds' : 'misses';

/** No interval of a study: the claim has to hold without its help. */
const alone = { lower: 1, upper: 0 };

interface Cell {
  readonly values: Values;
  readonly score?: Score;
  readonly draws?: Draws;
  readonly labels: number;
  readonly size?: number;
  readonly groups?: Groups;
  /** Whether every third failure and every eleventh of the others is skipped. */
  readonly skips?: boolean;
}

/** A claim from labels of which some are skipped, or from all of them. */
function claimOf<T extends Drawn>(
  found: readonly T[],
  skips: boolean,
  estimate: (labels: readonly T[]) => ReturnType<typeof weightedRatio>,
): ReturnType<typeof weightedRatio> {
  const skipped = skips ? found.filter(({ isSkipped }) => isSkipped).length : 0;
  return bracketSkips(skipped, (value) =>
    estimate(skipped === 0 ? found : found.map((one) => (one.isSkipped ? { ...one, y: value } : one))),
  );
}

const named = (
  name: string,
  { values, score = 'useless', draws = 'uniform', labels, size = 400, groups, skips = false }: Cell,
) => ({
  ...{ name, labels, alpha, populationSize: size },
  population: `${values.name}, ${score} score, ${draws} draws${
    groups
      ? `, ${groups.count} groups, the first ${Number(groups.first.toPrecision(2))}, ${groups.alike} alike`
      : ''
  }${skips ? ', failures skipped' : ''}`,
});

/** The mean of traffic of which the pool is one part: it is drawn anew in every run, in whole groups. */
const future = (cell: Cell): LookCheck => ({
  ...named('future traffic', cell),
  run(rng) {
    const { values, score = 'useless', draws = 'uniform', labels, size = 400, groups, skips = false } = cell;
    const pool = poolOf(rng, size, values, score, groups);
    const found = drawn(rng, pool, draws, labels);
    const clusters = found.map(({ position }) => pool.group[position]!);
    if (effectiveGroups(clusters) < FEWEST_GROUPS - 1e-9) return 'not shown';
    const slope = slopeOf(skips ? found.filter(({ isSkipped }) => !isSkipped) : found, pool.s);
    const claim = claimOf(found, skips, (valued) =>
      futureTraffic({
        labels: valued.map((one, i) => ({ ...one, cluster: clusters[i]! })),
        slope,
        pool: {
          surrogateMean: mean(pool.s),
          surrogateMeanVariance: clusteredMeanVariance(pool.s, pool.group),
          clusters: new Set(pool.group).size,
        },
        ...{ own: alone, alpha },
      }),
    );
    return claim ? outcome(claim, values.mean) : 'not shown';
  },
});

/** The mean of one part of a pool that stays the same. */
const subgroup = (cell: Cell & { share: number }): LookCheck => ({
  ...named('subgroup', cell),
  run(rng) {
    const { values, score = 'useless', draws = 'uniform', labels, size = 400, share, skips = false } = cell;
    const pool = poolOf(rng, size, values, score);
    const isIn = (position: number) => position < share * size;
    const part = drawn(rng, pool, draws, labels).filter(({ position }) => isIn(position));
    if (part.length < FEWEST_LABELED_ITEMS) return 'not shown';
    const items = pool.y.filter((_, position) => isIn(position));
    const weights = part.map(({ weight }) => weight);
    const claim = claimOf(part, skips, (valued) =>
      weightedRatio({ values: valued.map(({ y }) => y), weights, populationSize: items.length, alpha }),
    );
    return claim ? outcome(claim, mean(items)) : 'not shown';
  },
});

/** The mean over turns of conversations that have one to five, the long ones worse. */
const turns = (cell: Cell): LookCheck => ({
  ...named('mean over turns', cell),
  run(rng) {
    const { values, draws = 'uniform', labels, size = 400, skips = false } = cell;
    const pool = poolOf(rng, size, values, 'useless');
    const count = pool.y.map((y) => 1 + Math.floor(uniformOpen(rng) * (y > 0.5 ? 4 : 5)));
    const found = drawn(rng, pool, draws, labels);
    const claim = claimOf(found, skips, (valued) =>
      weightedRatio({
        values: valued.map(({ y }) => y),
        weights: found.map(({ weight }) => weight),
        sizes: found.map(({ position }) => count[position]!),
        ...{ populationSize: size, alpha },
      }),
    );
    const truth =
      pool.y.reduce((sum, y, i) => sum + y * count[i]!, 0) / count.reduce((sum, one) => sum + one, 0);
    return claim ? outcome(claim, truth) : 'not shown';
  },
});

interface SharedOut extends Cell {
  readonly people: number;
  /** How many items all of them label; the others come to one each. */
  readonly overlap: number;
}

/** Whether the mean as all annotators would give it, of whom some label, lies in the interval. */
function asOthersSee(
  rng: Rng,
  { labels, people, overlap, draws = 'uniform' }: SharedOut,
  pool: Pool,
  { say, truth }: { say(annotator: number, y: number): number; truth: number },
): RunOutcome {
  const found = drawn(rng, pool, draws, labels);
  const ratings = found.flatMap(({ y }, item) =>
    Array.from({ length: people }, (_, annotator) => annotator)
      .filter((annotator) => item < overlap || item % people === annotator)
      .map((annotator) => ({ item, annotator, y: say(annotator, y) })),
  );
  if (!hasOverlap(annotatorVariance(ratings))) return 'not shown';
  const of = Map.groupBy(ratings, ({ item }) => item);
  const rated = found.map((one, item) => ({
    ...one,
    item,
    cluster: item,
    y: mean(of.get(item)!.map(({ y }) => y)),
  }));
  const claim = annotatorPopulation({
    ...{ labels: rated, ratings, slope: slopeOf(rated, pool.s), surrogateMean: mean(pool.s) },
    ...{ populationSize: pool.y.length, own: alone, alpha },
  })!;
  return outcome(claim, truth);
}

/** Each annotator is so much stricter or milder on a scale of many values. */
const annotators = (cell: SharedOut & { apart: number }): LookCheck => ({
  ...named('other annotators', cell),
  population: `${cell.people} annotators ${cell.apart} apart, ${cell.overlap} items of all, ${cell.draws ?? 'uniform'} draws`,
  run(rng) {
    const { size = 400, people, apart } = cell;
    // Values in the middle, so that nobody's strictness ends at an end of the scale.
    const values = { ...cell.values, of: (u: number) => 0.35 + 0.3 * u };
    const pool = poolOf(rng, size, values, 'useless');
    const strict = Array.from({ length: people }, () => apart * Math.sqrt(12) * (uniformOpen(rng) - 0.5));
    return asOthersSee(rng, cell, pool, {
      say: (annotator, y) => y + strict[annotator]! + 0.1 * (uniformOpen(rng) - 0.5),
      truth: mean(pool.y),
    });
  },
});

/** How much stricter one annotator is than another, as the power of a uniform number. */
const strictness = { alike: 0, apart: 1, 'few much stricter': 3 };

/** Yes or no: annotators say yes where an item lies above their own bound, but for slips. */
export const strictAnnotators = (
  cell: SharedOut & { share: number; differ: keyof typeof strictness },
): LookCheck => ({
  ...named('other annotators', cell),
  population: `${cell.people} annotators, yes in ${cell.share}, ${cell.differ}, ${cell.overlap} items of all`,
  run(rng) {
    const { size = 400, people, share } = cell;
    const power = strictness[cell.differ];
    const slips = 0.05;
    const highest = (1 - share) * (power + 1);
    const pool = poolOf(rng, size, { ...cell.values, of: (u) => u }, 'useless');
    const bounds = Array.from({ length: people }, () => highest * uniformOpen(rng) ** power);
    const yes = (h: number) =>
      power === 0 ? (h > highest ? 1 : 0) : Math.min(1, h / highest) ** (1 / power);
    return asOthersSee(rng, cell, pool, {
      say: (annotator, h) => (h > bounds[annotator]! === uniformOpen(rng) > slips ? 1 : 0),
      truth: slips + (1 - 2 * slips) * mean(pool.y.map(yes)),
    });
  },
});

/** Subgroups of one quality, of which none is to be called different. */
const tested = (sizes: readonly number[], values: Values, weighted = false): LookCheck => ({
  name: 'subgroup called different',
  population: `${sizes.length} parts of one quality, the last of ${sizes.at(-1)}, ${values.name}${weighted ? ', unequal weights' : ''}`,
  ...{ alpha, labels: sizes.reduce((sum, size) => sum + size, 0), populationSize: 0 },
  run(rng) {
    const labels = sizes.flatMap((size, part) =>
      Array.from({ length: size }, () => {
        const y = values.of(uniformOpen(rng));
        return { y, part, weight: weighted ? 1 + 0.4 * (y > 0.5 ? 1 : uniformOpen(rng)) : 1 };
      }),
    );
    const how = { alpha: alpha / sizes.length, seed: uniformInt(rng, 0, 0xffff_ffff) };
    const found = holm(partProbabilities(labels, [...sizes.keys()], how));
    return found.some((one) => one <= alpha) ? 'misses' : 'holds';
  },
});

/** What is shown beside the estimate at one look, on populations on which such intervals go wrong. */
export function claimChecks(): LookCheck[] {
  const rare = [0.01, 0.1, 0.5, 0.9, 0.97, 0.99].map(binary);
  const scores = ['useless', 'reversed', 'helpful'] as const;
  const grouped = (count: number, first: number, alike: number): LookCheck =>
    future({ values: binary(0.7), labels: 120, groups: { count, first, alike } });
  return [
    ...[10, 30, 100].flatMap((labels) => rare.map((values) => future({ values, labels }))),
    ...scores.flatMap((score) =>
      [ceiling, heavy].map((values) => future({ values, score, labels: 30, draws: 'weighted' })),
    ),
    ...[ceiling, heavy, binary(0.9)].map((values) => future({ values, score: 'helpful', labels: 300 })),
    ...[
      grouped(12, 1 / 12, 1),
      grouped(20, 0.1, 1),
      grouped(20, 0.5, 1),
      grouped(50, 0.3, 0.5),
      grouped(50, 0.02, 0.3),
    ],
    // Failures that people rather skip, and a group that outweighs all others by as much as is still shown.
    ...[binary(0.9), ceiling, heavy].flatMap((values) =>
      [30, 120].map((labels) => future({ values, score: 'helpful', draws: 'weighted', labels, skips: true })),
    ),
    ...[40, 50].flatMap((count) =>
      [0.7, 0.9].map((p) =>
        future({
          values: binary(p),
          labels: 150,
          groups: { count, first: 0.25, alike: 1 },
          skips: count === 50,
        }),
      ),
    ),
    ...[binary(0.9), ceiling, heavy].flatMap((values) => [
      subgroup({ values, labels: 60, share: 0.4, size: 150, skips: true }),
      turns({ values, labels: 40, draws: 'weighted', skips: true }),
    ]),
    ...rare.map((values) => subgroup({ values, score: 'reversed', draws: 'weighted', labels: 30, share: 1 })),
    ...rare.map((values) => subgroup({ values, labels: 40, share: 0.4, size: 100 })),
    ...[ceiling, heavy].flatMap((values) =>
      [40, 300].map((labels) =>
        subgroup({ values, score: 'reversed', draws: 'weighted', labels, share: 0.4 }),
      ),
    ),
    ...[binary(0.9), ceiling, heavy].map((values) => turns({ values, labels: 40, draws: 'weighted' })),
    ...[3, 6].flatMap((people) =>
      [0, 0.05, 0.1].map((apart) => annotators({ values: heavy, labels: 40, people, apart, overlap: 12 })),
    ),
    ...[3, 6].flatMap((people) =>
      [0.6, 0.9, 0.97].flatMap((share) =>
        (['alike', 'apart', 'few much stricter'] as const).map((differ) =>
          strictAnnotators({ values: binary(share), labels: 100, people, overlap: 100, share, differ }),
        ),
      ),
    ),
    tested(Array(12).fill(10), binary(0.3)),
    tested(Array(20).fill(12), binary(0.3)),
    tested([10, 10, 10, 10, 60], binary(0.3)),
    tested([10, 10, 10, 10, 60], binary(0.9), true),
    tested(Array(50).fill(10), ceiling),
    tested([150, 150], heavy),
  ];
}
