import { BET_AIM, BET_BOLDNESS, BET_FRACTION, GRID_STEPS, LEAST_LEAD } from './constants.ts';

/** Slack of the test that a candidate mean is impossible, in units of the sum of y. */
const SUM_SLACK = 1e-9;

/** A wealth that leaves this range is folded into its logarithm, before it can under- or overflow. */
const LEAST_WEALTH = 1e-150;
const MOST_WEALTH = 1e150;

/**
 * Wealth of a gambler against each candidate mean m_g = g/1000. Against the true mean the game is fair, so its
 * wealth seldom grows large; candidates whose wealth has reached 1/alpha are rejected (Ville, 1939; Waudby-Smith
 * and Ramdas, 2024).
 *
 * Log-wealth is `logShift + ln(wealth)`: rounds multiply, and only a wealth that grows out of range is turned into
 * its logarithm, which spares a thousand logarithms per label.
 */
export class WealthGrid {
  readonly #wealth = new Float64Array(GRID_STEPS + 1).fill(1);
  readonly #logShift = new Float64Array(GRID_STEPS + 1);
  /** First and last candidate that the labels leave possible; the others are dead for good. */
  #first = 0;
  #last = GRID_STEPS;

  /** Candidates outside what the labels leave possible die: N m < sum y, or N m > sum y + items left. */
  bury(populationSize: number, sumY: number, itemsLeft: number): void {
    const totalOf = (g: number) => (populationSize * g) / GRID_STEPS;
    // They end at 1 and at 0 at the latest: the labels sum to N at most, and to 0 at least.
    while (totalOf(this.#first) < sumY - SUM_SLACK) this.#first++;
    while (totalOf(this.#last) > sumY + itemsLeft + SUM_SLACK) this.#last--;
  }

  /**
   * One round: against candidate m the bet of `heldStake` is placed on payoff - m, and the wealth is multiplied by
   * 1 + stake (payoff - m).
   *
   * @param payoff Z, whose expectation given the past is the true mean
   * @param lowest, highest bounds of Z known before the draw
   * @param p, v mean and variance expected of Z
   */
  bet(payoff: number, lowest: number, highest: number, p: number, v: number): void {
    const wealth = this.#wealth;
    const last = this.#last;
    const aim = aimOf(v);
    for (let g = this.#first; g <= last; g++) {
      const candidate = g / GRID_STEPS;
      const stake = heldStake(p - candidate, v, aim, candidate - lowest, highest - candidate);
      const factor = 1 + stake * (payoff - candidate);
      const next = wealth[g]! * factor;
      if (next > LEAST_WEALTH && next < MOST_WEALTH) wealth[g] = next;
      else this.#fold(g, factor);
    }
  }

  /**
   * One round of the bets of `growthStake` in place of those of `heldStake`.
   *
   * @param left share of the pool that is not labeled yet, in (0, 1]
   */
  betForGrowth(payoff: number, lowest: number, highest: number, p: number, v: number, left: number): void {
    const wealth = this.#wealth;
    for (let g = this.#first; g <= this.#last; g++) {
      const candidate = g / GRID_STEPS;
      const stake = growthStake(p - candidate, v, left, candidate - lowest, highest - candidate);
      const factor = 1 + stake * (payoff - candidate);
      const next = wealth[g]! * factor;
      if (next > LEAST_WEALTH && next < MOST_WEALTH) wealth[g] = next;
      else this.#fold(g, factor);
    }
  }

  /**
   * First and last candidate whose log-wealth is below ln(1/alpha); undefined when there is none.
   *
   * @param other grid with the same candidates buried, which holds `share` of the wealth
   */
  accepted(alpha: number, other?: WealthGrid, share = 0): { first: number; last: number } | undefined {
    const isAccepted = (g: number) =>
      other
        ? (1 - share) * this.#wealthOf(g) + share * other.#wealthOf(g) < 1 / alpha
        : this.#isAccepted(g, alpha);
    let first = this.#first;
    while (first <= this.#last && !isAccepted(first)) first++;
    if (first > this.#last) return undefined;
    let last = this.#last;
    while (!isAccepted(last)) last--;
    return { first: first / GRID_STEPS, last: last / GRID_STEPS };
  }

  #logWealthOf(g: number): number {
    return this.#logShift[g]! + Math.log(this.#wealth[g]!);
  }

  /** May be infinite. */
  #wealthOf(g: number): number {
    return this.#logShift[g] === 0 ? this.#wealth[g]! : Math.exp(this.#logWealthOf(g));
  }

  /** Has from now on, against every candidate, this share of its own wealth and the rest of another's. */
  mix(share: number, other: WealthGrid): void {
    for (let g = 0; g <= GRID_STEPS; g++) {
      const [own, its] = [Math.log(share) + this.#logWealthOf(g), Math.log1p(-share) + other.#logWealthOf(g)];
      this.#logShift[g] = Math.max(own, its) + Math.log1p(Math.exp(-Math.abs(own - its)));
      this.#wealth[g] = 1;
    }
  }

  /** An independent copy in the same state. */
  clone(): WealthGrid {
    const copy = new WealthGrid();
    copy.#wealth.set(this.#wealth);
    copy.#logShift.set(this.#logShift);
    copy.#first = this.#first;
    copy.#last = this.#last;
    return copy;
  }

  #isAccepted(g: number, alpha: number): boolean {
    const shift = this.#logShift[g]!;
    const wealth = this.#wealth[g]!;
    return shift === 0 ? wealth < 1 / alpha : shift + Math.log(wealth) < Math.log(1 / alpha);
  }

  #fold(g: number, factor: number): void {
    const gain = Math.log(this.#wealth[g]!) + Math.log(Math.max(factor, 1e-300));
    this.#logShift[g] = this.#logShift[g]! + gain;
    this.#wealth[g] = 1;
  }
}

/** Distance from the expected mean at which bets are aimed, for an expected variance v: 0.32 sqrt(v). */
export function aimOf(v: number): number {
  return BET_AIM * Math.sqrt(v);
}

/**
 * The stake on a lead of p over the candidate: 1.3 a/(v + a^2) in the direction of the lead, with
 * a = (|lead| + aim)/2, clipped to [-C/above, C/below] with C = 0.8; none on a lead that may be rounding.
 *
 * At a = |lead| and without the factor that is the bet under which wealth is expected to grow fastest. Close to p
 * such bets are tiny and follow the noise in p; but no candidate there is about to fall, and when it is, the
 * interval's end is near it and the lead is about the aim. So bets are aimed half-way between the two, and are a
 * little bolder than growth alone would have them: what counts is to reach 1/alpha once. Any bet known before the
 * draw keeps the guarantee.
 *
 * On a side where no payoff lies beyond the candidate by more than 1e-9, no payoff can hurt, and the stake is left
 * alone: it is finite because v is above 0.
 *
 * @param lead p - candidate
 * @param aim by `aimOf`
 * @param below, above distances of the candidate from the lowest and the highest payoff
 */
export function heldStake(lead: number, v: number, aim: number, below: number, above: number): number {
  const distance = Math.abs(lead);
  if (distance < LEAST_LEAD) return 0;
  const aimed = (distance + aim) / 2;
  return held((BET_BOLDNESS * aimed) / (v + aimed * aimed), lead, below, above);
}

/**
 * The stake under which wealth is expected to grow fastest, in units of what is left: x/(v + x^2)/left with x = lead/left,
 * in the direction of the lead and clipped as by `heldStake`. The mean of the items left lies x from what it is under the
 * candidate, and a payoff moves by 1/left of theirs; so late labels of a pool are bet on as boldly as early ones.
 *
 * @param left share of the pool that is not labeled yet, in (0, 1]
 */
export function growthStake(lead: number, v: number, left: number, below: number, above: number): number {
  const distance = Math.abs(lead) / left;
  if (Math.abs(lead) < LEAST_LEAD) return 0;
  return held(distance / (v + distance * distance) / left, lead, below, above);
}

/** A stake of that size towards the lead that risks no more than C of the wealth. */
function held(size: number, lead: number, below: number, above: number): number {
  if (lead > 0) return below > 1e-9 && size * below > BET_FRACTION ? BET_FRACTION / below : size;
  return above > 1e-9 && size * above > BET_FRACTION ? -BET_FRACTION / above : -size;
}
