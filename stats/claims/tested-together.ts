import { requireInteger, requireOpenUnit, requirePositive, requireUnit } from '../check.ts';
import { createRng, type Rng } from '../random.ts';
import { effectiveShares, freedomOfShares, haveScatter } from './effective-number.ts';
import { studentTail } from './student-t.ts';

/** One label of a pool that is split into parts. */
export interface PartLabel {
  /** Human value in [0, 1]. */
  readonly y: number;
  /** Design weight, above 0. */
  readonly weight: number;
  /** Index of its part, an integer of at least 0. */
  readonly part: number;
}

/** Steps that the deals of one call may take, which bounds their number where there are many labels. */
const MOST_STEPS = 1_000_000;
const MOST_DEALS = 4999;
/** Where t tells already that no probability is small, how small the others are is not worth more. */
const FEWEST_DEALS = 999;
/** Deals of which one beyond what was seen still leaves a probability below the level. */
const DEALS_PER_LEVEL = 4;

/**
 * How probable a difference as large as that between a part and all other labels is where the parts do not matter, for each part:
 * two-sided, at one look. The larger of two probabilities:
 *
 * - by permutation: labels, each with its weight, are dealt to the parts anew. Where value and weight do not depend on the part,
 *   all deals are equally probable, so that a probability of at most p comes up with chance p at most, on a lattice, too (Pitman,
 *   1937; with drawn deals Phipson and Smyth, 2010). Exact whatever the values, skewed or few.
 * - by Student's t at the fewer degrees of freedom of the two sides: it allows for sides whose means are equal and whose
 *   spreads are not, which deals cannot tell from a difference.
 *
 * Both use the difference of the centers over its error, each side with two pseudo-labels as in `boundedMean`. Whole pools are no
 * exception: what is tested is whether the parts matter, not whether the labeled ones are equal to the last digit.
 *
 * @param labels at least 2, of at least two parts
 * @param tested the parts to ask about, each with 2 labels at least and with 2 labels outside of it
 * @param alpha level that the least of the probabilities is held against, in (0, 1): there are deals enough for it
 * @param seed integer from 0 to 2^32 - 1; the same seed gives the same probabilities
 * @returns one probability in (0, 1] for each of `tested`; 1 where one label has nearly all of the weight, as nothing tells then
 * @throws RangeError when an argument is out of range
 */
export function partProbabilities(
  labels: readonly PartLabel[],
  tested: readonly number[],
  { alpha, seed }: { alpha: number; seed: number },
): number[] {
  requireOpenUnit(alpha, 'Alpha');
  for (const { y, weight, part } of labels) {
    requireUnit(y, 'A human value');
    requirePositive(weight, 'A weight');
    requireInteger(part, 0, Number.MAX_SAFE_INTEGER, 'A part');
  }
  if (tested.length === 0) return [];
  const total = labels.reduce((sum, { weight }) => sum + weight, 0);
  if (!haveScatter(effectiveShares(labels.map(({ weight }) => weight / total)))) return tested.map(() => 1);
  const sides = new Sides(labels);
  const seen = tested.map((part) => sides.distance(part));
  const byT = tested.map((part, i) => studentTail(seen[i]!, freedomOf(labels, part)));
  const wanted = Math.max(
    Math.ceil(DEALS_PER_LEVEL / alpha),
    Math.min(MOST_DEALS, Math.floor(MOST_STEPS / labels.length)),
  );
  const deals = Math.min(...byT) > alpha ? FEWEST_DEALS : wanted;
  const reached = tested.map(() => 1);
  const rng = createRng(seed);
  for (let round = 0; round < deals; round++) {
    sides.assignNext(rng);
    for (const [i, part] of tested.entries()) if (sides.distance(part) >= seen[i]! - TIES) reached[i]! += 1;
  }
  return byT.map((probability, i) => Math.max(probability, reached[i]! / (deals + 1)));
}

/** What rounding may put between distances that are equal. */
const TIES = 1e-9;

/** The fewer degrees of freedom of a part and of all others. */
function freedomOf(labels: readonly PartLabel[], part: number): number {
  const freedoms = [true, false].map((isOwn) => {
    const weights = labels.filter((one) => (one.part === part) === isOwn).map(({ weight }) => weight);
    if (weights.length < 2) throw new RangeError(`Part ${part} and the others need 2 labels each.`);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return freedomOfShares(weights.map((weight) => weight / total));
  });
  return Math.min(...freedoms);
}

