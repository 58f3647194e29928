import { listAnnotators } from '../../../db/annotators.ts';
import { listAudit } from '../../../db/audit.ts';
import { getStudy } from '../../../db/studies.ts';
import type { HandedBatch } from '../../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { handedOut } from '../../studies/annotators/handed-facts.ts';
import { mergedBatch } from './merge-batch.ts';

interface Details {
  batchId: string;
  items: number;
  from: number;
  annotator: string;
  added: number;
  changed?: number;
  taken?: number;
  annotatorId?: number;
  rankingId?: number;
}

/** What was handed out of a study, or of its whole ranking, the latest first, and what came back of each. */
export function handedBatches(
  context: CoreContext,
  { studyId, wholeRanking }: { studyId: number; wholeRanking: boolean },
): HandedBatch[] {
  const db = dbOf(context);
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  const entries = listAudit(db, getStudy(db, studyId).id).map(({ at, action, details }) => ({
    at,
    action,
    ...(details as Details),
  }));
  const returns = entries.filter(({ action }) => action === mergedBatch);
  return entries
    .filter(({ action, rankingId }) => action === handedOut && (rankingId !== undefined) === wholeRanking)
    .map(({ batchId, at, items, from, annotatorId }) => ({
      batchId,
      at,
      items,
      from,
      assignedTo: annotatorId === undefined ? null : (names.get(annotatorId) ?? null),
      returns: returns
        .filter((one) => one.batchId === batchId)
        .map(({ at: returnedAt, annotator, added, changed = 0, taken = 0 }) => ({
          ...{ at: returnedAt, annotator, answers: added + changed + taken },
        })),
    }))
    .reverse();
}
