import { exactShare } from '../intervals/exact-share.ts';
import { pairInterval } from './coefficient-interval.ts';
import { FEWEST_WORTH_LABELS, labelWorth } from './label-worth.ts';
import { FEWEST_MEAN_ITEMS, meanInterval } from './mean-interval.ts';
import { weightedKappa } from './weighted-agreement.ts';
import { weightedPearson } from './weighted-correlation.ts';
import { clustersOf, type WeightedPair, weightedMean } from './weighted-pairs.ts';

/** Labels below which a figure of a judge is not estimable. */
export const FEWEST_FIGURE_LABELS = FEWEST_MEAN_ITEMS;

/** A figure with the ends of its interval; `reason` says what is missing. */
export interface JudgeFigure {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly reason: string | null;
}

interface JudgeFigureSet {
  readonly kind: 'yes-no' | 'rating';
  readonly items: number;
  /** Yes or no: the share on which both say the same. Ratings: Pearson's r. */
  readonly agreement: JudgeFigure;
  readonly sensitivity: JudgeFigure | null;
  readonly specificity: JudgeFigure | null;
  readonly kappa: JudgeFigure | null;
  /** Judge minus people, and how far apart they are on average, in units of the scale. */
  readonly bias: JudgeFigure;
  readonly distance: JudgeFigure;
  /** With this judge, n labels do the work of this many times n; it has no interval here. */
  readonly worth: JudgeFigure;
}

interface Asked {
  readonly scale: { readonly min: number; readonly max: number };
  /** Yes or no: the judge says yes from the middle of the scale on. */
  readonly kind: JudgeFigureSet['kind'];
  /** Of each interval; null for figures without intervals, as of labels that the judge was made on. */
  readonly level: number | null;
}

type Ends = { readonly lower: number; readonly upper: number } | { readonly reason: string };

const missing = (needs: string): JudgeFigure => ({
  ...{ value: null, lower: null, upper: null },
  reason: `not estimable: needs ${needs}`,
});

/** People and judge as yes (1) and no (0), where that is what people say. */
function sidesOf(pairs: readonly WeightedPair[], { scale, kind }: Asked): readonly WeightedPair[] {
  if (kind === 'rating') return pairs;
  const isYes = (value: number) => Number(value >= (scale.min + scale.max) / 2);
  return pairs.map((pair) => ({ ...pair, a: isYes(pair.a), b: isYes(pair.b) }));
}

/** @param clusters how many there are, where items belong to such */
const tooFew = (clusters: number | undefined): string =>
  clusters !== undefined && clusters < FEWEST_MEAN_ITEMS
    ? `no interval: needs ${FEWEST_MEAN_ITEMS} conversations or passages, and the labels are of ${clusters}`
    : 'no interval: too few labels';

const agrees = ({ a, b }: WeightedPair) => a === b;

/** The agreement of a judge with people alone, as `judgeFigures` has it. */
export function judgeAgreement(pairs: readonly WeightedPair[], asked: Asked): JudgeFigure {
  const { kind, level } = asked;
  const sides = sidesOf(pairs, asked);
  return kind === 'rating'
    ? coefficientOf({ sides, level }, weightedPearson)
    : shareOf(sides, agrees, level, 'labels');
}

/**
 * How a judge does beside people, each item by its weight. Shares have the exact interval where all weights are equal (Clopper and
 * Pearson, 1934), else that of a bounded mean; means the same; kappa and r that of a coefficient, by the jackknife. All but the
 * exact ones are approximate. Where several pairs are of one cluster, all intervals count clusters and are approximate: labels that are
 * parted by conversation for practice and check say no more of all conversations than so many of these.
 *
 * @param pairs `a` people, `b` the judge, both on the scale
 * @returns figures in the order of people's scale; null where one is not of that kind
 */
