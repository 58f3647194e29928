import { listAnnotators } from '../../../db/annotators.ts';
import { assignmentChanges } from '../../../db/assignment-changes.ts';
import { assignedPosition } from '../../../db/assignments.ts';
import { type BatchItem, type BatchKey, batchPosition, openItemFrom } from '../../../db/batches.ts';
import { firstDrawOf } from '../../../db/draws.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { hasClearedSince, newestLabelId } from '../../../db/labels.ts';
import { othersVersion } from '../../../db/since-write.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type {
  LabelBatch,
  LabelChange,
  LabelCounts,
  LabelItem,
  LabelRef,
  StudyCounts,
} from '../../../shared/contract/index.ts';
import { noteOnScreen, noteOpened } from '../../estimate/failures/seen-draws.ts';
import { labelCounts } from '../../estimate/label-counts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type RecordState, versionOf } from '../../platform/record-version.ts';
import { handedFacts } from '../../studies/annotators/handed-facts.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import { labelFailures } from '../../studies/failures/coding.ts';
import { shownFields } from '../../studies/form-fields.ts';
import { type Batch, placeOf } from '../assignment/batch-key.ts';
import { presentBatch } from '../rounds/practice/pass-practice.ts';
import { describeAnnotator } from '../team/annotators.ts';
import { blindItemOf } from './blind-item.ts';
import { assignOneMore } from './dealing.ts';
import {
  annotatorOfLabelingSession,
  batchOfRef,
  isPaged,
  itemDrawnBefore,
  itemReader,
  type LabelingSession,
  labelingSessionByRef,
  labelingSessionOf,
  lastRankIn,
  matteringOf,
  type QueueItem,
  queueOf,
  rankingLabelingSession,
  sealedLabelingSessionRef,
} from './labeling-session.ts';
import { pageItemOf, pageOfRef } from './page-item.ts';
import { stepsOf } from './undo-stacks.ts';

type Asked = { annotatorId?: number | undefined } & ({ studyId: number } | { rankingId: number });

/** A batch as an annotator opens it, or the queue of a ranking; the present annotator where nobody is named. */
export async function openBatch(context: CoreContext, asked: Asked): Promise<LabelBatch> {
  const { id } = annotatorOf(context, asked.annotatorId);
  const labelingSession: LabelingSession =
    'rankingId' in asked
      ? rankingLabelingSession(context, asked.rankingId, id)
      : labelingSessionOf(context, presentBatch(context, asked.studyId, id));
  await assignOneMore(context, labelingSession);
  return describeLabelingSession(context, labelingSession);
}

/** Every item of a batch by its opaque reference, and what is asked of it. */
export const describeBatch = (context: CoreContext, batch: Batch): LabelBatch =>
  describeLabelingSession(context, labelingSessionOf(context, batch));

/** The same of a labeling session, which may be of all pairs of a ranking. */
export function describeLabelingSession(context: CoreContext, labelingSession: LabelingSession): LabelBatch {
  const { study } = labelingSession.batches[0];
  const db = dbOf(context);
  const items = [...queueOf(context, labelingSession)];
  const { id, name, initials, color } = describeAnnotator(
    context,
    listAnnotators(db).find((one) => one.id === annotatorOfLabelingSession(labelingSession))!,
  );
  return {
    batch: sealedLabelingSessionRef(context, labelingSession),
    annotator: { id, name, initials, color },
    title: `${items.length} ${items.length === 1 ? 'item' : 'items'}`,
    question: study.question,
    guidelines: study.guidelines,
    form: study.form,
    fields: shownFields(readStudyFields(db, study.id)),
    ...failuresFor(db, study.id),
    sideBySide: study.against !== null && !isPaged(labelingSession),
    practiceRound: study.practiceRound ?? null,
    items: items.map(toRef),
    next: nextOf(context, labelingSession, () => items),
    ...undoState(context, labelingSession),
  };
}

/** What can be chosen where a study asks what went wrong. Who labels in the project itself may make modes. */
function failuresFor(db: ReadableDb, studyId: number): Pick<LabelBatch, 'failures'> {
  const failures = labelFailures(db, studyId);
  if (!failures) return {};
  return { failures: handedFacts(db) ? failures : { ...failures, mayMake: true } };
}

/** What the screen needs to know after one item changed. */
export function changeOf(
  context: CoreContext,
  labelingSession: LabelingSession,
  batch: Batch,
  itemId: number,
): LabelChange {
  const present = itemReader(context, labelingSession)(itemId, batch);
  const item = present ?? itemDrawnBefore(context, labelingSession, batch, itemId);
  if (!item) throw new Error(`item ${itemId} is not in the batch of study ${batch.study.id}`);
  const isDrawnOut = !present && firstDrawOf(dbOf(context), batch.study, itemId) === undefined;
  return {
    ref: item.ref,
    item: toRef(item),
    ...(isDrawnOut && { isDrawnOut: true as const }),
    next: nextOf(context, labelingSession, () => queueOf(context, labelingSession)),
    ...undoState(context, labelingSession),
  };
}

