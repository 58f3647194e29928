import { at, flag, integer, json, orNull, text } from './columns.ts';
import { queriesFor, type RowOf, select, selectTuples, selectValues } from './query.ts';
import { turnsShape } from './shapes.ts';
import type { ReadableDb } from './types.ts';

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

/** Whether every item passes. */
export const asksNothing = (filter: ItemFilter): boolean =>
  Object.values(filter).every((part) => part === undefined);

/** What a filter asks of an item beside words. */
const filterParts = {
  group: 'item.group_key = @group',
  systemId: 'EXISTS (SELECT 1 FROM response WHERE item_id = item.id AND system_id = @systemId AND turn = 0)',
} as const;
const passing = queriesFor(['group', 'systemId', 'group AND systemId'] as const, (name) => {
  const parts = name.split(' AND ').map((part) => filterParts[part as keyof typeof filterParts]);
  const all = ['item.id BETWEEN @from AND @to', ...parts].join(' AND ');
  return selectValues(integer, `SELECT item.id FROM item WHERE ${all} ORDER BY item.id`);
});

/** The ids from `from` to `to`, both included, that are of a group, have a reply of a system, or both; in file order. */
export function filterItems(
  db: ReadableDb,
  from: number,
  to: number,
  { group, systemId }: Pick<ItemFilter, 'group' | 'systemId'>,
): number[] {
  if (systemId === undefined) return passing.group.all(db, { from, to, group: group ?? null });
  if (group === undefined) return passing.systemId.all(db, { from, to, systemId });
  return passing['group AND systemId'].all(db, { from, to, group, systemId });
}
