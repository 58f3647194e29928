import { findItem } from '../../../db/items.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Criterion, HardnessPreview, Scale, StudyQuestion } from '../../../shared/contract/index.ts';
import { asksForShare } from '../../../shared/estimate-words.ts';
import {
  compensatedSum,
  fromUnit,
  halfWidthAt,
  hardness,
  labelsToAskFor,
  likelyHalfWidth,
  likelyLabels,
  planOf,
  priorStandardDeviation,
} from '../../../stats/index.ts';
import { lastQuestion } from '../../data/last-question.ts';
import { shortened } from '../../data/shortened.ts';
import type { ScoredPool } from './score-pool.ts';

const bins = 20;
export const extremesShown = 5;
const budgets = [10, 20, 30, 50, 100, 200];
/** Half-widths that people ask for, as shares of the scale. */
const widths = [0.1, 0.05, 0.03];

interface PreviewTarget {
  readonly criterion: Pick<Criterion, 'kind'> | undefined;
  readonly scale: Scale;
}

/** What hardness looks like before anything is drawn, and what labels would buy. */
export function hardnessPreview(
  db: ReadableDb,
  scored: ScoredPool,
  question: StudyQuestion,
  target: PreviewTarget,
): Omit<HardnessPreview, 'signals'> {
  const { surrogateValues: s, itemIds, systemId, missing } = scored;
  const mean = compensatedSum(s) / s.length;
  const byHardness = [...s.keys()].sort((a, b) => s[a]! - s[b]! || a - b);
  const describe = (position: number) =>
    describeItem(db, { itemId: itemIds[position]!, systemId, value: s[position]! });
  return {
    ...outlineOf({ populationSize: itemIds.length, missing, mean, values: s }, question, target),
    hardest: byHardness.slice(0, extremesShown).map(describe),
    easiest: byHardness.slice(-extremesShown).reverse().map(describe),
  };
}

/** The numbers of a preview, from the values of all items or those of levels with their counts. */
export function outlineOf(
  pool: {
    populationSize: number;
    missing: number;
    mean: number;
    values: ArrayLike<number>;
    counts?: ArrayLike<number>;
  },
  { measure, surrogate }: StudyQuestion,
  { criterion, scale }: PreviewTarget,
): Omit<HardnessPreview, 'signals' | 'hardest' | 'easiest'> {
  const { populationSize, missing, mean, values, counts } = pool;
  const kind = measure.kind === 'criterion' && criterion?.kind === 'rating' ? 'rating' : 'binary-like';
  const surrogateVariance = surrogate.kind === 'none' ? 0 : varianceOf(values, counts, mean);
  const standardDeviation = priorStandardDeviation({ mean, kind, surrogateVariance });
  return {
    populationSize,
    missingSurrogate: missing,
    surrogateMean: fromUnit(mean, scale),
    scale,
    ...(criterion &&
      asksForShare({ form: criterion, scale, comparison: null }) && { isShare: true as const }),
    histogram: histogramOf(values, counts),
    plan: {
      ...planFor(populationSize, standardDeviation, scale, {
        surrogateMean: mean,
        isRating: kind === 'rating',
      }),
      surrogateMean: fromUnit(mean, scale),
    },
    comparison: null,
  };
}

/** Of the values of all items, or of those of levels with their counts. */
function varianceOf(values: ArrayLike<number>, counts: ArrayLike<number> | undefined, mean: number): number {
  let [squares, items] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const count = counts?.[i] ?? 1;
    squares += count * (values[i]! - mean) ** 2;
    items += count;
  }
  return items === 0 ? 0 : squares / items;
}

/** What usual numbers of labels would give before anything is scored: as `hardnessPreview` of a pool of middling mean. */
export function forecast(facts: {
  scale: Scale;
  isRating: boolean;
  populationSize: number;
  hasSurrogate: boolean;
}): HardnessPreview['plan']['atBudget'] {
  const standardDeviation = priorStandardDeviation({
    mean: 0.5,
    kind: facts.isRating ? 'rating' : 'binary-like',
    correlation: facts.hasSurrogate ? 0.5 : 0,
  });
  const { populationSize, scale, isRating } = facts;
  return planFor(populationSize, standardDeviation, scale, { surrogateMean: 0.5, isRating }).atBudget;
}

/**
 * Widths on the scale itself: what budgets buy, and what widths cost, in a study that is yet to be made and asks for the labels in
 * question.
 *
 * @param facts.surrogateMean in [0, 1]; left out of a comparison, whose pairs are alike more often than its mean tells
 */
export function planFor(
  populationSize: number,
  standardDeviation: number,
  scale: Scale,
  { surrogateMean, isRating }: { surrogateMean?: number; isRating: boolean },
): HardnessPreview['plan'] {
  const range = scale.max - scale.min;
  const pool = { populationSize, standardDeviation, surrogateMean };
  const at = (labels: number) => {
    const halfWidth = halfWidthAt({ ...pool, labels, plan: planOf(labels) });
    const { least, most } = likelyHalfWidth({ halfWidth, labels, populationSize, isRating });
    return { halfWidth: range * halfWidth, likely: { least: range * least, most: range * most } };
  };
  const needed = (halfWidth: number) => labelsToAskFor({ ...pool, halfWidth });
  return {
    standardDeviation: standardDeviation * range,
    isRating,
    atBudget: budgets
      .filter((labels) => labels <= populationSize)
      .map((labels) => ({ labels, ...at(labels) })),
    forWidth: widths.map((halfWidth) => {
      const { labels, exact } = needed(halfWidth);
      const likely = likelyLabels(halfWidth, isRating, (width) => needed(width).labels);
      return { labels, reachable: !exact, halfWidth: halfWidth * range, likely };
    }),
  };
}

function histogramOf(values: ArrayLike<number>, counts?: ArrayLike<number>): HardnessPreview['histogram'] {
  const found = new Array<number>(bins).fill(0);
  for (let i = 0; i < values.length; i++) {
    found[Math.min(bins - 1, Math.floor(hardness(values[i]!) * bins))]! += counts?.[i] ?? 1;
  }
  return found.map((count, bin) => ({ from: bin / bins, to: (bin + 1) / bins, count }));
}

/** One item of a pool in a line. */
export function describeItem(
  db: ReadableDb,
  { itemId, systemId, value }: { itemId: number; systemId: number; value: number },
) {
  return {
    itemId,
    question: lastQuestion(findItem(db, itemId)?.conversation ?? []),
    response: shortened(responsesOf(db, itemId, systemId).at(-1) ?? ''),
    hardness: 1 - value,
  };
}
