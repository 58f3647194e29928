import { type BatchKey, batchItemIds } from '../../../db/batches.ts';
import { labelActions } from '../../../db/labels.ts';
import { pageActionsOf } from '../../../db/page-labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { isPaged, type Sitting } from './sitting.ts';

interface Step {
  /** Of a label. */
  readonly id: number;
  readonly studyId: number;
}

/** The labels that undo and redo would act on, the next one last. */
interface UndoStacks {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

type Action = ReturnType<typeof labelActions>[number];

/** Those of whoever opened a sitting; of a page, all that was said on it is one step. */
export const stacksOf = (context: CoreContext, sitting: Sitting): UndoStacks =>
  undoStacks(
    dbOf(context),
    sitting.batches.map(({ key }) => key),
    isPaged(sitting) ? pageActionsOf : labelActions,
  );

/**
 * Walks an annotator's log of one study, or of the pairs of a ranking: a new label ends what could be redone. Of the two rows of a comparison the
 * one of the study's own system stands for both, and of a form with further questions the one of the measure for all.
 * Labels of items that left the batch, because it was drawn or shared out anew, stay as they are: they are stepped over
 * until their item is back.
 */
export function undoStacks(
  db: ReadableDb,
  keys: readonly BatchKey[],
  actionsOf: (db: ReadableDb, key: BatchKey) => readonly Action[] = labelActions,
): UndoStacks {
  const undo = new Map<number, { itemId: number; studyId: number }>();
  const redo = new Map<number, { itemId: number; studyId: number }>();
  const actions = keys.flatMap((key) =>
    actionsOf(db, key).map((action) => ({ ...action, studyId: key.studyId })),
  );
  for (const { id, itemId, studyId, operation, refersTo } of actions.sort((a, b) => a.id - b.id)) {
    if (operation === 'submit') {
      undo.set(id, { itemId, studyId });
      redo.clear();
    } else if (refersTo !== null) {
      const [from, to] = operation === 'undo' ? [undo, redo] : [redo, undo];
      from.delete(refersTo);
      to.set(refersTo, { itemId, studyId });
    }
  }
  const inBatch = new Map(keys.map((key) => [key.studyId, new Set(batchItemIds(db, key))]));
  const within = (stack: typeof undo) =>
    [...stack].flatMap(([id, { itemId, studyId }]) =>
      inBatch.get(studyId)!.has(itemId) ? [{ id, studyId }] : [],
    );
  return { undo: within(undo), redo: within(redo) };
}
