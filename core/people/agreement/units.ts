import type { RatedBy, Rating } from './ratings.ts';

/** One item as the coefficients take it: a value for each annotator, undefined where missing. */
export interface Unit {
  readonly values: readonly (number | undefined)[];
  /** Weight of the item under the design of the draw; 1 where the labeled items themselves are described. */
  readonly weight: number;
}

const asLabel = (rating: Rating | undefined) => (rating?.kind === 'value' ? rating.value : undefined);
const asSkip = (rating: Rating | undefined) =>
  rating === undefined ? undefined : Number(rating.kind === 'skip');

function unitsOf<Id>(
  items: readonly RatedBy<Id>[],
  annotatorIds: readonly number[],
  read: (rating: Rating | undefined) => number | undefined,
  weightOf: (itemId: Id) => number | undefined,
): Unit[] {
  return items.flatMap(({ itemId, spoken }) => {
    const weight = weightOf(itemId);
    if (weight === undefined) return [];
    const ratings = new Map(spoken.map(({ annotatorId, rating }) => [annotatorId, rating]));
    const values = annotatorIds.map((id) => read(ratings.get(id)));
    return isPairable(values) ? [{ values, weight }] : [];
  });
}

const isPairable = (values: Unit['values']) => values.filter((value) => value !== undefined).length >= 2;

/** The items that at least two of these annotators labeled. */
export const labelUnits = <Id>(
  items: readonly RatedBy<Id>[],
  annotatorIds: readonly number[],
  weightOf: (itemId: Id) => number | undefined = () => 1,
): Unit[] => unitsOf(items, annotatorIds, asLabel, weightOf);

/** The items that at least two of these annotators labeled or skipped: 1 where skipped, 0 where labeled. */
export const skipUnits = (items: readonly RatedBy<unknown>[], annotatorIds: readonly number[]): Unit[] =>
  unitsOf(items, annotatorIds, asSkip, () => 1);

/** The units that every annotator has a value for. */
export const completeUnits = (units: readonly Unit[]): Unit[] =>
  units.filter(({ values }) => values.every((value) => value !== undefined));
