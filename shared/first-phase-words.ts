import type { EstimateReport } from './contract/index.ts';
import { defaultEstimate } from './estimate-words.ts';
import { formatCount, formatInterval, formatPercent, formatSpan } from './number-text.ts';

/** A pool of more items than these is offered to be judged in part. */
export const manyToJudge = 200_000;

/** Rows of a first phase when nobody says otherwise. */
export const usualFirstPhase = 50_000;

/** The error level of a study when nobody says otherwise. */
const usualLevel = 0.05;

interface Cost {
  readonly rows: number;
  readonly populationSize: number;
  /** The part of the error level that the step to the whole takes. */
  readonly alpha: number;
  /** As a share of the scale. */
  readonly halfWidth: number;
}

/** What a first phase would let a study say, and what that costs, in a sentence. */
export function firstPhaseCostWords({ rows, populationSize, alpha, halfWidth }: Cost): string {
  if (rows >= populationSize)
    return `All ${formatCount(populationSize)} rows come in, and a study speaks of all of them at no further cost.`;
  const [own, whole] = [1 - usualLevel + alpha, 1 - usualLevel].map(formatPercent);
  const wider = formatPercent(Number(halfWidth.toPrecision(2)));
  return `A judge then scores ${formatCount(rows)} rows, taken by chance. A study of these says how people would rate them (${own} sure). It also says how they would rate all ${formatCount(populationSize)} (${whole} sure). That interval is ${wider} of the scale wider to either side.`;
}

/** What a data set is that is a part of a larger pool. */
export const partWords = (populationSize: number, items: number): string =>
  `These ${formatCount(items)} items are the first phase of ${formatCount(populationSize)}, taken by chance. A study says what holds for them and, a little wider, for all.`;

type Said = Pick<EstimateReport, 'firstPhase' | 'N' | 'alpha' | 'scale' | 'default' | 'estimates'>;

/**
 * What a study says of the part that was judged, and of the whole pool that this is a uniform part of; empty for a study whose
 * pool is all there is.
 */
export function firstPhaseWords(report: Said): string[] {
  const { firstPhase, N, alpha, scale } = report;
  if (!firstPhase || firstPhase.populationSize === N) return [];
  const { populationSize, level, halfWidth } = firstPhase;
  const own = defaultEstimate(report);
  const whole = `all ${formatCount(populationSize)}`;
  if (
    !own ||
    own.lower === null ||
    own.upper === null ||
    firstPhase.lower === null ||
    firstPhase.upper === null
  )
    return [`Of ${whole} nothing is said yet: that needs an interval.`];
  const ends = formatInterval({ lower: firstPhase.lower, upper: firstPhase.upper }, scale);
  return [
    `Of the ${formatCount(N)} of the first phase: ${formatInterval(own, scale)} (${formatPercent(1 - alpha)}).`,
    `Of ${whole}: ${ends} (${formatPercent(1 - level)}; ${formatSpan(halfWidth, scale)} wider to either side).`,
  ];
}