/** What comes next in a labeling session, and whether something can be taken back. */
export const nextIn = (context: CoreContext, labelingSession: LabelingSession) => ({
  next: nextOf(context, labelingSession, () => queueOf(context, labelingSession)),
  ...undoState(context, labelingSession),
});

function undoState(context: CoreContext, labelingSession: LabelingSession) {
  const { undo, redo } = stepsOf(context, labelingSession);
  return { undoable: undo !== null, redoable: redo !== null };
}

/** What comes first in a labeling session, so many items that are open, none that was put off. */
export function openItems(context: CoreContext, labelingSession: LabelingSession, most: number): QueueItem[] {
  const queue = [...queueOf(context, labelingSession)];
  return matteringOf(context, labelingSession, queue)
    .filter(({ labelKind, laterRank }) => labelKind === null && laterRank === null)
    .slice(0, most);
}

function nextOf(
  context: CoreContext,
  labelingSession: LabelingSession,
  queue: () => Iterable<QueueItem>,
): string | null {
  const isAnySnoozed = lastRankIn(context, labelingSession) > 0;
  const { ranking, batches, among } = labelingSession;
  const isPlain = ranking === null && among === undefined && !isPaged(labelingSession);
  if (isPlain && !isAnySnoozed) return nextOpen(dbOf(context), batches[0].key);
  const items = ranking === null ? queue() : matteringOf(context, labelingSession, [...queue()]);
  return nextItem(items, isAnySnoozed)?.ref ?? null;
}