export function judgeFigures(pairs: readonly WeightedPair[], asked: Asked): JudgeFigureSet {
  const { scale, kind, level } = asked;
  const sides = sidesOf(pairs, asked);
  const range = scale.max - scale.min;
  const shared = {
    ...{ kind, items: pairs.length, worth: worthOf(pairs) },
    agreement: judgeAgreement(pairs, asked),
    bias: meanOf(pairs, ({ a, b }) => b - a, { level, lowest: -range, highest: range }),
    distance: meanOf(pairs, ({ a, b }) => Math.abs(b - a), { level, lowest: 0, highest: range }),
  };
  if (kind === 'rating') return { ...shared, sensitivity: null, specificity: null, kappa: null };
  const saying = (value: number) => sides.filter(({ a }) => a === value);
  return {
    ...shared,
    sensitivity: shareOf(saying(1), agrees, level, 'labels that say yes'),
    specificity: shareOf(saying(0), agrees, level, 'labels that say no'),
    kappa: coefficientOf({ sides, level }, (some) => weightedKappa(some, 'nominal')),
  };
}

function shareOf(
  pairs: readonly WeightedPair[],
  is: (pair: WeightedPair) => boolean,
  level: number | null,
  what: string,
): JudgeFigure {
  const n = pairs.length;
  if (n < FEWEST_FIGURE_LABELS) return missing(`${FEWEST_FIGURE_LABELS} ${what}, and there are ${n}`);
  const [first] = pairs;
  const isEqual = pairs.every(({ weight }) => Math.abs(weight / first!.weight - 1) < 1e-9);
  const value = isEqual ? pairs.filter(is).length / n : weightedMean(pairs, (pair) => Number(is(pair)));
  if (level === null) return { value, lower: null, upper: null, reason: null };
  const clusters = clustersOf(pairs)?.length;
  const ends =
    isEqual && clusters === undefined
      ? exactShare(pairs.filter(is).length, n, level)
      : meanInterval(
          pairs.map((pair) => ({ ...pair, value: Number(is(pair)) })),
          { lowest: 0, highest: 1, alpha: level },
        );
  return withEnds(value, ends ?? { reason: tooFew(clusters) });
}

function meanOf(
  pairs: readonly WeightedPair[],
  of: (pair: WeightedPair) => number,
  { level, lowest, highest }: { level: number | null; lowest: number; highest: number },
): JudgeFigure {
  if (pairs.length < FEWEST_FIGURE_LABELS) {
    return missing(`${FEWEST_FIGURE_LABELS} labels, and there are ${pairs.length}`);
  }
  const values = pairs.map((pair) => ({ ...pair, value: of(pair) }));
  const ends =
    level === null
      ? null
      : (meanInterval(values, { lowest, highest, alpha: level }) ?? {
          reason: tooFew(clustersOf(pairs)?.length),
        });
  return withEnds(weightedMean(pairs, of), ends);
}

function coefficientOf(
  { sides, level }: { sides: readonly WeightedPair[]; level: number | null },
  of: (pairs: readonly WeightedPair[]) => number | undefined,
): JudgeFigure {
  if (sides.length < FEWEST_FIGURE_LABELS) {
    return missing(`${FEWEST_FIGURE_LABELS} labels, and there are ${sides.length}`);
  }
  const value = of(sides);
  if (value === undefined) return missing('labels and scores that are not all equal');
  return withEnds(value, level === null ? null : pairInterval(sides, of, level));
}

/** @param ends null where none is asked for */
function withEnds(value: number, ends: Ends | null): JudgeFigure {
  if (ends === null) return { value, lower: null, upper: null, reason: null };
  return 'reason' in ends
    ? { value, lower: null, upper: null, reason: ends.reason }
    : { value, lower: ends.lower, upper: ends.upper, reason: null };
}

function worthOf(pairs: readonly WeightedPair[]): JudgeFigure {
  const cases = pairs.map(({ a, b, weight }) => ({ y: a, x: [b], weight }));
  const worth = labelWorth(cases, 0, [], { labels: 1, populationSize: 1 });
  return worth
    ? { value: 1 / worth.ratio, lower: null, upper: null, reason: null }
    : missing(`${FEWEST_WORTH_LABELS} labels that are not all equal`);
}
