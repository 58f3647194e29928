import type { BatchKey } from '../../db/batches.ts';
import { labelActions } from '../../db/labels.ts';
import type { ReadableDb } from '../../db/types.ts';

/** Ids of the labels that undo and redo would act on, the next one last. */
export interface UndoStacks {
  readonly undo: readonly number[];
  readonly redo: readonly number[];
}

/**
 * Walks an annotator's log of one study: a new label ends what could be redone. Of the two rows of a comparison the
 * one of the study's own system stands for both, and of a form with further questions the one of the measure for all.
 */
export function undoStacks(
  db: ReadableDb,
  of: Pick<BatchKey, 'studyId' | 'annotatorId' | 'systemId' | 'criterionId' | 'instrument'>,
): UndoStacks {
  const undo: number[] = [];
  let redo: number[] = [];
  for (const { id, operation } of labelActions(db, of)) {
    if (operation === 'submit') {
      undo.push(id);
      redo = [];
    } else if (operation === 'undo') {
      const taken = undo.pop();
      if (taken !== undefined) redo.push(taken);
    } else {
      const restored = redo.pop();
      if (restored !== undefined) undo.push(restored);
    }
  }
  return { undo, redo };
}
