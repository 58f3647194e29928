import type { AgreementUnit } from '../../../stats/index.ts';
import type { Rating } from '../../studies/ratings/rating.ts';
import type { WordsOn } from './ratings.ts';

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
): AgreementUnit[] {
  return items.flatMap(({ itemId, words, cluster = itemId }) => {
    const weight = weightOf(itemId);
    if (weight === undefined) return [];
    const byAnnotator = new Map(words.map(({ annotatorId, word }) => [annotatorId, read(word)]));
    const values = annotatorIds.map((id) => byAnnotator.get(id));
    return isPairable(values) ? [{ values, weight, cluster }] : [];
  });
}

const isPairable = (values: AgreementUnit['values']) =>
  values.filter((value) => value !== undefined).length >= 2;

/** The items that at least two of these annotators labeled. */
export const labelUnits = <Id>(
  items: readonly WordsOn<Id>[],
  annotatorIds: readonly number[],
  numbers: TextNumbers,
  weightOf: (itemId: Id) => number | undefined = () => 1,
): AgreementUnit[] => {
  const read = (word: Rating) => {
    if (word.kind === 'skip') return undefined;
    return typeof word.rating === 'string' ? numbers.get(word.rating) : word.rating;
  };
  return unitsOf(items, annotatorIds, read, weightOf);
};

/** The items that at least two of these annotators labeled or skipped: 1 where skipped, 0 where labeled. */
export const skipUnits = (
  items: readonly WordsOn<unknown>[],
  annotatorIds: readonly number[],
): AgreementUnit[] =>
  unitsOf(
    items,
    annotatorIds,
    ({ kind }) => Number(kind === 'skip'),
    () => 1,
  );

/** The units that every annotator has a value for. */
export const completeUnits = (units: readonly AgreementUnit[]): AgreementUnit[] =>
  units.filter(({ values }) => values.every((value) => value !== undefined));
