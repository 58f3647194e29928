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

/** What each part of a filter asks of an item. */
const filterParts: Readonly<Record<keyof ItemFilter, string>> = {
  match:
    'item.id IN (SELECT rowid FROM item_search WHERE item_search MATCH @match AND rowid BETWEEN @from AND @to)',
  group: 'item.group_key = @group',
  systemId: 'EXISTS (SELECT 1 FROM response WHERE item_id = item.id AND system_id = @systemId AND turn = 0)',
};

const askable = ['match', 'group', 'systemId'] as const;
const nameOf = (asked: readonly string[]) => asked.join(' ');
/** Every choice of parts, in their order. */
const choices = Array.from({ length: 2 ** askable.length }, (_, bits) =>
  askable.filter((_part, place) => bits & (1 << place)),
);
const passing = queriesFor(choices.map(nameOf), (name) =>
  selectValues(
    integer,
    ['SELECT item.id FROM item WHERE item.id BETWEEN @from AND @to']
      .concat(name.split(' ').flatMap((part) => filterParts[part as keyof ItemFilter] ?? []))
      .join(' AND ')
      .concat(' ORDER BY item.id'),
  ),
);

/** The ids from `from` to `to`, both included, that pass a filter, in file order. */
export function filterItems(db: ReadableDb, from: number, to: number, filter: ItemFilter): number[] {
  const asked = askable.filter((part) => filter[part] !== undefined);
  const given = Object.fromEntries(asked.map((part) => [part, filter[part]!]));
  return passing[nameOf(asked)]!.all(db, { ...given, from, to });
}
