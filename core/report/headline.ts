import { numberWords, pairedItemsWords, verdictWords, winRateWords } from '../../shared/comparison-words.ts';
import type {
  Comparison,
  EstimatePoint,
  EstimateReport,
  MethodEstimate,
} from '../../shared/contract/index.ts';
import { defaultEstimate } from '../../shared/estimate-words.ts';
import { firstPhaseWords } from '../../shared/first-phase-words.ts';
import { capital, formatScore, isExact, scaleEnds, spacedPercent } from '../../shared/number-text.ts';
import { type Html, html } from '../platform/page/escape-html.ts';
import { type ShownOn, shownEstimate } from './shown-number.ts';

/** The number that a study leads with, its interval, and what both rest on. */
export function headline(
  report: EstimateReport,
  history: readonly EstimatePoint[],
  numbers: ShownOn['numbers'],
): Html {
  return html`${heroOf(report, numbers)}
${headlineWords(report, history, numbers)}`;
}

const shownOn = ({ scale, comparison }: EstimateReport, numbers: ShownOn['numbers']): ShownOn => ({
  scale,
  isDifference: comparison !== null,
  numbers,
});

/** The number with its interval; of a difference none without an interval. */
export function heroOf(report: EstimateReport, numbers: ShownOn['numbers']): Html {
  const chosen = defaultEstimate(report);
  const hasEnds = chosen?.value != null && chosen.lower !== null && chosen.upper !== null;
  if (!chosen || (report.comparison ? !hasEnds : !chosen.estimable)) {
    return html`<div class="hero open"><span class="value">Not estimable yet</span></div>`;
  }
  const { value, interval } = shownEstimate(chosen, shownOn(report, numbers));
  return html`<div class="hero"><span class="value">${chosen.value === null ? 'not estimable' : value}</span><span class="interval">${interval}</span></div>${firstPhaseLines(report)}`;
}

/** What of a first phase belongs beside the number; nothing of other studies. */
export const firstPhaseLines = (report: EstimateReport): Html =>
  html`${firstPhaseWords(report).map(
    (line) => html`
<p>${line}</p>`,
  )}`;

/** What the number and its interval rest on. */
export function headlineWords(
  report: EstimateReport,
  history: readonly EstimatePoint[],
  numbers: ShownOn['numbers'],
): Html {
  const chosen = defaultEstimate(report);
  const { min, max, direction, isShare } = report.scale as ShownOn['scale'] & EstimateReport['scale'];
  if (report.comparison) return differenceWords(report, report.comparison, history);
  const counted = `${countedWords(report, history)}; scale ${isShare ? scaleEnds(report.scale) : `${min} to ${max}`}, ${direction} is better.`;
  if (!chosen?.estimable)
    return html`<p>${chosen?.reason ? `${capital(chosen.reason)}. ` : ''}${counted}</p>`;
  return html`<p>${exactWords(chosen, shownOn(report, numbers))}${kindSentence(chosen)}${counted} ${chosen.assumptions}</p>`;
}

/** What a number without an interval's width is; pages of before showed its two equal ends. */
const exactWords = (chosen: MethodEstimate, { scale, numbers }: ShownOn): string =>
  numbers !== undefined && isExact(chosen, scale)
    ? `The score is exactly ${formatScore(chosen.value, scale)}: everything is labeled. `
    : '';

/** Who is better, and what the difference rests on. */
function differenceWords(
  report: EstimateReport,
  comparison: Comparison,
  history: readonly EstimatePoint[],
): Html {
  const chosen = defaultEstimate(report);
  const items = `${pairedItemsWords(comparison)} ${countedWords(report, history, 'that differ')}.`;
  if (chosen?.value == null || chosen.lower === null || chosen.upper === null) {
    return html`<p>${chosen?.reason ? `${capital(chosen.reason)}. ` : ''}${items}</p>`;
  }
  const { direction } = report.scale;
  const rate = winRateWords(comparison, chosen);
  return html`<p><strong>${verdictWords(comparison)}</strong> The number is ${numberWords(comparison)}, ${direction} is better. ${rate === null ? '' : `${rate} `}${items}</p>
<p>${kindSentence(chosen)}${chosen.assumptions}</p>`;
}

const kindSentence = ({ interval }: MethodEstimate): string =>
  interval ? `${capital(spacedPercent(interval))}. ` : '';

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
