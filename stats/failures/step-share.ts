import { requireInteger } from '../check.ts';
import { ModeSequence } from './mode-sequence.ts';

/** Steps of one kind in a pool, such as calls of one tool, and how its items are drawn. */
interface StepKind {
  /** How many such steps each item of the pool has, pool order; 0 where it has none. */
  readonly counts: ArrayLike<number>;
  /** Relative probabilities of the items, pool order, in any unit; absent on uniform draws. */
  readonly probabilities?: ArrayLike<number> | undefined;
  /** Error level in (0, 1), default 0.05. */
  readonly alpha?: number;
  /** Whether each step is wrong or not, with nothing in between, as where one person rates it. */
  readonly isYesOrNo: boolean;
}

/**
 * The share of the steps of one kind in the whole pool that are wrong, with an interval that holds at all looks.
 *
 * Items are drawn, and all steps of an item are rated together, so this is a ratio over items: R = sum of y / sum of x, y being an item's
 * wrong steps and x its steps. x is known of the whole pool. Items without such a step say nothing of R and are left out: a draw one
 * after another by fixed weights, taken on some items alone, is such a draw of these (Luce, 1959). With M the largest x and m the mean of
 * x over the items left, y/M lies in [0, 1], its mean has the interval of `ModeSequence` from the first draw, and R is that mean
 * times M/m. Where items differ much in x the interval is wide, and holds all the same.
 */
export class StepShare {
  readonly #places: ReadonlyMap<number, number>;
  readonly #counts: ArrayLike<number>;
  readonly #most: number;
  readonly #factor: number;
  readonly #sequence: ModeSequence;
  #rated = 0;

  /** @throws RangeError where no item has such a step, or a count is no whole number */
  constructor({ counts, probabilities, alpha, isYesOrNo }: StepKind) {
    const own = Array.from({ length: counts.length }, (_, item) => item).filter((item) => counts[item]! > 0);
    if (own.length === 0) throw new RangeError('No item of the pool has a step of this kind.');
    for (const item of own) requireInteger(counts[item]!, 1, Number.MAX_SAFE_INTEGER, 'A number of steps');
    this.#counts = counts;
    this.#places = new Map(own.map((item, place) => [item, place]));
    this.#most = own.reduce((most, item) => Math.max(most, counts[item]!), 0);
    this.#factor = this.#most / (own.reduce((sum, item) => sum + counts[item]!, 0) / own.length);
    this.#sequence = new ModeSequence({
      populationSize: own.length,
      before: [],
      plan: null,
      ...(alpha !== undefined && { alpha }),
      ...(isYesOrNo && { steps: this.#most }),
      ...(probabilities && { probabilities: Float64Array.from(own, (item) => probabilities[item]!) }),
    });
  }

  /** Items of the pool that have such a step, those drawn of which all steps are rated. */
  get items(): number {
    return this.#places.size;
  }

  get ratedItems(): number {
    return this.#rated;
  }

  /**
   * Takes in the next item drawn; one without such a step changes nothing.
   *
   * @param wrong how many of its steps are wrong, in between where people differ; unknown while not all of them are rated
   * @throws RangeError when more are wrong than it has, or it was drawn already
   */
  advance(item: number, wrong: number | 'unknown'): void {
    const pool = this.#places.get(item);
    if (pool === undefined) return;
    if (wrong !== 'unknown' && !(wrong >= 0 && wrong <= this.#counts[item]!))
      throw new RangeError(`Item ${item} has ${this.#counts[item]} such steps, not ${wrong}.`);
    this.#sequence.advance({ pool, y: wrong === 'unknown' ? wrong : wrong / this.#most });
    if (wrong !== 'unknown') this.#rated += 1;
  }

  /** The share in [0, 1]; its value is null before the first item that is rated. */
  get share(): { value: number | null; lower: number; upper: number } {
    const { value, lower, upper } = this.#sequence.point;
    const of = (mean: number) => Math.min(1, mean * this.#factor);
    return { value: value === undefined ? null : of(value), lower: of(lower), upper: of(upper) };
  }
}
