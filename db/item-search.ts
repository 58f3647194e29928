import type { Turn } from '../shared/contract/index.ts';
import type { WritableDb } from './types.ts';

/** Puts the words of the items from `from` to `to` into the search index; doing it again changes nothing. */
export function indexItems(db: WritableDb, from: number, to: number): void {
  const items = db.prepare(
    'SELECT id, external_id, conversation, context FROM item WHERE id BETWEEN ? AND ? ORDER BY id',
  );
  const responses = db.prepare('SELECT text FROM response WHERE item_id = ? AND text IS NOT NULL').pluck();
  const put = db.prepare('INSERT OR REPLACE INTO item_search (rowid, text) VALUES (?, ?)');
  db.transaction(() => {
    const rows = items.raw().all(from, to) as [number, string, string, string | null][];
    for (const [id, externalId, conversation, context] of rows) {
      const turns = (JSON.parse(conversation) as Turn[]).map(({ content }) => content);
      const texts = responses.all(id) as string[];
      put.run(id, [externalId, ...turns, context, ...texts].join('\n'));
    }
  }).immediate();
}

export function markSearchReady(db: WritableDb, datasetId: number): void {
  db.prepare('UPDATE dataset SET search_ready = 1 WHERE id = ?').run(datasetId);
}
