import { surrogateOnly } from '../../../shared/charts/estimate-lines.ts';
import type { EstimateReport, MethodEstimate, Scale, Study } from '../../../shared/contract/index.ts';
import { defaultEstimate, rightInWords } from '../../../shared/estimate-words.ts';
import { isolated } from '../../../shared/isolated.ts';
import { capital, scaleEnds } from '../../../shared/number-text.ts';
import { looksSentence, reachedWords, ruleName } from '../../../shared/plan-words.ts';
import { isBaseline, withoutIntervalWords } from '../../../shared/presets.ts';
import { formatCount, formatPercent, formatScore, isExact, plural } from '../../api/format.ts';

interface Bounds {
  lower: number;
  upper: number;
}

export function boundsOf(estimate: MethodEstimate): Bounds | null {
  const { lower, upper } = estimate;
  return lower === null || upper === null ? null : { lower, upper };
}

export function scaleWords(scale: Scale): string {
  const good = scale.direction === 'higher' ? 'higher is better' : 'lower is better';
  return `scale ${scaleEnds(scale)}, ${good}`;
}

function coverageWords(alpha: number): string {
  return `${Number(((1 - alpha) * 100).toPrecision(3))} %`;
}

/** The interval's name, as it stands beside the number. */
export function plainInterval(report: EstimateReport): string {
  return `${coverageWords(report.alpha)} interval, valid however often you look`;
}

/** What the band of the chart is, or why there is none. */
export function bandWords(report: EstimateReport): string {
  const estimate = defaultEstimate(report);
  if (estimate && boundsOf(estimate)) return `Band: ${plainInterval(report)}.`;
  if (report.labeled > 0) return 'No band: this method gives no interval.';
  return surrogateOnly(report) === null
    ? 'No label counts yet: the whole scale is possible.'
    : 'The line starts at what the machine score alone says.';
}

/** A reason as it stands after "Not estimable:", whoever wrote it. */
export function plainReason(estimate: MethodEstimate): string {
  const reason = (estimate.reason ?? 'the method gives no number on these labels').replace(
    /^not estimable( yet)?: /i,
    '',
  );
  return reason.endsWith('.') ? reason : `${reason}.`;
}

/** What stands under the answer: what it is about, and how sure. */
export function plainWords(report: EstimateReport, study: Pick<Study, 'preset' | 'system'>): string {
  const estimate = defaultEstimate(report);
  if (report.labeled === 0) {
    const machine = surrogateOnly(report);
    const isUsedUp = report.skipped.count > 0 && report.skipped.count === report.drawCount;
    const start = isUsedUp
      ? 'Every item of the sample was skipped. Take more items into it, or answer some under Label, Review answers.'
      : 'The first label starts the estimate.';
    if (machine === null) return start;
    return `${isUsedUp ? `${start} ` : ''}The machine score alone says ${formatScore(machine, report.scale)} about ${isolated(study.system)}; it is not evidence of what people would say.`;
  }
  if (!estimate?.estimable || estimate.value === null) {
    return estimate ? capital(plainReason(estimate)) : '';
  }
  const labels = plural(report.labeled, 'human label');
  const pool = `labeling all ${formatCount(report.N)} items would give`;
  const bounds = boundsOf(estimate);
  if (!bounds && isBaseline(study.preset)) return `From ${labels}. ${withoutIntervalWords(study.preset)}`;
  if (!bounds)
    return `From ${labels}: what ${pool}. ${withoutIntervalWords(study.preset) ?? 'This method gives no interval.'}`;
  if (isExact(bounds, report.scale)) return `From ${labels}.`;
  return `From ${labels}: what ${pool}. ${rightInWords(report.alpha)}`;
}

/** By which rule the interval bets, where it is planned to be narrow, and which looks are behind; null without an interval. */
export function bettingWords(report: EstimateReport): string | null {
  const estimate = defaultEstimate(report);
  if (!estimate || !boundsOf(estimate) || report.N === 0) return null;
  const rule = report.bettingRule === 2 ? '' : `The interval is by ${ruleName(report)}.`;
  return [rule, looksSentence(report), reachedWords(report)].filter(Boolean).join(' ');
}

/** What skipped items do to the number, or null when there are none. */
export function skipWords(report: EstimateReport): string | null {
  const { count, share } = report.skipped;
  if (count === 0) return null;
  const items = count === 1 ? 'item was' : 'items were';
  return `${formatCount(count)} ${items} skipped (${formatPercent(share)}). Skipped items still count: the interval allows for the worst and the best score.`;
}

/** What intervals mean that have no value in common, at the study's own error level. */
export const contradictionWords = ({ alpha }: Pick<EstimateReport, 'alpha'>): string =>
  `The intervals of this study contradict each other, which happens in at most ${formatPercent(alpha)} of studies. The last one without contradiction is shown. Check that labels follow the order of the sample.`;

/** Why labels of later items are not used yet. */
export const waitingReason = 'The estimate uses items in sample order. This keeps the counted items random.';
