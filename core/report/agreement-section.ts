import { listAudit } from '../../db/audit.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { AgreementFigure, CriterionAgreement } from '../../shared/contract/index.ts';
import { adjudicationEntries } from '../agreement/adjudication-queue.ts';
import { needsDecision } from '../agreement/disagreement.ts';
import { studyAgreementNow } from '../agreement/study-agreement.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { personsOf } from './audit-section.ts';
import { type Html, html } from './escape-html.ts';
import { shownNumber } from './shown-number.ts';

/**
 * Agreement and decisions of a study, as the JSON report has them: people by the numbers that its labels give them, items
 * by their draw, without the texts that people wrote. Null while no item has labels of two annotators.
 */
export function reportedAgreement(context: CoreContext, study: StudyRow) {
  const { annotators, criteria, ...how } = studyAgreementNow(context, study.id);
  if (criteria.every(({ byItem }) => byItem.length === 0)) return null;
  const person = personsOf(context, study);
  return {
    ...how,
    annotators: annotators.map(({ id, name }) => ({ id, name: person(name) })),
    criteria: criteria.map(({ byItem, ...one }) => ({
      ...one,
      byItem: byItem.map(({ draw, spread, isDecided, isOutdated }) => {
        return { draw, spread, isDecided, isOutdated };
      }),
    })),
    adjudications: adjudicationCounts(context, study),
  };
}

/**
 * How many items differ, how many of these the study's rule leaves to a decision, and how many are decided; and how many
 * decisions of all items are outdated.
 */
function adjudicationCounts(context: CoreContext, { id: studyId, finalRule }: StudyRow) {
  const all = adjudicationEntries(context, studyId);
  const entries = all.filter(({ spread }) => spread > 0);
  const needed = entries.filter(({ rated }) => needsDecision(finalRule, rated));
  return {
    rule: finalRule,
    differing: entries.length,
    decided: entries.filter(({ isDecided }) => isDecided).length,
    outdated: all.filter(({ isOutdated }) => isOutdated).length,
    needed: needed.length,
    neededAndDecided: needed.filter(({ isDecided }) => isDecided).length,
    takenBack: listAudit(dbOf(context), studyId).filter(({ action }) => action === 'adjudication.undo')
      .length,
  };
}

/** How far the annotators agree and what was decided where they do not; nothing in a study of one annotator. */
export function agreementSection(context: CoreContext, study: StudyRow): Html {
  const reported = reportedAgreement(context, study);
  if (!reported) return html``;
  const { annotators, criteria, interval, basis, resamples, seed } = reported;
  const names = new Map(annotators.map(({ id, name }) => [id, name]));
  return html`<h2>Agreement of the annotators</h2>
${criteria.map((one) => criterionTable(one, names))}
<p class="soft">${basis} Intervals: ${interval}; ${String(resamples)} resamples, seed ${String(seed)}.</p>
<p>${decisionSentence(reported.adjudications)}</p>`;
}

const share = (value: number) => `${shownNumber(100 * value)} %`;

type ReportedCriterion = Omit<CriterionAgreement, 'byItem'>;

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
}: ReturnType<typeof adjudicationCounts>): string {
  if (differing === 0) return 'No two annotators gave different answers to one item.';
  const counts = `On ${differing} items annotators differ; ${decided} of these (${share(decided / differing)}) were decided by adjudication, ${takenBack} decisions were taken back.`;
  if (rule === 'mean')
    return `${counts} The final value is the mean of the annotators; decisions are not read.`;
  return `${counts} The rule of the study (${rule}) leaves ${needed} to a decision, of which ${neededAndDecided} are decided.`;
}
