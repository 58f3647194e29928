import { findItem } from '../../../db/items.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type {
  CriterionAgreement,
  DrawNumber,
  ItemAgreement,
  LabelForm,
} from '../../../shared/contract/index.ts';
import type { AgreementUnit } from '../../../stats/index.ts';
import { lastQuestion } from '../../data/last-question.ts';
import { asksThirdVote, firstAsked, spokenAt } from '../../estimate/third-vote.ts';
import { type AskedStudy, labelKeysFor } from '../../studies/label-key.ts';
import type { ItemRating } from '../../studies/ratings/ratings.ts';
import { type AskedCriterion, askedCriteria, askedCriterion } from './asked-criteria.ts';
import { decisionStanding } from './decision-standing.ts';
import { pairsOf, spreadOf } from './disagreement.ts';
import { type Resampling, withIntervals } from './figures.ts';
import { type Comparing, comparingOf, type RatedItem, ratedItems, type WordsOn } from './ratings.ts';
import { groupStatistics, pairStatistics, poolAlpha, skipStatistics } from './statistics.ts';
import { completeUnits, labelUnits, skipUnits, textNumbers } from './units.ts';

/** The items that at least two annotators spoke of, the most disagreed first, then in draw order. */
function itemAgreements(
  db: ReadableDb,
  study: AskedStudy,
  items: readonly ComparedItem[],
  rated: readonly RatedItem[],
  comparing: Comparing,
): ItemAgreement[] {
  return rated
    .flatMap((item, i): ItemAgreement[] => {
      const spread = spreadOf(item, comparing);
      if (spread === undefined) return [];
      const { itemId, words } = item;
      return [
        {
          studyId: study.id,
          itemId,
          draw: items[i]!.draw,
          question: lastQuestion(findItem(db, itemId)!.conversation),
          spread,
          said: words.map((one) => ({
            annotatorId: one.annotatorId,
            words: inWords(one, study),
            isSkip: one.word.kind === 'skip',
          })),
          ...decisionStanding(db, study, itemId),
        },
      ];
    })
    .sort(mostDisagreed);
}

/** The order of items by how far their annotators lie apart, then by draw. */
const mostDisagreed = (a: ItemAgreement, b: ItemAgreement): number => b.spread - a.spread || a.draw - b.draw;

/** What an annotator says of an item, in a few words. */
function inWords({ labels: [{ content }], word }: ItemRating, { form, against }: AskedStudy): string {
  if (word.kind === 'skip') return `skipped: ${word.reason}`;
  if (content.kind === 'answer') return content.answers.map(([text]) => text ?? '').join(' / ');
  const value = Number(word.rating);
  return against ? signed(value) : valueWords(value, form);
}

const signed = (value: number) => (value > 0 ? `+${sixDigits(value)}` : sixDigits(value));
const sixDigits = (value: number) => String(Number(value.toPrecision(6)));

function valueWords(value: number, form: LabelForm): string {
  if (form.kind === 'category')
    return form.options.find((one) => one.value === value)?.label ?? sixDigits(value);
  if (form.kind !== 'binary' || form.perTurn) return sixDigits(value);
  return value === 1 ? form.yesLabel : form.noLabel;
}

/** An item whose labels are compared. */
export interface ComparedItem {
  readonly itemId: number;
  /** Where it first stands in the draw. */
  readonly draw: DrawNumber;
  /** Design weight of the item; undefined when the estimate has not taken it in. */
  readonly weight?: number | undefined;
}

/** A study and its items; of a ranking there is one for each pair. */
interface ComparedStudy {
  readonly study: AskedStudy;
  readonly items: readonly ComparedItem[];
}

/** What was said of the items of one study under one question. */
interface Part {
  readonly asked: AskedCriterion;
  readonly items: readonly ComparedItem[];
  readonly rated: readonly RatedItem[];
  /** The same without votes that were asked for because others differ. */
  readonly first: readonly RatedItem[];
}

/**
 * How far the annotators of some items agree, criterion by criterion, from their present labels: of a study, or of all pairs of a
 * ranking together, which ask the same. Yields between two figures.
 */
export function* agreementOf(
  db: ReadableDb,
  compared: readonly [ComparedStudy, ...ComparedStudy[]],
  resampling: Resampling,
): Generator<void, CriterionAgreement[]> {
  // All labels are read before the first figure, so that they belong together.
  const read = askedCriteria(db, compared[0].study).map(({ criterionId }) =>
    partsOf(db, compared, criterionId),
  );
  const criteria: CriterionAgreement[] = [];
  for (const parts of read) criteria.push(yield* criterionAgreement(db, parts, resampling));
  return criteria;
}

