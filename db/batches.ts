import type { ReadableDb } from './types.ts';

/** What one annotator has done with one item of a batch; nothing of anybody else. */
export interface BatchItem {
  ref: string;
  itemId: number;
  /** Kind of the annotator's newest label; null when there is none or it was cleared. */
  labelKind: 'score' | 'answer' | 'skip' | null;
  /** Id of that label, cleared or not; null when there never was one. */
  labelId: number | null;
  laterRank: number | null;
  /** The newest label of the project when the item was put off. */
  laterAfter: number;
  flagged: boolean;
  hasNote: boolean;
}

export interface BatchKey {
  studyId: number;
  generation: number;
  /** A round of practice instead of the draw; null for the draw. */
  practiceRound: number | null;
  /** Whether the draw is shared out, so that the annotator sees what is assigned to them alone. */
  isAssigned: boolean;
  systemId: number;
  criterionId: number;
  instrument: string;
  annotatorId: number;
}

interface RawItem {
  ref: string;
  itemId: number;
  kind: 'score' | 'answer' | 'skip' | 'clear' | null;
  labelId: number | null;
  laterRank: number | null;
  laterAfter: number | null;
  flagged: number | null;
  hasNote: number | null;
}

const drawn = `SELECT study_id, ref, item_id, draw_order FROM draw
  WHERE study_id = @studyId AND generation = @generation`;

/** With replacement an item may be drawn again; it is labeled once, where it first stands. */
const drawnOnce = `${drawn} AND NOT EXISTS (SELECT 1 FROM draw AS earlier WHERE earlier.study_id = draw.study_id
  AND earlier.generation = draw.generation AND earlier.item_id = draw.item_id
  AND earlier.draw_order < draw.draw_order)`;

/** What is assigned to the annotator, in their own order. */
const assigned = `SELECT drawn.study_id, drawn.ref, drawn.item_id, assignment.position AS draw_order
  FROM (${drawnOnce}) AS drawn JOIN assignment ON assignment.study_id = @studyId
    AND assignment.annotator_id = @annotatorId AND assignment.item_id = drawn.item_id`;

const practiced = `SELECT study_id, ref, item_id, position AS draw_order FROM practice_item
  WHERE study_id = @studyId AND round = @practiceRound`;

/** What the annotator is to label, each item once. */
const sourceOf = ({ practiceRound, isAssigned }: BatchKey): string =>
  practiceRound !== null ? practiced : isAssigned ? assigned : drawnOnce;

/** The same items where telling repeated draws apart is not needed, which is quicker. */
const sourceWithRepeats = (key: BatchKey): string => (sourceOf(key) === drawnOnce ? drawn : sourceOf(key));

const select = (source: string) => `
SELECT batch.ref, batch.item_id AS itemId, item_mark.later_rank AS laterRank,
  item_mark.later_after AS laterAfter, item_mark.flagged, item_mark.note <> '' AS hasNote,
  newest.id AS labelId, newest.kind
FROM (${source}) AS batch LEFT JOIN item_mark ON item_mark.study_id = batch.study_id
  AND item_mark.item_id = batch.item_id AND item_mark.annotator_id = @annotatorId
LEFT JOIN label AS newest ON newest.id =
  (SELECT label.id FROM label WHERE label.item_id = batch.item_id AND label.system_id = @systemId
     AND label.criterion_id = @criterionId AND label.instrument = @instrument
     AND label.annotator_id = @annotatorId ORDER BY label.id DESC LIMIT 1)`;

/** The items of a batch in the annotator's order, one at a time. */
export function* iterateBatch(db: ReadableDb, key: BatchKey): Generator<BatchItem> {
  const rows = db
    .prepare(`${select(sourceOf(key))} ORDER BY batch.draw_order`)
    .iterate(bound(key)) as IterableIterator<RawItem>;
  for (const row of rows) yield toItem(row);
}

export function findBatchItem(db: ReadableDb, key: BatchKey, itemId: number): BatchItem | undefined {
  const row = db
    .prepare(`${select(sourceOf(key))} WHERE batch.item_id = @itemId`)
    .get({ ...bound(key), itemId }) as RawItem | undefined;
  return row && toItem(row);
}

/** Ids of the items of a batch; one that was drawn again comes again. */
export const batchItemIds = (db: ReadableDb, key: BatchKey): number[] =>
  db
    .prepare(`SELECT item_id FROM (${sourceWithRepeats(key)})`)
    .pluck()
    .all(bound(key)) as number[];

/** How many items of the batch come before this place in the annotator's order. */
export function batchPosition(db: ReadableDb, key: BatchKey, order: number): number {
  return db
    .prepare(`SELECT COUNT(DISTINCT item_id) FROM (${sourceWithRepeats(key)}) WHERE draw_order < @order`)
    .pluck()
    .get({ ...bound(key), order }) as number;
}

/** A key as the statements take it: they know no truth values. */
const bound = ({ isAssigned, ...key }: BatchKey) => key;

const toItem = ({ kind, laterAfter, flagged, hasNote, ...row }: RawItem): BatchItem => ({
  ...row,
  laterAfter: laterAfter ?? 0,
  labelKind: kind === 'clear' ? null : kind,
  flagged: flagged === 1,
  hasNote: hasNote === 1,
});
