import { requirePositive, requireSameLength } from '../check.ts';

/** How two values of a criterion differ: by identity, by rank, by distance, or by ratio. */
export type MeasurementLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/**
 * Krippendorff's alpha, agreement of any number of annotators beyond chance, missing values allowed
 * (Krippendorff, 2011, "Computing Krippendorff's alpha-reliability"): alpha = 1 - D_o/D_e, with
 *   D_o = 1/n sum over units u of sum over ordered pairs in u of delta(c, k) / (m_u - 1),
 *   D_e = 1/(n (n - 1)) sum over values c, k of n_c n_k delta(c, k),
 * over the n pairable values: those of units with m_u >= 2 values. delta is the squared difference of the level.
 *
 * With item weights w_u, for agreement in a pool of which the units are a weighted sample, every value of a unit counts
 * w_u times: in D_o, in the n_c and in the ranks of the ordinal level. Weights are scaled so that they leave n as it is,
 * so equal ones change nothing.
 *
 * @param units one row per item, one value per annotator, undefined where missing; row lengths may differ
 * @param itemWeights design weight of each unit, above 0; 1 by default
 * @returns at most 1; 0 is chance, below 0 is systematic disagreement; undefined when no pairable value exists or
 *   a single value is in use, because then agreement cannot be told from lack of variation
 * @throws RangeError on a value that is not a finite number, or is below 0 at the ratio level; on weights of another
 *   length or not above 0
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | undefined)[])[],
  level: MeasurementLevel,
  itemWeights: readonly number[] = units.map(() => 1),
): number | undefined {
  const pairable = pairableUnits(units, itemWeights);
  const counts = countValues(pairable);
  if (level === 'ratio' && [...counts.keys()].some((value) => value < 0)) {
    throw new RangeError('Values at the ratio level must be at least 0.');
  }
  if (counts.size < 2) return undefined;
  const difference = differenceOf(level, counts);
  const total = pairable.reduce((sum, { values }) => sum + values.length, 0);
  const observed = observedDisagreement(pairable, difference) / total;
  const expected = expectedDisagreement(counts, difference) / (total * (total - 1));
  return 1 - observed / expected;
}

/** A unit with at least two values, and what each of them counts. */
interface Unit {
  values: readonly number[];
  weight: number;
}

function pairableUnits(
  rows: readonly (readonly (number | undefined)[])[],
  itemWeights: readonly number[],
): Unit[] {
  requireSameLength(rows, itemWeights, 'Units and weights');
  for (const weight of itemWeights) requirePositive(weight, 'A weight');
  const units = rows
    .map((row, index) => ({ values: presentValues(row), weight: itemWeights[index]! }))
    .filter(({ values }) => values.length >= 2);
  const total = units.reduce((sum, { values }) => sum + values.length, 0);
  const weighted = units.reduce((sum, { values, weight }) => sum + weight * values.length, 0);
  return units.map(({ values, weight }) => ({ values, weight: (weight * total) / weighted }));
}

function presentValues(unit: readonly (number | undefined)[]): number[] {
  const values = unit.filter((value) => value !== undefined);
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`A rating must be a finite number, got ${value}.`);
  }
  return values;
}

function countValues(units: readonly Unit[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { values, weight } of units) {
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + weight);
  }
  return counts;
}

type Difference = (c: number, k: number) => number;

function differenceOf(level: MeasurementLevel, counts: ReadonlyMap<number, number>): Difference {
  switch (level) {
    case 'nominal':
      return (c, k) => (c === k ? 0 : 1);
    case 'interval':
      return (c, k) => (c - k) ** 2;
    case 'ratio':
      return (c, k) => (c === k ? 0 : ((c - k) / (c + k)) ** 2);
    case 'ordinal':
      return ordinalDifference(counts);
  }
}

/** (sum of counts from c to k, less half of those at both ends)^2, as a difference of mid-ranks. */
function ordinalDifference(counts: ReadonlyMap<number, number>): Difference {
  const midRank = new Map<number, number>();
  let below = 0;
  for (const value of [...counts.keys()].sort((a, b) => a - b)) {
    const count = counts.get(value)!;
    midRank.set(value, below + count / 2);
    below += count;
  }
  return (c, k) => (midRank.get(c)! - midRank.get(k)!) ** 2;
}

function observedDisagreement(units: readonly Unit[], difference: Difference): number {
  let total = 0;
  for (const { values, weight } of units) {
    let within = 0;
    for (let i = 0; i < values.length; i++) {
      for (let j = i + 1; j < values.length; j++) within += 2 * difference(values[i]!, values[j]!);
    }
    total += (weight * within) / (values.length - 1);
  }
  return total;
}

function expectedDisagreement(counts: ReadonlyMap<number, number>, difference: Difference): number {
  let total = 0;
  for (const [c, countC] of counts) {
    for (const [k, countK] of counts) total += countC * countK * difference(c, k);
  }
  return total;
}
