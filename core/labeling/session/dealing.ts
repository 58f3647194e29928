import { assignedPosition } from '../../../db/assignments.ts';
import { commitWithoutDisk, onDisk } from '../../../db/commit.ts';
import { firstDrawOf } from '../../../db/draws.ts';
import type { WritableDb } from '../../../db/types.ts';
import { matteringStudies } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { assignNext, holdDealt, leaseOfBatch, nextToAssign } from '../assignment/assign-next.ts';
import type { Batch } from '../assignment/batch-key.ts';
import { isPaged, type LabelingSession } from './labeling-session.ts';
import { pagesOf } from './ranking-page.ts';

/**
 * Makes the act that deals the next item of a labeling session: of a ranking one of a pair that still matters, and a page for all pairs at
 * once. Which pairs matter is asked now, before the act is done inside a transaction. Undefined where nothing is dealt.
 */
export function dealerOf(
  context: CoreContext,
  labelingSession: LabelingSession,
): ((db: WritableDb) => void) | undefined {
  const { batches, among: standIns, holds } = labelingSession;
  const db = dbOf(context);
  if (!batches.some((batch) => leaseOfBatch(db, batch) !== undefined)) return undefined;
  const { asked, mattering } = askedOf(context, labelingSession);
  if (isPaged(labelingSession)) {
    const open = pagesOf(context, labelingSession).flatMap(({ itemId, labelKind }) =>
      labelKind === null ? [itemId] : [],
    );
    return (db) => assignNext(db, asked, context.now(), { together: batches, open, holds, standIns });
  }
  return (db) => assignNext(db, asked, context.now(), { holds, rates: mattering ?? undefined, standIns });
}

/** The batches of a labeling session from which items are dealt, and of a ranking how likely labels are to decide each pair that matters. */
function askedOf(context: CoreContext, { ranking, batches }: LabelingSession) {
  const mattering = ranking && matteringStudies(context, ranking);
  return { mattering, asked: mattering ? batches.filter(({ study }) => mattering.has(study.id)) : batches };
}

/** Whether somebody with nothing open would be dealt an item now. */
export function hasMoreToDeal(context: CoreContext, labelingSession: LabelingSession): boolean {
  const { asked, mattering } = askedOf(context, labelingSession);
  const together = isPaged(labelingSession) ? labelingSession.batches : [];
  return (
    nextToAssign(dbOf(context), asked, context.now(), { together, rates: mattering ?? undefined }) !==
    undefined
  );
}

/** Deals the next item of a labeling session, where items are dealt. */
export async function assignOneMore(context: CoreContext, labelingSession: LabelingSession): Promise<void> {
  const assignTo = dealerOf(context, labelingSession);
  if (!assignTo) return;
  const db = dbOf(context);
  await whenWritable(() => commitWithoutDisk(db, () => assignTo(db)));
  await onDisk(db);
}

/** Holds an item for whoever is at work on it: a page in all pairs that drew it. Call it inside a transaction. */
export function holdItem(
  context: CoreContext,
  labelingSession: LabelingSession,
  { batch, itemId }: { batch: Batch; itemId: number },
): void {
  const db = dbOf(context);
  for (const one of isPaged(labelingSession) ? labelingSession.batches : [batch]) {
    if (!one.key.isAssigned && leaseOfBatch(db, one) === undefined) continue;
    const order = firstDrawOf(db, one.study, itemId);
    if (order !== undefined) holdDealt(db, one, { itemId, order }, context.now());
  }
}

/** Gives an item that went to somebody else back to whom it was dealt to: a late answer is kept. */
export async function renewItem(
  context: CoreContext,
  labelingSession: LabelingSession,
  at: { batch: Batch; itemId: number },
): Promise<void> {
  const db = dbOf(context);
  const { isAssigned, annotatorId, studyId } = at.batch.key;
  if (!isAssigned) return;
  if (assignedPosition(db, { studyId, annotatorId, itemId: at.itemId }) !== undefined) return;
  await whenWritable(() => db.transaction(() => holdItem(context, labelingSession, at)).immediate());
}
