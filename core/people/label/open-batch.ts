import { listAnnotators } from '../../../db/annotators.ts';
import { assignedPosition } from '../../../db/assignments.ts';
import { type BatchItem, batchPosition, findBatchItem, iterateBatch } from '../../../db/batches.ts';
import { lastLaterRank } from '../../../db/marks.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { LabelBatch, LabelChange, LabelCounts, LabelRef } from '../../../shared/contract/index.ts';
import { labelCounts } from '../../model/estimate/label-counts.ts';
import { annotatorOf } from '../../model/persons/present-annotator.ts';
import { shownFields } from '../../model/study/form-fields.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type Batch, batchByRef, sealedBatchRef } from '../batch/batch-key.ts';
import { presentBatch } from '../practice/pass-practice.ts';
import { describeAnnotator } from '../team/annotators.ts';
import { undoStacks } from './undo-stacks.ts';

/** A batch as an annotator opens it; the present one where nobody is named. */
export function openBatch(context: CoreContext, studyId: number, annotatorId?: number): LabelBatch {
  const { id } = annotatorOf(context, annotatorId);
  return describeBatch(context, presentBatch(context, studyId, id));
}

/** Every item of a batch by its opaque reference, and what is asked of it. */
export function describeBatch(context: CoreContext, batch: Batch): LabelBatch {
  const { study } = batch;
  const db = dbOf(context);
  const items = [...iterateBatch(db, batch.key)];
  const { id, name, initials, color } = describeAnnotator(
    context,
    listAnnotators(db).find((one) => one.id === batch.key.annotatorId)!,
  );
  return {
    batch: sealedBatchRef(context, batch),
    annotator: { id, name, initials, color },
    title: `${items.length} ${items.length === 1 ? 'item' : 'items'}`,
    question: study.question,
    guidelines: study.guidelines,
    form: study.form,
    fields: shownFields(readStudyFields(db, study.id)),
    sideBySide: study.against !== null,
    practiceRound: study.practiceRound ?? null,
    items: items.map(toRef),
    next: nextOf(db, batch, items),
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
    next: nextOf(db, batch, iterateBatch(db, batch.key)),
    ...undoState(context, batch),
  };
}

function undoState(context: CoreContext, { key }: Batch) {
  const { undo, redo } = undoStacks(dbOf(context), key);
  return { undoable: undo.length > 0, redoable: redo.length > 0 };
}

function nextOf(db: ReadableDb, { study, key }: Batch, items: Iterable<BatchItem>): string | null {
  return nextItem(items, lastLaterRank(db, study.id, key.annotatorId) > 0)?.ref ?? null;
}

function toRef({ ref, labelKind, laterRank, flagged, hasNote }: BatchItem): LabelRef {
  const state =
    labelKind === 'skip' ? 'skipped' : labelKind !== null ? 'labeled' : laterRank !== null ? 'later' : 'open';
  return { ref, state, flagged, hasNote };
}

/** How many more items a person answers before one that they put off comes back. */
export const itemsUntilBack = 3;

type OpenItem = Pick<BatchItem, 'labelKind' | 'labelId' | 'laterRank' | 'laterAfter'>;

/**
 * The item to show next. One that was put off comes back once its annotator has answered three others since, because
 * the estimate waits for it; of several the one put off longest ago. Else the first open item in order. When only
 * items put off are left, the one put off longest ago. Undefined when all are answered.
 *
 * @param isAnyPutOff where nothing is, the items are looked at up to the first open one only
 */
export function nextItem<T extends OpenItem>(items: Iterable<T>, isAnyPutOff: boolean): T | undefined {
  const answers: number[] = [];
  const putOff: T[] = [];
  let open: T | undefined;
  for (const item of items) {
    if (item.labelKind !== null) answers.push(item.labelId!);
    else if (item.laterRank !== null) putOff.push(item);
    else open ??= item;
    if (open && !isAnyPutOff) break;
  }
  const since = answers.sort((a, b) => b - a)[itemsUntilBack - 1] ?? 0;
  return longestAgo(putOff.filter(({ laterAfter }) => laterAfter < since)) ?? open ?? longestAgo(putOff);
}

const longestAgo = <T extends OpenItem>(items: readonly T[]): T | undefined =>
  items.toSorted((a, b) => a.laterRank! - b.laterRank!)[0];

/** How many labels of a batch's study count, as its annotator may know; null in practice. @throws AppError NOT_FOUND */
export function batchCounts(context: CoreContext, batchRef: string): LabelCounts | null {
  const { study, key } = batchByRef(context, batchRef);
  if (study.practiceRound !== undefined) return null;
  const { waitingFor, ...counts } = labelCounts(context, study);
  if (!waitingFor) return { ...counts, waitingFor };
  const { itemId, criterionId: _, ...blind } = waitingFor;
  const db = dbOf(context);
  const position = key.isAssigned ? assignedPosition(db, { ...key, itemId }) : undefined;
  const item = position === undefined ? blind.item : batchPosition(db, key, position) + 1;
  return { ...counts, waitingFor: { ...blind, item } };
}
