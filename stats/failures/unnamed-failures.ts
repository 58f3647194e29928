import { requireInteger, requireOpenUnit, requirePositive, requireProbability } from '../check.ts';
import { clip } from '../numeric.ts';
import { DEFAULT_ALPHA } from '../sequence/constants.ts';

/** Bets start after 0, 10, 20, ... labels, the k-th with the share 1/((k + 1)(k + 2)) of the wealth. */
const LABELS_PER_START = 10;

/** Stakes, each with a third of that share. */
const STAKES = [1, 1 / 2, 1 / 4] as const;

/** Two ways to sum up a pool may put so much between the probability of an item and the least. */
const ROUNDING = 1e-9;

/** What is fixed at the draw. */
export interface UnnamedStudy {
  /** N, items of the pool. */
  readonly populationSize: number;
  /** The least probability q of an item of the pool, in (0, 1/N]; absent on uniform draws. */
  readonly leastProbability?: number;
  /** Error level in (0, 1), default 0.05. */
  readonly alpha?: number;
}

/** The next item of the draw order. */
interface UnnamedObservation {
  /**
   * Whether it has a failure for which nobody had made a name before it was drawn: also one that was named later, or by nobody. A
   * name that was made stays one, whatever became of it. Unknown counts as yes.
   */
  readonly isNew: boolean | 'unknown';
  /** q of the item, where the draws are weighted. */
  readonly probability?: number;
}

/** At most how many items that were not drawn have a failure without a name, with probability 1 - alpha at all looks. */
interface UnnamedBound {
  /** n, labels so far. */
  readonly labels: number;
  /** Items, an integer from 0 to N - n. */
  readonly items: number;
  /** Their share of all N items, and of the N - n that nobody has read (0 where none is left). */
  readonly ofAll: number;
  readonly ofUnread: number;
}

/**
 * Have we read enough? An upper bound on the conversations that nobody has read and that hold a failure without a name.
 *
 * u_j = 1 where the j-th item has a failure that had no name before it, M_j the items not drawn that have one after j labels, over N.
 * M never rises: names are added, items leave. With pi_j the chance with which item j was drawn from those left, u_j/(N pi_j) has the
 * mean M_(j-1), whatever happened before. So for a stake l in (0, least N pi] and a start s the product over j > s of
 * 1 + l (M_(j-1) - u_j/(N pi_j)) is a nonnegative martingale from 1; with m <= M_n in place of M_(j-1) it is no larger; and so is the mean
 * of such products with weights fixed beforehand. The candidate m is out at n once that mean, E_n(m), is 1/alpha or more. Then
 * P(M_n is out at any n) <= alpha (Ville, 1939), and as E_n rises in m, M_n is at most the largest m = k/N that is not out.
 * As M never rises, earlier bounds hold on: the least of them is the bound.
 *
 * On uniform draws pi_j = 1/(N - j + 1), and the least N pi is 1. On weighted ones the stakes are held to N times the least q of the
 * pool, below which N pi is never. Where none of the last L labels brought a new failure the bound is about 3/L, the rule of three.
 *
 * A label costs O(1) while the bound stays, and O(n log n) at most when it falls.
 */
export class UnnamedFailures {
  readonly #study: UnnamedStudy;
  readonly #alpha: number;
  /** Factor on the stakes that keeps wealth above 0. */
  readonly #most: number;
  /** u_j/(N pi_j). */
  readonly #losses: number[] = [];
  /** By the number of labels. */
  readonly #items: number[];
  /** Sum of the probabilities drawn. */
  #drawn = 0;
  /** E_n of one candidate, brought on from label to label; its last digits may differ from those that `#isOut` adds up. */
  #followed: { readonly items: number; readonly wealth: number[] } | undefined;

  /** @throws RangeError when a value is out of range */
  constructor(study: UnnamedStudy) {
    const { populationSize, leastProbability, alpha = DEFAULT_ALPHA } = study;
    requireInteger(populationSize, 1, 2 ** 40, 'The population size');
    requireOpenUnit(alpha, 'Alpha');
    if (leastProbability !== undefined) requireProbability(leastProbability, 'The least probability');
    this.#study = study;
    this.#alpha = alpha;
    this.#most = leastProbability === undefined ? 1 : Math.min(1, populationSize * leastProbability);
    this.#items = [populationSize];
  }

  /**
   * Takes in the next item of the draw order.
   *
   * @throws RangeError when no item is left, or the probability is none; nothing has changed then
   */
  add({ isNew, probability }: UnnamedObservation): UnnamedBound {
    const { populationSize: N } = this.#study;
    const n = this.#losses.length + 1;
    requireInteger(n, 1, N, 'The number of labels');
    const weight = this.#weightOf(probability);
    if (probability !== undefined) this.#drawn += probability;
    this.#losses.push(isNew === false ? 0 : weight);
    this.#items.push(this.#leastOut(Math.min(this.#items.at(-1)!, N - n)));
    return this.state;
  }

