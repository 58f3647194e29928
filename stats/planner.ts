import { requireInteger, requirePositive, requireUnit } from './check.ts';
import { type BettingPlan, plannedHalfWidth } from './planned-width.ts';

/** Fewest labels that a plan proposes. */
const FEWEST_PLANNED = 5;

/** What a half-width depends on. All in units of [0, 1]. */
export interface PlanningFacts {
  /** N, an integer of at least 1. */
  populationSize: number;
  /** Residual standard deviation of the human value given what the study knows of the item, of at least 0. */
  standardDeviation: number;
  /** That of the human values themselves, where it is known: it makes forecasts of rule 3 better. */
  plainDeviation?: number | undefined;
  /** Mean of the surrogate over the pool, in [0, 1]: what forecasts of rule 3 go by until the plain spread is known. */
  surrogateMean?: number | undefined;
  plan: BettingPlan;
  /** Where a running study stands: forecasts of rule 3 are rescaled by it. */
  reached?: { labels: number; halfWidth: number } | undefined;
}

/** Labels from which what a study reached tells more than the formula alone, and how far it may lower the forecast. */
const RESCALED_FROM = 10;
const LEAST_SCALE = 0.5;

/**
 * Expected half-width of the running interval after T labels, by the rule of bets of the study: `plannedHalfWidth` under
 * rule 3, `calibratedHalfWidth` under rule 2. It never grows with T.
 *
 * Under rule 3 the forecast of a running study is multiplied by the half-width reached over the one forecast for the labels
 * it has, from 10 labels on and by .5 at least, and never exceeds what was reached: so a study that lags behind is not told that
 * the next label will do. In single runs it takes the error at 1.5 times the labels from .09 to .08 at 10 labels and from
 * .10 to .07 at 30, and changes little at 4 times the labels and beyond.
 *
 * @param facts.labels T, an integer from 1 to N
 * @returns in [0, 0.5]: half of the unit range is known without labels
 * @throws RangeError when an argument is out of range
 */
export function halfWidthAt(facts: PlanningFacts & { labels: number }): number {
  const { labels, populationSize, standardDeviation, plan, reached } = facts;
  requireInteger(populationSize, 1, 2 ** 40, 'The population size');
  requireInteger(labels, 1, populationSize, 'The number of labels');
  if (!(standardDeviation >= 0 && standardDeviation < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `The standard deviation must be a finite number of at least 0, got ${standardDeviation}.`,
    );
  }
  if (plan.rule === 2) return calibratedHalfWidth(facts, labels);
  const possible = (1 - labels / populationSize) / 2;
  const expected = Math.min(scaleOf(facts) * plannedHalfWidth(facts, labels), possible);
  return reached && labels >= reached.labels ? Math.min(expected, reached.halfWidth) : expected;
}

/** What was reached relative to the forecast. */
function scaleOf(facts: PlanningFacts): number {
  const { reached, populationSize } = facts;
  if (!reached || reached.labels < RESCALED_FROM || reached.labels >= populationSize) return 1;
  return Math.max(LEAST_SCALE, reached.halfWidth / plannedHalfWidth(facts, reached.labels));
}

/**
 * Expected half-width under rule 2,
 *   h(T) = sqrt(1 - T/N) ((0.32 + 0.43 ln T) sd/sqrt(T) + 1.7/T),
 * a formula fitted to simulations of the calibrated sequence at alpha = .05. Measured on 53 populations by both presets
 * (test/accuracy/planner.ts): 1 % too large on average for T from 10 to 200, with a relative error of 11 % (root mean
 * square; half of all are within 6 %); 14 % too small on average at T = 1000, and more beyond: rule 2 narrows ever more
 * slowly. A surrogate that is nearly perfect (sd below .05) makes it about 40 % too small.
 */
function calibratedHalfWidth({ populationSize, standardDeviation }: PlanningFacts, labels: number): number {
  const spread = ((0.32 + 0.43 * Math.log(labels)) * standardDeviation) / Math.sqrt(labels);
  return Math.min(0.5, Math.sqrt(1 - labels / populationSize) * (spread + 1.7 / labels));
}

/** A plan. `exact`: only labeling every item gets there, which gives the truth itself. */
export interface LabelPlan {
  labels: number;
  exact: boolean;
}

/**
 * Smallest number of labels T >= 5 with h(T) <= halfWidth. h(N) = 0, so every target is met by N at the latest;
 * then `exact` is true. h never grows with T from 5 on, so a binary search finds it.
 *
 * @param facts.halfWidth target, above 0
 * @throws RangeError when an argument is out of range
 */
export function labelsNeeded(facts: PlanningFacts & { halfWidth: number }): LabelPlan {
  requirePositive(facts.halfWidth, 'The half-width');
  return fewestLabels(facts.populationSize, (labels) => halfWidthAt({ ...facts, labels }) <= facts.halfWidth);
}

/**
 * Labels T >= 5 that a study is to ask for so that its interval has the half-width there: h(T) <= halfWidth with T as the
 * plan of rule 3. Fewer than a study of another plan needs, whose interval is narrowest elsewhere.
 *
 * @param facts.halfWidth target, above 0
 * @throws RangeError when an argument is out of range
 */
