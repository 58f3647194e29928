import { stringify } from 'csv-stringify/sync';
import { listWork } from '../../../db/annotator-work.ts';
import { listExclusions } from '../../../db/quality.ts';
import { roundKindOf } from '../../../db/rounds.ts';
import { getStudy } from '../../../db/studies.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { csvCell } from '../../platform/files/csv-cell.ts';
import { checkResults } from '../../studies/checks/check-results.ts';

const columns = [
  ...['annotator', 'id', 'use', 'kind', 'value', 'answer', 'reason', 'counts', 'right', 'guidelines'],
  ...['duration_ms', 'labeled_at', 'system', 'door_ms'],
];

/**
 * All that annotators did in a study, as CSV: labels that count, those of annotators who were excluded, practice and checks, each
 * with the guidelines that it was given under. Of a page with all replies each is a line of its own, and names its system. Label
 * files have those alone that count.
 */
export function annotatorWorkCsv(context: CoreContext, studyId: number): string {
  const db = dbOf(context);
  const excluded = new Set(listExclusions(db, studyId).map(({ annotatorId }) => annotatorId));
  const study = getStudy(db, studyId);
  const known = new Map<string, Map<number, boolean>>();
  const rightOf = (annotatorId: number, round: number) => {
    const key = `${annotatorId} ${round}`;
    let right = known.get(key);
    if (right === undefined) {
      const results = checkResults(db, study, { annotatorId, round });
      right = new Map(results.map((one) => [one.check.itemId, one.isRight]));
      known.set(key, right);
    }
    return right;
  };
  const isPaged = study.pageInstrument !== null;
  const rows = listWork(db, studyId, { everyReply: isPaged }).map((row) => {
    const { annotator, annotatorId, item, itemId, round, kind, value, answers, reason, guidelines } = row;
    const right = round === null ? undefined : rightOf(annotatorId, round).get(itemId);
    return [
      ...[annotator, item, roundKindOf(round), kind, value, answers && JSON.stringify(answers), reason],
      round === null && !excluded.has(annotatorId),
      right ?? null,
      ...[guidelines, row.durationMs, row.labeledAt, isPaged ? row.system : null, row.doorMs],
    ].map((cell) => csvCell(cell));
  });
  return stringify(rows, { header: true, columns });
}
