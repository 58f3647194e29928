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
  TRIAL_STAKES,
  WEIGHTED_LEVELS,
} from '../planned/constants.ts';
import { growthShareOf, type PlannedLook } from '../planned/look-table.ts';
import { normalDistribution } from '../planned/normal-distribution.ts';
import type { DrawnLevels } from './drawn-levels.ts';
import { minusTwiceLog } from './minus-twice-log.ts';

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
interface SharedRound {
  left: number;
  sumY: number;
  mean: number;
  variance: number;
}

/** One side of it: the levels and the factor on their values, the level of the item drawn, and what it is worth. */
export interface RoundSide {
  readonly levels: DrawnLevels;
  scale: number;
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
  readonly #growthShare: number;
  readonly #limit: number;
  readonly #N: number;
  readonly #start: Float64Array;
  readonly #own: Float64Array;
  readonly #asked = new Float64Array(5);
  /** Stakes that are tried, from the third place on, each with what its cut must leave. */
  readonly #trials = new Float64Array(2 * TRIAL_STAKES + 2);
  /** Stakes that the gamblers of one candidate want. */
  readonly #wanted: Float64Array;
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
    this.#growthShare = growthShareOf(looks);
    this.#limit = 1 / alpha;
    this.#N = populationSize;
    this.#start = startingWealth(looks, surrogateMean);
    this.#own = new Float64Array(2 * looks.length + 1);
    this.#wanted = new Float64Array(2 * looks.length);
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

