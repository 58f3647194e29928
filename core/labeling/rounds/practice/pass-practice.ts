import { listAnnotators } from '../../../../db/annotators.ts';
import { writeAudit } from '../../../../db/audit.ts';
import {
  findPracticePassed,
  insertPracticePassed,
  listPracticeRounds,
  type PracticePassed,
  putPracticeLeft,
} from '../../../../db/practice.ts';
import { getStudy } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { Practice } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { linkedStudies } from '../../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { presentAnnotator } from '../../../studies/annotators/present-annotator.ts';
import { type Batch, batchOfAnnotator, practiceBatchOf } from '../../assignment/batch-key.ts';
import { practicedItems } from './practice-labels.ts';
import { practiceState, roundState } from './practice-state.ts';

/**
 * What labeling a study opens for an annotator, the present one where nobody is named: its batch, or the newest round of
 * practice while nobody is through one.
 */
export const presentBatch = (
  context: CoreContext,
  studyId: number,
  annotatorId = presentAnnotator(context).id,
): Batch => openPractice(context, studyId, annotatorId) ?? batchOfAnnotator(context, studyId, annotatorId);

/** The newest round of practice of a study, while nobody is through one; undefined once labeling is open. */
export function openPractice(context: CoreContext, studyId: number, annotatorId: number): Batch | undefined {
  const db = dbOf(context);
  const round = listPracticeRounds(db, studyId).at(-1);
  if (!round || findPracticePassed(db, studyId)) return undefined;
  return practiceBatchOf(context, round, annotatorId);
}

/**
 * Opens the batch once everybody who is still there is through the newest round and agrees by more than it asks. Call it after
 * whatever may end the waiting: an answer, and every change of who is in the team. It tells the pages once, so that the caller need not.
 */
export async function settlePractice(context: CoreContext, studyId: number): Promise<void> {
  const how = () => agreedRound(dbOf(context), studyId);
  if (how()) await pass(context, studyId, how);
  else context.events.publish({ type: 'study.changed', studyId });
}

/** How the newest round opens the batch by agreement; null where it does not, or the batch is open. */
function agreedRound(db: ReadableDb, studyId: number): Omit<PracticePassed, 'passedAt'> | null {
  const newest = listPracticeRounds(db, studyId).at(-1);
  if (!newest || findPracticePassed(db, studyId)) return null;
  const { round, krippendorffAlpha, targetAlpha } = roundState(db, getStudy(db, studyId), newest);
  if (krippendorffAlpha === null || krippendorffAlpha <= targetAlpha) return null;
  return { round, openedBy: 'agreement', krippendorffAlpha, reason: '' };
}

/**
 * The lead opens the batch without the agreement that practice asks for.
 *
 * @throws AppError CONFLICT when there is no practice or the batch is open already
 */
export async function overridePractice(
  context: CoreContext,
  { studyId, reason }: { studyId: number; reason: string },
): Promise<Practice> {
  const db = dbOf(context);
  await pass(context, studyId, () => {
    const newest = listPracticeRounds(db, studyId).at(-1);
    if (!newest || findPracticePassed(db, studyId)) {
      throw new AppError('CONFLICT', 'The batch is open already.', { remedy: 'Label it.' });
    }
    const { round, krippendorffAlpha } = roundState(db, getStudy(db, studyId), newest);
    return { round, openedBy: 'lead', krippendorffAlpha, reason };
  });
  return practiceState(context, studyId);
}

/**
 * The lead has practice wait no longer for a member, in a ranking for none of its pairs, and opens the batch where nobody else is waited
 * for. The member stays in the team.
 *
 * @throws AppError NOT_FOUND for whom practice does not wait for
 */
export async function goOnWithout(
  context: CoreContext,
  { studyId, annotatorId }: { studyId: number; annotatorId: number },
): Promise<Practice> {
  const db = dbOf(context);
  const now = context.now();
  const waiting = await whenWritable(() =>
    db
      .transaction(() => {
        const waiting = linkedStudies(db, studyId).filter(({ id }) =>
          waitedFor(db, id).some((one) => one.annotatorId === annotatorId),
        );
        if (waiting.length === 0) {
          throw new AppError('NOT_FOUND', 'Practice does not wait for that annotator.', {
            field: 'annotatorId',
          });
        }
        const { name } = listAnnotators(db).find(({ id }) => id === annotatorId)!;
        for (const { id } of waiting) {
          putPracticeLeft(db, id, annotatorId, now);
          writeAudit(db, { at: now, action: 'practice.without', studyId: id, details: { annotator: name } });
        }
        return waiting;
      })
      .immediate(),
  );
  for (const { id } of waiting) await settlePractice(context, id);
  return practiceState(context, studyId);
}

/** Who is not through the newest round yet, while practice is open. */
function waitedFor(db: ReadableDb, studyId: number) {
  const newest = listPracticeRounds(db, studyId).at(-1);
  if (!newest || findPracticePassed(db, studyId)) return [];
  const { annotators, items } = roundState(db, getStudy(db, studyId), newest);
  return annotators.filter(({ done }) => done < items);
}

/** @param find why the batch opens, as things stand when that is written down; null where it does not */
async function pass(
  context: CoreContext,
  studyId: number,
  find: () => Omit<PracticePassed, 'passedAt'> | null,
): Promise<void> {
  const db = dbOf(context);
  const passedAt = context.now();
  await whenWritable(() =>
    db
      .transaction(() => {
        const how = find();
        if (!how) return;
        insertPracticePassed(db, studyId, { ...how, passedAt });
        const action = how.openedBy === 'lead' ? 'practice.override' : 'practice.passed';
        writeAudit(db, { at: passedAt, action, studyId, details: how });
      })
      .immediate(),
  );
  context.events.publish({ type: 'study.changed', studyId });
}

/** For how many others an annotator waits who is through the newest round; null who is not, or once labeling is open. */
export function practiceWait(db: ReadableDb, studyId: number, annotatorId: number): number | null {
  const newest = listPracticeRounds(db, studyId).at(-1);
  if (!newest || findPracticePassed(db, studyId)) return null;
  const study = getStudy(db, studyId);
  // Somebody whom practice waits for no longer may go through it all the same.
  const isThrough = practicedItems(db, study, newest.round).every(({ said }) => said.has(annotatorId));
  return isThrough ? waitedFor(db, studyId).length : null;
}
