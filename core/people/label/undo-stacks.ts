import { type BatchKey, findBatchItem } from '../../../db/batches.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { labelActions } from '../../../db/labels.ts';
import { pageActionsOf } from '../../../db/page-labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { isPaged, type Sitting } from './sitting.ts';

interface Step {
  /** Of a label. */
  readonly id: number;
  readonly studyId: number;
  /** Of the batch that it was given in. */
  readonly practiceRound: number | null;
}

/** The labels that undo and redo would act on; null where there is none. */
interface UndoSteps {
  readonly undo: Step | null;
  readonly redo: Step | null;
}

type Action = ReturnType<typeof labelActions>[number];

const actionsOnPages = keptMaps<string, Action[]>();

/** What somebody did on pages: labels are only ever added, so that those alone are read that came since the last time. */
function knownPageActions(db: ReadableDb, key: BatchKey): readonly Action[] {
  if (db.inTransaction) return pageActionsOf(db, key);
  const known = actionsOnPages(db);
  const name = `${key.studyId} ${key.annotatorId} ${key.criterionId} ${key.instrument}`;
  const actions = known.get(name) ?? [];
  known.set(name, actions);
  actions.push(...pageActionsOf(db, key, actions.at(-1)?.id));
  return actions;
}

/** Those of whoever opened a sitting, and of what stands among its items; of a page, all that was said on it is one step. */
export function stepsOf(context: CoreContext, sitting: Sitting): UndoSteps {
  const { batches, among } = sitting;
  return undoSteps(
    dbOf(context),
    [...batches, ...(among ? [among.batch] : [])].map(({ key }) => key),
    isPaged(sitting) ? knownPageActions : labelActions,
  );
}

/**
 * Walks an annotator's log of one study, or of the pairs of a ranking: a new label ends what could be redone. Of the two rows of a comparison the
 * one of the study's own system stands for both, and of a form with further questions the one of the measure for all.
 * Labels of items that left the batch, because it was drawn or shared out anew, stay as they are: they are stepped over
 * until their item is back.
 */
export function undoSteps(
  db: ReadableDb,
  keys: readonly BatchKey[],
  actionsOf: (db: ReadableDb, key: BatchKey) => readonly Action[] = labelActions,
): UndoSteps {
  const undo = new Map<number, { itemId: number; key: BatchKey }>();
  const redo = new Map<number, { itemId: number; key: BatchKey }>();
  const actions = keys.flatMap((key) => actionsOf(db, key).map((action) => ({ ...action, key })));
  for (const { id, itemId, key, operation, refersTo } of actions.sort((a, b) => a.id - b.id)) {
    if (operation === 'submit') {
      undo.set(id, { itemId, key });
      redo.clear();
    } else if (refersTo !== null) {
      const [from, to] = operation === 'undo' ? [undo, redo] : [redo, undo];
      from.delete(refersTo);
      to.set(refersTo, { itemId, key });
    }
  }
  const newestWithin = (stack: typeof undo) => {
    for (const [id, { itemId, key }] of [...stack].reverse()) {
      const { studyId, practiceRound } = key;
      if (findBatchItem(db, key, itemId)) return { id, studyId, practiceRound };
    }
    return null;
  };
  return { undo: newestWithin(undo), redo: newestWithin(redo) };
}
