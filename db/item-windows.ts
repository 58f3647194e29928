import type { Turn } from '../shared/contract/index.ts';
import type { ReadableDb } from './types.ts';

interface ItemRange {
  firstItemId: number;
  itemCount: number;
}

export interface ItemHeadRow {
  id: number;
  externalId: string;
  group: string | null;
  conversation: Turn[];
  hasContext: boolean;
  hasReferences: boolean;
}

type Raw = Omit<ItemHeadRow, 'conversation' | 'hasContext' | 'hasReferences'> & {
  conversation: string;
  hasContext: number;
  hasReferences: number;
};

const columns = `id, external_id AS externalId, group_key AS "group", conversation,
  context IS NOT NULL AS hasContext, reference_answers IS NOT NULL AS hasReferences`;

const toRow = (raw: Raw): ItemHeadRow => ({
  ...raw,
  conversation: JSON.parse(raw.conversation) as Turn[],
  hasContext: raw.hasContext === 1,
  hasReferences: raw.hasReferences === 1,
});

/** Heads of the items with ids from `from` to `to`, both included, in file order. */
export function listItemHeads(db: ReadableDb, from: number, to: number): ItemHeadRow[] {
  const rows = db.prepare(`SELECT ${columns} FROM item WHERE id BETWEEN ? AND ? ORDER BY id`).all(from, to);
  return (rows as Raw[]).map(toRow);
}

/** Heads of these items, in the order given. */
export function findItemHeads(db: ReadableDb, ids: readonly number[]): ItemHeadRow[] {
  const find = db.prepare(`SELECT ${columns} FROM item WHERE id = ?`);
  return ids.map((id) => toRow(find.get(id) as Raw));
}

/** Names of the systems that answered each of these items. */
export function systemsOfItems(db: ReadableDb, ids: readonly number[]): Map<number, string[]> {
  const names = db
    .prepare(
      `SELECT system.name FROM response JOIN system ON system.id = response.system_id
       WHERE item_id = ? AND turn = 0 ORDER BY system_id`,
    )
    .pluck();
  return new Map(ids.map((id) => [id, names.all(id) as string[]]));
}

export interface ItemFilter {
  group?: string | undefined;
  systemId?: number | undefined;
  /** An FTS5 expression; the search index must hold the data set. */
  match?: string | undefined;
}

/** The ids that pass a filter, in file order: how many there are, and one window of them. */
export function filterItems(
  db: ReadableDb,
  { firstItemId, itemCount }: ItemRange,
  filter: ItemFilter,
  offset: number,
  limit: number,
): { total: number; ids: number[] } {
  const parts = ['FROM item WHERE item.id BETWEEN ? AND ?'];
  const values: (number | string)[] = [firstItemId, firstItemId + itemCount - 1];
  if (filter.match !== undefined) {
    parts.push(
      'AND item.id IN (SELECT rowid FROM item_search WHERE item_search MATCH ? AND rowid BETWEEN ? AND ?)',
    );
    values.push(filter.match, firstItemId, firstItemId + itemCount - 1);
  }
  if (filter.group !== undefined) {
    parts.push('AND item.group_key = ?');
    values.push(filter.group);
  }
  if (filter.systemId !== undefined) {
    parts.push('AND EXISTS (SELECT 1 FROM response WHERE item_id = item.id AND system_id = ? AND turn = 0)');
    values.push(filter.systemId);
  }
  const from = parts.join(' ');
  const total = db.prepare(`SELECT COUNT(*) ${from}`).pluck().get(values) as number;
  const ids = db
    .prepare(`SELECT item.id ${from} ORDER BY item.id LIMIT ? OFFSET ?`)
    .pluck()
    .all([...values, limit, offset]) as number[];
  return { total, ids };
}
