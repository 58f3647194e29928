import { type AuditEntry, listAudit } from '../../db/audit.ts';
import { type DrawRun, listDrawRuns } from '../../db/draws.ts';
import { listJudges } from '../../db/judges.ts';
import { countEstimateVisible } from '../../db/labels.ts';
import { findPrompt } from '../../db/prompts.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { EstimateReport } from '../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { signalNameOf } from '../judge/judge-facts.ts';
import { auditWords, type NamePerson } from './audit-words.ts';
import { type Html, html } from './escape-html.ts';
import { labelRows } from './label-rows.ts';

/** What was done to come to the number, as far as it may matter to a reader: draws, skips, what people saw, every act. */
export function auditSection(context: CoreContext, study: StudyRow, report: EstimateReport): Html {
  const db = dbOf(context);
  const person = personsOf(context, study);
  return html`<h2>What was done</h2>
<table><thead><tr><th>Draw</th><th>When (UTC)</th><th class="number">Seed</th><th class="number">Labels given before it</th></tr></thead>
<tbody>${listDrawRuns(db, study.id).map(drawRow)}</tbody></table>
<p>${skipSentence(report)} ${visibleSentence(countEstimateVisible(db, study))} ${judgeSentence(db, study)}</p>
<table class="acts"><thead><tr><th>When (UTC)</th><th>What</th></tr></thead><tbody>${listAudit(db, study.id).map((entry) => actRow(entry, person))}</tbody></table>`;
}

const moment = (at: string) => at.slice(0, 19).replace('T', ' ');

const drawRow = ({ generation, seed, labelsBefore, createdAt }: DrawRun) =>
  html`<tr><td>${generation === 1 ? 'First draw' : `Redraw ${generation - 1}`}</td><td>${moment(createdAt)}</td><td class="number">${seed}</td><td class="number">${labelsBefore}</td></tr>`;

const actRow = (entry: AuditEntry, person: NamePerson) =>
  html`<tr data-action="${entry.action}"><td class="when">${moment(entry.at)}</td><td>${auditWords(entry, person)}</td></tr>`;

/** People by the numbers that the report's labels give them. */
export function personsOf(context: CoreContext, study: StudyRow): NamePerson {
  const people = [...new Set(labelRows(context, study.id).map(({ annotator }) => annotator))];
  return (name) => {
    const place = people.indexOf(String(name));
    return place < 0 ? 'a person without labels here' : `annotator ${place + 1}`;
  };
}

function skipSentence({ skipped }: EstimateReport): string {
  if (skipped.count === 0) return 'No item was skipped.';
  const reasons = skipped.reasons.map(({ reason, count }) => `${reason} (${count})`);
  return `Skipped items: ${skipped.count}; reasons: ${reasons.join(', ')}.`;
}

const visibleSentence = (visible: number): string =>
  visible === 0
    ? 'The estimate was hidden while people labeled.'
    : `The estimate was visible while ${visible} of the labels were given.`;

/** Which version of which prompt a judge had whose scores are the surrogate; nothing for other surrogates. */
function judgeSentence(db: ReadableDb, { surrogate }: StudyRow): string {
  if (surrogate.kind !== 'judge') return '';
  const judge = listJudges(db).find((one) => signalNameOf(one) === surrogate.judge);
  if (!judge) return `The scores of the surrogate, judge ${surrogate.judge}, were imported.`;
  const prompt = findPrompt(db, judge.promptId);
  const asked = prompt ? `, asked with version ${prompt.version} of the prompt "${prompt.name}"` : '';
  return `The surrogate is version ${judge.version} of the judge ${judge.name}${judge.model === '' ? '' : ` (model ${judge.model})`}${asked}.`;
}
