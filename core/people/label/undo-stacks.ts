import { type BatchKey, batchItemIds } from '../../../db/batches.ts';
import { labelActions } from '../../../db/labels.ts';
import type { ReadableDb } from '../../../db/types.ts';

/** Ids of the labels that undo and redo would act on, the next one last. */
interface UndoStacks {
  readonly undo: readonly number[];
  readonly redo: readonly number[];
}

/**
 * Walks an annotator's log of one study: a new label ends what could be redone. Of the two rows of a comparison the
 * one of the study's own system stands for both, and of a form with further questions the one of the measure for all.
 * Labels of items that left the batch, because it was drawn or shared out anew, stay as they are: they are stepped over
 * until their item is back.
 */
export function undoStacks(db: ReadableDb, key: BatchKey): UndoStacks {
  const undo = new Map<number, number>();
  const redo = new Map<number, number>();
  for (const { id, itemId, operation, refersTo } of labelActions(db, key)) {
    if (operation === 'submit') {
      undo.set(id, itemId);
      redo.clear();
    } else if (refersTo !== null) {
      const [from, to] = operation === 'undo' ? [undo, redo] : [redo, undo];
      from.delete(refersTo);
      to.set(refersTo, itemId);
    }
  }
  const inBatch = new Set(batchItemIds(db, key));
  const within = (stack: ReadonlyMap<number, number>) =>
    [...stack].filter(([, itemId]) => inBatch.has(itemId)).map(([id]) => id);
  return { undo: within(undo), redo: within(redo) };
}
