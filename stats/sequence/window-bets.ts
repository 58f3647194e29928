import { requireSameLength } from '../check.ts';

/** What people said of the items of a window, in the order of its draw: uniform, without replacement. */
export interface WindowLabels {
  /** Items of the window. */
  readonly N: number;
  /** Mean of the surrogate over all of them, in [0, 1]. */
  readonly surrogateMean: number;
  /** A guess in [0, 1] of each item that was drawn and finished. */
  readonly surrogate: readonly number[];
  /** What people said of it, in [0, 1]. */
  readonly y: readonly (number | 'skipped')[];
  /** Labels that were planned when the window came; all that there are unless said. Only `unlikeWindows` uses it. */
  readonly planned?: number;
}

/**
 * Whose mean a bound is for, and under which assumption:
 *
 * - `conversations`: of the N conversations of a window themselves, whatever they are a sample of. A machine score helps.
 * - `alikeWindows`: of the traffic that a window is a sample of. Its labeled conversations are independent draws from it.
 * - `unlikeWindows`: of the system over all its traffic, where the mean of a window varies by chance: each window is one
 *   independent draw, which counts once its planned labels are there.
 */
export type MeanOf = 'conversations' | 'alikeWindows' | 'unlikeWindows';

/** What is bet on one window. */
interface Bets {
  /** The logarithm of each gambler's wealth against a mean of m or more; Infinity where no mean of m is possible any more. */
  logWealth(m: number): number[];
}

/** Shares of the largest bet that cannot lose everything; each is a gambler with an equal part of the wealth. */
const SHARES = [0.03, 0.1, 0.25, 0.5, 0.9] as const;
/** The slope with which the surrogate is taken off, before any label, and how many labels' spread it is worth. */
const PRIOR_SLOPE = 0.5;
const PRIOR_SPREAD = 0.5;
/** Bounds are looked for until they are known this well. */
const PRECISION = 1e-9;

/**
 * Bets that the mean of one window is low: for a candidate m each gambler multiplies its wealth at every draw t by
 * 1 + f (m_t - x_t) / (b_t - m_t). There m_t is the mean of the items that were left if the mean of all were m,
 * x_t = y_t - c_t (s_t - s_left) the value with the surrogate taken off against its own mean over what was left, b_t the most
 * that x_t can be, and c_t the slope of the labels before, all of this window. If the window's mean is m or more, the wealth
 * is a nonnegative supermartingale that begins with 1 (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables
 * by betting", section 5 for draws without replacement). It grows with m, so that whatever refutes m refutes all above it.
 */
class WindowBets implements Bets {
  private readonly N: number;
  private readonly x: number[] = [];
  private readonly most: number[] = [];
  /** Sum of the values before each draw, and after the last. */
  private readonly sums: number[] = [0];

  /** @param isMirrored whether the bet is that the mean is high: all values are turned round. A skip speaks against the bet. */
  constructor({ N, surrogateMean, surrogate, y }: WindowLabels, isMirrored: boolean) {
    this.N = N;
    const turned = (value: number) => (isMirrored ? 1 - value : value);
    let leftSum = turned(surrogateMean) * N;
    const slope = new RunningSlope();
    for (const [t, said] of y.entries()) {
      const value = said === 'skipped' ? 1 : turned(said);
      const s = turned(surrogate[t]!);
      const left = Math.min(1, Math.max(0, leftSum / (N - t)));
      const c = slope.value;
      this.x.push(value - c * (s - left));
      this.most.push(1 + c * left);
      this.sums.push(this.sums[t]! + value);
      slope.add(s, value);
      leftSum -= s;
    }
  }

  logWealth(m: number): number[] {
    const { N, x, most, sums } = this;
    const wealth = SHARES.map(() => 0);
    for (let t = 0; t <= x.length; t++) {
      const left = N - t;
      const owed = m * N - sums[t]!;
      // More than every item that is left could make up for.
      if (owed > left + PRECISION) return SHARES.map(() => Number.POSITIVE_INFINITY);
      if (t === x.length) break;
      const mean = owed / left;
      const room = most[t]! - mean;
      // Where the mean can be no more than it is, a value of less refutes it at the next look of `owed`.
      if (room < PRECISION) continue;
      for (const [j, share] of SHARES.entries()) wealth[j]! += Math.log1p((share * (mean - x[t]!)) / room);
    }
    return wealth;
  }
}

/**
 * The same bets on independent draws from what a window is a sample of: for a candidate m each gambler multiplies its wealth by
 * 1 + f (m - x_t) / (1 - m). If the mean of each draw, given those before, is m or more, the wealth is a nonnegative
 * supermartingale (Waudby-Smith and Ramdas 2024, section 4). No number of conversations enters, and no machine score: its mean
 * over the window tells of the window, and not of what the window is drawn from.
 */
class TrafficBets implements Bets {
  private readonly x: readonly number[];

  /** @param x independent draws in [0, 1] */
  constructor(x: readonly number[]) {
    this.x = x;
  }

