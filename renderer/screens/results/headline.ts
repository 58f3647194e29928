import { surrogateOnly } from '../../../shared/charts/estimate-lines.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import {
  digitsOf,
  formatCount,
  formatScore,
  isExact,
  signedScore,
  writtenEstimate,
} from '../../app/format.ts';
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
  const isAllEqual = comparison !== null && N === 0;
  const hasEvidence = labeled > 0 || isAllEqual;
  const estimate = defaultEstimate(report);
  const bounds = hasEvidence && estimate ? boundsOf(estimate) : null;
  const estimated = comparison && !bounds ? null : (estimate?.value ?? null);
  const value = hasEvidence ? estimated : surrogateOnly(report);
  const format = comparison ? signedScore : formatScore;
  const shown =
    bounds && writtenEstimate({ ...bounds, value: null }, scale, { isSigned: comparison !== null });
  return {
    value: value === null ? 'Not estimable yet' : format(value, scale, digitsOf(bounds, scale)),
    isWeak: !hasEvidence || value === null,
    beside: shown
      ? shown.interval!
      : !hasEvidence
        ? 'surrogate only, no human evidence'
        : value === null
          ? ''
          : 'no interval',
    kind:
      bounds &&
      (isAllEqual
        ? 'no response differs'
        : isExact(bounds, scale)
          ? 'everything is labeled'
          : plainInterval(report)),
    done: formatCount(labeled),
    total: `of ${formatCount(N)}${comparison ? ' that differ' : ''} ${isWaiting ? 'counted' : 'labeled'}`,
  };
}
