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
    while (this.#first <= GRID_STEPS && totalOf(this.#first) < sumY - SUM_SLACK) this.#first++;
    while (this.#last >= 0 && totalOf(this.#last) > sumY + itemsLeft + SUM_SLACK) this.#last--;
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

  /** First and last candidate whose log-wealth is below ln(1/alpha); undefined when there is none. */
  accepted(alpha: number): { first: number; last: number } | undefined {
    let first = this.#first;
    while (first <= this.#last && !this.#isAccepted(first, alpha)) first++;
    if (first > this.#last) return undefined;
    let last = this.#last;
    while (!this.#isAccepted(last, alpha)) last--;
    return { first: first / GRID_STEPS, last: last / GRID_STEPS };
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
  const size = (BET_BOLDNESS * aimed) / (v + aimed * aimed);
  if (lead > 0) return below > 1e-9 && size * below > BET_FRACTION ? BET_FRACTION / below : size;
  return above > 1e-9 && size * above > BET_FRACTION ? -BET_FRACTION / above : -size;
}
