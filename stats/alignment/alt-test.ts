import { requireOpenUnit } from '../check.ts';
import { freedomOfShares } from '../claims/effective-number.ts';
import { studentTail } from '../claims/student-t.ts';
import { compensatedSum, mean } from '../numeric.ts';
import { boundedFigure, jackknife } from './jackknife.ts';
import { FEWEST_MEAN_ITEMS } from './mean-interval.ts';
import { clustersOf } from './weighted-pairs.ts';

/** What the paper asks for: items that two people or more rated, people who rated enough of them, and such items of each. */
const ALT_TEST_FEWEST = { items: 50, annotators: 3, itemsEach: 30 } as const;

/** What a judge may be behind a person, as the paper suggests by who the people are (section 3 and its FAQ). */
export const ALT_TEST_EPSILON = { experts: 0.2, trained: 0.15, crowd: 0.1 } as const;

/** Winning rate from which on a judge may replace the people. */
const ALT_TEST_PASSES = 0.5;

/** One item with the judge's value and what people gave it, on one scale. */
export interface AltTestItem {
  readonly judge: number;
  readonly ratings: readonly { readonly annotator: number; readonly value: number }[];
  /** What it belongs to, such as a conversation, where items of one may be alike: whole ones then count as drawn independently. */
  readonly cluster?: string | undefined;
}

/** How well a value stands for the other people's: the share of them that say the same, or minus the root mean square distance. */
export type AltTestScore = 'accuracy' | 'rmse';

interface AltTestOptions {
  readonly score: AltTestScore;
  /** What the judge may be behind a person, in [0, 1): it costs less. */
  readonly epsilon: number;
  /** Level of the false discovery rate over the people, in (0, 1). */
  readonly level?: number;
}

/** The judge beside one person who was left out. */
interface AltTestAnnotator {
  readonly annotator: number;
  readonly items: number;
  /** Share of items on which the judge stands for the others at least as well as this person does, in [0, 1]. */
  readonly judge: number;
  /** Share of items on which this person does at least as well as the judge, in [0, 1]. */
  readonly person: number;
  /** Of a difference as low as this where the judge is behind by epsilon: one-sided, in [0, 1]. */
  readonly probability: number;
  /** Whether the judge wins against this person, all people tested together. */
  readonly isBeaten: boolean;
}

export interface AltTest {
  /** Items that two people or more rated. */
  readonly items: number;
  readonly annotators: readonly AltTestAnnotator[];
  /** People who rated fewer than 30 of these items, or of fewer than 8 clusters, and how many they rated: they count among the others alone. */
  readonly leftOut: readonly { readonly annotator: number; readonly items: number }[];
  /** Share of people that the judge wins against, omega, in [0, 1]. */
  readonly winningRate: number;
  readonly passes: boolean;
  /** Mean over people of `judge`, rho; the interval is of 95 %, at one look, and not given where it is not estimable. */
  readonly advantage: { readonly value: number; readonly lower?: number; readonly upper?: number };
}

/**
 * The alternative annotator test: may this judge replace the people? (Calderon, Reichart and Dror, 2025, arXiv 2501.10970,
 * Algorithm 1.) Each person is left out in turn; on each item the judge and this person are scored by the others. A person is
 * beaten where a paired one-sided t-test rejects that the judge wins less often by epsilon or more, under the procedure of
 * Benjamini and Yekutieli (2001) for dependent tests. The judge passes with a winning rate of at least .5.
 *
 * People are taken as given, and items as drawn independently. Equal scores count for both. The interval of the advantage is the
 * delete-a-group jackknife over items, bounded by [0, 1]. Where several items are of one cluster, clusters are what is drawn
 * independently: the t-test has the variance of the jackknife over them, and the degrees of freedom of their sizes.
 *
 * @param items in any order; those that fewer than two people rated count for nothing
 * @returns the test, or every need of the paper that the ratings do not meet
 * @throws RangeError when epsilon or the level is out of range
 */
