import { requireInteger, requireOpenUnit } from '../check.ts';
import { normalQuantile } from '../intervals/normal-quantile.ts';
import { normalDistribution } from '../planned/normal-distribution.ts';

/** A pair that is not decided yet; interval and margin in one unit. */
interface OpenPair {
  readonly lower: number;
  readonly upper: number;
  /** Smallest difference that matters. */
  readonly margin: number;
  /** Labels so far, and those of the whole batch, for which the interval is planned. */
  readonly labels: number;
  readonly planned: number;
  /** Items that differ, N. */
  readonly populationSize: number;
  /** Error level of the pair. */
  readonly alpha: number;
}

/** The half-width of a running interval in standard errors, over the normal quantile at its error level. */
const CAUTION = 1.35;
/** The first labels of every pair come first: before them an interval says nothing of where its pair lies. */
const EVEN_LABELS = 5;
/** Numbers of labels that are looked ahead to, as shares of those left. */
const AHEAD = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];

/**
 * The chance that a pair gets decided for each label that is spent on it: what is dealt first where several pairs matter. It rests
 * on the running interval alone. After n labels the difference is taken for the middle v of the interval, and its half-width h for
 * 1.35 z standard errors sd sqrt(1/n - 1/N), z the normal quantile of its error level; then the middle after T labels is normal about v with
 * deviation sd sqrt(1/n - 1/T), and the half-width there is h sqrt((1/T - 1/N)/(1/n - 1/N)). The pair is decided at T where
 * that interval lies on one side of 0, or within the margin; the rate is the largest of this chance over T - n, T up to the end of
 * the batch. The constant is the median over the pairs of DSTC9 (test/accuracy/ranking.ts). It says what is labeled next, and nothing of any
 * interval.
 *
 * @returns infinity before the fifth label, 0 after the last
 * @throws RangeError when labels are more than planned, or these more than N
 */
export function decisionRate(pair: OpenPair): number {
  const { lower, upper, margin, labels, planned, populationSize, alpha } = pair;
  requireInteger(planned, 1, populationSize, 'The number of labels planned');
  requireInteger(labels, 0, planned, 'The number of labels');
  requireOpenUnit(alpha, 'Alpha');
  const left = planned - labels;
  if (left === 0) return 0;
  if (labels < EVEN_LABELS) return Number.POSITIVE_INFINITY;
  const [middle, halfWidth] = [(lower + upper) / 2, (upper - lower) / 2];
  const errorAt = (n: number) => Math.sqrt(1 / n - 1 / populationSize);
  const deviation = halfWidth / (CAUTION * normalQuantile(1 - alpha / 2) * errorAt(labels));
  const rates = AHEAD.map((share) => {
    const spent = Math.ceil(share * left);
    const then = labels + spent;
    const reach = (halfWidth * errorAt(then)) / errorAt(labels);
    const moves = deviation * Math.sqrt(1 / labels - 1 / then);
    const below = (x: number) => normalDistribution((x - middle) / moves);
    const apart = 1 - below(reach) + below(-reach);
    const alike = Math.max(0, below(margin - reach) - below(reach - margin));
    return Math.min(1, apart + alike) / spent;
  });
  return Math.max(...rates);
}
