import { assignedPosition } from '../../../db/assignments.ts';
import type { BatchKey } from '../../../db/batches.ts';
import { leaseUntil } from '../../../db/dealing.ts';
import { firstDrawOf, lastDrawWith, resolveRef, studyOfBatch } from '../../../db/draws.ts';
import { newestOf } from '../../../db/labels.ts';
import { findPracticeBatch, type PracticeRound, resolvePracticeRef } from '../../../db/practice.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { hasMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { enoughTakenOverIn } from '../../design/series/reuse-labels.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { presentAnnotator } from '../../studies/annotators/present-annotator.ts';
import { openedBy, sealedRef } from '../../studies/annotators/sealed-ref.ts';
import { type AskedStudy, labelKeyFor, labelKeysFor } from '../../studies/label-key.ts';

/** A study's batch as an annotator sees it. */
export interface Batch {
  readonly study: AskedStudy;
  /** What the project calls it. Pages know it by a sealed reference, which names the annotator too. */
  readonly ref: string;
  readonly key: BatchKey;
}

/** A study's batch as an annotator sees it: what is assigned to them, or all of it in a study without members. */
export const batchOfAnnotator = (context: CoreContext, studyId: number, annotatorId: number): Batch =>
  batchOfStudy(context, getStudy(dbOf(context), studyId), annotatorId);

/** The same of a study that is read already. */
export const batchOfStudy = (context: CoreContext, study: StudyRow, annotatorId: number): Batch =>
  asBatch(context, study, study.batchRef, annotatorId);

/** A study's batch whole and in draw order, whoever its items are assigned to. */
export function wholeBatchOf(context: CoreContext, studyId: number): Batch {
  const batch = batchOfAnnotator(context, studyId, presentAnnotator(context).id);
  return { ...batch, key: { ...batch.key, isAssigned: false, enoughTakenOver: undefined } };
}

/** A round of practice as an annotator sees it. */
export function practiceBatchOf(
  context: CoreContext,
  { studyId, round, batchRef }: Pick<PracticeRound, 'studyId' | 'round' | 'batchRef'>,
  annotatorId: number,
): Batch {
  const study = { ...getStudy(dbOf(context), studyId), practiceRound: round };
  return asBatch(context, study, batchRef, annotatorId);
}

function asBatch(context: CoreContext, study: AskedStudy, ref: string, annotatorId: number): Batch {
  const { id: studyId, generation, practiceRound = null } = study;
  const { systemId, criterionId, instrument } = labelKeyFor(study, 0);
  const isAssigned = hasMembers(dbOf(context), studyId);
  const asked = { systemId, criterionId, instrument, annotatorId };
  const isOpen = !isAssigned && practiceRound === null;
  const enoughTakenOver = isOpen ? enoughTakenOverIn(dbOf(context), study) : undefined;
  const key = { studyId, generation, practiceRound, isAssigned, enoughTakenOver, ...asked };
  return { study, ref, key };
}

/** What a page calls a batch: it names the annotator who opened it, and nobody else labels by it. */
export const sealedBatchRef = (context: CoreContext, { ref, key }: Batch): string =>
  sealedRef(dbOf(context), 'batch', { what: ref, annotatorId: key.annotatorId });

/** The batch that a page opened, for whoever opened it. @throws AppError NOT_FOUND */
export function batchByRef(context: CoreContext, sealed: string): Batch {
  const db = dbOf(context);
  const opened = openedBy(db, 'batch', sealed);
  if (!opened) {
    throw new AppError('NOT_FOUND', 'There is no such batch.', {
      field: 'batch',
      remedy: 'Open Label again.',
    });
  }
  const { what, annotatorId } = opened;
  const practice = findPracticeBatch(db, what);
  if (practice) return practiceBatchOf(context, practice, annotatorId);
  return batchOfAnnotator(context, studyOfBatch(db, what), annotatorId);
}

/**
 * What a reference of a batch stands for, and where it stands in it. One of an earlier draw is as good: what people have on their pages
 * stays theirs to answer.
 *
 * @throws AppError NOT_FOUND
 */
export function placeOf(
  db: ReadableDb,
  batch: Batch,
  ref: string,
): { itemId: number; poolPosition: number; order: number } {
  const { study, key } = batch;
  const { id, practiceRound } = study;
  if (practiceRound !== undefined) {
    return resolvePracticeRef(db, { studyId: id, round: practiceRound }, ref);
  }
  const drawn = resolveRef(db, id, ref);
  const { itemId } = drawn;
  const place = { ...drawn, order: firstDrawOf(db, study, itemId) ?? drawn.order };
  if (!key.isAssigned) return place;
  const order = assignedPosition(db, { studyId: id, annotatorId: key.annotatorId, itemId });
  if (order !== undefined) return { ...place, order };
  if (wasDealt(db, batch, itemId) || hasAnswered(db, batch, itemId)) return place;
  throw new AppError('NOT_FOUND', 'That item is not assigned to you.', {
    field: 'ref',
    remedy: 'Open the batch again: its items may have been shared out again.',
  });
}

/** Whether an annotator has said something of an item. */
const hasAnswered = (db: ReadableDb, { study, key }: Batch, itemId: number): boolean =>
  labelKeysFor(study, itemId).some((about) => newestOf(db, about, key.annotatorId) !== undefined);

/** A batch as the newest draw has it that an item stands in. Its items may be assigned to anybody. */
export function batchThatDrew(db: ReadableDb, { study, ref, key }: Batch, itemId: number): Batch {
  const generation = lastDrawWith(db, study.id, itemId) ?? key.generation;
  return { study, ref, key: { ...key, generation, isAssigned: false, enoughTakenOver: undefined } };
}

/** Whether an item waited for an annotator at some time. */
export const wasDealt = (db: ReadableDb, batch: Batch, itemId: number): boolean =>
  batch.study.practiceRound === undefined &&
  leaseUntil(db, { studyId: batch.study.id, annotatorId: batch.key.annotatorId, itemId }) !== undefined;