export function altTest(
  items: readonly AltTestItem[],
  { score, epsilon, level = 0.05 }: AltTestOptions,
): AltTest | { readonly lacks: readonly string[] } {
  requireOpenUnit(level, 'The level');
  if (!(epsilon >= 0 && epsilon < 1)) throw new RangeError('Epsilon must be at least 0 and below 1.');
  const rated = items.filter(({ ratings }) => ratings.length >= 2);
  const clusters = clustersOf(rated);
  const byAnnotator = countRatings(rated);
  const clustersBy = countRatings((clusters ?? []).map(alike));
  const isOfFew = (annotator: number) =>
    clusters !== undefined && clustersBy.get(annotator)! < FEWEST_MEAN_ITEMS;
  const enough = [...byAnnotator].filter(([, count]) => count >= ALT_TEST_FEWEST.itemsEach);
  const tested = enough.filter(([annotator]) => !isOfFew(annotator));
  const lacks = lacksOf(rated.length, byAnnotator.size, tested.length, enough.length > tested.length);
  if (lacks.length > 0) return { lacks };
  const place = new Map(tested.map(([annotator], i) => [annotator, i]));
  // By cluster; items that stand for themselves are clusters of one.
  const compared = (clusters ?? rated.map((item) => [item])).map((own) =>
    own.flatMap((item) => comparedBy(item, place, score)),
  );
  const annotators = tested.map(([annotator], i) => {
    const units = compared
      .map((some) => some.filter((one) => one.place === i))
      .filter((some) => some.length > 0);
    const own = units.flat();
    const judge = mean(own.map(({ judgeIsAsGood }) => judgeIsAsGood));
    const person = mean(own.map(({ personIsAsGood }) => personIsAsGood));
    const behind = units.map((some) =>
      some.map(({ judgeIsAsGood, personIsAsGood }) => personIsAsGood - judgeIsAsGood),
    );
    const probability = clusters
      ? belowByClusters(behind, epsilon)
      : belowProbability(behind.flat(), epsilon);
    return { annotator, items: own.length, judge, person, probability };
  });
  const beaten = benjaminiYekutieli(
    annotators.map(({ probability }) => probability),
    level,
  );
  const winningRate = beaten.filter(Boolean).length / annotators.length;
  return {
    items: rated.length,
    annotators: annotators.map((one, i) => ({ ...one, isBeaten: beaten[i]! })),
    leftOut: [...byAnnotator]
      .filter(([annotator]) => !place.has(annotator))
      .map(([annotator, count]) => ({ annotator, items: count })),
    winningRate,
    passes: winningRate >= ALT_TEST_PASSES,
    advantage: advantageOf(compared, tested.length),
  };
}

/** Everybody who rated an item of a cluster, once. */
const alike = (items: readonly AltTestItem[]): Pick<AltTestItem, 'ratings'> => ({
  ratings: [...new Map(items.flatMap(({ ratings }) => ratings.map((one) => [one.annotator, one]))).values()],
});

function countRatings(items: readonly Pick<AltTestItem, 'ratings'>[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { ratings } of items) {
    for (const { annotator } of ratings) counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
  }
  return counts;
}

function lacksOf(items: number, people: number, tested: number, areOfFew: boolean): string[] {
  const fewest = ALT_TEST_FEWEST;
  const lacks: string[] = [];
  if (items < fewest.items) {
    lacks.push(
      `needs at least ${fewest.items} items that the judge scored and two or more people rated; there are ${items}`,
    );
  }
  if (tested < fewest.annotators) {
    const of = areOfFew ? `, of ${FEWEST_MEAN_ITEMS} conversations or passages` : '';
    const each = people > tested ? `; ${people - tested} rated fewer` : '';
    lacks.push(
      `needs at least ${fewest.annotators} people with ${fewest.itemsEach} such items each${of}; there are ${tested}${each}`,
    );
  }
  return lacks;
}

/** Who stands for the others at least as well, on one item and with one person left out; 1 or 0. */
interface Compared {
  readonly place: number;
  readonly judgeIsAsGood: number;
  readonly personIsAsGood: number;
}

/** What rounding may put between scores that are equal. */
const TIES = 1e-9;

