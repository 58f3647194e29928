import { requireInteger, requireOpenUnit } from '../check.ts';
import { clip, RunningSum } from '../numeric.ts';
import { envelopeMaximum, type PoolSummary } from '../pool-summary.ts';
import { GRID_STEPS } from '../sequence/constants.ts';
import { RunningInterval } from '../sequence/running-interval.ts';
import { lureSlope, stepProbability } from '../weights.ts';
import { AcceptedEnds } from './accepted-ends.ts';
import { type Bet, BetRounds } from './bet-rounds.ts';
import { LabelSums } from './label-sums.ts';

/** Slack of the test that a candidate mean is impossible, in units of the sum of y; as in `WealthGrid`. */
const SUM_SLACK = 1e-9;

/**
 * `CalibratedSequence` for simulations: many runs over one pool whose labels are all known. Estimates agree with the
 * readable class to the bit and interval ends are the same points of the grid; only the work that a person waits for
 * after each label, the state at once, is put off to the end of a run, which makes it several times faster.
 */
export class CalibratedRuns {
  readonly #pool: PoolSummary;
  readonly #sums: LabelSums;
  readonly #rounds: BetRounds;
  readonly #ends: AcceptedEnds;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #raw: Float64Array;
  /** After label t + 1 of the last run: the value to show and the running interval. */
  readonly value: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;

  /**
   * @param pool by `summarizePool`
   * @param alpha error level in (0, 1)
   * @param mostLabels longest run, from 1 to N
   * @throws RangeError when an argument is out of range
   */
  constructor(pool: PoolSummary, alpha: number, mostLabels: number) {
    requireOpenUnit(alpha, 'Alpha');
    requireInteger(mostLabels, 1, pool.populationSize, 'The number of labels');
    this.#pool = pool;
    this.#ends = new AcceptedEnds(alpha);
    this.#sums = new LabelSums(pool);
    const numbers = () => new Float64Array(mostLabels);
    const points = () => new Int32Array(mostLabels);
    this.#rounds = new BetRounds(mostLabels);
    this.#first = points();
    this.#last = points();
    this.#raw = numbers();
    this.value = numbers();
    this.lower = numbers();
    this.upper = numbers();
  }

  /**
   * Runs through the labels of a draw order from the start.
   *
   * @param order pool positions in draw order, at most `mostLabels`
   * @param y, s, q human values, surrogate values and probabilities of the whole pool
   */
  run(order: Uint32Array, y: Float64Array, s: Float64Array, q: Float64Array): void {
    this.#sums.clear();
    let firstAlive = 0;
    let lastAlive = GRID_STEPS;
    const { populationSize: N } = this.#pool;
    for (let t = 0; t < order.length; t++) {
      const { sumY } = this.#sums;
      while ((N * firstAlive) / GRID_STEPS < sumY - SUM_SLACK) firstAlive++;
      while ((N * lastAlive) / GRID_STEPS > sumY + (N - t) + SUM_SLACK) lastAlive--;
      const item = order[t]!;
      const bet = this.#bet(t, y[item]!, s[item]!, q[item]!);
      this.#rounds.set(t, bet, firstAlive, lastAlive);
      this.#raw[t] = this.#sums.rawValue;
    }
    this.#ends.find(this.#rounds, order.length, 'first', this.#first);
    this.#ends.find(this.#rounds, order.length, 'last', this.#last);
    this.#intervals(order, y);
  }

  /** What is bet on label t; takes the label in. */
  #bet(t: number, y: number, s: number, q: number): Bet {
    const { populationSize: N, mean, maxSurrogateOverProbability } = this.#pool;
    const sums = this.#sums;
    const { slope, sumS, sumY, predictedMean, predictedVariance } = sums;
    const itemsLeft = N - t;
    const remaining = 1 - sums.drawnProbability;
    const pi = stepProbability(q, remaining, itemsLeft);
    const base = (slope * (N * mean - sumS) + sumY) / N;
    const reach = Math.max(remaining, 0);
    sums.add(y, s, q, lureSlope(pi, itemsLeft));
    return {
      payoff: (y - slope * s) / (N * pi) + base,
      lowest: base - (slope * reach * maxSurrogateOverProbability) / N,
      highest: base + (reach * envelopeMaximum(this.#pool, slope)) / N,
      mean: predictedMean,
      variance: predictedVariance,
    };
  }

  /** Running intersections, and the values clipped to what the labels prove and to the interval. */
  #intervals(order: Uint32Array, y: Float64Array): void {
    const { populationSize: N } = this.#pool;
    const interval = new RunningInterval();
    const sums = new RunningSum();
    for (let t = 0; t < order.length; t++) {
      sums.add(y[order[t]!]!);
      const itemsLeft = N - t - 1;
      const lowest = sums.value / N;
      const highest = (sums.value + itemsLeft) / N;
      if (itemsLeft === 0) interval.collapse(lowest);
      else {
        const found = this.#first[t]! >= 0;
        const lower = found ? this.#first[t]! / GRID_STEPS - 1 / GRID_STEPS : 0;
        const upper = found ? this.#last[t]! / GRID_STEPS + 1 / GRID_STEPS : 1;
        interval.intersect(Math.max(lower, lowest), Math.min(upper, highest));
      }
      this.value[t] = clip(clip(this.#raw[t]!, lowest, highest), interval.lower, interval.upper);
      this.lower[t] = interval.lower;
      this.upper[t] = interval.upper;
    }
  }
}
