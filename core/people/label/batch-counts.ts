import { assignedPosition } from '../../../db/assignments.ts';
import { batchPosition } from '../../../db/batches.ts';
import type { LabelCounts } from '../../../shared/contract/index.ts';
import { labelCounts } from '../../model/estimate/label-counts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { batchByRef } from '../batch/batch-key.ts';

/** How many labels of a batch's study count, as its annotator may know; null in practice. @throws AppError NOT_FOUND */
export function batchCounts(context: CoreContext, batchRef: string): LabelCounts | null {
  const { study, key } = batchByRef(context, batchRef);
  if (study.practiceRound !== undefined) return null;
  const { waitingFor, ...counts } = labelCounts(context, study);
  if (!waitingFor) return { ...counts, waitingFor };
  const { itemId, criterionId: _, ...blind } = waitingFor;
  const db = dbOf(context);
  const position = key.isAssigned ? assignedPosition(db, { ...key, itemId }) : undefined;
  const item = position === undefined ? blind.item : batchPosition(db, key, position) + 1;
  return { ...counts, waitingFor: { ...blind, item } };
}
