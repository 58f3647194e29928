import { requirePositive } from '../check.ts';
import { compensatedSum } from '../numeric.ts';
import { createRng, uniformOpen } from '../random.ts';

/** A Poisson sample: every item in or out by a chance of its own, so that its size is random. */
export interface PoissonSample {
  /** Pool positions of the sample. */
  order: Uint32Array;
  /** Chance of each pool item to be in, in (0, 1], length N. */
  inclusion: Float64Array;
}

/**
 * Chances pi_i = min(1, c r_i) with c such that they sum to `expectedSize`.
 *
 * @param rates r_i, finite and above 0, length N
 * @param expectedSize above 0 and at most N
 * @throws RangeError on any other argument
 */
export function inclusionProbabilities(rates: Float64Array, expectedSize: number): Float64Array {
  for (const rate of rates) requirePositive(rate, 'A rate');
  if (!(expectedSize > 0 && expectedSize <= rates.length)) {
    throw new RangeError(`The expected size must lie in (0, ${rates.length}], got ${expectedSize}.`);
  }
  const descending = rates.toSorted().reverse();
  let certain = 0;
  let rest = compensatedSum(descending);
  // The items of the highest rates are certain as long as their share of what is left would be above 1.
  while (certain < rates.length && (expectedSize - certain) * descending[certain]! >= rest) {
    certain++;
    rest = compensatedSum(descending.subarray(certain));
  }
  const factor = certain === rates.length ? Number.POSITIVE_INFINITY : (expectedSize - certain) / rest;
  return rates.map((rate) => Math.min(1, factor * rate));
}

/**
 * A Poisson sample (Zrnic and Candès, 2024, draw theirs so): item i is in when U_i < pi_i, with one uniform per item
 * in pool order. The sample is listed by ascending U_i/r_i, ties by position, so that a larger expected size of the
 * same seed continues the list; but an estimate needs the whole list, with the chances of its own size.
 *
 * @param rates r_i, finite and above 0, length N; a common factor changes nothing
 * @param seed integer from 0 to 2^32 - 1
 * @param expectedSize expected number of items, above 0 and at most N
 * @throws RangeError on any other argument
 */
export function poissonSample(rates: Float64Array, seed: number, expectedSize: number): PoissonSample {
  const inclusion = inclusionProbabilities(rates, expectedSize);
  const rng = createRng(seed);
  const uniforms = inclusion.map(() => uniformOpen(rng));
  const key = (position: number) => uniforms[position]! / rates[position]!;
  const order = Uint32Array.from([...uniforms.keys()].filter((i) => uniforms[i]! < inclusion[i]!)).sort(
    (a, b) => key(a) - key(b) || a - b,
  );
  return { order, inclusion };
}

/**
 * Rates of Zrnic and Candès (2024) for a binary surrogate: uncertainty min(s, 1 - s), mixed half and half with equal
 * chances, so that no item is nearly unreachable.
 *
 * @param s surrogate values in [0, 1]
 */
export function activeRates(s: Float64Array): Float64Array {
  const uncertainty = s.map((value) => Math.min(value, 1 - value));
  const total = compensatedSum(uncertainty);
  return uncertainty.map((value) => 0.5 / s.length + (total > 0 ? (0.5 * value) / total : 0.5 / s.length));
}
