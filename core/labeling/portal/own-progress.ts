import { answeredAndDrawnOut } from '../../../db/annotator-work.ts';
import { writeAudit } from '../../../db/audit.ts';
import { endLeases } from '../../../db/dealing.ts';
import { findQualityPlan } from '../../../db/quality.ts';
import { mostAhead } from '../../design/assignments.ts';
import { handOnShares, isSharedOut } from '../../design/hand-on.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { cutShortIn } from '../rounds/checks/payments.ts';
import { isPaged, queueOf } from '../session/labeling-session.ts';
import { progressIn } from '../session/ranking-progress.ts';
import { workOf } from './own-session.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';

/** How far the visitor is with their items, checks among them, and those that they answered before a new draw. */
export function workProgress(context: PortalContext) {
  const progress = progressIn(context.core, workOf(context), visitorIn(context).annotatorId);
  const before = doneBefore(context);
  return { ...progress, labeled: progress.labeled + before, assigned: progress.assigned + before };
}

/** Items that the visitor answered and that a new draw left out: their work is done all the same. */
export function doneBefore(context: PortalContext): number {
  const work = workOf(context);
  const { annotatorId } = visitorIn(context);
  const items = work.batches.map(({ study: { id: studyId, generation } }) =>
    answeredAndDrawnOut(dbOf(context.core), { studyId, generation, annotatorId }),
  );
  if (!isPaged(work)) return items.flat().length;
  const out = new Set(items.flat());
  for (const { itemId } of out.size > 0 ? queueOf(context.core, work) : []) out.delete(itemId);
  return out.size;
}

/** How many of them the visitor has answered. */
export function doneOf(context: PortalContext): number {
  const { labeled, skipped } = workProgress(context);
  return labeled + skipped;
}

/** How many items are asked of each annotator; null for as many as there are. */
export const itemsOfEach = (context: PortalContext): number | null =>
  findQualityPlan(dbOf(context.core), visitorIn(context).studyId)?.plan.completion?.items ?? null;

/** Whether a visitor has done as many as are asked of each; how many they did is counted only where that is limited. */
export function isEnough(context: PortalContext, done = () => doneOf(context)): boolean {
  const most = itemsOfEach(context);
  return most !== null && done() >= most;
}

/** How many items are to wait for the visitor, whose page fetches them ahead: none beyond what is asked of each. */
export function holdsOf(context: PortalContext): number {
  const most = itemsOfEach(context);
  return most === null ? mostAhead : Math.max(1, Math.min(mostAhead, most - doneOf(context)));
}

/** Keeps that a visitor got the completion code before their number was reached, so that they are paid. */
export async function noteCutShort(context: PortalContext): Promise<void> {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const note = { at: context.core.now(), action: 'team.complete', studyId, details: { annotatorId } };
  const isKept = () => cutShortIn(db, studyId).has(annotatorId);
  if (isKept()) return;
  const write = db.transaction(() => {
    if (!isKept()) writeAudit(db, note);
  });
  await whenWritable(() => write.immediate());
}

/** Gives what still waits for a visitor who has done enough to others: to the next one who asks, or by shares. */
export async function release(context: PortalContext): Promise<void> {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const now = context.core.now();
  const studies = linkedStudies(db, studyId);
  await whenWritable(() =>
    db
      .transaction(() => {
        for (const { id } of studies) endLeases(db, id, annotatorId, now);
        handOnShares(db, studies);
      })
      .immediate(),
  );
  for (const study of studies) {
    if (isSharedOut(db, study)) context.core.events.publish({ type: 'study.changed', studyId: study.id });
  }
}
