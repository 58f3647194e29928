import type { ReadableDb } from '../../../db/types.ts';
import type { CriterionAgreement, DrawNumber } from '../../../shared/contract/index.ts';
import type { AskedStudy } from '../../model/study/label-key.ts';
import { type AskedCriterion, askedCriteria } from './asked-criteria.ts';
import { pairsOf } from './disagreement.ts';
import { type Resampling, withIntervals } from './figures.ts';
import { itemAgreements } from './item-agreements.ts';
import { type Comparing, comparingOf, type RatedItem, ratedItems, type WordsOn } from './ratings.ts';
import { groupStatistics, pairStatistics, poolAlpha, skipStatistics } from './statistics.ts';
import { completeUnits, labelUnits, skipUnits, textNumbers, type Unit } from './units.ts';

/** An item whose labels are compared. */
export interface ComparedItem {
  readonly itemId: number;
  /** Where it first stands in the draw. */
  readonly draw: DrawNumber;
  /** Design weight of the item; undefined when the estimate has not taken it in. */
  readonly weight?: number | undefined;
}

/** How far the annotators of some items agree, criterion by criterion, from their present labels. Yields between two figures. */
export function* agreementOf(
  db: ReadableDb,
  study: AskedStudy,
  items: readonly ComparedItem[],
  resampling: Resampling,
): Generator<void, CriterionAgreement[]> {
  // All labels are read before the first figure, so that they belong together.
  const read = askedCriteria(db, study).map((asked) => ({
    asked,
    rated: ratedItems(
      db,
      asked.study,
      items.map(({ itemId }) => itemId),
    ),
  }));
  const criteria: CriterionAgreement[] = [];
  for (const { asked, rated } of read)
    criteria.push(yield* criterionAgreement(db, asked, items, rated, resampling));
  return criteria;
}

function* criterionAgreement(
  db: ReadableDb,
  { criterionId, criterion, study }: AskedCriterion,
  items: readonly ComparedItem[],
  rated: readonly RatedItem[],
  resampling: Resampling,
): Generator<void, CriterionAgreement> {
  const comparing = comparingOf(study);
  const { level, compared } = comparing;
  const weights = new Map(items.map(({ itemId, weight }) => [itemId, weight]));
  const isWhole = isInWholePoints(study);
  return {
    criterionId,
    criterion,
    level,
    compared,
    scale: criterionId === 0 ? null : study.scale,
    ...(yield* comparedFigures(rated, { comparing, isWhole, weights }, resampling)),
    byItem: itemAgreements(db, study, items, rated, comparing),
  };
}

/** All that follows from who gave which rating. `weights` are those of the design, by item. */
export function* comparedFigures<Id>(
  rated: readonly WordsOn<Id>[],
  {
    comparing,
    isWhole,
    weights,
  }: { comparing: Comparing; isWhole: boolean; weights: ReadonlyMap<Id, number | undefined> },
  resampling: Resampling,
): Generator<
  void,
  Pick<CriterionAgreement, 'items' | 'completeItems' | 'figures' | 'pairs' | 'differences' | 'skips'>
> {
  const { level, range } = comparing;
  const annotatorIds = speakersOf(rated);
  const numbers = textNumbers(rated);
  const units = labelUnits(rated, annotatorIds, numbers);
  const poolUnits = labelUnits(rated, annotatorIds, numbers, (itemId) => weights.get(itemId));
  const skips = skipUnits(rated, annotatorIds);
  const pairs = [];
  for (const [first, second] of pairsOf(annotatorIds)) {
    const shared = labelUnits(rated, [first, second], numbers);
    const figures = yield* withIntervals(pairStatistics[level], shared, resampling);
    pairs.push({ first, second, items: shared.length, figures });
  }
  return {
    items: units.length,
    completeItems: completeUnits(units).length,
    figures: [
      ...(yield* withIntervals(groupStatistics[level], units, resampling)),
      ...(yield* withIntervals([poolAlpha(level)], poolUnits, resampling)),
    ],
    pairs,
    differences: level === 'interval' ? differenceBins(units, range, isWhole) : null,
    skips: { items: skips.length, figures: yield* withIntervals(skipStatistics, skips, resampling) },
  };
}

/** Everybody who spoke of one of the items, in order of annotator. */
const speakersOf = (rated: readonly WordsOn<unknown>[]): number[] =>
  [...new Set(rated.flatMap(({ words }) => words.map(({ annotatorId }) => annotatorId)))].sort(
    (a, b) => a - b,
  );

const fineBins = 10;

/**
 * Pairs of labels of one item by their absolute difference: a bin for each whole difference, from it to itself, where
 * the scale is rated in whole points, else ten of equal width, the last with its upper end.
 */
function differenceBins(units: readonly Unit[], range: number, isWhole: boolean) {
  const differences = units.flatMap(({ values }) =>
    pairsOf(values.filter((value) => value !== undefined)).map(([a, b]) => Math.abs(a - b)),
  );
  const allWhole = isWhole && Number.isInteger(range) && differences.every(Number.isInteger);
  const width = allWhole ? 1 : range / fineBins;
  const bins = Array.from({ length: allWhole ? range + 1 : fineBins }, (_, i) => ({
    from: i * width,
    to: allWhole ? i : (i + 1) * width,
    count: 0,
  }));
  for (const one of differences) bins[Math.min(bins.length - 1, Math.floor(one / width))]!.count += 1;
  return bins;
}

/** Whether a form is answered in whole points. */
const isInWholePoints = ({ form }: AskedStudy): boolean =>
  form.kind === 'binary' ||
  (form.kind === 'rating' && Number.isInteger(form.step)) ||
  (form.kind === 'preference' && form.steps === 3);
