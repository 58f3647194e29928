import { assignmentChanges } from '../../../db/assignment-changes.ts';
import { type BatchItem, iterateBatch } from '../../../db/batches.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { newestLabelId } from '../../../db/labels.ts';
import { labelsOfAnnotatorSince, listPageMarks, type Whose } from '../../../db/page-labels.ts';
import { othersVersion, sinceWrite } from '../../../db/since-write.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Batch } from '../assignment/batch-key.ts';

interface Kept {
  readonly signature: string;
  readonly lists: BatchItem[][];
  /** Where each item stands in its list. */
  readonly places: readonly ReadonlyMap<number, number>[];
  /** Which batches a label is of. */
  readonly batchesOf: ReadonlyMap<string, readonly number[]>;
  newestId: number;
  /** Items that were snoozed, flagged or noted. */
  marked: readonly Marked[];
}
interface Marked {
  readonly batch: number;
  readonly itemId: number;
}

const keptLists = keptMaps<string, Kept>();

/**
 * The items of each pair of a ranking as one annotator has them, in their orders. They are read once; then what changed since: labels,
 * which are only ever added, and marks. All are read again when other items are drawn or assigned, after another program wrote, and
 * inside a transaction, which may be taken back.
 */
export function itemLists(db: ReadableDb, batches: readonly Batch[]): readonly (readonly BatchItem[])[] {
  const [{ study, key }] = batches as [Batch, ...Batch[]];
  const isKept = batches.every(
    ({ key: { practiceRound, enoughTakenOver } }) => practiceRound === null && enoughTakenOver === undefined,
  );
  const { rankingId } = study;
  if (db.inTransaction || !isKept || rankingId === null)
    return batches.map((batch) => [...iterateBatch(db, batch.key)]);
  const { annotatorId } = key;
  return sinceWrite(db, `items of pairs ${rankingId} ${annotatorId}`, () =>
    upToDate(db, batches, { rankingId, annotatorId }),
  );
}

function upToDate(db: ReadableDb, batches: readonly Batch[], whose: Whose): readonly BatchItem[][] {
  const known = keptLists(db);
  const name = `${whose.rankingId} ${whose.annotatorId}`;
  const signature = signatureOf(db, batches);
  const before = known.get(name);
  const kept = before?.signature === signature ? before : readAll(db, batches, signature);
  known.set(name, kept);
  takeInLabels(db, kept, whose.annotatorId);
  takeInMarks(db, kept, batches, whose);
  return kept.lists;
}

/** What decides which items there are, and in which order. */
function signatureOf(db: ReadableDb, batches: readonly Batch[]): string {
  const { epoch, touched } = assignmentChanges(db);
  const drawn = batches.map(({ study: { id, generation, drawCount }, key }) => {
    return `${id} ${generation} ${drawCount} ${key.isAssigned}`;
  });
  return [epoch, touched.length, othersVersion(db), ...drawn].join();
}

function readAll(db: ReadableDb, batches: readonly Batch[], signature: string): Kept {
  const lists = batches.map(({ key }) => [...iterateBatch(db, key)]);
  const batchesOf = new Map<string, number[]>();
  for (const [batch, { key }] of batches.entries()) {
    const about = aboutOf(key);
    batchesOf.set(about, [...(batchesOf.get(about) ?? []), batch]);
  }
  const places = lists.map((list) => new Map(list.map(({ itemId }, place) => [itemId, place])));
  const marked = lists.flatMap((list, batch) =>
    list.flatMap(({ itemId, laterRank, flagged, hasNote }) =>
      laterRank !== null || flagged || hasNote ? [{ batch, itemId }] : [],
    ),
  );
  return { signature, lists, places, batchesOf, newestId: newestLabelId(db), marked };
}

/** What a label is about, beside its item. */
const aboutOf = (about: { systemId: number; criterionId: number; instrument: string }): string =>
  `${about.systemId} ${about.criterionId} ${about.instrument}`;

function takeInLabels(db: ReadableDb, kept: Kept, annotatorId: number): void {
  for (const label of labelsOfAnnotatorSince(db, annotatorId, kept.newestId)) {
    const { id, itemId, kind } = label;
    for (const batch of kept.batchesOf.get(aboutOf(label)) ?? []) {
      change(kept, { batch, itemId }, { labelId: id, labelKind: kind === 'clear' ? null : kind });
    }
    kept.newestId = id;
  }
}

const unmarked = { laterRank: null, laterAfter: 0, flagged: false, hasNote: false };

function takeInMarks(db: ReadableDb, kept: Kept, batches: readonly Batch[], whose: Whose): void {
  const batchOf = new Map(batches.map(({ study }, batch) => [study.id, batch]));
  const marks = listPageMarks(db, whose).flatMap(({ studyId, itemId, ...mark }) => {
    const batch = batchOf.get(studyId);
    return batch === undefined ? [] : [{ batch, itemId, mark }];
  });
  for (const one of kept.marked) change(kept, one, unmarked);
  for (const { mark, ...at } of marks) change(kept, at, mark);
  kept.marked = marks;
}

function change({ lists, places }: Kept, { batch, itemId }: Marked, what: Partial<BatchItem>): void {
  const place = places[batch]!.get(itemId);
  if (place !== undefined) lists[batch]![place] = { ...lists[batch]![place]!, ...what };
}
