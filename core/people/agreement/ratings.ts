import { currentLabels, type StoredLabel } from '../../../db/labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { saidText } from '../../model/estimate/final-value.ts';
import { isPerTurn, type LabeledStudy, labelKeysFor } from '../../model/study/label-key.ts';

/** What one annotator said of an item, as a number: equal numbers are equal answers. */
export type Rating = { kind: 'value'; value: number } | { kind: 'skip' };

/** One annotator's labels of an item: one, or in a comparison of ratings one for each system. */
export interface Spoken {
  readonly annotatorId: number;
  readonly labels: readonly StoredLabel[];
  readonly rating: Rating;
}

export interface RatedItem {
  readonly itemId: number;
  /** In order of annotator. */
  readonly spoken: readonly Spoken[];
}

/** Who gave an item which rating, in order of annotator. */
export interface RatedBy<Id> {
  readonly itemId: Id;
  readonly spoken: readonly Pick<Spoken, 'annotatorId' | 'rating'>[];
}

/** How the labels of a criterion are compared. */
export interface Comparing {
  readonly level: 'nominal' | 'interval';
  readonly compared: string;
  /** Largest possible distance of two values; 1 at the nominal level. */
  readonly range: number;
}

/** At which level the answers to a study's question differ. */
export function comparingOf({ criterionId, against, form, scale }: LabeledStudy): Comparing {
  const range = scale.max - scale.min;
  if (criterionId === null) {
    return { level: 'nominal', compared: 'the normalized text: equal or not', range: 1 };
  }
  if (against) {
    return { level: 'interval', compared: 'the difference of the two replies', range: 2 * range };
  }
  return form.kind === 'rating' || isPerTurn(form)
    ? { level: 'interval', compared: 'the value', range }
    : { level: 'nominal', compared: 'the value: equal or not', range: 1 };
}

/**
 * What annotators say at present of some items under one question. Labels taken from an evaluation that came with the
 * data, or simulated ones, are nobody's word and are left out; so is an annotator who judged one of two replies only.
 */
export function ratedItems(db: ReadableDb, study: LabeledStudy, itemIds: readonly number[]): RatedItem[] {
  const codes = new Map<string, number>();
  return itemIds.map((itemId) => {
    const [first, ...rest] = labelKeysFor(study, itemId).map((key) => currentLabels(db, key).filter(isWord));
    const spoken = first!.flatMap((label): Spoken[] => {
      const others = rest.flatMap(
        (labels) => labels.find(({ annotatorId }) => annotatorId === label.annotatorId) ?? [],
      );
      if (others.length < rest.length) return [];
      const labels = [label, ...others];
      return [{ annotatorId: label.annotatorId, labels, rating: ratingOf(study, labels, codes) }];
    });
    return { itemId, spoken };
  });
}

const isWord = ({ source }: StoredLabel) => source !== 'gold' && source !== 'simulated';

/** Ratings are their number or difference; texts get the numbers of `codes` in the order in which they first come up. */
function ratingOf(
  { measure }: LabeledStudy,
  labels: readonly StoredLabel[],
  codes: Map<string, number>,
): Rating {
  if (labels.some(({ content }) => content.kind === 'skip')) return { kind: 'skip' };
  const said = saidText(measure, labels);
  if (labels[0]?.content.kind === 'score') return { kind: 'value', value: Number(said) };
  const code = codes.get(said) ?? codes.size;
  codes.set(said, code);
  return { kind: 'value', value: code };
}
