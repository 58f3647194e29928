import { type BatchKey, findBatchItem } from '../../../db/batches.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import {
  findLabel,
  labelActions,
  newestLabelId,
  type StoredLabel,
  studiesLabeledSince,
} from '../../../db/labels.ts';
import { pageActionsOf } from '../../../db/page-labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { isPaged, type LabelingSession } from './labeling-session.ts';

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
type ActionsOf = (db: ReadableDb, key: BatchKey, after: number) => readonly Action[];

/** A label that can be taken back or restored. */
interface Done {
  readonly id: number;
  readonly itemId: number;
  /** Which of the batches asked about it was given in. */
  readonly batch: number;
}

/** What somebody did up to a label: the last of each list is the first to be taken back or restored. */
interface Stacks {
  readonly undo: Done[];
  readonly redo: Done[];
  /** The newest label of the project that was looked at. */
  newestId: number;
}

const knownStacks = keptMaps<string, Stacks>();

/** The steps of the annotator who opened a labeling session; of a page, all that was said on it is one step. */
export function stepsOf(context: CoreContext, labelingSession: LabelingSession): UndoSteps {
  const { batches, among } = labelingSession;
  return undoSteps(
    dbOf(context),
    [...batches, ...(among ? [among.batch] : [])].map(({ key }) => key),
    isPaged(labelingSession) ? pageActionsOf : labelActions,
  );
}

/**
 * Walks an annotator's log of one study, or of the pairs of a ranking: a new label ends what could be redone. Of the two rows of a comparison the
 * one of the study's own system stands for both, and of a form with further questions the one of the measure for all.
 * Labels of items that left the batch, because it was drawn or shared out anew, stay as they are: they are stepped over
 * until their item is back. So are those of items of which something else was said since in another study that asks the same.
 */
export function undoSteps(
  db: ReadableDb,
  keys: readonly BatchKey[],
  actionsOf: ActionsOf = labelActions,
): UndoSteps {
  const { undo, redo } = stacksOf(db, keys, actionsOf);
  const newestWithin = (stack: readonly Done[]) => {
    const found = stack.findLast(({ id, itemId, batch }) => {
      const item = findBatchItem(db, keys[batch]!, itemId);
      return item && !isSaidElsewhere(db, keys, id, item.labelId);
    });
    if (!found) return null;
    const { studyId, practiceRound } = keys[found.batch]!;
    return { id: found.id, studyId, practiceRound };
  };
  return { undo: newestWithin(undo), redo: newestWithin(redo) };
}

/** Whether what holds of an item was said in a study that is none of these, after a label of it was given. */
function isSaidElsewhere(
  db: ReadableDb,
  keys: readonly BatchKey[],
  id: number,
  newestId: number | null,
): boolean {
  const said = saidBy(db, findLabel(db, newestId));
  if (!said || keys.some(({ studyId }) => studyId === said.studyId)) return false;
  const before = findLabel(db, findLabel(db, id)?.supersedes ?? null);
  return said.id !== saidBy(db, before)?.id;
}

/** The label that holds by a row, which may have restored it; undefined where nothing holds. */
function saidBy(db: ReadableDb, row: StoredLabel | undefined): StoredLabel | undefined {
  if (!row || row.operation === 'submit') return row;
  const target = findLabel(db, row.refersTo);
  return saidBy(db, row.operation === 'redo' ? target : findLabel(db, target?.supersedes ?? null));
}

/**
 * Labels are only ever added, so that those alone are read that came since the last time, and only of the studies that they are of: a
 * ranking has many. What a transaction reads is not kept.
 */
function stacksOf(db: ReadableDb, keys: readonly BatchKey[], actionsOf: ActionsOf): Stacks {
  const known = knownStacks(db);
  const name = JSON.stringify([actionsOf === labelActions, keys]);
  const before = known.get(name) ?? { undo: [], redo: [], newestId: 0 };
  const stacks = db.inTransaction ? { ...before, undo: [...before.undo], redo: [...before.redo] } : before;
  if (!db.inTransaction) known.set(name, stacks);
  const newestId = newestLabelId(db);
  const labeled = studiesLabeledSince(db, keys[0]!.annotatorId, before.newestId);
  const actions = keys.flatMap((key, batch) =>
    labeled.has(key.studyId)
      ? actionsOf(db, key, before.newestId).map((action) => ({ ...action, batch }))
      : [],
  );
  for (const action of actions.sort((a, b) => a.id - b.id)) takeIn(stacks, action);
  stacks.newestId = Math.max(newestId, actions.at(-1)?.id ?? 0);
  return stacks;
}

function takeIn({ undo, redo }: Stacks, action: Action & { batch: number }): void {
  const { id, itemId, batch, operation, refersTo } = action;
  if (operation === 'submit') {
    put(undo, { id, itemId, batch });
    redo.length = 0;
  } else if (refersTo !== null) {
    const [from, to] = operation === 'undo' ? [undo, redo] : [redo, undo];
    const at = from.findLastIndex((done) => done.id === refersTo);
    if (at >= 0) from.splice(at, 1);
    put(to, { id: refersTo, itemId, batch });
  }
}

/** Puts a step on top, once: two batches of one study read the same labels. */
function put(stack: Done[], done: Done): void {
  if (stack.at(-1)?.id === done.id) stack.pop();
  stack.push(done);
}
