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
  if (!once) return lookTable(populationSize, labels);
  const look = Math.min(labels ?? populationSize, populationSize);
  return [{ labels: look, share: 1, boldness: 1, leans: true }];
}

/** Constants of `plannedHalfWidth`. */
const FITTED = {
  /** Standard errors of a look: `still` + `normal` times the quantile at its share of alpha, more for a bold one. */
  still: -0.19,
  normal: 1.15,
  bold: 1.13,
  /** What a range of 1 costs a look, and how its cost falls with the pool that is left. */
  range: 0.89,
  rangeLeft: 2.75,
  /** How fast the width falls on the way to a look. */
  approach: 1.1,
  /** Standard errors of the growth gambler. */
  growth: 4.03,
  /** How sharply the narrowest of all counts. */
  sharpness: 3.5,
  /** The bets expect the deviation seen as if so many labels had been of this deviation before. */
  priorLabels: 19,
  priorDeviation: 0.2,
  /** How a study of one look gains from the pool that is left. */
  onceLeft: 0.18,
};

/** Ends lie half a step of the grid of candidates outward, on average. */
const GRID = 0.0005;

/**
 * Expected half-width after T labels under planned looks (rule 3) at alpha = .05, a formula fitted to simulations of the
 * sequence in `planned`.
 *
 * A look at T_k with the share w_k of the wealth is a test at w_k alpha: with z_k its two-sided normal quantile it leaves
 * h_k = (-.19 + 1.15 z_k) s/sqrt(T_k) + .89/T_k (1 - T_k/N)^2.75, which is approached as (T_k/T)^1.1 and then kept. Bets for
 * growth give h_g = sqrt(1 - T/N) (4.03 s/sqrt(T) + .89/T) at any T. s^2 = (19 .2^2 + T sd^2)/(19 + T): bets learn the
 * spread. The interval is about as narrow as the narrowest of these: h = (sum of h_k^-3.5 + h_g^-3.5)^(-1/3.5), plus half a
 * step of the grid, and never wider than the labels allow, (1 - T/N)/2. It falls with T.
 *
 * Root mean square of the relative error 8.8 % on the simulations fitted to and 7.5 % on others with other populations and
 * plans; what is left is the shape of the values, which the deviation alone does not tell (skewed ones up to 8 % wider,
 * even ones 10 % narrower). test/accuracy/planner.ts measures it anew on the synthetic and the real populations.
 */
export function plannedHalfWidth(
  facts: { populationSize: number; standardDeviation: number; plan: BettingPlan },
  labels: number,
): number {
  const { populationSize: N, plan } = facts;
  const left = 1 - labels / N;
  const widths = looksOf(N, plan).map((look) => widthOfLook(look, facts, labels));
  if (!plan.once) {
    const spread = (FITTED.growth * expectedDeviation(facts.standardDeviation, labels)) / Math.sqrt(labels);
    widths.push(Math.sqrt(left) * (spread + FITTED.range / labels));
  }
  const { sharpness } = FITTED;
  const narrowest = widths.reduce((sum, width) => sum + width ** -sharpness, 0) ** (-1 / sharpness);
  return Math.min(narrowest + GRID, left / 2);
}

/** The half-width that a look brings about by itself. */
function widthOfLook(
  look: PlannedLook,
  {
    populationSize: N,
    standardDeviation,
    plan,
  }: { populationSize: number; standardDeviation: number; plan: BettingPlan },
  labels: number,
): number {
  const { still, normal, bold, range, rangeLeft, approach, onceLeft } = FITTED;
  const quantile = -normalQuantile((DEFAULT_ALPHA / 2) * look.share);
  const left = 1 - look.labels / N;
  const errors =
    (still + normal * quantile + (look.boldness > 1 ? bold : 0)) * (plan.once ? left ** onceLeft : 1);
  const spread = expectedDeviation(standardDeviation, Math.min(labels, look.labels));
  const atLook = (errors * spread) / Math.sqrt(look.labels) + (range / look.labels) * left ** rangeLeft;
  return atLook * Math.max(1, look.labels / labels) ** approach;
}

function expectedDeviation(standardDeviation: number, labels: number): number {
  const { priorLabels, priorDeviation } = FITTED;
  return Math.sqrt(
    (priorLabels * priorDeviation ** 2 + labels * standardDeviation ** 2) / (priorLabels + labels),
  );
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
