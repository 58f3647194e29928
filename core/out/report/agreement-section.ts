import type { AgreementFigure } from '../../../shared/contract/index.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import type { ReportedCriterion, StudyContent } from './report-content.ts';
import { shownNumber } from './shown-number.ts';

/** How far the annotators agree and what was decided where they do not; nothing in a study of one annotator. */
export function agreementSection({ agreement: reported }: StudyContent): Html {
  if (!reported) return html``;
  const { annotators, criteria, interval, basis, resamples, seed } = reported;
  const names = new Map(annotators.map(({ id, name }) => [id, name]));
  return html`<h2>Agreement of the annotators</h2>
${criteria.map((one) => criterionTable(one, names))}
<p class="soft">${basis} Intervals: ${interval}; ${String(resamples)} resamples, seed ${String(seed)}.</p>
<p>${decisionSentence(reported.adjudications)}</p>`;
}

type Adjudications = NonNullable<StudyContent['agreement']>['adjudications'];

const share = (value: number) => `${shownNumber(100 * value)} %`;

function criterionTable(
  { criterion, compared, items, completeItems, figures, skips, pairs }: ReportedCriterion,
  names: ReadonlyMap<number, string>,
): Html {
  const nameOf = (id: number) => names.get(id) ?? '';
  return html`<h3>${criterion}</h3>
<p class="soft">${String(items)} items with labels of at least two annotators, ${String(completeItems)} labeled by everybody; compared by ${compared}.</p>
<table><thead><tr><th>Coefficient</th><th class="number">Value</th><th class="number">Approximate interval</th><th class="number">Items</th></tr></thead>
<tbody>${figures.map((one) => figureRow(one.name, one))}
${skips.figures.map((one) => figureRow(`Skipped or not: ${one.name}`, one))}
${pairs.flatMap(({ first, second, figures: ofPair }) =>
  ofPair.map((one) => figureRow(`${nameOf(first)}, ${nameOf(second)}: ${one.name}`, one)),
)}</tbody></table>`;
}

function figureRow(
  name: string,
  { id, value, reason, lower, upper, intervalReason, items }: AgreementFigure,
): Html {
  const shown = id === 'percent' ? share : shownNumber;
  const interval =
    value === null
      ? reason
      : lower === null || upper === null
        ? intervalReason
        : `${shown(lower)} to ${shown(upper)}`;
  return html`<tr><td>${name}</td><td class="number">${value === null ? '-' : shown(value)}</td><td class="number">${interval ?? ''}</td><td class="number">${String(items)}</td></tr>`;
}

function decisionSentence({
  rule,
  differing,
  decided,
  needed,
  neededAndDecided,
  takenBack,
}: Adjudications): string {
  if (differing === 0) return 'No two annotators gave different answers to one item.';
  const counts = `On ${differing} items annotators differ; ${decided} of these (${share(decided / differing)}) were decided by adjudication, ${takenBack} decisions were taken back.`;
  if (rule === 'mean')
    return `${counts} The final value is the mean of the annotators; decisions are not read.`;
  return `${counts} The rule of the study (${rule}) leaves ${needed} to a decision, of which ${neededAndDecided} are decided.`;
}
