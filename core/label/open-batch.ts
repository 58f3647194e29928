import { type BatchItem, findBatchItem, iterateBatch } from '../../db/batches.ts';
import { readStudyFields } from '../../db/study-fields.ts';
import type { LabelBatch, LabelChange, LabelRef } from '../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { presentBatch } from '../practice/pass-practice.ts';
import { shownFields } from '../study/form-fields.ts';
import type { Batch } from './batch-key.ts';
import { undoStacks } from './undo-stacks.ts';

/** A batch as the present annotator opens it. */
export const openBatch = (context: CoreContext, studyId: number): LabelBatch =>
  describeBatch(context, presentBatch(context, studyId));

/** Every item of a batch by its opaque reference, and what is asked of it. */
export function describeBatch(context: CoreContext, batch: Batch): LabelBatch {
  const { study } = batch;
  const items = [...iterateBatch(dbOf(context), batch.key)];
  return {
    batch: batch.ref,
    title: `${items.length} ${items.length === 1 ? 'item' : 'items'}`,
    question: study.question,
    guidelines: study.guidelines,
    form: study.form,
    fields: shownFields(readStudyFields(dbOf(context), study.id)),
    sideBySide: study.against !== null,
    practiceRound: study.practiceRound ?? null,
    items: items.map(toRef),
    next: nextOf(items),
    ...undoState(context, batch),
  };
}

/** What the screen needs to know after one item changed. */
export function changeOf(context: CoreContext, batch: Batch, itemId: number): LabelChange {
  const db = dbOf(context);
  const item = findBatchItem(db, batch.key, itemId);
  if (!item) throw new Error(`item ${itemId} is not in the batch of study ${batch.study.id}`);
  return {
    ref: item.ref,
    item: toRef(item),
    next: nextOf(iterateBatch(db, batch.key)),
    ...undoState(context, batch),
  };
}

function undoState(context: CoreContext, { key }: Batch) {
  const { undo, redo } = undoStacks(dbOf(context), key);
  return { undoable: undo.length > 0, redoable: redo.length > 0 };
}

/** The first open item in draw order; when only put-off ones are left, the one put off longest ago. */
function nextOf(items: Iterable<BatchItem>): string | null {
  let putOff: BatchItem | undefined;
  for (const item of items) {
    if (item.labelKind !== null) continue;
    if (item.laterRank === null) return item.ref;
    if (!putOff || item.laterRank < putOff.laterRank!) putOff = item;
  }
  return putOff?.ref ?? null;
}

function toRef({ ref, labelKind, laterRank, flagged, hasNote }: BatchItem): LabelRef {
  const state =
    labelKind === 'skip' ? 'skipped' : labelKind !== null ? 'labeled' : laterRank !== null ? 'later' : 'open';
  return { ref, state, flagged, hasNote };
}