function comparedBy(
  { judge, ratings }: AltTestItem,
  place: ReadonlyMap<number, number>,
  score: AltTestScore,
): Compared[] {
  return ratings.flatMap(({ annotator, value }, i) => {
    const at = place.get(annotator);
    if (at === undefined) return [];
    const others = ratings.filter((_, j) => j !== i).map((one) => one.value);
    const ahead = scoreOf(judge, others, score) - scoreOf(value, others, score);
    return [{ place: at, judgeIsAsGood: Number(ahead >= -TIES), personIsAsGood: Number(ahead <= TIES) }];
  });
}

function scoreOf(value: number, others: readonly number[], score: AltTestScore): number {
  if (score === 'accuracy') return mean(others.map((other) => Number(Math.abs(other - value) <= TIES)));
  return -Math.sqrt(mean(others.map((other) => (other - value) ** 2)));
}

/** P of a mean as low as that of the values where it is epsilon: Student's t, one-sided. Values without any spread are certain. */
function belowProbability(values: readonly number[], epsilon: number): number {
  const middle = mean(values);
  const squares = compensatedSum(values.map((value) => (value - middle) ** 2));
  if (squares < 1e-12) return middle < epsilon ? 0 : 1;
  const t = (middle - epsilon) / Math.sqrt(squares / (values.length - 1) / values.length);
  return lowerTail(t, values.length - 1);
}

function lowerTail(t: number, degreesOfFreedom: number): number {
  const half = studentTail(Math.abs(t), degreesOfFreedom) / 2;
  return t < 0 ? half : 1 - half;
}

/** The same over clusters that may differ in size: the delete-one jackknife of their common mean. */
function belowByClusters(clusters: readonly (readonly number[])[], epsilon: number): number {
  const all = clusters.flat();
  const middle = mean(all);
  const sum = compensatedSum(all);
  const without = clusters.map((own) => (sum - compensatedSum(own)) / (all.length - own.length));
  const center = mean(without);
  const squares = compensatedSum(without.map((part) => (part - center) ** 2));
  if (squares < 1e-12) return middle < epsilon ? 0 : 1;
  const t = (middle - epsilon) / Math.sqrt(((clusters.length - 1) / clusters.length) * squares);
  return lowerTail(t, freedomOfShares(clusters.map((own) => own.length / all.length)));
}

/**
 * Which hypotheses are rejected so that the false discovery rate stays below the level, however the tests depend on each other
 * (Benjamini and Yekutieli, 2001): the k smallest, k the largest rank with p(k) at most (k/m) level/(1 + 1/2 + ... + 1/m).
 *
 * @param probabilities each in [0, 1]
 * @param level in (0, 1)
 */
export function benjaminiYekutieli(probabilities: readonly number[], level: number): boolean[] {
  const number = probabilities.length;
  const harmonic = probabilities.reduce((sum, _, i) => sum + 1 / (i + 1), 0);
  const sorted = probabilities.toSorted((a, b) => a - b);
  const rank = sorted.findLastIndex((p, i) => p <= ((i + 1) / number) * (level / harmonic));
  return probabilities.map((p) => rank >= 0 && p <= sorted[rank]!);
}

function advantageOf(compared: readonly Compared[][], people: number): AltTest['advantage'] {
  const counts = Array.from(
    { length: people },
    (_, i) => compared.flat().filter((one) => one.place === i).length,
  );
  const statistic = (items: readonly Compared[][]): number | undefined => {
    const sums = Array.from({ length: people }, () => [0, 0]);
    for (const { place, judgeIsAsGood } of items.flat()) {
      sums[place]![0]! += judgeIsAsGood;
      sums[place]![1]! += 1;
    }
    return sums.some(([, count]) => count === 0)
      ? undefined
      : mean(sums.map(([won, count]) => won! / count!));
  };
  const weights = compared.map((item) => compensatedSum(item.map(({ place }) => 1 / counts[place]!)));
  const total = compensatedSum(weights);
  const effective = total ** 2 / compensatedSum(weights.map((weight) => weight ** 2));
  const value = statistic(compared)!;
  const [found] = jackknife(compared, (some) => [statistic(some)]);
  return {
    value,
    ...(found && boundedFigure(found, { lowest: 0, highest: 1, effective, alpha: 0.05 })),
  };
}
