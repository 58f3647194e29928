import type { ReadableDb, WritableDb } from './types.ts';

/** Working state of one annotator on one item: nothing here is a label. */
export interface ItemMark {
  itemId: number;
  /** Rank among the items put off, or null. */
  laterRank: number | null;
  /** The newest label of the project when it was put off; 0 for marks of early versions. */
  laterAfter: number;
  flagged: boolean;
  note: string;
  draft: string | null;
}

interface RawMark {
  itemId: number;
  laterRank: number | null;
  laterAfter: number;
  flagged: number;
  note: string;
  draft: string | null;
}

const columns = 'item_id AS itemId, later_rank AS laterRank, later_after AS laterAfter, flagged, note, draft';

/** Rank of the item that an annotator put off last; 0 when none is. */
export const lastLaterRank = (db: ReadableDb, studyId: number, annotatorId: number): number =>
  db
    .prepare('SELECT COALESCE(MAX(later_rank), 0) FROM item_mark WHERE study_id = ? AND annotator_id = ?')
    .pluck()
    .get(studyId, annotatorId) as number;

/** Annotators who have put an item off. */
export const whoPutOff = (db: ReadableDb, studyId: number, itemId: number): number[] =>
  db
    .prepare(
      `SELECT annotator_id FROM item_mark WHERE study_id = ? AND item_id = ? AND later_rank IS NOT NULL
       ORDER BY annotator_id`,
    )
    .pluck()
    .all(studyId, itemId) as number[];

export function findMark(db: ReadableDb, studyId: number, itemId: number, annotatorId: number): ItemMark {
  const row = db
    .prepare(`SELECT ${columns} FROM item_mark WHERE study_id = ? AND item_id = ? AND annotator_id = ?`)
    .get(studyId, itemId, annotatorId) as RawMark | undefined;
  return row
    ? toMark(row)
    : { itemId, laterRank: null, laterAfter: 0, flagged: false, note: '', draft: null };
}

export function saveMark(db: WritableDb, studyId: number, annotatorId: number, mark: ItemMark): void {
  db.prepare(
    `INSERT INTO item_mark (study_id, item_id, annotator_id, later_rank, later_after, flagged, note, draft)
     VALUES (@studyId, @itemId, @annotatorId, @laterRank, @laterAfter, @flagged, @note, @draft)
     ON CONFLICT (study_id, item_id, annotator_id) DO UPDATE SET later_rank = excluded.later_rank,
       later_after = excluded.later_after, flagged = excluded.flagged, note = excluded.note,
       draft = excluded.draft`,
  ).run({ ...mark, studyId, annotatorId, flagged: mark.flagged ? 1 : 0 });
}

const toMark = (row: RawMark): ItemMark => ({ ...row, flagged: row.flagged === 1 });
