import { randomUUID } from 'node:crypto';
import { labelFieldsOf } from '../../../db/label-fields.ts';
import { findLabel, labelsOfSubmission, newestOf, type StoredLabel } from '../../../db/labels.ts';
import { keepAcross } from '../../../db/since-write.ts';
import type { LabelChange } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { type AnswerRow, insertRating } from '../../studies/ratings/ratings.ts';
import { holdAgain, lookAnew } from '../assignment/assign-next.ts';
import type { Batch } from '../assignment/batch-key.ts';
import { type LabelingSession, labelingSessionByRef, pairsOfItem } from './labeling-session.ts';
import { changeOf } from './open-batch.ts';
import { labelWasChanged, untouchedByLabels } from './submit-label.ts';
import { stepsOf } from './undo-stacks.ts';

/** Takes back the last label of whoever opened the batch by writing what held before it. @throws AppError CONFLICT */
export const undoLabel = (context: CoreContext, batchRef: string) => walk(context, batchRef, 'undo');

/** Restores what the last undo took back. @throws AppError CONFLICT */
export const redoLabel = (context: CoreContext, batchRef: string) => walk(context, batchRef, 'redo');

async function walk(
  context: CoreContext,
  batchRef: string,
  operation: 'undo' | 'redo',
): Promise<LabelChange> {
  const labelingSession = labelingSessionByRef(context, batchRef);
  const db = dbOf(context);
  const { batch, row } = await whenWritable(() => {
    let keep = () => {};
    const done = db
      .transaction(() => {
        keep = keepAcross(db, untouchedByLabels);
        const step = writeStep(context, labelingSession, operation);
        const { itemId } = step.row;
        for (const batch of pairsOfItem(context, labelingSession, step.batch, itemId)) {
          holdAgain(db, batch, itemId, context.now());
        }
        lookAnew(db);
        return step;
      })
      .immediate();
    keep();
    return done;
  });
  await labelWasChanged(context, pairsOfItem(context, labelingSession, batch, row.itemId), row.itemId);
  return changeOf(context, labelingSession, batch, row.itemId);
}

/** Writes all rows of a submission anew, and what it said beside them. */
function writeStep(
  context: CoreContext,
  labelingSession: LabelingSession,
  operation: 'undo' | 'redo',
): { batch: Batch; row: StoredLabel } {
  const db = dbOf(context);
  const target = stepsOf(context, labelingSession)[operation];
  const batch = labelingSession.batches.find(({ study }) => study.id === target?.studyId);
  if (!batch) {
    throw new AppError('CONFLICT', `There is nothing to ${operation} in this batch.`, {
      remedy: 'Labels of items that left the batch are kept. Go on with the items it has.',
    });
  }
  const first = findLabel(db, target!.id)!;
  /** The row that holds again once one is taken back or restored. */
  const from = ({ id, supersedes }: StoredLabel) => (operation === 'redo' ? id : supersedes);
  const rowAfter = (row: StoredLabel): AnswerRow => {
    const { itemId, systemId, criterionId, instrument } = row;
    const content = findLabel(db, from(row))?.content ?? { kind: 'clear' };
    return { key: { itemId, systemId, criterionId, instrument }, content, refersTo: row.id };
  };
  const { true: measure = [], false: criteria = [] } = Object.groupBy(
    labelsOfSubmission(db, first.clientKey),
    ({ furtherCriterion }) => `${furtherCriterion === null}`,
  );
  const { annotatorId, source, estimateVisible } = first;
  // What another study asked as well, and got an answer to since, stays.
  const own = criteria.filter((row) => newestOf(db, row, annotatorId)?.studyId === batch.study.id);
  const rows = { measure: measure.map(rowAfter), criteria: own.map(rowAfter) };
  insertRating(
    db,
    { ...rows, fields: labelFieldsOf(db, from(first)) },
    {
      ...{ annotatorId, source, estimateVisible, studyId: batch.study.id, operation },
      ...{ clientKey: randomUUID(), durationMs: 0, createdAt: context.now() },
    },
  );
  return { batch, row: first };
}
