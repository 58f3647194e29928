import type { Turn } from '../shared/contract/index.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** Puts the words of the items from `from` to `to` into the search index; doing it again changes nothing. */
export function indexItems(db: WritableDb, from: number, to: number): void {
  const items = db.prepare(`SELECT ${columns} FROM item WHERE id BETWEEN ? AND ? ORDER BY id`).raw();
  db.transaction(() => putWords(db, items.all(from, to) as SearchedItem[])).immediate();
}

/** Brings the words of items up to date that are in the index already; part of the caller's transaction. */
export function refreshIndexed(db: WritableDb, itemIds: readonly number[]): void {
  const find = db
    .prepare(`SELECT ${columns} FROM item WHERE id = ? AND id IN (SELECT id FROM item_search_docsize)`)
    .raw();
  putWords(
    db,
    itemIds.flatMap((id) => (find.all(id) as SearchedItem[]).slice(0, 1)),
  );
}

/** The last item from `from` to `to` that is in the index, for they go in by their order; `from - 1` when none is. */
export function lastIndexed(db: ReadableDb, from: number, to: number): number {
  const last = db
    .prepare('SELECT id FROM item_search_docsize WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1')
    .pluck()
    .get(from, to) as number | undefined;
  return last ?? from - 1;
}

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

type SearchedItem = [id: number, externalId: string, conversation: string, context: string | null];
const columns = 'id, external_id, conversation, context';

function putWords(db: WritableDb, items: readonly SearchedItem[]): void {
  const responses = db.prepare('SELECT text FROM response WHERE item_id = ? AND text IS NOT NULL').pluck();
  const put = db.prepare('INSERT OR REPLACE INTO item_search (rowid, text) VALUES (?, ?)');
  for (const [id, externalId, conversation, context] of items) {
    const turns = (JSON.parse(conversation) as Turn[]).map(({ content }) => content);
    const texts = responses.all(id) as string[];
    put.run(id, [externalId, ...turns, context ?? '', ...texts].join('\n'));
  }
}
