import { pairedItemsWords, verdictWords } from '../../../shared/comparison-words.ts';
import type {
  Comparison,
  EstimatePoint,
  EstimateReport,
  MethodEstimate,
} from '../../../shared/contract/index.ts';
import { formatScore, isExact } from '../../../shared/number-text.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import { capital, type ShownOn, shownEstimate } from './shown-number.ts';

/** The number that a study leads with, its interval, and what both rest on. */
export function headline(
  report: EstimateReport,
  history: readonly EstimatePoint[],
  numbers: ShownOn['numbers'],
): Html {
  const on = { scale: report.scale, isDifference: report.comparison !== null, numbers };
  const chosen = report.estimates.find(({ method }) => method === report.default);
  const { min, max, direction } = report.scale;
  const counted = `${countedWords(report, history)}; scale ${min} to ${max}, ${direction} is better.`;
  if (report.comparison) return differenceHeadline(report, report.comparison, history, on);
  if (!chosen?.estimable) {
    return html`<div class="hero open"><span class="value">Not estimable yet</span></div>
<p>${chosen?.reason ? `${capital(chosen.reason)}. ` : ''}${counted}</p>`;
  }
  const { value, interval } = shownEstimate(chosen, on);
  return html`<div class="hero"><span class="value">${chosen.value === null ? 'not estimable' : value}</span><span class="interval">${interval}</span></div>
<p>${exactWords(chosen, on)}${chosen.interval ? `${capital(chosen.interval)}. ` : ''}${counted} ${chosen.assumptions}</p>`;
}

/** What a number without an interval's width is; pages of before showed its two equal ends. */
const exactWords = (chosen: MethodEstimate, { scale, numbers }: ShownOn): string =>
  numbers !== undefined && isExact(chosen, scale)
    ? `The score is exactly ${formatScore(chosen.value, scale)}: everything is labeled. `
    : '';

/** The difference of two systems with its interval, and who is better. */
function differenceHeadline(
  report: EstimateReport,
  comparison: Comparison,
  history: readonly EstimatePoint[],
  on: ShownOn,
): Html {
  const chosen = report.estimates.find(({ method }) => method === report.default);
  const { system, against } = comparison;
  const items = `${pairedItemsWords(comparison)} ${countedWords(report, history, 'that differ')}.`;
  if (chosen?.value == null || chosen.lower === null || chosen.upper === null) {
    return html`<div class="hero open"><span class="value">Not estimable yet</span></div>
<p>${chosen?.reason ? `${capital(chosen.reason)}. ` : ''}${items}</p>`;
  }
  const { direction } = report.scale;
  const { value, interval } = shownEstimate(chosen, on);
  return html`<div class="hero"><span class="value">${value}</span><span class="interval">${interval}</span></div>
<p><strong>${verdictWords(comparison)}</strong> The number is ${system} minus ${against}, ${direction} is better. ${items}</p>
<p>${chosen.interval ? `${capital(chosen.interval)}. ` : ''}${chosen.assumptions}</p>`;
}

/**
 * How many items are labeled and count, and where others are held back the draw that they wait for: the one after those
 * that the estimate has taken in.
 */
function countedWords(
  { labeled, N, waiting, awaitingAnnotators, undecided }: EstimateReport,
  history: readonly EstimatePoint[],
  of = 'items',
): string {
  const heldBack = waiting + awaitingAnnotators + undecided;
  if (heldBack === 0) return `${labeled} of ${N} ${of} labeled`;
  const draw = (history.at(-1)?.draws ?? 0) + 1;
  return `${labeled} of ${N} ${of} labeled and counted; ${heldBack} more with labels or skips, waiting for draw ${draw}`;
}