  logWealth(m: number): number[] {
    const room = 1 - m;
    // A mean of 1 leaves room for no value below it.
    if (room < PRECISION)
      return SHARES.map(() => (this.x.every((x) => x >= m) ? 0 : Number.POSITIVE_INFINITY));
    return SHARES.map((share) => this.x.reduce((sum, x) => sum + Math.log1p((share * (m - x)) / room), 0));
  }
}

/**
 * Whether bets refute that draws in [0, 1] have a mean of m or more, each given those before: of draws that do, it is ever true with
 * probability alpha at most, however many come.
 */
export const liesBelow = (draws: readonly number[], m: number, alpha: number): boolean =>
  logSum(new TrafficBets(draws).logWealth(m)) - Math.log(SHARES.length) >= Math.log(1 / alpha);

/** @param isMirrored whether the bet is that the mean is high */
function betsOn(window: WindowLabels, of: MeanOf, isMirrored: boolean): Bets {
  requireSameLength(window.surrogate, window.y, 'Surrogate and values');
  if (of === 'conversations') return new WindowBets(window, isMirrored);
  const x = window.y.map((said) => (said === 'skipped' ? 1 : isMirrored ? 1 - said : said));
  if (of === 'alikeWindows') return new TrafficBets(x);
  const { planned = x.length } = window;
  if (planned === 0 || x.length < planned) return new TrafficBets([]);
  return new TrafficBets([x.slice(0, planned).reduce((sum, one) => sum + one, 0) / planned]);
}

/** The slope of y on s by least squares, drawn towards the prior, in [0, 1]. */
class RunningSlope {
  private count = 0;
  private meanS = 0;
  private meanY = 0;
  private spread = 0;
  private product = 0;

  get value(): number {
    const slope = (this.product + PRIOR_SPREAD * PRIOR_SLOPE) / (this.spread + PRIOR_SPREAD);
    return Math.min(1, Math.max(0, slope));
  }

  add(s: number, y: number): void {
    this.count += 1;
    const fromMean = s - this.meanS;
    this.meanS += fromMean / this.count;
    this.meanY += (y - this.meanY) / this.count;
    this.spread += fromMean * (s - this.meanS);
    this.product += fromMean * (y - this.meanY);
  }
}

/** log of the sum of exponentials. */
function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  if (!Number.isFinite(most)) return most;
  return most + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - most), 0));
}

/**
 * The logarithm of the wealth of one who bets that some window's mean is below m. A share of 1/(k (k + 1)) is staked anew on each
 * window k = 1, 2, ... and carried through the later ones; what is left of the stake waits. If every window's mean is m or more,
 * the wealth ever reaches 1/alpha with probability alpha at most, however often one looks and whenever one stops (Ville 1939);
 * to begin anew at every window finds a late drop at the price of log(k (k + 1)) (after Shin, Ramdas and Rinaldo 2023,
 * "E-detectors", whose sums control the time between false alarms; staking a share each controls that there is ever one).
 */
function logStake(windows: readonly Bets[], m: number): number {
  const K = windows.length;
  const perWindow = windows.map((window) => window.logWealth(m));
  const carried = SHARES.map(() => 0);
  const parts = [-Math.log(K + 1)];
  for (let k = K; k >= 1; k--) {
    for (const [j, wealth] of perWindow[k - 1]!.entries()) carried[j]! += wealth;
    parts.push(logSum(carried) - Math.log(SHARES.length) - Math.log(k * (k + 1)));
  }
  return logSum(parts);
}

/** The smallest m in [0, 1] that the bets refute; 1 where they refute none. */
function leastRefuted(logWealth: (m: number) => number, alpha: number): number {
  const bound = Math.log(1 / alpha);
  if (logWealth(1) < bound) return 1;
  let [held, refuted] = [0, 1];
  while (refuted - held > PRECISION) {
    const middle = (held + refuted) / 2;
    if (logWealth(middle) >= bound) refuted = middle;
    else held = middle;
  }
  return refuted;
}

/**
 * A bound in [0, 1] below which the mean of at least one window lies, at every look with probability 1 - alpha. The windows stand in
 * their order in time; a skip counts as 1. 1 says that nothing is known. With `unlikeWindows` it is a bound on the least of the
 * means that windows have on average, given those before: that of the system, wherever it stays the same.
 *
 * @throws RangeError when a window has not one surrogate value a label
 */
export function lowestMeanBound(
  windows: readonly WindowLabels[],
  alpha: number,
  of: MeanOf = 'conversations',
): number {
  const bets = windows.map((window) => betsOn(window, of, false));
  return leastRefuted((m) => logStake(bets, m), alpha);
}

/**
 * A bound in [0, 1] above which the mean of one window lies, at every look with probability 1 - alpha. A skip counts as 0; 0 says
 * that nothing is known. One window alone bounds no system whose windows vary: it is for `conversations` and `alikeWindows`.
 *
 * @throws RangeError when there is not one surrogate value a label
 */
export function meanLowerBound(
  window: WindowLabels,
  alpha: number,
  of: Exclude<MeanOf, 'unlikeWindows'> = 'conversations',
): number {
  const bets = betsOn(window, of, true);
  return 1 - leastRefuted((m) => logSum(bets.logWealth(m)) - Math.log(SHARES.length), alpha);
}