export function labelsToAskFor(
  facts: Omit<PlanningFacts, 'plan' | 'reached'> & { halfWidth: number },
): LabelPlan {
  requirePositive(facts.halfWidth, 'The half-width');
  return fewestLabels(
    facts.populationSize,
    (labels) => halfWidthAt({ ...facts, labels, plan: planOf(labels) }) <= facts.halfWidth,
  );
}

/** The plan of a new study that asks for so many labels. */
export const planOf = (labels: number): BettingPlan => ({ rule: 3, labels, once: false });

/** The smallest number from 5 to N that is enough, or N. */
export function fewestLabels(populationSize: number, isEnough: (labels: number) => boolean): LabelPlan {
  let low = Math.min(FEWEST_PLANNED, populationSize);
  let high = populationSize;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  isEnough(low);
  return { labels: low, exact: low === populationSize };
}

/** Part of its own variance that a surrogate explains of the human values. */
const EXPLAINED = 0.55;

/**
 * Residual standard deviation to plan with before any label.
 *
 * For values that pile up at both ends (`'binary-like'`: right or wrong, word overlap) it is sqrt(p (1 - p) - .55 V), p and V
 * mean and variance of the surrogate, and at least `least`, because the surrogate mean may be far from the truth: one that is
 * decided, as far apart as a coin, explains about half of the variance of the human values, one that hardly varies next to
 * nothing. Where V is not known it is sqrt(p (1 - p)(1 - r^2)), r the correlation with the human value. On 17 published
 * evaluations with all their signals its relative error is .06 (root mean square of the logarithm; .05 with the constant fitted
 * to other data sets), where .75 p (1 - p) for all has .20. For ratings it is 0.2 of the range: no fact of their surrogate
 * foretold the spread of 12 of them.
 *
 * @param facts.mean p in [0, 1]
 * @param facts.surrogateVariance V, at least 0
 * @param facts.correlation r in [-1, 1], default 0.5
 * @param facts.least smallest answer for binary-like values, default 0.3; 0 to trust p
 * @throws RangeError when an argument is out of range
 */
export function priorStandardDeviation(facts: {
  mean: number;
  kind: 'binary-like' | 'rating';
  surrogateVariance?: number | undefined;
  correlation?: number;
  least?: number;
}): number {
  const { mean, kind, surrogateVariance, correlation = 0.5, least = 0.3 } = facts;
  requireUnit(mean, 'The mean');
  requireUnit(Math.abs(correlation), 'The absolute correlation');
  if (surrogateVariance !== undefined) requireUnit(surrogateVariance, 'The variance of the surrogate');
  if (kind === 'rating') return 0.2;
  const plain = mean * (1 - mean);
  const explained =
    surrogateVariance === undefined
      ? plain * correlation * correlation
      : EXPLAINED * Math.min(surrogateVariance, plain);
  return Math.max(least, Math.sqrt(plain - explained));
}

/** Between which multiples of a forecast made before any label nine half-widths of ten came to lie. */
const SPREAD_OF_FORECAST = {
  'binary-like': { least: 0.75, most: 1.35 },
  rating: { least: 0.5, most: 1.45 },
};

/**
 * How far a half-width may lie from the one that was forecast before any label, when the spread is guessed: multiples of the
 * forecast between which about nine single studies of ten came, by the kind of the values.
 */
export const forecastSpread = (isRating: boolean): { least: number; most: number } =>
  SPREAD_OF_FORECAST[isRating ? 'rating' : 'binary-like'];

/**
 * Between what a half-width that is forecast before any label comes to lie, by `forecastSpread`.
 *
 * @param facts.halfWidth as `halfWidthAt` gives it, in [0, 0.5]
 * @param facts.labels T, from 1 to N
 * @param facts.populationSize N
 * @returns in the unit of the half-width; at most what T labels leave of N, (1 - T/N)/2
 */
export function likelyHalfWidth(facts: {
  halfWidth: number;
  labels: number;
  populationSize: number;
  isRating: boolean;
}): { least: number; most: number } {
  const { halfWidth, labels, populationSize, isRating } = facts;
  const { least, most } = forecastSpread(isRating);
  const possible = (1 - labels / populationSize) / 2;
  return { least: least * halfWidth, most: Math.max(halfWidth, Math.min(most * halfWidth, possible)) };
}

/** The same from ten labels on, whose spread they give. Ten of yes and no are often all alike, and say little of it. */
const spreadAfter = (labels: number, isRating: boolean): { least: number; most: number } =>
  isRating ? { least: 0.7, most: 1.2 } : { least: 0.75, most: labels < FEW_YES_OR_NO ? 1.8 : 1.35 };
const FEW_YES_OR_NO = 20;

/**
 * Between what the labels lie that a half-width takes: those of a study whose half-widths come out as narrow, and as wide, as they
 * may by `forecastSpread`, or by what is left of it once the spread is learned.
 *
 * @param needed labels that a half-width takes by the forecast
 * @param learnedFrom labels that the spread is known from; 0 where it is guessed
 */
export function likelyLabels(
  halfWidth: number,
  isRating: boolean,
  needed: (halfWidth: number) => number,
  learnedFrom = 0,
): { least: number; most: number } {
  const { least, most } = learnedFrom > 0 ? spreadAfter(learnedFrom, isRating) : forecastSpread(isRating);
  return { least: needed(halfWidth / least), most: needed(halfWidth / most) };
}
