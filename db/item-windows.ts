import { at, flag, integer, json, orNull, text } from './columns.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import { turnsShape } from './shapes.ts';
import type { ReadableDb } from './types.ts';

interface ItemRange {
  firstItemId: number;
  itemCount: number;
}

const headColumns = {
  id: integer,
  externalId: text,
  group: orNull(at('group_key', text)),
  conversation: json(turnsShape),
  hasContext: at('context IS NOT NULL', flag),
  hasReferences: at('reference_answers IS NOT NULL', flag),
};

export type ItemHeadRow = RowOf<typeof headColumns>;

const headsBetween = select(headColumns, 'FROM item WHERE id BETWEEN ? AND ? ORDER BY id');
const headsOfIds = select(headColumns, 'FROM item WHERE id IN (SELECT value FROM json_each(?))');
const systemsOfIds = selectTuples(
  [integer, text],
  `SELECT response.item_id, system.name FROM response JOIN system ON system.id = response.system_id
   WHERE response.item_id IN (SELECT value FROM json_each(?)) AND turn = 0
   ORDER BY response.item_id, system_id`,
);

/** Heads of the items with ids from `from` to `to`, both included, in file order. */
export const listItemHeads = (db: ReadableDb, from: number, to: number): ItemHeadRow[] =>
  headsBetween.all(db, from, to);

/** Heads of these items, in the order given. */
export function findItemHeads(db: ReadableDb, ids: readonly number[]): ItemHeadRow[] {
  const found = new Map(headsOfIds.all(db, JSON.stringify(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Names of the systems that answered each of these items. */
export function systemsOfItems(db: ReadableDb, ids: readonly number[]): Map<number, string[]> {
  const names = new Map<number, string[]>(ids.map((id) => [id, []]));
  for (const [id, name] of systemsOfIds.all(db, JSON.stringify(ids))) names.get(id)?.push(name);
  return names;
}

export interface ItemFilter {
  group?: string | undefined;
  systemId?: number | undefined;
  /** An FTS5 expression; the search index must hold the data set. */
  match?: string | undefined;
}

/** What each part of a filter asks of an item. */
const filterParts: Readonly<Record<keyof ItemFilter, string>> = {
  match:
    'item.id IN (SELECT rowid FROM item_search WHERE item_search MATCH @match AND rowid BETWEEN @from AND @to)',
  group: 'item.group_key = @group',
  systemId: 'EXISTS (SELECT 1 FROM response WHERE item_id = item.id AND system_id = @systemId AND turn = 0)',
};

/** The ids that pass a filter, in file order: how many there are, and one window of them. */
export function filterItems(
  db: ReadableDb,
  { firstItemId, itemCount }: ItemRange,
  filter: ItemFilter,
  offset: number,
  limit: number,
): { total: number; ids: number[] } {
  const asked = (['match', 'group', 'systemId'] as const).filter((part) => filter[part] !== undefined);
  const given = {
    from: firstItemId,
    to: firstItemId + itemCount - 1,
    ...Object.fromEntries(asked.map((part) => [part, filter[part]!])),
  };
  const passing = [
    'FROM item WHERE item.id BETWEEN @from AND @to',
    ...asked.map((part) => filterParts[part]),
  ];
  const from = passing.join(' AND ');
  const total = selectValues(integer, `SELECT COUNT(*) ${from}`).one(db, given);
  const window = selectValues(integer, `SELECT item.id ${from} ORDER BY item.id LIMIT @limit OFFSET @offset`);
  return { total, ids: window.all(db, { ...given, limit, offset }) };
}
