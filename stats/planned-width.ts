import { normalQuantile } from './intervals/normal-quantile.ts';
import { GROWTH_SHARE } from './planned/constants.ts';
import { lookTable, type PlannedLook } from './planned/look-table.ts';
import { DEFAULT_ALPHA } from './sequence/constants.ts';

/** What the labels of a study are bet by, as far as the width of its interval depends on it. */
export interface BettingPlan {
  /** The rule of bets that the study began under. */
  readonly rule: 2 | 3;
  /** Labels that the study asked for at the draw; null when none were stated. Rule 2 has no plan. */
  readonly labels: number | null;
  /** Whether it will look at that number of labels only. */
  readonly once: boolean;
}

/** Of the studies that began before plans. */
export const UNPLANNED: BettingPlan = { rule: 2, labels: null, once: false };

/** The looks that such a plan has; none under rule 2. */
export function looksOf(populationSize: number, { rule, labels, once }: BettingPlan): PlannedLook[] {
  if (rule === 2) return [];
  return lookTable(populationSize, labels, once);
}

/** What the half-width of planned looks depends on; see `PlanningFacts`. */
interface PlannedFacts {
  populationSize: number;
  standardDeviation: number;
  plainDeviation?: number | undefined;
  surrogateMean?: number | undefined;
  plan: BettingPlan;
}

/** Constants of `plannedHalfWidth`. */
const FITTED = {
  /** Standard errors of a look: `still` + `normal` times the quantile at its share of alpha, more for a bold one. */
  still: -0.28,
  normal: 1.18,
  bold: 0.55,
  /** What the range costs a look, more where values are far apart, and how that falls with the pool that is left. */
  range: 0.7,
  rangeByDeviation: 0.6,
  rangeLeft: 2.35,
  /** How fast the width falls on the way to a look. */
  approach: 1.05,
  /** Standard errors of the growth gambler. */
  growth: 4.06,
  /** How sharply the narrowest of all counts. */
  sharpness: 3.6,
  /** Bets expect the deviation seen as if so many labels had been of variance `priorVariance` + `priorShare` of the plain one. */
  priorLabels: 31,
  priorVariance: 0.0144,
  priorShare: 0.325,
  /** How a study of one look gains from the pool that is left. */
  onceLeft: 0.2,
};

/** Plain deviation over the residual one where nobody knows it, nor the mean of the surrogate. */
const USUAL_GAIN = 1.1;

/** Plain variance where the mean of the surrogate is known, by the spread of a coin of that mean and by the residual variance. */
const USUAL_VARIANCE = { still: -0.006, coin: 0.155, residual: 1.052 };

/** Values in [0, 1] have no larger variance. */
const MOST_VARIANCE = 0.25;

/** Ends lie half a step of the grid of candidates outward, on average. */
const GRID = 0.0005;

/**
 * Expected half-width after T labels under planned looks (rule 3) at alpha = .05, a formula fitted to simulations of the
 * sequence in `planned`.
 *
 * A look at T_k with the share w_k of the wealth is a test at w_k alpha: with z_k its two-sided normal quantile it leaves
 * h_k = (-.28 + 1.18 z_k) s/sqrt(T_k) + r/T_k (1 - T_k/N)^2.35, which is approached as (T_k/T)^1.05 and then kept. Bets for
 * growth give h_g = sqrt(1 - T/N) (4.06 s/sqrt(T) + r/T) at any T. Here s^2 = (31 (.12^2 + .325 sy^2) + T sd^2)/(31 + T),
 * since bets learn the residual spread sd, and r = .7 + .6 sy; sy is the plain deviation of the values. The interval is about
 * as narrow as the narrowest of these: h = (sum of h_k^-3.6 + h_g^-3.6)^(-1/3.6), plus half a step of the grid, and never
 * wider than the labels allow, (1 - T/N)/2. It falls with T.
 *
 * Before sy is known, sy^2 = .155 S (1 - S) + 1.052 sd^2 - .006 stands for it, from sd^2 to .25, S the mean of the surrogate; 1.1 sd for
 * sy where that is not known either.
 *
 * Its relative error is .08 (root mean square) where sy is known, against the mean of twenty runs, and .10 where it is not, by
 * test/accuracy/planner.ts (docs/accuracy.md). What is left is the shape of the values, and a surrogate whose mean is far from
 * theirs.
 */
