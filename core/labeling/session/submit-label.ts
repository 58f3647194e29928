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
      storeAnswer(context, batch, rows, { given, stored });
      // Those who agreed may differ now.
      if (isCorrection) lookAnew(db);
      for (const one of batches) dropMarks(db, one, itemId);
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

/**
 * Stores the rows of an answer with how it was given; one that is sent again is stored already.
 *
 * @param stored what is stored of the item so far, to compare with what the page showed
 * @throws AppError CONFLICT where a newer answer than the page showed would be written over
 */
function storeAnswer(
  context: CoreContext,
  batch: Batch,
  rows: ReturnType<typeof checkedAnswer>,
  { given, stored }: { given: Submission; stored: Readonly<Record<string, unknown>> },
): void {
  const db = dbOf(context);
  const { annotatorId } = batch.key;
  const { answer, clientKey, doorMs, durationMs, estimateVisible } = given;
  const studyId = batch.study.id;
  const isNew = insertRating(db, withMadeModes(context, studyId, rows, { annotatorId, clientKey }), {
    ...{ clientKey, annotatorId, studyId, estimateVisible, durationMs },
    ...{ operation: 'submit', source: 'screen', createdAt: context.now() },
  });
  if (!isNew) return;
  // An answer takes the place of its draft.
  assertCurrent(given.version, { stored, wanted: { answer, draft: '' }, words: 'Your answer' });
  keepGuidelines(db, batch, clientKey);
  if (doorMs != null) putPortalTime(db, clientKey, doorMs);
}

/** Drops the draft of an item that is answered, and that it was put off. */
function dropMarks(db: WritableDb, { study, key: { annotatorId } }: Batch, itemId: number): void {
  const mark = findMark(db, study.id, itemId, annotatorId);
  if (mark.draft === null && mark.laterRank === null) return;
  saveMark(db, study.id, annotatorId, { ...mark, draft: null, laterRank: null, laterAfter: 0 });
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
