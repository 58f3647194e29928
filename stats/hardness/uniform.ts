import { requireInteger } from '../check.ts';

/**
 * Equal probabilities q_i = 1/N.
 *
 * @param n population size N, an integer of at least 1
 * @throws RangeError otherwise
 */
export function uniformProbabilities(n: number): Float64Array {
  requireInteger(n, 1, 2 ** 31, 'The population size');
  return new Float64Array(n).fill(1 / n);
}

/** Whether all probabilities are the same. */
export function isUniform(q: Float64Array): boolean {
  for (let position = 1; position < q.length; position++) if (q[position] !== q[0]) return false;
  return true;
}
