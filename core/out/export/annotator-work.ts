import { stringify } from 'csv-stringify/sync';
import { listWork } from '../../../db/annotator-work.ts';
import { withContent } from '../../../db/label-content.ts';
import { listChecks, listExclusions } from '../../../db/quality.ts';
import { isRight } from '../../people/quality/check-results.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { csvCell } from '../../platform/files/csv-cell.ts';

const columns = [
  ...['annotator', 'id', 'use', 'kind', 'value', 'answer', 'reason', 'counts', 'right', 'guidelines'],
  ...['duration_ms', 'labeled_at'],
];

const useOf = (round: number | null): string =>
  round === null ? 'sample' : round > 0 ? 'practice' : round === 0 ? 'check' : 'qualification';

/**
 * All that annotators did in a study, as CSV: labels that count, those of annotators who were excluded, practice and checks, each
 * with the guidelines that it was given under. Label files have those alone that count.
 */
export function annotatorWorkCsv(context: CoreContext, studyId: number): string {
  const db = dbOf(context);
  const excluded = new Set(listExclusions(db, studyId).map(({ annotatorId }) => annotatorId));
  const checks = new Map(listChecks(db, studyId).map((check) => [`${check.itemId} ${check.round}`, check]));
  const rows = listWork(db, studyId).map((row) => {
    const { annotator, annotatorId, item, itemId, round, kind, value, answers, reason, guidelines } = row;
    const check = round === null ? undefined : checks.get(`${itemId} ${round}`);
    return [
      ...[annotator, item, useOf(round), kind, value, answers && JSON.stringify(answers), reason],
      round === null && !excluded.has(annotatorId),
      check ? isRight(check, withContent(row).content) : null,
      ...[guidelines, row.durationMs, row.labeledAt],
    ].map((cell) => csvCell(cell));
  });
  return stringify(rows, { header: true, columns });
}