  #setSide(at: number, side: number, { levels, scale, level, y }: RoundSide): void {
    const { steps, mass, counts } = levels;
    const { total, sum, squares } = levels.moments(scale);
    const numbers = this.#levels;
    const from = SIDE * side;
    let place = from + 1;
    let [massUpTo, sumUpTo, squaresUpTo, top] = [0, 0, 0, 0];
    for (let l = 0; l < steps.length; l++) {
      if (counts[l] === 0) continue;
      const value = steps[l]! * scale;
      massUpTo += mass[l]!;
      sumUpTo += mass[l]! * value;
      squaresUpTo += mass[l]! * value * value;
      numbers[place + SHORT] = (value * massUpTo - sumUpTo) / total;
      numbers[place + MASS] = massUpTo / total;
      numbers[place + UP_TO] = sumUpTo / total;
      numbers[place + BEYOND] = (squares - squaresUpTo) / total;
      place += LEVEL;
      top = value;
    }
    const mean = sum / total;
    const drawn = steps[level]! * scale;
    numbers[from] = mean;
    this.#counts[side] = (place - from - 1) / LEVEL;
    this.#numbers[at + LEAD] = mean - drawn + y;
    this.#numbers[at + REACH] = top - mean;
    this.#numbers[at + DRAWN] = drawn;
    this.#numbers[at + WORTH] = y;
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
    const [own, wanted, numbers, hurry, overAt, limit] = [
      this.#own,
      this.#wanted,
      this.#numbers,
      this.#hurry,
      this.#over,
      this.#limit,
    ];
    const growth = own.length - 1;
    const looks = growth / 2;
    const target = TARGET_FACTOR * limit;
    const total = this.#N * (g / PLANNED_GRID_STEPS);
    for (let i = 0; i <= growth; i++) own[i] = this.#start[g * own.length + i]!;
    let over = 0;
    let kept = 0;
    let all = sumFrom(own, 0, 0);
    for (let t = 0; t < count; t++) {
      const at = ROUND * t;
      const implied = (total - numbers[at + SUM]!) / numbers[at + LEFT]!;
      if (implied < -MEAN_SLACK || implied > 1 + MEAN_SLACK) return t;
      const mu = implied < 0 ? 0 : implied > 1 ? 1 : implied;
      if (over < overAt[t]!) {
        while (over < overAt[t]!) kept += this.#handOn(over++);
        all = sumFrom(own, 2 * over, kept);
      }
      // Every stake rests on the wealth before the label, its own gambler's and that of all, which is below the target.
      const rest = target - all;
      const distance = numbers[at + MEAN]! - mu;
      const variance = numbers[at + VARIANCE]! + DISTANCE_WEIGHT * distance * distance;
      const perVariance = 1 / variance;
      const upRoom = room(numbers[at + UP + REACH]! + mu);
      const downRoom = room(numbers[at + DOWN + REACH]! + (1 - mu));
      const upLead = numbers[at + UP + LEAD]! - mu;
      const downLead = numbers[at + DOWN + LEAD]! - (1 - mu);
      // First what is wanted, without a branch that waits for a root, then what comes of it.
      for (let look = over, i = 2 * over; look < looks; look++, i += 2) {
        const pace = hurry[t * looks + look]! * perVariance;
        const up = own[i]!;
        const down = own[i + 1]!;
        wanted[i] = up > LEAST_LOOK_WEALTH ? Math.sqrt(minusTwiceLog(up / (rest + up)) * pace) : 0;
        wanted[i + 1] = down > LEAST_LOOK_WEALTH ? Math.sqrt(minusTwiceLog(down / (rest + down)) * pace) : 0;
      }
      let after = kept;
      for (let i = 2 * over; i < growth; i += 2) {
        const upStake = wanted[i]!;
        if (upStake * upRoom <= LOOK_RISK) own[i]! *= 1 + upStake * upLead;
        else own[i]! *= this.#cut(upStake, variance, LOOK_RISK, mu, upRoom, t, 0);
        after += own[i]!;
        const downStake = wanted[i + 1]!;
        if (downStake * downRoom <= LOOK_RISK) own[i + 1]! *= 1 + downStake * downLead;
        else own[i + 1]! *= this.#cut(downStake, variance, LOOK_RISK, 1 - mu, downRoom, t, 1);
        after += own[i + 1]!;
      }
      own[growth]! *= this.#growth(t, mu, distance);
      all = after + own[growth]!;
      if (all >= limit) return t;
    }
    return count;
  }

  /** What the growth gambler's wealth is multiplied by; it bets towards the expected mean. */
  #growth(t: number, mu: number, distance: number): number {
    const lead = Math.abs(distance);
    const spread = this.#numbers[ROUND * t + VARIANCE]! + lead * lead;
    const wanted = lead / spread;
    if (lead < LEAST_LEAD || wanted <= LEAST_LEAD) return 1;
    const side = distance > 0 ? 0 : 1;
    const against = distance > 0 ? mu : 1 - mu;
    const at = ROUND * t + UP + (DOWN - UP) * side;
    const reach = room(this.#numbers[at + REACH]! + against);
    return wanted * reach <= GROWTH_RISK
      ? 1 + wanted * (this.#numbers[at + LEAD]! - against)
      : this.#cut(wanted, spread, GROWTH_RISK, against, reach, t, side);
  }

  #cut(
    wanted: number,
    variance: number,
    risk: number,
    mu: number,
    reach: number,
    t: number,
    side: number,
  ): number {
    const asked = this.#asked;
    asked[0] = wanted;
    asked[1] = variance;
    asked[2] = risk;
    asked[3] = mu;
    asked[4] = reach;
    this.#settleCut(t, side);
    return asked[0]!;
  }

  /**
   * What a stake beyond its limit multiplies by; its numbers lie in `#asked`, and what it gives in the first
   * place, so that a call allocates nothing. Of the
   * stakes tried the expected growth is concave, so that the first that gains nothing ends the search.
   */
  #settleCut(t: number, side: number): void {
    const asked = this.#asked;
    const [wanted, variance, risk, mu, reach] = [asked[0]!, asked[1]!, asked[2]!, asked[3]!, asked[4]!];
    const at = ROUND * t + UP + (DOWN - UP) * side;
    const numbers = this.#numbers;
    const limit = risk / reach;
    const most = Math.min(risk / room(mu), wanted);
    let best = limit;
    let bestCut = 0;
    if (most > limit * NOTICEABLE) {
      const levels = this.#levels;
      const from = SIDE * (2 * t + side);
      const mean = levels[from]!;
      let place = from + 1 + LEVEL * (this.#counts[2 * t + side]! - 1);
      // All divisions first: none waits for another.
      const trials = this.#trials;
      const step = most - limit;
      for (let trial = 1; trial <= TRIAL_STAKES; trial++) {
        const tried = limit + (step * trial) / TRIAL_STAKES;
        trials[2 * trial] = tried;
        trials[2 * trial + 1] = risk / tried - mu;
      }
      let mostGain = wanted * variance * limit - 0.5 * variance * limit * limit;
      for (let trial = 2; trial <= 2 * TRIAL_STAKES; trial += 2) {
        const tried = trials[trial]!;
        const short = trials[trial + 1]!;
        // The larger the stake, the lower the cut.
        while (place > from + 1 && levels[place + SHORT]! > short + ROUNDING) place -= LEVEL;
        const mass = levels[place + MASS]!;
        const cut = (short + levels[place + UP_TO]!) / mass;
        const middle = mean + short;
        const lost = mass * cut * cut + levels[place + BEYOND]! - middle * middle;
        const gain = wanted * variance * tried - 0.5 * tried * tried * (variance + lost);
        if (gain <= mostGain) break;
        mostGain = gain;
        best = tried;
        bestCut = cut;
      }
    }
    if (best <= limit) {
      asked[0] = 1 + limit * (numbers[at + LEAD]! - mu);
      return;
    }
    const kept = bestCut - numbers[at + DRAWN]!;
    asked[0] = 1 - risk + best * ((kept > 0 ? kept : 0) + numbers[at + WORTH]!);
  }

  /**
   * A look is over: its wealth goes to the later looks and the growth gambler, by their starting shares. What nobody can
   * take is given back, to be kept.
   */
  #handOn(over: number): number {
    const own = this.#own;
    const looks = this.#looks;
    let rest = this.#growthShare;
    for (let look = over + 1; look < looks.length; look++) rest += looks[look]!.share;
    const up = own[2 * over]!;
    const down = own[2 * over + 1]!;
    own[2 * over] = 0;
    own[2 * over + 1] = 0;
    if (rest === 0) return up + down;
    for (let look = over + 1; look < looks.length; look++) {
      own[2 * look]! += (up * looks[look]!.share) / rest;
      own[2 * look + 1]! += (down * looks[look]!.share) / rest;
    }
    own[own.length - 1]! += ((up + down) * this.#growthShare) / rest;
    return 0;
  }
}

function sumFrom(values: Float64Array, from: number, start: number): number {
  let sum = start;
  for (let i = from; i < values.length; i++) sum += values[i]!;
  return sum;
}

const room = (reach: number): number => (reach > LEAST_RANGE ? reach : LEAST_RANGE);

/** The wealth of every gambler against every candidate before the first label, as in `CandidateWealth`. */
function startingWealth(looks: readonly PlannedLook[], surrogateMean: number): Float64Array {
  const width = 2 * looks.length + 1;
  const growthShare = growthShareOf(looks);
  const start = new Float64Array(width * (PLANNED_GRID_STEPS + 1));
  for (let g = 0; g <= PLANNED_GRID_STEPS; g++) {
    const lean = normalDistribution((surrogateMean - g / PLANNED_GRID_STEPS) / LEAN_WIDTH);
    const upward = LEAN_FLOOR + (1 - 2 * LEAN_FLOOR) * lean;
    for (const [look, { share, leans }] of looks.entries()) {
      start[g * width + 2 * look] = share * (leans ? upward : 0.5);
      start[g * width + 2 * look + 1] = share * (leans ? 1 - upward : 0.5);
    }
    start[(g + 1) * width - 1] = growthShare;
  }
  return start;
}
