import { listSignals } from '../../db/scores.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { Alignment, Coefficient, EstimateReport } from '../../shared/contract/index.ts';
import { unsuitable } from '../claims/design-labels.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { alignmentOf } from '../judge/alignment.ts';
import { type Html, html } from './escape-html.ts';
import { shownInterval, shownNumber } from './shown-number.ts';

/** What tells most in a short form: agreement with chance removed, and how closely a judge follows people. */
const shownCoefficients: readonly Coefficient['id'][] = ['krippendorff-alpha', 'pearson', 'spearman'];

/**
 * How far each judge of the criterion agrees with the people of this study, by its design's weights; nothing where no
 * judge scored the criterion, or nobody has labeled.
 */
export function judgeSection(context: CoreContext, study: StudyRow, report: EstimateReport): Html {
  const found = alignmentsOf(context, study, report);
  if (found.length === 0) return html``;
  return html`<h2>Judges beside people</h2>
<table><thead><tr><th>Judge</th><th class="number">Items</th><th class="number">People</th><th class="number">Judge</th><th>Agreement (approximate interval)</th></tr></thead>
<tbody>${found.map(alignmentRow)}</tbody></table>
<p class="soft">${found[0]!.alignment.basis} Means and coefficients are weighted by the draw. Intervals: ${found[0]!.alignment.interval} They are not the study's own interval.</p>`;
}

interface Found {
  alignment: Alignment;
  alsoSurrogate: boolean;
}

function alignmentsOf(context: CoreContext, study: StudyRow, report: EstimateReport): Found[] {
  const { measure } = study;
  const hasWeights = unsuitable(study) === null;
  if (measure.kind !== 'criterion' || study.against || !hasWeights || report.labeled === 0) return [];
  const signals = listSignals(dbOf(context), study.datasetId);
  return report.judges.flatMap(({ name, alsoSurrogate }) => {
    const signal = signals.find(
      (one) =>
        one.kind === 'judge' &&
        one.name === name &&
        (one.criterion === measure.criterion || one.criterion === 'score'),
    );
    if (!signal) return [];
    const question = { signalId: signal.id, system: study.systemName, studyId: study.id };
    const alignment = alignmentOf(context, question);
    return alignment.items === 0 ? [] : [{ alignment, alsoSurrogate }];
  });
}

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
