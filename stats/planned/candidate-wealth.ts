import { clip } from '../numeric.ts';
import {
  DISTANCE_WEIGHT,
  GROWTH_RISK,
  LEAN_FLOOR,
  LEAN_WIDTH,
  LEAST_FINITE_FACTOR,
  LEAST_LOOK_WEALTH,
  LOOK_RISK,
  PLANNED_GRID_STEPS,
  TARGET_FACTOR,
} from './constants.ts';
import type { LevelSet } from './level-set.ts';
import { growthShareOf, type PlannedLook } from './look-table.ts';
import { normalDistribution } from './normal-distribution.ts';
import { payoff } from './payoff.ts';

/** Slack of the test that a candidate is impossible, in units of the mean of the unlabeled items. */
const MEAN_SLACK = 1e-9;

/** A lead or a stake below this may be rounding, and nothing is bet. */
const LEAST_LEAD = 1e-9;

/** Everything that the bets on one label rest on; all but the last three was known before the draw. */
export interface BettingRound {
  /** N, n before the label, and the sum of the n values. */
  readonly populationSize: number;
  readonly labeled: number;
  readonly sumY: number;
  /** Mean and variance expected of the unlabeled items. */
  readonly mean: number;
  readonly variance: number;
  /** Levels of the predictions, and of 1 - predictions, settled. */
  readonly up: LevelSet;
  readonly down: LevelSet;
  readonly upLevel: number;
  readonly downLevel: number;
  /** The value of the item drawn and its complement to 1, times its weight. */
  readonly y: number;
  readonly complement: number;
}

/** The wealth of the gamblers against the candidates from `first` to `last`; of the others nobody asks any more. */
export interface WealthMemory {
  readonly first: number;
  readonly last: number;
  /** Looks that are over. */
  readonly over: number;
  /** Of each of these candidates, 1 unless it is out. */
  readonly isLive: Uint8Array;
  readonly wealth: Float64Array;
}

/**
 * The wealth of the gamblers against every candidate mean g/1000: an upward and a downward one for each planned look, whose
 * stakes are those that reach the target at that look with the best chance (Voracek and Orabona, 2025), and one whose
 * stakes let wealth grow fastest (Kelly, 1956; Waudby-Smith and Ramdas, 2024). Against the true mean every factor has mean 1 and is
 * above 0, so their sum is a nonnegative martingale from 1, and reaches 1/alpha with probability alpha at most (Ville,
 * 1939). A candidate that it has reached is out for good.
 */
export class CandidateWealth {
  #looks: readonly PlannedLook[];
  readonly #alpha: number;
  #growthShare: number;
  #width: number;
  #wealth: Float64Array;
  readonly #isLive = new Uint8Array(PLANNED_GRID_STEPS + 1).fill(1);
  #first = 0;
  #last = PLANNED_GRID_STEPS;
  #over = 0;

  /**
   * @param surrogateMean to which the starting wealth of the looks that lean does lean
   * @param from whose wealth it starts with instead; for `clone`
   */
  constructor(looks: readonly PlannedLook[], surrogateMean: number, alpha: number, from?: CandidateWealth) {
    this.#looks = looks;
    this.#alpha = alpha;
    this.#growthShare = growthShareOf(looks);
    this.#width = 2 * looks.length + 1;
    this.#wealth = from ? from.#wealth.slice() : new Float64Array(this.#width * (PLANNED_GRID_STEPS + 1));
    for (let g = 0; g <= PLANNED_GRID_STEPS && !from; g++) this.#start(g, surrogateMean);
  }

  #start(g: number, surrogateMean: number): void {
    const lean = normalDistribution((surrogateMean - g / PLANNED_GRID_STEPS) / LEAN_WIDTH);
    const upward = LEAN_FLOOR + (1 - 2 * LEAN_FLOOR) * lean;
    const own = this.#of(g);
    for (const [look, { share, leans }] of this.#looks.entries()) {
      own[2 * look] = share * (leans ? upward : 0.5);
      own[2 * look + 1] = share * (leans ? 1 - upward : 0.5);
    }
    own[this.#width - 1] = this.#growthShare;
  }

