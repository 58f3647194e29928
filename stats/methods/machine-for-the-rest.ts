import { compensatedSum } from '../numeric.ts';
import type { Evidence } from './evidence.ts';

/** The labels of people where there are any and the surrogate elsewhere: (sum_S y + sum_rest s)/N. */
export function machineForTheRest({ draws, summary }: Evidence): number {
  const correction = compensatedSum(draws.map(({ y, surrogate }) => y - surrogate));
  return summary.mean + correction / summary.populationSize;
}

/** Why none of the methods that complete the labels by the surrogate has an interval. */
export const MACHINE_ASSUMPTIONS =
  'As biased as the surrogate is on the items nobody labels; the error does not shrink before nearly all are ' +
  'labeled. No interval: nothing was drawn by chance.';
