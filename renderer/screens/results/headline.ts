import { surrogateOnly } from '../../../shared/charts/estimate-lines.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { formatCount, formatScore } from '../../app/format.ts';
import { signedScore } from './difference-words.ts';
import { boundsOf, defaultEstimate, plainInterval } from './plain-words.ts';

/** The number that a study leads with, as it is shown. */
export interface Headline {
  value: string;
  /** Whether the value rests on no human word, or there is none. */
  isWeak: boolean;
  /** The interval, or what stands in its place. */
  beside: string;
  /** What kind of interval it is; null where there is none. */
  kind: string | null;
  done: string;
  total: string;
}

/**
 * What the top of Results says. Before the first label that is what the surrogate says, never with an interval; a
 * difference is shown only with one, as in the report.
 */
export function headlineOf(report: EstimateReport, isWaiting: boolean): Headline {
  const { comparison, labeled, N, scale } = report;
  const isExact = comparison !== null && N === 0;
  const hasEvidence = labeled > 0 || isExact;
  const estimate = defaultEstimate(report);
  const bounds = hasEvidence && estimate ? boundsOf(estimate) : null;
  const estimated = comparison && !bounds ? null : (estimate?.value ?? null);
  const value = hasEvidence ? estimated : surrogateOnly(report);
  const format = (number: number) => (comparison ? signedScore(number, scale) : formatScore(number, scale));
  return {
    value: value === null ? 'Not estimable yet' : format(value),
    isWeak: !hasEvidence || value === null,
    beside: bounds
      ? `${format(bounds.lower)} to ${format(bounds.upper)}`
      : !hasEvidence
        ? 'surrogate only, no human evidence'
        : value === null
          ? ''
          : 'no interval',
    kind: bounds && (isExact ? 'exact: no response differs' : plainInterval(report)),
    done: formatCount(labeled),
    total: `of ${formatCount(N)}${comparison ? ' that differ' : ''} ${isWaiting ? 'counted' : 'labeled'}`,
  };
}
