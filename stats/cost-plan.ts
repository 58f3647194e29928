import { requireInteger, requireOpenUnit, requirePositive } from './check.ts';
import { labelsToAskFor } from './planner.ts';

/** What labels and judge calls cost, and what they tell. */
export interface CostFacts {
  /** N, an integer of at least 1. */
  readonly populationSize: number;
  /** Standard deviation of the human values in [0, 1], above 0. */
  readonly plainDeviation: number;
  /** Correlation of the judge with people, in (0, 1). */
  readonly correlation: number;
  /** Mean of the values over the pool in [0, 1], where it is guessed. */
  readonly surrogateMean?: number | undefined;
  /** Half-width that the interval shall have, above 0, in units of [0, 1]. */
  readonly halfWidth: number;
  /** Of one label and of one judge call, in one currency, both above 0. */
  readonly labelPrice: number;
  readonly callPrice: number;
}

/** So many labels and judge calls, and what they cost together. */
interface CostedPlan {
  readonly labels: number;
  readonly calls: number;
  readonly cost: number;
}

interface CostPlan {
  /** The least cost of all. */
  readonly cheapest: CostedPlan;
  readonly withoutJudge: CostedPlan;
  /** Every item judged, as a study with a judge as its surrogate has it. */
  readonly allJudged: CostedPlan;
}

/** What rounding may take from a variance that is just enough. */
const ROUNDING = 1e-9;

/**
 * How many labels n and judge calls m, n of them on labeled items, reach a half-width at least cost. The variance of the difference
 * estimator of m judged items drawn by chance of which n are labeled by chance is (Angelopoulos et al., 2025, arXiv 2506.07949,
 * section 2, with n = pi T and m = T; Cochran, 1977, section 12.6, for the finite pool)
 *
 *   V(n, m) = E/n + (S - E)/m - S/N, S the variance of the human values, E = S (1 - r^2) what the judge leaves of it.
 *
 * Without limits the least cost has n/m = sqrt((cg/ch) E/(S - E)), their optimal random policy, ch and cg the prices of a label and of
 * a call. The half-width is met where V is that of a study whose items are all judged, by the product's own forecast of its betting
 * interval (`labelsToAskFor`); so the figures agree with the rest of the planner. Without a judge E = S, and no calls are made.
 *
 * The whole numbers are exact: for each n near the optimum the fewest m is tried, until no n can cost less.
 *
 * @throws RangeError when an argument is out of range
 */
export function cheapestPlan(facts: CostFacts): CostPlan {
  const { populationSize: N, plainDeviation, correlation, surrogateMean, halfWidth } = facts;
  const { labelPrice, callPrice } = facts;
  requireInteger(N, 1, 2 ** 40, 'The population size');
  requirePositive(plainDeviation, 'The standard deviation');
  requireOpenUnit(correlation, 'The correlation');
  requirePositive(halfWidth, 'The half-width');
  requirePositive(labelPrice, 'The price of a label');
  requirePositive(callPrice, 'The price of a judge call');
  const [S, E] = [plainDeviation ** 2, plainDeviation ** 2 * (1 - correlation ** 2)];
  const { labels } = labelsToAskFor({
    ...{ populationSize: N, standardDeviation: Math.sqrt(E), plainDeviation, surrogateMean, halfWidth },
  });
  const costOf = (n: number, m: number): CostedPlan => ({
    labels: n,
    calls: m,
    cost: labelPrice * n + callPrice * m,
  });
  const allJudged = costOf(labels, N);
  // What E/n + (S - E)/m may come to.
  const allowed = (E / labels + (S - E) / N) * (1 + ROUNDING);
  const alone = Math.min(N, Math.ceil(S / allowed));
  const withoutJudge = costOf(alone, 0);
  const judged = cheapestJudged({ N, E, rest: S - E, allowed, labelPrice, callPrice });
  return {
    ...{ withoutJudge, allJudged },
    cheapest: [withoutJudge, allJudged, judged].reduce((best, one) => (one.cost < best.cost ? one : best)),
  };
}

interface Judged extends Pick<CostFacts, 'labelPrice' | 'callPrice'> {
  readonly N: number;
  readonly E: number;
  readonly rest: number;
  readonly allowed: number;
}

/** The least cost with a judge. The cost of the real-valued problem is convex in n, and within a label and a call of that of whole numbers. */
function cheapestJudged({ N, E, rest, allowed, labelPrice, callPrice }: Judged): CostedPlan {
  const spread = allowed - rest / N;
  const fewest = Math.min(N, Math.max(1, Math.ceil(E / spread)));
  const callsAt = (n: number): number => Math.max(n, rest / Math.max(allowed - E / n, rest / N));
  const relaxed = (n: number) => labelPrice * n + callPrice * Math.min(N, callsAt(n));
  const at = (n: number): CostedPlan => {
    const calls = Math.min(N, Math.ceil(callsAt(n)));
    return { labels: n, calls, cost: labelPrice * n + callPrice * calls };
  };
  const root = Math.sqrt(E * labelPrice) + Math.sqrt(rest * callPrice);
  const start = Math.min(N, Math.max(fewest, Math.round((Math.sqrt(E / labelPrice) * root) / allowed)));
  let best = at(start);
  for (const step of [1, -1]) {
    for (let n = start + step; n >= fewest && n <= N && relaxed(n) <= best.cost; n += step) {
      const here = at(n);
      if (here.cost < best.cost) best = here;
    }
  }
  return best;
}
