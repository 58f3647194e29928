import {
  DISTANCE_WEIGHT,
  GROWTH_RISK,
  GROWTH_SHARE,
  LEAN_FLOOR,
  LEAN_WIDTH,
  LEAST_FINITE_FACTOR,
  LEAST_LOOK_WEALTH,
  LOOK_RISK,
  PLANNED_GRID_STEPS,
  TARGET_FACTOR,
  TRIAL_STAKES,
  WEIGHTED_LEVELS,
} from '../planned/constants.ts';
import type { LevelSet } from '../planned/level-set.ts';
import type { PlannedLook } from '../planned/look-table.ts';
import { normalDistribution } from '../planned/normal-distribution.ts';

/** As in `candidate-wealth.ts` and `payoff.ts`. */
const MEAN_SLACK = 1e-9;
const LEAST_LEAD = 1e-9;
const NOTICEABLE = 1.0001;
const LEAST_RANGE = 1e-9;
const ROUNDING = 1e-12;

/** Places in the numbers of a round: the two sides follow what both share. */
const LEFT = 0;
const SUM = 1;
const MEAN = 2;
const VARIANCE = 3;
const UP = 4;
const DOWN = 8;
const ROUND = 12;

/** Places in the numbers of a side: mean f - f + y, highest f - mean f, f and y of the item drawn. */
const LEAD = 0;
const REACH = 1;
const DRAWN = 2;
const WORTH = 3;

/** Places in the numbers of a level: mean of (f_level - f)+, mass and sum up to it, squares beyond it; all over the mass. */
const SHORT = 0;
const MASS = 1;
const UP_TO = 2;
const BEYOND = 3;
const LEVEL = 4;

/** Numbers of a side: the mean f, then its levels. */
const SIDE = 1 + LEVEL * WEIGHTED_LEVELS;

/** What is bet on a label, as far as both sides share it; see `BettingRound`. */
export interface SharedRound {
  left: number;
  sumY: number;
  mean: number;
  variance: number;
}

/** One side of it: the levels, settled, the level of the item drawn, and what it is worth. */
export interface RoundSide {
  levels: LevelSet;
  level: number;
  y: number;
}

/**
 * `CandidateWealth` for simulations. The rounds of a run are written down first, in flat lists; then each candidate is taken
 * through them alone until it is out, from both ends of the grid inwards up to the first that never is. What lies between
 * those two is not computed: only the first and the last candidate that are not out make the interval.
 *
 * The cut of the control variate is had without a search for its level at every stake: 1 + stake (c - f), at least the least
 * factor, is least + stake (t - f)+ with the t for which the mean of (t - f)+ is (1 - least)/stake - mu, and what varies is
 * stake max(f, t).
 */
export class CandidateRaces {
  readonly #looks: readonly PlannedLook[];
  readonly #limit: number;
  readonly #N: number;
  readonly #start: Float64Array;
  readonly #own: Float64Array;
  /** Of every round and look: boldness^2 over the variance of the mean, in units of the variance of a label; and looks over. */
  readonly #hurry: Float64Array;
  readonly #over: Int32Array;
  readonly #numbers: Float64Array;
  readonly #levels: Float64Array;
  readonly #counts: Int32Array;

  /** @param mostRounds longest run */
  constructor(
    looks: readonly PlannedLook[],
    populationSize: number,
    surrogateMean: number,
    alpha: number,
    mostRounds: number,
  ) {
    this.#looks = looks;
    this.#limit = 1 / alpha;
    this.#N = populationSize;
    this.#start = startingWealth(looks, surrogateMean);
    this.#own = new Float64Array(2 * looks.length + 1);
    this.#hurry = new Float64Array(mostRounds * looks.length);
    this.#over = new Int32Array(mostRounds);
    this.#numbers = new Float64Array(ROUND * mostRounds);
    this.#levels = new Float64Array(2 * SIDE * mostRounds);
    this.#counts = new Int32Array(2 * mostRounds);
    for (let t = 0; t < mostRounds; t++) this.#hasten(t, populationSize - t);
  }