export function plannedHalfWidth(facts: PlannedFacts, labels: number): number {
  const { populationSize: N, plan } = facts;
  const left = 1 - labels / N;
  const widths = looksOf(N, plan).map((look) => widthOfLook(look, facts, labels));
  if (!plan.once) {
    const spread = (FITTED.growth * expectedDeviation(facts, labels)) / Math.sqrt(labels);
    widths.push(Math.sqrt(left) * (spread + rangeCost(facts) / labels));
  }
  const { sharpness } = FITTED;
  const narrowest = widths.reduce((sum, width) => sum + width ** -sharpness, 0) ** (-1 / sharpness);
  return Math.min(narrowest + GRID, left / 2);
}

/** The half-width that a look brings about by itself. */
function widthOfLook(look: PlannedLook, facts: PlannedFacts, labels: number): number {
  const { still, normal, bold, rangeLeft, approach, onceLeft } = FITTED;
  const quantile = -normalQuantile((DEFAULT_ALPHA / 2) * look.share);
  const left = 1 - look.labels / facts.populationSize;
  const gain = facts.plan.once ? left ** onceLeft : 1;
  const errors = gain * (still + normal * quantile + (look.boldness > 1 ? bold : 0));
  const spread = expectedDeviation(facts, Math.min(labels, look.labels));
  const atLook =
    (errors * spread) / Math.sqrt(look.labels) + (rangeCost(facts) / look.labels) * left ** rangeLeft;
  return atLook * Math.max(1, look.labels / labels) ** approach;
}

function plainDeviationOf({ standardDeviation, plainDeviation, surrogateMean }: PlannedFacts): number {
  if (plainDeviation !== undefined) return plainDeviation;
  if (surrogateMean === undefined) return USUAL_GAIN * standardDeviation;
  const { still, coin, residual } = USUAL_VARIANCE;
  const variance = standardDeviation ** 2;
  const guessed = still + coin * surrogateMean * (1 - surrogateMean) + residual * variance;
  return Math.sqrt(Math.max(variance, Math.min(guessed, MOST_VARIANCE)));
}

const rangeCost = (facts: PlannedFacts): number =>
  FITTED.range + FITTED.rangeByDeviation * plainDeviationOf(facts);

function expectedDeviation(facts: PlannedFacts, labels: number): number {
  const { priorLabels, priorVariance, priorShare } = FITTED;
  const before = priorVariance + priorShare * plainDeviationOf(facts) ** 2;
  return Math.sqrt((priorLabels * before + labels * facts.standardDeviation ** 2) / (priorLabels + labels));
}

/** A look with less than this of the wealth that is still to be used changes nothing that one would see. */
const SHARE_THAT_MATTERS = 0.05;

/**
 * Labels of the next look of a study at which its interval will be narrower; undefined when none is to come. Between looks
 * it hardly moves, so that this, and not "one label more", is what to go on for.
 *
 * @param facts.labeled labels so far
 * @param facts.looks as `looksOf` gives them
 */
export function nextLook({
  labeled,
  looks,
}: {
  labeled: number;
  looks: readonly PlannedLook[];
}): number | undefined {
  const ahead = looks.filter(({ labels }) => labels > labeled);
  return ahead.find(({ share }, k) => {
    const rest = ahead.slice(k).reduce((sum, look) => sum + look.share, GROWTH_SHARE);
    return share >= SHARE_THAT_MATTERS * rest;
  })?.labels;
}
