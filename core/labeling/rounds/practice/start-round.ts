import { writeAudit } from '../../../../db/audit.ts';
import { itemAt } from '../../../../db/item-levels.ts';
import {
  countLabelsOfBatch,
  findPracticePassed,
  insertPracticeRound,
  listPracticeRounds,
} from '../../../../db/practice.ts';
import { getStudy, type StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { Practice } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { freshSeed } from '../../../design/create-study.ts';
import { refuseOnSource } from '../../../design/source-draws.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { opaqueRef } from '../../../studies/design.ts';
import { choosePositions, countFree } from './practice-labels.ts';
import { practiceState } from './practice-state.ts';

interface NewRound {
  studyId: number;
  items: number;
  targetAlpha: number;
  seed?: number | undefined;
}

/**
 * Begins a round of practice: a seeded uniform choice of items that are neither drawn nor practiced on, so that what
 * is learned on them does not touch the batch (Appendix C of HumCoE; Huang et al., 2023).
 *
 * @throws AppError CONFLICT when the batch is open or labeled already, or the pool has too few items left
 */
export async function startPractice(
  context: CoreContext,
  { studyId, items: size, targetAlpha, seed = freshSeed() }: NewRound,
): Promise<Practice> {
  const db = dbOf(context);
  await whenWritable(() =>
    db
      .transaction(() => {
        const items = chooseItems(db, studyId, size, seed);
        const round = listPracticeRounds(db, studyId).length + 1;
        const createdAt = context.now();
        const batchRef = opaqueRef();
        insertPracticeRound(db, { studyId, round, batchRef, seed, targetAlpha, createdAt }, items);
        const details = { round, items: size, targetAlpha, seed };
        writeAudit(db, { at: createdAt, action: 'practice.start', studyId, details });
      })
      .immediate(),
  );
  context.events.publish({ type: 'study.changed', studyId });
  return practiceState(context, studyId);
}

/** @throws AppError CONFLICT when the batch is open or labeled already, or the pool has too few items left */
function chooseItems(db: ReadableDb, studyId: number, size: number, seed: number) {
  const study = getStudy(db, studyId);
  assertBatchUntouched(db, study);
  refuseOnSource(db, studyId, 'Practice');
  const free = countFree(db, study);
  if (free < size) {
    throw new AppError(
      'CONFLICT',
      `The pool has ${free} items left outside the draw; practice on ${size} needs more.`,
      {
        field: 'items',
        remedy: free < 2 ? 'Open the batch without practice.' : `Practice on at most ${free}.`,
      },
    );
  }
  return choosePositions(db, study, size, seed).map((poolPosition) => ({
    itemId: itemAt(db, studyId, poolPosition),
    poolPosition,
    ref: opaqueRef(),
  }));
}

function assertBatchUntouched(db: ReadableDb, { id }: StudyRow): void {
  if (findPracticePassed(db, id)) {
    throw new AppError('CONFLICT', 'The batch is open already; practice comes before it.', {
      remedy: 'Practice on a new study of the same question.',
    });
  }
  if (countLabelsOfBatch(db, id) > 0) {
    throw new AppError('CONFLICT', 'The batch has labels already; practice comes before it.', {
      remedy: 'Practice on a new study of the same question.',
    });
  }
}