  #hasten(t: number, left: number): void {
    for (const [look, { labels, boldness }] of this.#looks.entries()) {
      const draws = labels - t;
      if (draws <= 0) this.#over[t] = look + 1;
      else {
        const spread = draws * Math.max(1 - draws / left, LEAST_FINITE_FACTOR);
        this.#hurry[t * this.#looks.length + look] = (boldness * boldness) / spread;
      }
    }
  }

  /** Writes round t down. */
  set(t: number, { left, sumY, mean, variance }: SharedRound, up: RoundSide, down: RoundSide): void {
    const at = ROUND * t;
    this.#numbers[at + LEFT] = left;
    this.#numbers[at + SUM] = sumY;
    this.#numbers[at + MEAN] = mean;
    this.#numbers[at + VARIANCE] = variance;
    this.#setSide(at + UP, 2 * t, up);
    this.#setSide(at + DOWN, 2 * t + 1, down);
  }

  #setSide(at: number, side: number, { levels, level, y }: RoundSide): void {
    const { values, massUpTo, sumUpTo, squaresUpTo, mass, total, mean, top } = levels;
    this.#numbers[at + LEAD] = mean - values[level]! + y;
    this.#numbers[at + REACH] = values[top]! - mean;
    this.#numbers[at + DRAWN] = values[level]!;
    this.#numbers[at + WORTH] = y;
    const numbers = this.#levels;
    let place = SIDE * side;
    numbers[place++] = mean;
    let count = 0;
    for (let l = 0; l <= top; l++) {
      if (mass[l] === 0) continue;
      numbers[place + SHORT] = (values[l]! * massUpTo[l]! - sumUpTo[l]!) / total;
      numbers[place + MASS] = massUpTo[l]! / total;
      numbers[place + UP_TO] = sumUpTo[l]! / total;
      numbers[place + BEYOND] = (squaresUpTo[top]! - squaresUpTo[l]!) / total;
      place += LEVEL;
      count++;
    }
    this.#counts[side] = count;
  }

  /**
   * Finds the ends of the interval after each of `count` rounds.
   *
   * @param first, last receive the g of the first and the last candidate that is not out; -1 where there is none
   */
  ends(count: number, first: Int32Array, last: Int32Array): void {
    first.fill(-1, 0, count);
    last.fill(-1, 0, count);
    let found = 0;
    for (let g = 0; g <= PLANNED_GRID_STEPS && found < count; g++) {
      const rounds = this.#race(g, count);
      for (; found < rounds; found++) first[found] = g;
    }
    found = 0;
    for (let g = PLANNED_GRID_STEPS; g >= 0 && found < count; g--) {
      const rounds = this.#race(g, count);
      for (; found < rounds; found++) last[found] = g;
    }
  }

  /** Number of rounds that a candidate gets through. */
  #race(g: number, count: number): number {
    const own = this.#own;
    const width = own.length;
    const looks = this.#looks.length;
    const numbers = this.#numbers;
    const hurry = this.#hurry;
    const limit = this.#limit;
    const target = TARGET_FACTOR * limit;
    const total = this.#N * (g / PLANNED_GRID_STEPS);
    for (let i = 0; i < width; i++) own[i] = this.#start[g * width + i]!;
    let over = 0;
    for (let t = 0; t < count; t++) {
      const at = ROUND * t;
      const implied = (total - numbers[at + SUM]!) / numbers[at + LEFT]!;
      if (implied < -MEAN_SLACK || implied > 1 + MEAN_SLACK) return t;
      const mu = implied < 0 ? 0 : implied > 1 ? 1 : implied;
      while (over < this.#over[t]!) this.#handOn(over++);
      // Every stake rests on the wealth before the label, its own gambler's and that of all.
      let all = 0;
      for (let i = 2 * over; i < width; i++) all += own[i]!;
      const distance = numbers[at + MEAN]! - mu;
      const variance = numbers[at + VARIANCE]! + DISTANCE_WEIGHT * distance * distance;
      let after = 0;
      for (let look = over; look < looks; look++) {
        const pace = hurry[t * looks + look]! / variance;
        const up = own[2 * look]!;
        if (up > LEAST_LOOK_WEALTH) {
          const price = up / (target - (all - up));
          if (price < 1) {
            const wanted = Math.sqrt(-2 * Math.log(price) * pace);
            if (wanted >= LEAST_LEAD) own[2 * look] = up * this.#factor(wanted, variance, LOOK_RISK, mu, t, 0);
          }
        }
        after += own[2 * look]!;
        const down = own[2 * look + 1]!;
        if (down > LEAST_LOOK_WEALTH) {
          const price = down / (target - (all - down));
          if (price < 1) {
            const wanted = Math.sqrt(-2 * Math.log(price) * pace);
            if (wanted >= LEAST_LEAD)
              own[2 * look + 1] = down * this.#factor(wanted, variance, LOOK_RISK, 1 - mu, t, 1);
          }
        }
        after += own[2 * look + 1]!;
      }
      const lead = Math.abs(distance);
      if (lead >= LEAST_LEAD) {
        const spread = numbers[at + VARIANCE]! + lead * lead;
        const wanted = lead / spread;
        if (wanted > LEAST_LEAD) {
          own[width - 1]! *= distance < 0
            ? this.#factor(wanted, spread, GROWTH_RISK, 1 - mu, t, 1)
            : this.#factor(wanted, spread, GROWTH_RISK, mu, t, 0);
        }
      }
      if (after + own[width - 1]! >= limit) return t;
    }
    return count;
  }

  /** What a stake multiplies by, as `payoff`; side 0 is upward, 1 downward. */
  #factor(wanted: number, variance: number, risk: number, mu: number, t: number, side: number): number {
    const at = ROUND * t + UP + (DOWN - UP) * side;
    const numbers = this.#numbers;
    const reach = numbers[at + REACH]! + mu;
    const room = reach > LEAST_RANGE ? reach : LEAST_RANGE;
    if (wanted * room <= risk) return 1 + wanted * (numbers[at + LEAD]! - mu);
    return this.#cutFactor(wanted, variance, risk, mu, t, side, risk / room);
  }

  #cutFactor(
    wanted: number,
    variance: number,
    risk: number,
    mu: number,
    t: number,
    side: number,
    limit: number,
  ): number {
    const at = ROUND * t + UP + (DOWN - UP) * side;
    const numbers = this.#numbers;
    const most = Math.min(risk / Math.max(mu, LEAST_RANGE), wanted);
    let best = limit;
    let bestTop = 0;
    if (most > limit * NOTICEABLE) {
      const levels = this.#levels;
      const from = SIDE * (2 * t + side);
      const mean = levels[from]!;
      let place = from + 1 + LEVEL * (this.#counts[2 * t + side]! - 1);
      let mostGain = wanted * variance * limit - 0.5 * variance * limit * limit;
      for (let trial = 1; trial <= TRIAL_STAKES; trial++) {
        const tried = limit + ((most - limit) * trial) / TRIAL_STAKES;
        const short = risk / tried - mu;
        // The larger the stake, the lower the cut.
        while (place > from + 1 && levels[place + SHORT]! > short + ROUNDING) place -= LEVEL;
        const mass = levels[place + MASS]!;
        const cut = (short + levels[place + UP_TO]!) / mass;
        const middle = mean + short;
        const lost = mass * cut * cut + levels[place + BEYOND]! - middle * middle;
        const gain = wanted * variance * tried - 0.5 * tried * tried * (variance + lost);
        if (gain > mostGain) {
          mostGain = gain;
          best = tried;
          bestTop = cut;
        }
      }
    }
    if (best <= limit) return 1 + limit * (numbers[at + LEAD]! - mu);
    const kept = bestTop - numbers[at + DRAWN]!;
    return 1 - risk + best * ((kept > 0 ? kept : 0) + numbers[at + WORTH]!);
  }

  /** A look is over: its wealth goes to the later looks and the growth gambler, by their starting shares. */
  #handOn(over: number): void {
    const own = this.#own;
    const looks = this.#looks;
    let rest = GROWTH_SHARE;
    for (let look = over + 1; look < looks.length; look++) rest += looks[look]!.share;
    const up = own[2 * over]!;
    const down = own[2 * over + 1]!;
    for (let look = over + 1; look < looks.length; look++) {
      own[2 * look]! += (up * looks[look]!.share) / rest;
      own[2 * look + 1]! += (down * looks[look]!.share) / rest;
    }
    own[own.length - 1]! += ((up + down) * GROWTH_SHARE) / rest;
    own[2 * over] = 0;
    own[2 * over + 1] = 0;
  }
}

/** The wealth of every gambler against every candidate before the first label, as in `CandidateWealth`. */
function startingWealth(looks: readonly PlannedLook[], surrogateMean: number): Float64Array {
  const width = 2 * looks.length + 1;
  const start = new Float64Array(width * (PLANNED_GRID_STEPS + 1));
  for (let g = 0; g <= PLANNED_GRID_STEPS; g++) {
    const lean = normalDistribution((surrogateMean - g / PLANNED_GRID_STEPS) / LEAN_WIDTH);
    const upward = LEAN_FLOOR + (1 - 2 * LEAN_FLOOR) * lean;
    for (const [look, { share, leans }] of looks.entries()) {
      start[g * width + 2 * look] = share * (leans ? upward : 0.5);
      start[g * width + 2 * look + 1] = share * (leans ? 1 - upward : 0.5);
    }
    start[(g + 1) * width - 1] = GROWTH_SHARE;
  }
  return start;
}
