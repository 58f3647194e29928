import type { Population, Procedure } from '../../../stats/index.ts';

/** One interval on one population at one error level. */
export interface SelfCheck {
  procedure: Procedure;
  population: Population;
  alpha: number;
  /** Labels up to which the interval is looked at, after every single one. */
  labels: number;
}

/** Every third item of value 0 and every eleventh of the others: skipping that hides failures. */
export const failuresSkipped = ({ y }: Population, position: number) =>
  position % (y[position] === 0 ? 3 : 11) === 0;

/** A few populations that stand for the rest where checking all would only take longer. */
export const fewKinds = [
  'binary, helpful surrogate',
  'ratings of five levels, .62',
  'binary, lying surrogate',
  'rare failures, overconfident surrogate',
] as const;
