import { ensureAnnotator } from '../../db/annotators.ts';
import { assignedPosition } from '../../db/assignments.ts';
import type { BatchKey } from '../../db/batches.ts';
import { resolveRef, studyOfBatch } from '../../db/draws.ts';
import { findPracticeBatch, resolvePracticeRef } from '../../db/practice.ts';
import { getStudy } from '../../db/studies.ts';
import { listMembers } from '../../db/study-members.ts';
import type { ReadableDb } from '../../db/types.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { handedAnnotator } from '../exchange/handed-facts.ts';
import { type LabeledStudy, labelKeyFor } from './label-key.ts';

const firstAnnotator = 'Annotator 1';

/** What who labels on this machine is called; a batch that was handed to one person is labeled by them alone. */
export const currentName = (context: CoreContext): string =>
  handedAnnotator(dbOf(context)) ?? context.settings.annotator ?? firstAnnotator;

/** Who labels on this machine, in the open project. */
export const presentAnnotator = (context: CoreContext): { id: number; name: string } =>
  ensureAnnotator(dbOf(context), currentName(context));

/** A study's batch as the present annotator sees it. */
export interface Batch {
  readonly study: LabeledStudy;
  /** What the label screen calls it. */
  readonly ref: string;
  readonly key: BatchKey;
}

export function batchOf(context: CoreContext, studyId: number): Batch {
  return batchOfAnnotator(context, studyId, presentAnnotator(context).id);
}

/** A study's batch as an annotator sees it: what is assigned to them, or all of it in a study without members. */
export function batchOfAnnotator(context: CoreContext, studyId: number, annotatorId: number): Batch {
  const study = getStudy(dbOf(context), studyId);
  return asBatch(context, study, study.batchRef, annotatorId);
}

/** A study's batch whole and in draw order, whoever its items are assigned to. */
export function wholeBatchOf(context: CoreContext, studyId: number): Batch {
  const batch = batchOf(context, studyId);
  return { ...batch, key: { ...batch.key, isAssigned: false } };
}

/** A round of practice as the present annotator sees it. */
export function practiceBatchOf(context: CoreContext, studyId: number, round: number, ref: string): Batch {
  const study = { ...getStudy(dbOf(context), studyId), practiceRound: round };
  return asBatch(context, study, ref, presentAnnotator(context).id);
}

function asBatch(context: CoreContext, study: LabeledStudy, ref: string, annotatorId: number): Batch {
  const { id: studyId, generation, practiceRound = null } = study;
  const { systemId, criterionId, instrument } = labelKeyFor(study, 0);
  const isAssigned = listMembers(dbOf(context), studyId).length > 0;
  const asked = { systemId, criterionId, instrument, annotatorId };
  const key = { studyId, generation, practiceRound, isAssigned, ...asked };
  return { study, ref, key };
}

/** @throws AppError NOT_FOUND */
export function batchByRef(context: CoreContext, batchRef: string): Batch {
  const practice = findPracticeBatch(dbOf(context), batchRef);
  if (practice) return practiceBatchOf(context, practice.studyId, practice.round, batchRef);
  return batchOf(context, studyOfBatch(dbOf(context), batchRef));
}

/** What a reference of a batch stands for, and where it stands in it. @throws AppError NOT_FOUND */
export function placeOf(
  db: ReadableDb,
  { study, ref: batchRef, key }: Batch,
  ref: string,
): { itemId: number; poolPosition: number; order: number } {
  const { id, practiceRound } = study;
  if (practiceRound !== undefined) {
    return resolvePracticeRef(db, { studyId: id, round: practiceRound }, ref);
  }
  const place = resolveRef(db, batchRef, ref);
  if (!key.isAssigned) return place;
  const { itemId } = place;
  const order = assignedPosition(db, { studyId: id, annotatorId: key.annotatorId, itemId });
  if (order !== undefined) return { ...place, order };
  throw new AppError('NOT_FOUND', 'That item is not assigned to you.', {
    field: 'ref',
    mend: 'Open the batch again: its items may have been shared out anew.',
  });
}