  /** First and last candidate that is not out; undefined when there is none. */
  get accepted(): { first: number; last: number } | undefined {
    return this.#first > this.#last
      ? undefined
      : { first: this.#first / PLANNED_GRID_STEPS, last: this.#last / PLANNED_GRID_STEPS };
  }

  /** Places all bets on one label and settles them. */
  bet(round: BettingRound): void {
    while (this.#over < this.#looks.length && this.#looks[this.#over]!.labels <= round.labeled)
      this.#handOn();
    for (let g = this.#first; g <= this.#last; g++) {
      if (this.#isLive[g] === 1 && !this.#survives(g, round)) this.#isLive[g] = 0;
    }
    while (this.#first <= this.#last && this.#isLive[this.#first] === 0) this.#first++;
    while (this.#last >= this.#first && this.#isLive[this.#last] === 0) this.#last--;
  }

  /** An independent copy in the same state. */
  clone(): CandidateWealth {
    const copy = new CandidateWealth(this.#looks, 0, this.#alpha, this);
    copy.#isLive.set(this.#isLive);
    [copy.#first, copy.#last, copy.#over] = [this.#first, this.#last, this.#over];
    return copy;
  }

  /** What `recall` takes. */
  get memory(): WealthMemory {
    const [first, last, over] = [this.#first, this.#last, this.#over];
    return {
      ...{ first, last, over },
      isLive: this.#isLive.slice(first, last + 1),
      wealth: this.#wealth.slice(first * this.#width, (last + 1) * this.#width),
    };
  }

  /** Takes the wealth of other gamblers with the same looks, error level and labels. @throws RangeError when the looks differ */
  recall({ first, last, over, isLive, wealth }: WealthMemory): void {
    if (wealth.length !== isLive.length * this.#width)
      throw new RangeError('The wealth is of other planned looks.');
    this.#isLive.fill(0);
    this.#isLive.set(isLive, first);
    this.#wealth.set(wealth, first * this.#width);
    [this.#first, this.#last, this.#over] = [first, last, over];
  }

  #of(g: number): Float64Array {
    return this.#wealth.subarray(g * this.#width, (g + 1) * this.#width);
  }

  /**
   * Moves the wealth of all looks, that of each side for itself, to looks of another table, by their starting shares; where
   * none is to come, to the growth gambler. Nothing is added, and all of it rests on labels that are there: the guarantee
   * stays.
   *
   * @param labeled labels so far; looks up to them are over
   */
  replan(looks: readonly PlannedLook[], labeled: number): void {
    const [before, width] = [this.#wealth, this.#width];
    const over = looks.findIndex(({ labels }) => labels > labeled);
    const next = over < 0 ? looks.length : over;
    const all = looks.slice(next).reduce((sum, { share }) => sum + share, 0);
    this.#looks = looks;
    this.#growthShare = growthShareOf(looks);
    this.#over = next;
    this.#width = 2 * looks.length + 1;
    this.#wealth = new Float64Array(this.#width * (PLANNED_GRID_STEPS + 1));
    for (let g = 0; g <= PLANNED_GRID_STEPS; g++) {
      const old = before.subarray(g * width, (g + 1) * width);
      const own = this.#of(g);
      const [up, down] = sidesOf(old);
      own[this.#width - 1] = old[width - 1]! + (all === 0 ? up + down : 0);
      for (let look = next; look < looks.length; look++) {
        own[2 * look] = (up * looks[look]!.share) / all;
        own[2 * look + 1] = (down * looks[look]!.share) / all;
      }
    }
  }

  /** A look is over: its wealth goes to the later looks and the growth gambler, by their starting shares. */
  #handOn(): void {
    const over = this.#over++;
    const later = this.#looks.slice(this.#over);
    const rest = later.reduce((sum, { share }) => sum + share, this.#growthShare);
    // It had everything: it keeps what it won, and nothing is bet any more.
    if (rest === 0) return;
    for (let g = 0; g <= PLANNED_GRID_STEPS; g++) {
      const own = this.#of(g);
      const [up, down] = [own[2 * over]!, own[2 * over + 1]!];
      for (const [at, { share }] of later.entries()) {
        const look = this.#over + at;
        own[2 * look] = own[2 * look]! + (up * share) / rest;
        own[2 * look + 1] = own[2 * look + 1]! + (down * share) / rest;
      }
      own[this.#width - 1] = own[this.#width - 1]! + ((up + down) * this.#growthShare) / rest;
      own[2 * over] = 0;
      own[2 * over + 1] = 0;
    }
  }

  /** Bets against one candidate; false when it is out. */
  #survives(g: number, round: BettingRound): boolean {
    const { populationSize, labeled, sumY } = round;
    const left = populationSize - labeled;
    const implied = (populationSize * (g / PLANNED_GRID_STEPS) - sumY) / left;
    if (implied < -MEAN_SLACK || implied > 1 + MEAN_SLACK) return false;
    const mu = clip(implied, 0, 1);
    const from = g * this.#width;
    const growth = from + this.#width - 1;
    // Every stake rests on the wealth before the label, its own gambler's and that of all.
    const all = this.#sumFrom(from);
    const distance = round.mean - mu;
    const variance = round.variance + DISTANCE_WEIGHT * distance * distance;
    for (let look = this.#over; look < this.#looks.length; look++) {
      const at = from + 2 * look;
      if (this.#wealth[at]! > LEAST_LOOK_WEALTH || this.#wealth[at + 1]! > LEAST_LOOK_WEALTH)
        this.#betLook(at, look, { mu, all, variance, left }, round);
    }
    this.#wealth[growth] = this.#wealth[growth]! * growthFactor(mu, round);
    return this.#sumFrom(from) < 1 / this.#alpha;
  }

  /** Wealth of all gamblers against the candidate that begins here. */
  #sumFrom(from: number): number {
    const wealth = this.#wealth;
    let sum = 0;
    for (let i = from; i < from + this.#width; i++) sum += wealth[i]!;
    return sum;
  }

  /** @param at where the wealth of the upward gambler of this look is, that of the downward one behind it */
  #betLook(
    at: number,
    look: number,
    { mu, all, variance, left }: { mu: number; all: number; variance: number; left: number },
    round: BettingRound,
  ): void {
    const { labels, boldness } = this.#looks[look]!;
    const draws = labels - round.labeled;
    const spread = Math.sqrt(draws * variance * Math.max(1 - draws / left, LEAST_FINITE_FACTOR));
    for (let side = 0; side < 2; side++) {
      const wealth = this.#wealth[at + side]!;
      if (wealth <= LEAST_LOOK_WEALTH) continue;
      const price = wealth / (TARGET_FACTOR / this.#alpha - (all - wealth));
      if (price >= 1) continue;
      const wanted = (boldness * Math.sqrt(-2 * Math.log(price))) / spread;
      if (wanted < LEAST_LEAD) continue;
      const stake = { wanted, variance, least: 1 - LOOK_RISK };
      this.#wealth[at + side] = wealth * (side === 0 ? upward(round, stake, mu) : downward(round, stake, mu));
    }
  }
}

/** Factor of the gambler who bets for growth: the stake lead / (variance + lead^2), towards the expected mean. */
function growthFactor(mu: number, round: BettingRound): number {
  const lead = Math.abs(round.mean - mu);
  if (lead < LEAST_LEAD) return 1;
  const variance = round.variance + lead * lead;
  const stake = { wanted: lead / variance, variance, least: 1 - GROWTH_RISK };
  if (stake.wanted <= LEAST_LEAD) return 1;
  return round.mean < mu ? downward(round, stake, mu) : upward(round, stake, mu);
}

type Wanted = Parameters<typeof payoff>[1];

const upward = ({ up, upLevel, y }: BettingRound, stake: Wanted, mu: number): number =>
  payoff(up, stake, mu, upLevel, y);

const downward = ({ down, downLevel, complement }: BettingRound, stake: Wanted, mu: number): number =>
  payoff(down, stake, 1 - mu, downLevel, complement);

/** Wealth of the upward gamblers of all looks, and of the downward ones. */
function sidesOf(own: Float64Array): [number, number] {
  let [up, down] = [0, 0];
  for (let i = 0; i < own.length - 1; i += 2) {
    up += own[i]!;
    down += own[i + 1]!;
  }
  return [up, down];
}
