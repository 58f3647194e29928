import type { EstimateReport } from '../../../shared/contract/index.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import type { StudyContent } from './report-content.ts';
import { shownEstimate, shownNumber, signedNumber } from './shown-number.ts';

/** Several studies in one table, and what their intervals say together. */
export function overviewSection(studies: readonly StudyContent[]): Html {
  const reports = studies.map(({ estimate }) => estimate);
  const isKnown = reports.some(({ fullEvaluation }) => fullEvaluation !== null);
  return html`<h2>Overview</h2>
<table class="overview"><thead><tr><th>Study</th><th>System</th><th>Measure</th><th class="number">Estimate</th><th class="number">Interval</th><th class="number">Labels</th><th class="number">Error level</th>${isKnown ? html`<th class="number">Full evaluation</th>` : null}</tr></thead>
<tbody>${studies.map((study, i) => overviewRow(study, i + 1, isKnown))}</tbody></table>
<p>${jointNote(reports)}</p>`;
}

function overviewRow({ manifest, estimate: report }: StudyContent, number: number, isKnown: boolean): Html {
  const { comparison, scale, fullEvaluation } = report;
  const shown = comparison ? signedNumber : shownNumber;
  const { value, interval } = shownEstimate(chosenOf(report), shown);
  const full = fullEvaluation
    ? `${shown(fullEvaluation.value)}${fullEvaluation.complete ? '' : ` (${fullEvaluation.items} items)`}`
    : '-';
  return html`<tr data-study="${String(number)}"><td>${manifest.study}</td><td>${manifest.systems}</td><td>${report.measureName} (${scale.min} to ${scale.max})</td><td class="number value">${value}</td><td class="number interval">${interval}</td><td class="number">${report.labeled} of ${report.N}</td><td class="number">${report.alpha}</td>${isKnown ? html`<td class="number">${full}</td>` : null}</tr>`;
}

/** The number that a study leads with; undefined when it is not estimable. */
const chosenOf = ({ estimates, default: chosen }: EstimateReport) =>
  estimates.find(({ method, estimable }) => method === chosen && estimable);

/** What the intervals of several studies say together, by the union bound (Bonferroni). */
function jointNote(reports: readonly EstimateReport[]): string {
  const levels = reports.flatMap((report) => {
    const chosen = chosenOf(report);
    return chosen && chosen.lower !== null ? [report.alpha] : [];
  });
  const sum = levels.reduce((total, alpha) => total + alpha, 0);
  const together =
    levels.length < 2
      ? ''
      : sum < 1
        ? ` All ${levels.length} hold together with probability at least ${percent(1 - sum)} (1 minus the sum of their error levels).`
        : ` Of all ${levels.length} together nothing can be said, as their error levels add up to 1 or more.`;
  return `Each interval holds by itself, at the error level of its own study.${together} For a claim that rests on all m studies at the level alpha, give each study the level alpha/m. Pairs of systems that were drawn as one family share their alpha already.`;
}

const percent = (share: number) => `${Number((100 * share).toPrecision(4))} %`;
