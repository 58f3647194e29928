import { pairedItemsWords, verdictWords } from '../../shared/comparison-words.ts';
import type { Comparison, EstimateReport, MethodEstimate } from '../../shared/contract/index.ts';
import { type Html, html } from './escape-html.ts';

const signed = (value: number) =>
  `${value > 0 ? '+' : ''}${Number(value.toPrecision(4)).toString().replace('-', '\u2212')}`;

/** The difference of two systems with its interval, and who is better. */
export function differenceHeadline(
  report: EstimateReport,
  comparison: Comparison,
  chosen: MethodEstimate | undefined,
): Html {
  const { system, against } = comparison;
  const items = `${pairedItemsWords(comparison)} Labeled: ${report.labeled} of ${report.N} that differ.`;
  if (chosen?.value == null || chosen.lower === null || chosen.upper === null) {
    return html`<div class="hero"><span class="value">Not estimable yet</span></div>
<p>${chosen?.reason ?? ''} ${items}</p>`;
  }
  const { direction } = report.scale;
  return html`<div class="hero"><span class="value">${signed(chosen.value)}</span><span class="interval">${signed(chosen.lower)} to ${signed(chosen.upper)}</span></div>
<p><strong>${verdictWords(comparison)}</strong> The number is ${system} minus ${against}, ${direction} is better. ${items}</p>
<p>${chosen.interval ? `${chosen.interval}. ` : ''}${chosen.assumptions}</p>`;
}