/** One part for each study. What answers several of them at once is compared in the first. */
function partsOf(db: ReadableDb, compared: readonly ComparedStudy[], criterionId: number): Part[] {
  const seen = new Set<string>();
  return compared.map(({ study, items: all }) => {
    const asked = askedCriterion(db, study, criterionId);
    const items = all.filter(({ itemId }) => {
      const key = JSON.stringify(labelKeysFor(asked.study, itemId));
      return !seen.has(key) && seen.add(key);
    });
    const ids = items.map(({ itemId }) => itemId);
    const rated = ratedItems(db, asked.study, ids);
    const first = asksThirdVote(db, study)
      ? rated.map((one) => ({ ...one, words: firstAsked(one.words, study.overlap, spokenAt) }))
      : rated;
    return { asked, items, rated, first };
  });
}

function* criterionAgreement(
  db: ReadableDb,
  parts: readonly Part[],
  resampling: Resampling,
): Generator<void, CriterionAgreement> {
  const { criterionId, criterion, study } = parts[0]!.asked;
  const comparing = comparingOf(study);
  const { level, compared } = comparing;
  const [only, ...others] = parts;
  // The pool of several pairs is none that a draw was made from.
  const weights =
    others.length > 0 ? null : new Map(only!.items.map(({ itemId, weight }) => [itemId, weight]));
  const rated: WordsOn<number | string>[] =
    weights !== null
      ? [...only!.first]
      : parts.flatMap(({ asked, first: ofPair }) =>
          ofPair.map(({ itemId, words }) => ({
            itemId: `${asked.study.id} ${itemId}`,
            cluster: itemId,
            words,
          })),
        );
  const isWhole = isInWholePoints(study);
  return {
    criterionId,
    criterion,
    level,
    compared,
    scale: criterionId === 0 ? null : study.scale,
    ...(yield* comparedFigures(rated, { comparing, isWhole, weights }, resampling)),
    byItem: (resampling.groupOnly ? [] : parts)
      .flatMap((part) => itemAgreements(db, part.asked.study, part.items, part.rated, comparing))
      .sort(mostDisagreed),
  };
}

/** All that follows from who gave which rating. `weights` are those of the design, by item; null where there is no one pool. */
export function* comparedFigures<Id>(
  rated: readonly WordsOn<Id>[],
  {
    comparing,
    isWhole,
    weights,
  }: { comparing: Comparing; isWhole: boolean; weights: ReadonlyMap<Id, number | undefined> | null },
  resampling: Resampling,
): Generator<
  void,
  Pick<CriterionAgreement, 'items' | 'completeItems' | 'figures' | 'pairs' | 'differences' | 'skips'>
> {
  const { level, range } = comparing;
  const how = { ...resampling, range };
  const annotatorIds = speakersOf(rated);
  const numbers = textNumbers(rated);
  const units = labelUnits(rated, annotatorIds, numbers);
  const skips = skipUnits(rated, annotatorIds);
  const pairs = [];
  const spoken = itemsByPerson(rated);
  for (const [first, second] of resampling.groupOnly ? [] : pairsOf(annotatorIds)) {
    const shared = labelUnits(itemsOfBoth(spoken, first, second), [first, second], numbers);
    const figures = yield* withIntervals(pairStatistics[level], shared, how);
    pairs.push({ first, second, items: shared.length, figures });
  }
  return {
    items: units.length,
    completeItems: completeUnits(units).length,
    figures: [
      ...(yield* withIntervals(groupStatistics[level], units, how)),
      ...(weights === null
        ? []
        : yield* withIntervals(
            [poolAlpha(level)],
            labelUnits(rated, annotatorIds, numbers, (itemId) => weights.get(itemId)),
            how,
          )),
    ],
    pairs,
    differences: level === 'interval' ? differenceBins(units, range, isWhole) : null,
    skips: { items: skips.length, figures: yield* withIntervals(skipStatistics, skips, how) },
  };
}

/** What each person spoke of, in the order of the items: of fifty people two mostly share few. */
function itemsByPerson<Id>(rated: readonly WordsOn<Id>[]): ReadonlyMap<number, readonly WordsOn<Id>[]> {
  const spoken = new Map<number, WordsOn<Id>[]>();
  for (const item of rated) {
    for (const { annotatorId } of item.words) {
      const own = spoken.get(annotatorId);
      if (own) own.push(item);
      else spoken.set(annotatorId, [item]);
    }
  }
  return spoken;
}

function itemsOfBoth<Id>(
  spoken: ReadonlyMap<number, readonly WordsOn<Id>[]>,
  first: number,
  second: number,
): readonly WordsOn<Id>[] {
  const [ofFirst, ofSecond] = [spoken.get(first) ?? [], spoken.get(second) ?? []];
  const [fewer, other] = ofFirst.length <= ofSecond.length ? [ofFirst, second] : [ofSecond, first];
  return fewer.filter(({ words }) => words.some(({ annotatorId }) => annotatorId === other));
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
function differenceBins(units: readonly AgreementUnit[], range: number, isWhole: boolean) {
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
