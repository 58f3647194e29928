import type { Coefficient } from '../../../shared/contract/index.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import type { StudyContent } from './report-content.ts';
import { shownInterval, shownNumber } from './shown-number.ts';

/** What tells most in a short form: agreement with chance removed, and how closely a judge follows people. */
const shownCoefficients: readonly Coefficient['id'][] = ['krippendorff-alpha', 'pearson', 'spearman'];

/**
 * How far each judge of the criterion agrees with the people of this study, by its design's weights; nothing where no
 * judge scored the criterion, or nobody has labeled.
 */
export function judgeSection({ judges: found }: StudyContent): Html {
  if (found.length === 0) return html``;
  return html`<h2>Judges beside people</h2>
<table><thead><tr><th>Judge</th><th class="number">Items</th><th class="number">People</th><th class="number">Judge</th><th>Agreement (approximate interval)</th></tr></thead>
<tbody>${found.map(alignmentRow)}</tbody></table>
<p class="soft">${found[0]!.alignment.basis} Means and coefficients are weighted by the draw. Intervals: ${found[0]!.alignment.interval} They are not the study's own interval.</p>`;
}

type Found = StudyContent['judges'][number];

const shown = (value: number | null) => (value === null ? '-' : shownNumber(value));

const alignmentRow = ({ alignment, alsoSurrogate }: Found): Html =>
  html`<tr><td>${alignment.judge}${alsoSurrogate ? ' (also used as surrogate)' : ''}</td><td class="number">${alignment.items}</td><td class="number">${shown(alignment.humanMean)}</td><td class="number">${shown(alignment.judgeMean)}</td><td>${alignment.coefficients.filter(({ id }) => shownCoefficients.includes(id)).map(coefficientLine)}</td></tr>`;

function coefficientLine({ name, value, lower, upper, reason }: Coefficient): Html {
  if (value === null) return html`<div>${name}: ${reason ?? 'not estimable'}</div>`;
  const interval =
    lower === null || upper === null ? 'no interval' : `${shownInterval(lower, upper, twoDigits)}`;
  return html`<div>${name}: ${twoDigits(value)} (${interval})</div>`;
}

const twoDigits = (value: number) => value.toFixed(2).replace('-', '\u2212');
