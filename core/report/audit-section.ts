import { type AuditEntry, listAudit } from '../../db/audit.ts';
import { type DrawRun, listDrawRuns } from '../../db/draws.ts';
import { countEstimateVisible } from '../../db/labels.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { EstimateReport } from '../../shared/contract/index.ts';
import { type Html, html } from './escape-html.ts';

/** What was done to come to the number, as far as it may matter to a reader: draws, skips, what people saw, every act. */
export function auditSection(db: ReadableDb, study: StudyRow, report: EstimateReport): Html {
  return html`<h2>What was done</h2>
<table><thead><tr><th>Draw</th><th>When</th><th class="number">Seed</th><th class="number">Labels given before it</th></tr></thead>
<tbody>${listDrawRuns(db, study.id).map(drawRow)}</tbody></table>
<p>${skipSentence(report)} ${visibleSentence(countEstimateVisible(db, study))}</p>
<table><thead><tr><th>When</th><th>What</th><th>Details</th></tr></thead><tbody>${listAudit(db, study.id).map(actRow)}</tbody></table>`;
}

const moment = (at: string) => at.slice(0, 19).replace('T', ' ');

const drawRow = ({ generation, seed, labelsBefore, createdAt }: DrawRun) =>
  html`<tr><td>${generation === 1 ? 'First draw' : `Redraw ${generation - 1}`}</td><td>${moment(createdAt)}</td><td class="number">${seed}</td><td class="number">${labelsBefore}</td></tr>`;

const actRow = ({ at, action, details }: AuditEntry) =>
  html`<tr><td>${moment(at)}</td><td>${action}</td><td><code>${JSON.stringify(details)}</code></td></tr>`;

function skipSentence({ skipped }: EstimateReport): string {
  if (skipped.count === 0) return 'No item was skipped.';
  const reasons = skipped.reasons.map(({ reason, count }) => `${reason} (${count})`);
  return `Skipped items: ${skipped.count}; reasons: ${reasons.join(', ')}.`;
}

const visibleSentence = (visible: number): string =>
  visible === 0
    ? 'The estimate was hidden while people labeled.'
    : `The estimate was visible while ${visible} of the labels were given.`;
