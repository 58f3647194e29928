import { createHash } from 'node:crypto';
import { blob, integer, text } from './columns.ts';
import { insertPoolLevels, type PoolHistogram } from './pool-levels.ts';
import { select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** Stands for the level of an item that is not in the pool. */
export const NO_LEVEL = 65_535;

/** The levels of a data set's items in one pool, two bytes each whatever N. */
export interface ItemLevels {
  readonly firstItemId: number;
  /** By item id minus `firstItemId`; `NO_LEVEL` for an item that is not in the pool. */
  readonly cells: Uint16Array;
}

const levelsOfItems = select({ firstItemId: integer, cells: blob }, 'FROM item_levels WHERE study_id = ?');

/** Undefined for a study whose pool is kept item by item, or stays where it is. */
export function readItemLevels(db: ReadableDb, studyId: number): ItemLevels | undefined {
  const row = levelsOfItems.get(db, studyId);
  if (!row) return undefined;
  const { cells, firstItemId } = row;
  // A copy, since what SQLite hands over need not begin where two bytes may.
  return { firstItemId, cells: new Uint16Array(cells.slice().buffer) };
}

/** SHA-256 over the cells as they are stored; undefined for a study that has none. */
export function itemLevelsHash(db: ReadableDb, studyId: number): string | undefined {
  const row = levelsOfItems.get(db, studyId);
  return row && createHash('sha256').update(row.cells).digest('hex');
}

/** Stores a pool by its levels. Call it in the transaction that makes the study. */
export function insertItemLevels(
  db: WritableDb,
  studyId: number,
  { firstItemId, cells }: ItemLevels,
  pool: PoolHistogram,
): void {
  insertPoolLevels(db, studyId, pool);
  db.prepare('INSERT INTO item_levels (study_id, first_item_id, cells) VALUES (?, ?, ?)').run(
    studyId,
    firstItemId,
    Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength),
  );
}

const names = selectTuples(
  [integer, text],
  'SELECT id, external_id FROM item WHERE dataset_id = ? ORDER BY external_id',
);

/** Id and name of every item of a data set, names ascending: all of it stands in the index, so that no text is read. */
export const eachItemName = (db: ReadableDb, datasetId: number): IterableIterator<[number, string]> =>
  names.iterate(db, datasetId);

const replies = selectTuples(
  [integer, integer],
  `SELECT response.item_id, COUNT(response.text) FROM response JOIN dataset ON dataset.id = ?
   WHERE response.item_id >= dataset.first_item_id
     AND response.item_id < dataset.first_item_id + dataset.item_count
     AND response.system_id = ? GROUP BY response.item_id`,
);

/** Every item that a system has something of, with the number of its replies: 0 where it is judged as a whole. */
export const eachReplyCount = (
  db: ReadableDb,
  datasetId: number,
  systemId: number,
): IterableIterator<[number, number]> => replies.iterate(db, datasetId, systemId);

const firstItem = selectValues(integer, 'SELECT first_item_id FROM item_levels WHERE study_id = ?');
const itemAtPosition = selectValues(
  integer,
  'SELECT item_id FROM study_pool WHERE study_id = ? AND position = ?',
);

/** The item at a place of a study's pool. */
export function itemAt(db: ReadableDb, studyId: number, position: number): number {
  const first = firstItem.get(db, studyId);
  return first === undefined ? itemAtPosition.one(db, studyId, position) : first + position;
}
