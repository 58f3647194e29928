import { requireOpenUnit, requireUnit } from '../check.ts';
import type { PoolSummary } from '../pool-summary.ts';
import { type CalibratedState, logicalBounds, type SequenceOptions, stateOf } from './calibrated-state.ts';
import { DEFAULT_ALPHA, GRID_STEPS } from './constants.ts';
import { type Regression, regress } from './regression.ts';
import { RunningInterval } from './running-interval.ts';
import { aimOf, heldStake } from './wealth-grid.ts';
import { WeightedSums } from './weighted-sums.ts';

/**
 * The betting confidence sequence for a uniformly random order in its own form (Waudby-Smith and Ramdas, 2020):
 * the wealth is bet on the mean of the items that are left, rather than on the mean of all. It shares its estimate
 * with `CalibratedSequence` at q = 1/N and differs from it in the scale of the bets, by the factor (N - n)/N. Kept
 * as the plainer of the two to read, and to test one against the other.
 *
 * Before a draw, with R = N - n items left whose surrogate mean is su, the payoff z = y - b (s - su) has mean
 * mu = (N m - sum y)/R given the past when the mean of all is m, and lies in
 * [-b (max s - su), 1 + b (su - min s)].
 */
export class UniformSequence {
  readonly #pool: PoolSummary;
  readonly #alpha: number;
  readonly #sums: WeightedSums;
  /** Log-wealth against each candidate mean g/1000; infinite once the labels make it impossible. */
  readonly #logWealth = new Float64Array(GRID_STEPS + 1);
  readonly #interval = new RunningInterval();
  #regression: Regression;

  /** @throws RangeError when alpha is not in (0, 1) */
  constructor(summary: PoolSummary, options: SequenceOptions = {}) {
    this.#pool = summary;
    this.#alpha = options.alpha ?? DEFAULT_ALPHA;
    requireOpenUnit(this.#alpha, 'Alpha');
    this.#sums = new WeightedSums(summary.populationSize);
    this.#regression = regress(this.#sums, summary);
  }

  get state(): CalibratedState {
    return stateOf(this.#pool, this.#alpha, this.#sums, this.#regression, this.#interval);
  }

  /**
   * Takes in the label of the next item of the random order.
   *
   * @throws RangeError when a value is out of [0, 1] or the pool is used up
   */
  add({ y, surrogate }: { y: number; surrogate: number }): CalibratedState {
    requireUnit(y, 'A human value');
    requireUnit(surrogate, 'A surrogate value');
    if (this.#sums.itemsLeft === 0) throw new RangeError('All items are labeled; there is no further draw.');
    this.#bet(y, surrogate);
    this.#sums.add(y, surrogate, 1 / this.#pool.populationSize);
    this.#regression = regress(this.#sums, this.#pool);
    const [lowest, highest] = logicalBounds(this.#sums);
    if (this.#sums.itemsLeft === 0) this.#interval.collapse(lowest);
    else {
      const isAccepted = (logWealth: number) => logWealth < Math.log(1 / this.#alpha);
      const first = this.#logWealth.findIndex(isAccepted);
      const last = this.#logWealth.findLastIndex(isAccepted);
      const lower = first < 0 ? 0 : (first - 1) / GRID_STEPS;
      const upper = last < 0 ? 1 : (last + 1) / GRID_STEPS;
      this.#interval.intersect(Math.max(lower, lowest), Math.min(upper, highest));
    }
    return this.state;
  }

  #bet(y: number, s: number): void {
    const { populationSize: N, mean, min, max } = this.#pool;
    const { itemsLeft: R, sumS, sumY } = this.#sums;
    const { slope: b, predictedMean: p, predictedVariance: v } = this.#regression;
    const su = (N * mean - sumS) / R;
    const z = y - b * (s - su);
    const lowest = -b * (max - su);
    const highest = 1 + b * (su - min);
    const aim = aimOf(v);
    const log = this.#logWealth;
    for (let g = 0; g <= GRID_STEPS; g++) {
      if (log[g] === Number.POSITIVE_INFINITY) continue;
      const left = ((N * g) / GRID_STEPS - sumY) / R;
      if (left < -1e-12 || left > 1 + 1e-12) {
        log[g] = Number.POSITIVE_INFINITY;
        continue;
      }
      const mu = Math.min(Math.max(left, 0), 1);
      const stake = heldStake(p - mu, v, aim, mu - lowest, highest - mu);
      log[g] = log[g]! + Math.log(Math.max(1 + stake * (z - mu), 1e-300));
    }
  }
}
