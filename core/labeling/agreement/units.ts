import type { Rating } from '../../studies/ratings/rating.ts';
import type { WordsOn } from './ratings.ts';

/** One item as the coefficients take it: a value for each annotator, undefined where missing. */
export interface Unit {
  readonly values: readonly (number | undefined)[];
  /** Weight of the item under the design of the draw; 1 where the labeled items themselves are described. */
  readonly weight: number;
  /** Units of one cluster are drawn together in a resample: what was said of one item in several pairs of a ranking. */
  readonly cluster: unknown;
}

/** Texts by the order in which they first come up: coefficients take numbers, and equal ones for equal texts. */
type TextNumbers = ReadonlyMap<string, number>;

export function textNumbers(items: readonly WordsOn<unknown>[]): TextNumbers {
  const all = items.flatMap(({ words }) =>
    words.map(({ word }) => (word.kind === 'value' ? word.rating : 0)),
  );
  const texts = new Set(all.filter((rating) => typeof rating === 'string'));
  return new Map([...texts].map((text, i) => [text, i]));
}

function unitsOf<Id>(
  items: readonly WordsOn<Id>[],
  annotatorIds: readonly number[],
  read: (word: Rating) => number | undefined,
  weightOf: (itemId: Id) => number | undefined,
): Unit[] {
  return items.flatMap(({ itemId, words, cluster = itemId }) => {
    const weight = weightOf(itemId);
    if (weight === undefined) return [];
    const byAnnotator = new Map(words.map(({ annotatorId, word }) => [annotatorId, read(word)]));
    const values = annotatorIds.map((id) => byAnnotator.get(id));
    return isPairable(values) ? [{ values, weight, cluster }] : [];
  });
}

const isPairable = (values: Unit['values']) => values.filter((value) => value !== undefined).length >= 2;

/** The items that at least two of these annotators labeled. */
export const labelUnits = <Id>(
  items: readonly WordsOn<Id>[],
  annotatorIds: readonly number[],
  numbers: TextNumbers,
  weightOf: (itemId: Id) => number | undefined = () => 1,
): Unit[] => {
  const read = (word: Rating) => {
    if (word.kind === 'skip') return undefined;
    return typeof word.rating === 'string' ? numbers.get(word.rating) : word.rating;
  };
  return unitsOf(items, annotatorIds, read, weightOf);
};

/** The items that at least two of these annotators labeled or skipped: 1 where skipped, 0 where labeled. */
export const skipUnits = (items: readonly WordsOn<unknown>[], annotatorIds: readonly number[]): Unit[] =>
  unitsOf(
    items,
    annotatorIds,
    ({ kind }) => Number(kind === 'skip'),
    () => 1,
  );

/** The units that every annotator has a value for. */
export const completeUnits = (units: readonly Unit[]): Unit[] =>
  units.filter(({ values }) => values.every((value) => value !== undefined));
