import type { EstimateReport } from './contract/index.ts';
import { defaultEstimate } from './estimate-words.ts';
import { formatCount, formatInterval, formatPercent, formatScore } from './number-text.ts';

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
    `Of ${whole}: ${ends} (${formatPercent(1 - level)}; ${formatScore(halfWidth, { ...scale, min: 0, max: scale.max - scale.min })} wider to either side).`,
  ];
}
