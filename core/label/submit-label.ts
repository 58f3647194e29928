import { randomUUID } from 'node:crypto';
import { findByClientKey, findLabel, type LabelContent, type StoredLabel } from '../../db/labels.ts';
import { findMark, saveMark } from '../../db/marks.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { LabelAnswer, LabelChange } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { labelChanged } from '../estimate/live-estimates.ts';
import { settlePractice } from '../practice/pass-practice.ts';
import { whenWritable } from '../when-writable.ts';
import { type Batch, batchByRef, placeOf } from './batch-key.ts';
import { insertLabels } from './insert-labels.ts';
import { checkedContents } from './label-content.ts';
import { clientKeysFor, labelKeysFor } from './label-key.ts';
import { changeOf } from './open-batch.ts';
import { undoStacks } from './undo-stacks.ts';

export interface Submission {
  batch: string;
  ref: string;
  answer: LabelAnswer;
  durationMs: number;
  estimateVisible: boolean;
  clientKey: string;
}

/** Stores one label; it is on disk when this returns. */
export async function submitLabel(context: CoreContext, given: Submission): Promise<LabelChange> {
  const batch = batchByRef(context, given.batch);
  const db = dbOf(context);
  const place = placeOf(db, batch, given.ref);
  const { itemId } = place;
  const { annotatorId } = batch.key;
  const contents = checkedContents(db, batch.study, place, given.answer);
  await whenWritable(() =>
    db
      .transaction(() => {
        insertLabels(db, labelKeysFor(batch.study, itemId), contents, {
          clientKey: given.clientKey,
          annotatorId,
          studyId: batch.study.id,
          operation: 'submit',
          source: 'screen',
          estimateVisible: given.estimateVisible,
          durationMs: given.durationMs,
          createdAt: context.now(),
        });
        const mark = findMark(db, batch.study.id, itemId, annotatorId);
        if (mark.draft !== null || mark.laterRank !== null) {
          saveMark(db, batch.study.id, annotatorId, { ...mark, draft: null, laterRank: null });
        }
      })
      .immediate(),
  );
  await changed(context, batch, itemId);
  return changeOf(context, batch, itemId);
}

/** Takes back the present annotator's last label by writing what held before it. @throws AppError CONFLICT */
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
  await changed(context, batch, row.itemId);
  return changeOf(context, batch, row.itemId);
}

/** Tells the estimate; in practice nothing of it changes, but the batch may open. */
async function changed(context: CoreContext, { study }: Batch, itemId: number): Promise<void> {
  if (study.practiceRound === undefined) labelChanged(context, itemId, study.id);
  else await settlePractice(context, study.id);
}

function writeStep(context: CoreContext, { study, key }: Batch, operation: 'undo' | 'redo'): StoredLabel {
  const db = dbOf(context);
  const target = undoStacks(db, key)[operation].at(-1);
  const row = target === undefined ? undefined : findLabel(db, target);
  if (!row) throw new AppError('CONFLICT', `There is nothing to ${operation}.`);
  const rows = rowsOfSubmission(db, row);
  const contents = rows.map((one) => contentAfter(db, operation, one));
  const keys = labelKeysFor(study, row.itemId);
  insertLabels(db, keys.slice(0, rows.length), contents, {
    clientKey: randomUUID(),
    annotatorId: key.annotatorId,
    studyId: study.id,
    operation,
    refersTo: rows.map(({ id }) => id),
    source: row.source,
    estimateVisible: row.estimateVisible,
    durationMs: 0,
    createdAt: context.now(),
  });
  return row;
}

/** The rows that one submission wrote, its own first. */
function rowsOfSubmission(db: ReadableDb, row: StoredLabel): StoredLabel[] {
  return clientKeysFor(row.clientKey).flatMap((clientKey) => findByClientKey(db, clientKey) ?? []);
}

/** What a key holds once a row is taken back or restored. */
function contentAfter(db: ReadableDb, operation: 'undo' | 'redo', row: StoredLabel): LabelContent {
  if (operation === 'redo') return row.content;
  const before = row.supersedes === null ? undefined : findLabel(db, row.supersedes);
  return before?.content ?? { kind: 'clear' };
}
