import { commitWithoutDisk, onDisk } from '../../../db/commit.ts';
import { putLabelGuidelines } from '../../../db/label-guidelines.ts';
import { currentLabel, putPortalTime } from '../../../db/labels.ts';
import { findMark, saveMark } from '../../../db/marks.ts';
import { keepAcross } from '../../../db/since-write.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { LabelAnswer, LabelChange } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { withMadeModes } from '../../estimate/failures/change-modes.ts';
import { labelChanged } from '../../estimate/live-estimates.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertCurrent, versionOf } from '../../platform/record-version.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { guidelinesVersion } from '../../studies/guidelines-version.ts';
import { insertRating } from '../../studies/ratings/ratings.ts';
import { lookAnew } from '../assignment/assign-next.ts';
import { type Batch, placeOf } from '../assignment/batch-key.ts';
import { openPractice, settlePractice } from '../rounds/practice/pass-practice.ts';
import { checkedAnswer } from './check-answer.ts';
import { dealerOf, holdItem, renewItem } from './dealing.ts';
import {
  batchOfRef,
  isPaged,
  type LabelingSession,
  labelingSessionByRef,
  pairsOfItem,
} from './labeling-session.ts';
import { changeOf, saidInLabelingSession } from './open-batch.ts';
import { checkedRatings, pageOfRef } from './page-item.ts';
import { askedSystems } from './ranking-page.ts';

export interface Submission {
  batch: string;
  ref: string;
  answer: LabelAnswer;
  /** As the page says. */
  durationMs: number;
  /** By the clock of the annotators' door; it knows none of answers in the app, and of batches that were handed out. */
  doorMs?: number | null;
  estimateVisible: boolean;
  clientKey: string;
  version?: string | undefined;
}

/**
 * Stores one label with everything that its form asks; it is on disk when this returns.
 *
 * @param queue the labeling session that the next item is dealt of, where the item stands among those of another
 */
export async function submitLabel(
  context: CoreContext,
  given: Submission,
  queue?: LabelingSession,
): Promise<LabelChange> {
  const labelingSession = labelingSessionByRef(context, given.batch);
  const batch = batchOfRef(context, labelingSession, given.ref);
  const db = dbOf(context);
  const place = placeOf(db, batch, given.ref);
  const { itemId } = place;
  const { annotatorId } = batch.key;
  await renewItem(context, labelingSession, { batch, itemId });
  const page = isPaged(labelingSession) && pageOfRef(context, labelingSession, given.ref);
  const batches = pairsOfItem(context, labelingSession, batch, itemId);
  const assignTo = dealerOf(context, queue ?? labelingSession);
  let keep = () => {};
  await whenWritable(() => {
    commitWithoutDisk(db, () => {
      keep = keepAcross(db, untouchedByLabels);
      assertNoPractice(context, batch);
      const rows =
        isPaged(labelingSession) && page
          ? checkedRatings(context, labelingSession, { ...page, asked: askedSystems(page) }, given.answer)
          : checkedAnswer(db, batch.study, place, given.answer);
      holdItem(context, labelingSession, { batch, itemId });
      const isCorrection = [...rows.measure, ...rows.criteria].some(({ key }) =>
        currentLabel(db, key, annotatorId),
      );
      const stored =
        given.version === undefined ? {} : saidInLabelingSession(context, labelingSession, given.ref);
      const isNew = insertRating(
        db,
        withMadeModes(context, batch.study.id, rows, { annotatorId, clientKey: given.clientKey }),
        {
          clientKey: given.clientKey,
          annotatorId,
          studyId: batch.study.id,
          operation: 'submit',
          source: 'screen',
          estimateVisible: given.estimateVisible,
          durationMs: given.durationMs,
          createdAt: context.now(),
        },
      );
      // Sent again, it is stored already; a newer answer than the page showed is not written over.
      if (isNew) {
        const words = 'Your answer';
        // An answer takes the place of its draft.
        assertCurrent(given.version, { stored, wanted: { answer: given.answer, draft: '' }, words });
      }
      // Those who agreed may differ now.
      if (isCorrection) lookAnew(db);
      if (isNew) keepGuidelines(db, batch, given.clientKey);
      if (isNew && given.doorMs != null) putPortalTime(db, given.clientKey, given.doorMs);
      for (const one of batches) {
        const mark = findMark(db, one.study.id, itemId, annotatorId);
        if (mark.draft !== null || mark.laterRank !== null) {
          saveMark(db, one.study.id, annotatorId, { ...mark, draft: null, laterRank: null, laterAfter: 0 });
        }
      }
      assignTo?.(db);
    });
    keep();
  });
  const stored = onDisk(db);
  stored.catch(() => {});
  await labelWasChanged(context, batches, itemId);
  const version = versionOf(saidInLabelingSession(context, labelingSession, given.ref));
  const change = changeOf(context, labelingSession, batch, itemId);
  // Where nothing comes next everything may be labeled, which pages that wait are to hear of.
  if (change.next === null && batch.study.practiceRound === undefined) {
    context.events.publish({ type: 'study.changed', studyId: linkedStudies(db, batch.study.id)[0].id });
  }
  await stored;
  return { ...change, version };
}

/** @throws AppError CONFLICT where a round of practice was begun since the batch was opened */
function assertNoPractice(context: CoreContext, { study, key }: Batch): void {
  if (study.practiceRound !== undefined || !openPractice(context, study.id, key.annotatorId)) return;
  throw new AppError('CONFLICT', 'A round of practice comes before these items.', {
    field: 'batch',
    remedy: 'Open the page again.',
  });
}

/** What a request reads of a ranking and its pairs, and a label does not change. */
export const untouchedByLabels = ['comparisons ', 'session ', 'study '];

/** Keeps under which guidelines a label was given, where there are any. */
function keepGuidelines(db: WritableDb, { study }: Batch, clientKey: string): void {
  if (study.guidelines.trim() === '') return;
  putLabelGuidelines(db, clientKey, { version: guidelinesVersion(study), text: study.guidelines });
}

/** Tells the estimate; in practice nothing of it changes, but the batch may open. */
export async function labelWasChanged(
  context: CoreContext,
  batches: readonly Batch[],
  itemId: number,
): Promise<void> {
  const counted = batches.filter(({ study }) => study.practiceRound === undefined);
  labelChanged(context, itemId, ...counted.map(({ study }) => study.id));
  for (const { study } of batches) {
    if (study.practiceRound !== undefined) await settlePractice(context, study.id);
  }
}
