import { pairedItemsWords, verdictWords } from '../../../shared/comparison-words.ts';
import type {
  Comparison,
  EstimatePoint,
  EstimateReport,
  MethodEstimate,
} from '../../../shared/contract/index.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import { countedWords } from './counted-words.ts';
import { capital, shownInterval, signedNumber } from './shown-number.ts';

/** The difference of two systems with its interval, and who is better. */
export function differenceHeadline(
  report: EstimateReport,
  comparison: Comparison,
  chosen: MethodEstimate | undefined,
  history: readonly EstimatePoint[],
): Html {
  const { system, against } = comparison;
  const items = `${pairedItemsWords(comparison)} ${countedWords(report, history, 'that differ')}.`;
  if (chosen?.value == null || chosen.lower === null || chosen.upper === null) {
    return html`<div class="hero open"><span class="value">Not estimable yet</span></div>
<p>${chosen?.reason ? `${capital(chosen.reason)}. ` : ''}${items}</p>`;
  }
  const { direction } = report.scale;
  return html`<div class="hero"><span class="value">${signedNumber(chosen.value)}</span><span class="interval">${shownInterval(chosen.lower, chosen.upper, signedNumber)}</span></div>
<p><strong>${verdictWords(comparison)}</strong> The number is ${system} minus ${against}, ${direction} is better. ${items}</p>
<p>${chosen.interval ? `${capital(chosen.interval)}. ` : ''}${chosen.assumptions}</p>`;
}
