import { randomUUID } from 'node:crypto';
import { type LabelFields, labelFieldsOf } from '../../../db/label-fields.ts';
import {
  findLabel,
  insertLabel,
  type LabelContent,
  labelsOfSubmission,
  type StoredLabel,
} from '../../../db/labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { LabelChange } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { type Batch, batchByRef } from '../batch/batch-key.ts';
import { insertSaid } from './insert-labels.ts';
import { changeOf } from './open-batch.ts';
import { labelWasChanged } from './submit-label.ts';
import { undoStacks } from './undo-stacks.ts';

/** Takes back the last label of whoever opened the batch by writing what held before it. @throws AppError CONFLICT */
export const undoLabel = (context: CoreContext, batchRef: string) => walk(context, batchRef, 'undo');

/** Restores what the last undo took back. @throws AppError CONFLICT */
export const redoLabel = (context: CoreContext, batchRef: string) => walk(context, batchRef, 'redo');

async function walk(
  context: CoreContext,
  batchRef: string,
  operation: 'undo' | 'redo',
): Promise<LabelChange> {
  const batch = batchByRef(context, batchRef);
  const db = dbOf(context);
  const row = await whenWritable(() =>
    db.transaction(() => writeStep(context, batch, operation)).immediate(),
  );
  await labelWasChanged(context, batch, row.itemId);
  return changeOf(context, batch, row.itemId);
}

/** Writes all rows of a submission anew, and what it said beside them. */
function writeStep(context: CoreContext, { study, key }: Batch, operation: 'undo' | 'redo'): StoredLabel {
  const db = dbOf(context);
  const target = undoStacks(db, key)[operation].at(-1);
  const first = target === undefined ? undefined : findLabel(db, target);
  if (!first) {
    throw new AppError('CONFLICT', `There is nothing to ${operation} in this batch.`, {
      mend: 'Labels of items that left the batch are kept as they are; go on with the items it has.',
    });
  }
  const clientKey = randomUUID();
  for (const row of labelsOfSubmission(db, first.clientKey)) {
    insertLabel(db, {
      ...row,
      clientKey: row.clientKey.replace(first.clientKey, clientKey),
      content: contentAfter(db, operation, row),
      studyId: study.id,
      operation,
      refersTo: row.id,
      durationMs: 0,
      createdAt: context.now(),
    });
  }
  insertSaid(db, clientKey, saidAfter(db, operation, first));
  return first;
}

/** What a key holds once a row is taken back or restored. */
function contentAfter(db: ReadableDb, operation: 'undo' | 'redo', row: StoredLabel): LabelContent {
  if (operation === 'redo') return row.content;
  const before = row.supersedes === null ? undefined : findLabel(db, row.supersedes);
  return before?.content ?? { kind: 'clear' };
}

function saidAfter(db: ReadableDb, operation: 'undo' | 'redo', { id, supersedes }: StoredLabel): LabelFields {
  const from = operation === 'redo' ? id : supersedes;
  return from === null ? new Map() : labelFieldsOf(db, from);
}
