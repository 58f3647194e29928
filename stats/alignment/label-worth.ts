import { requireInteger } from '../check.ts';
import { compensatedSum } from '../numeric.ts';
import { pairInterval } from './coefficient-interval.ts';
import { squaredInterval } from './judge-bias.ts';
import { leftOutSquares, residualsOf, type WeightedCase } from './left-out-squares.ts';
import { weightedPearson } from './weighted-correlation.ts';

/** Labels below which nothing is said of what a machine score is worth. */
export const FEWEST_WORTH_LABELS = 10;

/** A score of which the others leave less than this share says nothing new. */
const LEAST_LEFT = 1e-10;

/** Labels that a machine score saves, with an approximate interval; the interval may be missing. */
export interface LabelWorth {
  /** Share of the error's variance that is left, in (0, 1]. */
  readonly ratio: number;
  readonly saved: number;
  readonly lower: number | undefined;
  readonly upper: number | undefined;
}

/**
 * Labels without a predictor that are as precise as `labels` labels with one that leaves `ratio` of the variance:
 * 1/(1/N + ratio (1/n - 1/N)), from S^2 (1/n - 1/N) for the mean of n of N items drawn without replacement (Cochran,
 * 1977, Eqs. 2.14 and 7.31). At most N, and n/ratio where n is far below N.
 *
 * @param ratio above 0
 * @param labels n, from 1 to N
 */
export function equalLabels(ratio: number, labels: number, populationSize: number): number {
  return 1 / (1 / populationSize + ratio * (1 / labels - 1 / populationSize));
}

/**
 * What a machine score is worth in labels, beside the mean alone or beside other scores: how many more labels would make up
 * for it. The ratio is that of the errors of predicting each label by the others (`leftOutSquares`), so that a score
 * that says nothing is worth nothing; one item on which it says nothing is counted with them, so that few labels that
 * happen to agree do not pass for certainty.
 *
 * In a large sample the ratio is 1 - r^2 with r the correlation of label and score, given the others; the interval is that of
 * r (`pairInterval`), from 0 labels when it spans 0. It is approximate and holds at one look.
 *
 * @param cases labeled items that the score and the others are known of
 * @param score its place in `x`
 * @param beside places of the scores that are there without it; none for the mean alone
 * @param study.labels n, the number of labels that the answer is for, from 1 to N
 * @returns undefined with fewer than 10 cases, or when people give all the same value
 * @throws RangeError when the study's numbers are out of range
 */
export function labelWorth(
  cases: readonly WeightedCase[],
  score: number,
  beside: readonly number[],
  study: { readonly labels: number; readonly populationSize: number },
): LabelWorth | undefined {
  requireInteger(study.populationSize, 1, Number.MAX_SAFE_INTEGER, 'The population size');
  requireInteger(study.labels, 1, study.populationSize, 'The number of labels');
  if (cases.length < FEWEST_WORTH_LABELS || cases.every(({ y }) => y === cases[0]!.y)) return undefined;
  const one = leftOutSquares(cases, [])! / cases.length;
  const ratio = Math.min(
    1,
    (leftOutSquares(cases, [...beside, score])! + one) / (leftOutSquares(cases, beside)! + one),
  );
  const savedAt = (left: number) => equalLabels(left, study.labels, study.populationSize) - study.labels;
  const ends = ratioEnds(cases, score, beside);
  return {
    ratio,
    saved: savedAt(ratio),
    lower: ends && savedAt(Math.max(ratio, ends.upper)),
    upper: ends && savedAt(Math.min(ratio, ends.lower)),
  };
}

/** Interval of 1 - r^2; undefined where the score follows from the others. */
function ratioEnds(
  cases: readonly WeightedCase[],
  score: number,
  beside: readonly number[],
): { lower: number; upper: number } | undefined {
  const scores = cases.map(({ x }) => x[score]!);
  const rest = residualsOf(cases, scores, beside);
  const labels = residualsOf(
    cases,
    cases.map(({ y }) => y),
    beside,
  );
  const pairs = cases.map(({ weight, cluster }, i) => ({ a: labels[i]!, b: rest[i]!, weight, cluster }));
  const isNew = squares(rest, cases) > LEAST_LEFT * squares(residualsOf(cases, scores, []), cases);
  const found = isNew ? squaredInterval(pairInterval(pairs, weightedPearson)) : undefined;
  return found && { lower: 1 - found.upper, upper: 1 - found.lower };
}

const squares = (values: readonly number[], cases: readonly WeightedCase[]): number =>
  compensatedSum(values.map((value, i) => cases[i]!.weight * value * value));