/** Sums of w, w y, w^2, w^2 y and w^2 y^2, of all labels and of each part. */
const SUMS = 5;

/** Labels dealt to places in parts, with the distance of each part from all others. */
class Sides {
  readonly #parts: Uint32Array;
  /** The sums that each label adds. */
  readonly #terms: Float64Array;
  readonly #order: Uint32Array;
  readonly #sums: Float64Array;
  readonly #all = new Float64Array(SUMS);
  readonly #own = { center: 0, variance: 0 };
  readonly #rest = { center: 0, variance: 0 };

  constructor(labels: readonly PartLabel[]) {
    this.#parts = Uint32Array.from(labels, ({ part }) => SUMS * part);
    this.#order = Uint32Array.from(labels.keys());
    this.#terms = Float64Array.from(
      labels.flatMap(({ y, weight: w }) => [w, w * y, w * w, w * w * y, w * w * y * y]),
    );
    this.#sums = new Float64Array(SUMS + Math.max(...this.#parts));
    this.#add();
    for (const [k, sum] of this.#sums.entries()) this.#all[k % SUMS]! += sum;
  }

  /** Deals all labels anew (Fisher and Yates). */
  assignNext(rng: Rng): void {
    const order = this.#order;
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(((rng.next() >>> 0) / 2 ** 32) * (last + 1));
      const kept = order[last]!;
      order[last] = order[other]!;
      order[other] = kept;
    }
    this.#add();
  }

  #add(): void {
    const [order, parts, terms, sums] = [this.#order, this.#parts, this.#terms, this.#sums];
    sums.fill(0);
    for (let place = 0; place < order.length; place++) {
      const [into, from] = [parts[place]!, SUMS * order[place]!];
      for (let k = 0; k < SUMS; k++) sums[into + k]! += terms[from + k]!;
    }
  }

  /** |c - c'|/sqrt(V + V') of a part and all others, centers and variances as in `boundedMean`. */
  distance(part: number): number {
    const [sums, all, at] = [this.#sums, this.#all, SUMS * part];
    const [w, wy, ww, wwy, wwyy] = [sums[at]!, sums[at + 1]!, sums[at + 2]!, sums[at + 3]!, sums[at + 4]!];
    const own = centered(this.#own, w, wy, ww, wwy, wwyy);
    const rest = centered(
      this.#rest,
      ...([all[0]! - w, all[1]! - wy, all[2]! - ww, all[3]! - wwy, all[4]! - wwyy] as const),
    );
    return Math.abs(own.center - rest.center) / Math.sqrt(own.variance + rest.variance);
  }
}

interface Centered {
  center: number;
  variance: number;
}

/** Center and variance with two pseudo-labels, from the sums of one side. */
function centered(into: Centered, w: number, wy: number, ww: number, wwy: number, wwyy: number): Centered {
  const k = (w * w) / ww;
  const value = wy / w;
  const center = (k * value + 1) / (k + 2);
  const scatter = Math.max(0, wwyy - 2 * value * wwy + value * value * ww) / (w * w);
  const ofLabels = k * k * scatter + k * (value - center) ** 2;
  into.center = center;
  into.variance = (ofLabels + center ** 2 + (1 - center) ** 2) / ((k + 1) * (k + 2));
  return into;
}

/**
 * Probabilities of several tests made at once, adjusted so that rejecting those of at most alpha rejects a true hypothesis with
 * probability of at most alpha, however they depend on each other: Holm (1979). Of m the i-th smallest is multiplied by m - i + 1,
 * and none is below the one before it.
 *
 * @param probabilities each in [0, 1], in any order
 * @returns in [0, 1], in the same order
 * @throws RangeError when one is out of range
 */
export function holm(probabilities: readonly number[]): number[] {
  for (const probability of probabilities) requireUnit(probability, 'A probability');
  const adjusted = probabilities.map(() => 1);
  const order = [...probabilities.keys()].sort((a, b) => probabilities[a]! - probabilities[b]!);
  let least = 0;
  for (const [rank, index] of order.entries()) {
    least = Math.max(least, Math.min(1, (probabilities.length - rank) * probabilities[index]!));
    adjusted[index] = least;
  }
  return adjusted;
}
