import { integer, json, orNull, text } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import { turnsShape } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const searchedColumns = {
  id: integer,
  externalId: text,
  conversation: json(turnsShape),
  context: orNull(text),
};

const searchedBetween = select(searchedColumns, 'FROM item WHERE id BETWEEN ? AND ? ORDER BY id');
const searchedAlready = select(
  searchedColumns,
  'FROM item WHERE id = ? AND id IN (SELECT id FROM item_search_docsize)',
);
const lastInIndex = selectValues(
  integer,
  'SELECT id FROM item_search_docsize WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1',
);
const textsOfItem = selectValues(text, 'SELECT text FROM response WHERE item_id = ? AND text IS NOT NULL');

/** Puts the words of the items from `from` to `to` into the search index; doing it again changes nothing. */
export function indexItems(db: WritableDb, from: number, to: number): void {
  db.transaction(() => putWords(db, searchedBetween.all(db, from, to))).immediate();
}

/** Brings the words of items up to date that are in the index already; part of the caller's transaction. */
export function refreshIndexed(db: WritableDb, itemIds: readonly number[]): void {
  putWords(
    db,
    itemIds.flatMap((id) => searchedAlready.get(db, id) ?? []),
  );
}

/** The last item from `from` to `to` that is in the index, for they go in by their order; `from - 1` when none is. */
export const lastIndexed = (db: ReadableDb, from: number, to: number): number =>
  lastInIndex.get(db, from, to) ?? from - 1;

export function markSearchReady(db: WritableDb, datasetId: number): void {
  db.prepare('UPDATE dataset SET search_ready = 1 WHERE id = ?').run(datasetId);
}

/**
 * For a connection that fills the index, which can be made again: its commits need not reach the disk before the next
 * one, and parts of the index are brought together less often than FTS5 would by itself.
 */
export function readyToIndex(db: WritableDb): void {
  db.pragma('synchronous = NORMAL');
  db.exec(`INSERT INTO item_search (item_search, rank) VALUES ('automerge', 8)`);
}

function putWords(db: WritableDb, items: readonly RowOf<typeof searchedColumns>[]): void {
  const put = db.prepare('INSERT OR REPLACE INTO item_search (rowid, text) VALUES (?, ?)');
  for (const { id, externalId, conversation, context } of items) {
    const turns = conversation.map(({ content }) => content);
    put.run(id, [externalId, ...turns, context ?? '', ...textsOfItem.all(db, id)].join('\n'));
  }
}