  /** Whether one candidate is out, which the label before found not to be; undefined where that is not followed, or is close. */
  #isOutByNow(items: number): boolean | undefined {
    const followed = this.#followed;
    if (followed?.items !== items) return undefined;
    const n = this.#losses.length;
    const lead = items / this.#study.populationSize - this.#losses[n - 1]!;
    const k = (n - 1) / LABELS_PER_START;
    let sum = 0;
    for (const [i, stake] of STAKES.entries()) {
      if (Number.isInteger(k)) followed.wealth[i]! += 1 / STAKES.length / ((k + 1) * (k + 2));
      followed.wealth[i]! *= 1 + stake * this.#most * lead;
      sum += followed.wealth[i]!;
    }
    const least = (sum + this.#waiting) * this.#alpha;
    return Math.abs(least - 1) < ROUNDING ? undefined : least > 1;
  }

  /** Wealth of the starts to come, of which nothing was bet. */
  get #waiting(): number {
    return 1 / (Math.ceil(this.#losses.length / LABELS_PER_START) + 1);
  }

  /** E_n of a candidate by stake, from the beginning. */
  #follow(items: number): void {
    const m = items / this.#study.populationSize;
    const wealth = STAKES.map((stake) => {
      let sum = 0;
      for (const [j, loss] of this.#losses.entries()) {
        const k = j / LABELS_PER_START;
        if (Number.isInteger(k)) sum += 1 / STAKES.length / ((k + 1) * (k + 2));
        sum *= 1 + stake * this.#most * (m - loss);
      }
      return sum;
    });
    this.#followed = { items, wealth };
  }

  /** 1/(N pi) of the next item. */
  #weightOf(probability: number | undefined): number {
    const { populationSize: N, leastProbability } = this.#study;
    const left = N - this.#losses.length;
    if (leastProbability === undefined) return left / N;
    if (probability === undefined) throw new RangeError('A weighted draw needs the probability of its item.');
    requireProbability(probability, 'A probability');
    if (probability < leastProbability * (1 - ROUNDING))
      throw new RangeError('An item has a smaller probability than the least.');
    return left === 1 ? 1 / N : Math.max((1 - this.#drawn) / (N * probability), 0);
  }

  /** The largest number of items, up to `most`, that is not out. */
  #leastOut(most: number): number {
    if (!(this.#isOutByNow(most) ?? this.#isOut(most))) {
      if (this.#followed?.items !== most) this.#follow(most);
      return most;
    }
    let [kept, out] = [0, most];
    // It seldom falls far: what is not out is looked for near it first.
    for (let step = 1; most - step > 0; step *= 2) {
      if (!this.#isOut(most - step)) {
        kept = most - step;
        break;
      }
      out = most - step;
    }
    while (out - kept > 1) {
      const middle = Math.floor((kept + out) / 2);
      if (this.#isOut(middle)) out = middle;
      else kept = middle;
    }
    return kept;
  }

  #isOut(items: number): boolean {
    const m = items / this.#study.populationSize;
    const stakes = STAKES.map((stake) => stake * this.#most);
    const wealth = stakes.map(() => 1);
    let sum = this.#waiting;
    for (let j = this.#losses.length - 1; j >= 0; j--) {
      const lead = m - this.#losses[j]!;
      for (let i = 0; i < stakes.length; i++) wealth[i] = wealth[i]! * (1 + stakes[i]! * lead);
      if (j % LABELS_PER_START > 0) continue;
      const k = j / LABELS_PER_START;
      sum += wealth.reduce((total, one) => total + one, 0) / stakes.length / ((k + 1) * (k + 2));
    }
    return sum >= 1 / this.#alpha;
  }

  get state(): UnnamedBound {
    return this.pointAfter(this.#losses.length);
  }

  /** What `state` said after so many labels, from 0. @throws RangeError when so many were not taken in */
  pointAfter(labels: number): UnnamedBound {
    requireInteger(labels, 0, this.#losses.length, 'The number of labels');
    const { populationSize: N } = this.#study;
    const items = this.#items[labels]!;
    return { labels, items, ofAll: items / N, ofUnread: labels === N ? 0 : items / (N - labels) };
  }
}

/**
 * The chance that the next item has a failure mode that was not seen yet: modes seen exactly once, over labels (Good, 1953, after
 * Turing). A point value beside the bound; of few labels it is rough.
 *
 * @param seenOnce for each mode seen on exactly one item, 1 on uniform draws; on weighted ones 1/(N pi) of that item, so that what is
 *   estimated is the same
 * @param labels n, an integer of at least 0
 * @returns in [0, 1]; undefined without labels
 * @throws RangeError
 */
export function goodEstimate(seenOnce: readonly number[], labels: number): number | undefined {
  requireInteger(labels, 0, Number.MAX_SAFE_INTEGER, 'The number of labels');
  for (const weight of seenOnce) requirePositive(weight, 'A weight');
  if (labels === 0) return undefined;
  return clip(seenOnce.reduce((sum, weight) => sum + weight, 0) / labels, 0, 1);
}
