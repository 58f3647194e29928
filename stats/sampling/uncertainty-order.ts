import { requireInteger, requireSameLength, requireUnit } from '../check.ts';
import { KeyHeap } from './key-heap.ts';

/**
 * The most uncertain responses, in descending order of u, ties by position (Top-K, HMCEval). No chance is involved.
 *
 * @param uncertainty u of every item, finite numbers; only their order counts
 * @param size an integer from 0 to N
 * @returns pool positions; a larger size continues the same order
 * @throws RangeError on any other argument
 */
export function mostUncertain(uncertainty: Float64Array, size: number): Uint32Array {
  requireUncertainty(uncertainty);
  requireInteger(size, 0, uncertainty.length, 'The number of items');
  return lowest(uncertainty.length, size, (position) => -uncertainty[position]!);
}

/** The most certain responses, in ascending order of u; as `mostUncertain` otherwise (HMCEval, the other reading). */
export function mostCertain(uncertainty: Float64Array, size: number): Uint32Array {
  requireUncertainty(uncertainty);
  requireInteger(size, 0, uncertainty.length, 'The number of items');
  return lowest(uncertainty.length, size, (position) => uncertainty[position]!);
}

/**
 * The most certain responses among those where system and surrogate disagree, s below `threshold`; in ascending order
 * of u, ties by position (MCM).
 *
 * @param s surrogate values in [0, 1], length N
 * @param threshold in [0, 1]
 * @returns `size` pool positions, or fewer where there are not so many disagreements
 * @throws RangeError on any other argument
 */
export function confidentDisagreements(
  uncertainty: Float64Array,
  s: Float64Array,
  threshold: number,
  size: number,
): Uint32Array {
  requireUncertainty(uncertainty);
  requireSameLength(uncertainty, s, 'Uncertainties and surrogate values');
  requireUnit(threshold, 'The threshold of disagreement');
  requireInteger(size, 0, s.length, 'The number of items');
  const disagreements = s.filter((value) => value < threshold);
  return lowest(s.length, Math.min(size, disagreements.length), (position) =>
    s[position]! < threshold ? uncertainty[position]! : Number.POSITIVE_INFINITY,
  );
}

function lowest(populationSize: number, size: number, keyOf: (position: number) => number): Uint32Array {
  const heap = new KeyHeap(size);
  for (let position = 0; position < populationSize; position++) heap.offer(keyOf(position), position);
  return heap.drainAscending();
}

function requireUncertainty(uncertainty: Float64Array): void {
  for (let position = 0; position < uncertainty.length; position++) {
    const value = uncertainty[position]!;
    if (!Number.isFinite(value))
      throw new RangeError(`An uncertainty must be a finite number, got ${value}.`);
  }
}