/** An item of a queue as pages list it. */
export function toRef({ ref, labelKind, laterRank, flagged, hasNote }: BatchItem): LabelRef {
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
export function nextItem<T extends OpenItem>(items: Iterable<T>, isAnySnoozed: boolean): T | undefined {
  const answers: number[] = [];
  const snoozed: T[] = [];
  let open: T | undefined;
  for (const item of items) {
    if (item.labelKind !== null) answers.push(item.labelId!);
    else if (item.laterRank !== null) snoozed.push(item);
    else open ??= item;
    if (open && !isAnySnoozed) break;
  }
  const since = answers.sort((a, b) => b - a)[itemsUntilBack - 1] ?? 0;
  return longestAgo(snoozed.filter(({ laterAfter }) => laterAfter < since)) ?? open ?? longestAgo(snoozed);
}

const longestAgo = <T extends OpenItem>(items: readonly T[]): T | undefined =>
  items.toSorted((a, b) => a.laterRank! - b.laterRank!)[0];

/** How many labels of a batch's study count, as its annotator may know; null in practice. @throws AppError NOT_FOUND */
export function batchCounts(context: CoreContext, batchRef: string): LabelCounts | null {
  const labelingSession = labelingSessionByRef(context, batchRef);
  if (labelingSession.ranking === null) return countsOf(context, labelingSession.batches[0]);
  return countsOfRanking(context, labelingSession);
}

/** Those of all pairs together. What waits is said of one pair, by its place in the queue, if it stands there. */
function countsOfRanking(context: CoreContext, labelingSession: LabelingSession): LabelCounts {
  const all = labelingSession.batches.map(({ study }) => labelCounts(context, study));
  const sum = (of: 'labeled' | 'counted') =>
    isPaged(labelingSession)
      ? Math.max(...all.map((counts) => counts[of]))
      : all.reduce((total, counts) => total + counts[of], 0);
  const waiting = all.find(({ waitingFor }) => waitingFor !== null)?.waitingFor;
  const item = waiting ? placeInQueue(context, labelingSession, waiting) : 0;
  const waitingFor = item > 0 ? { ...blindly(waiting!), item } : null;
  return { labeled: sum('labeled'), counted: sum('counted'), waitingFor };
}

/** Where an item stands in the queue of a labeling session, counting from 1; 0 where it does not. A page is found by its item. */
function placeInQueue(
  context: CoreContext,
  labelingSession: LabelingSession,
  { ref, itemId }: { ref: string; itemId: number | null },
): number {
  const isIt = (item: QueueItem) => (isPaged(labelingSession) ? item.itemId === itemId : item.ref === ref);
  return [...queueOf(context, labelingSession)].findIndex(isIt) + 1;
}

/** One item of a labeling session, by its place in it. @throws AppError NOT_FOUND */
export function labelingSessionItem(context: CoreContext, batchRef: string, ref: string): LabelItem {
  const labelingSession = labelingSessionByRef(context, batchRef);
  const item = itemAsAsked(context, labelingSession, ref);
  noteShown(context, labelingSession, ref);
  const seen = placeInDraw(context, labelingSession, ref);
  if (seen) noteOnScreen(dbOf(context), seen.study, seen.order + 1);
  return { ...item, version: versionOf(saidOf(item)) };
}

/** Keeps that an item was on a screen or handed out: what people name from now on, they may have named because of it. */
export function noteShown(context: CoreContext, labelingSession: LabelingSession, ref: string): void {
  const seen = placeInDraw(context, labelingSession, ref);
  if (seen && !seen.study.against) noteOpened(dbOf(context), seen.study, seen.order + 1);
}

/** Where an item stands in the draw of its study; undefined in rankings and practice. */
function placeInDraw(context: CoreContext, { batches: [batch], ranking }: LabelingSession, ref: string) {
  const { study } = batch;
  if (ranking !== null || study.practiceRound !== undefined) return undefined;
  const db = dbOf(context);
  const order = firstDrawOf(db, study, placeOf(db, batch, ref).itemId);
  return order === undefined ? undefined : { study, order };
}

/** What the person of a labeling session has stored of an item at present: the answer, the draft of one, and the note. */
export const saidInLabelingSession = (
  context: CoreContext,
  labelingSession: LabelingSession,
  ref: string,
): RecordState => saidOf(shownItem(context, labelingSession, ref));

const saidOf = ({ current: answer, draft, note }: Omit<LabelItem, 'version'>): RecordState => ({
  answer,
  draft: draft ?? '',
  note,
});

/** An item with its place in the labeling session. */
function itemAsAsked(
  context: CoreContext,
  labelingSession: LabelingSession,
  ref: string,
): Omit<LabelItem, 'version'> {
  const item = shownItem(context, labelingSession, ref);
  if (isPaged(labelingSession)) {
    const { itemId } = pageOfRef(context, labelingSession, ref);
    return { ...item, position: placeInQueue(context, labelingSession, { ref, itemId }) };
  }
  if (labelingSession.ranking === null) return item;
  return { ...item, position: placeInQueue(context, labelingSession, { ref, itemId: null }) || 1 };
}

/** One item of a labeling session as its label screen shows it, without its place in a ranking. */
export const shownItem = (
  context: CoreContext,
  labelingSession: LabelingSession,
  ref: string,
): Omit<LabelItem, 'version'> =>
  isPaged(labelingSession)
    ? pageItemOf(context, labelingSession, ref)
    : blindItemOf(context, batchOfRef(context, labelingSession, ref), ref);

function countsOf(context: CoreContext, { study, key }: Batch): LabelCounts | null {
  if (study.practiceRound !== undefined) return null;
  const { waitingFor, ...counts } = labelCounts(context, study);
  if (!waitingFor) return { ...counts, waitingFor };
  const db = dbOf(context);
  const position = assignedPosition(db, { ...key, itemId: waitingFor.itemId });
  const item = position === undefined ? waitingFor.item : batchPosition(db, key, position) + 1;
  return { ...counts, waitingFor: { ...blindly(waitingFor), item } };
}

/** What waits, as its annotator may know it. */
const blindly = ({
  itemId: _,
  criterionId: __,
  ...blind
}: NonNullable<StudyCounts['waitingFor']>): LabelCounts['waitingFor'] & object => blind;

/** A place in somebody's order before which they had answered every item when the newest label was this one. */
interface Known {
  readonly order: number;
  readonly newestId: number;
}

const knownPlaces = keptMaps<string, Known>();

/**
 * The first item of a batch of which its annotator says nothing; null when they answered all. The search begins where the last one
 * ended, so that a label costs the same however many there are: labels are only ever added, and one that takes back what was
 * said has it begin anew. Inside a transaction it begins anew each time, since that may be taken back.
 */
export function nextOpen(db: ReadableDb, key: BatchKey): string | null {
  const known = knownPlaces(db);
  const name = nameOf(db, key);
  // What is practiced may be chosen anew, and a label that was taken over may be taken back by the person who gave it.
  const isKept = !db.inTransaction && key.practiceRound === null && key.enoughTakenOver === undefined;
  const before = isKept ? known.get(name) : undefined;
  const newestId = newestLabelId(db);
  const isKnown = before !== undefined && !hasClearedSince(db, key.annotatorId, before.newestId);
  const from = isKnown ? before.order : 0;
  const found = openItemFrom(db, key, from);
  if (isKept) known.set(name, { order: found?.order ?? from, newestId });
  return found?.ref ?? null;
}

/** What a batch is read by. Items that were shared out move, and others come between them, when that is done anew. */
function nameOf(db: ReadableDb, key: BatchKey): string {
  const { epoch, touched } = assignmentChanges(db);
  return JSON.stringify([key, key.isAssigned && [epoch, touched.length, othersVersion(db)]]);
}
