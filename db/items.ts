import { AppError } from '../shared/errors.ts';
import { at, integer, json, orNull, text } from './columns.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import { referencesShape, turnsShape } from './shapes.ts';
import type { ReadableDb } from './types.ts';

export const itemColumns = {
  id: integer,
  datasetId: integer,
  externalId: text,
  group: orNull(at('group_key', text)),
  conversation: json(turnsShape),
  context: orNull(text),
  references: orNull(at('reference_answers', json(referencesShape))),
  /** JSON as it was stored. */
  meta: orNull(text),
};

export interface ItemRow extends Omit<RowOf<typeof itemColumns>, 'references'> {
  /** One list of acceptable answers per system turn; empty when there are none. */
  references: string[][];
}

const toItem = (row: RowOf<typeof itemColumns>): ItemRow => ({ ...row, references: row.references ?? [] });

const itemOfId = select(itemColumns, 'FROM item WHERE id = ?');
const itemsBetween = select(itemColumns, 'FROM item WHERE id BETWEEN ? AND ? ORDER BY id');
const itemOfName = selectValues(integer, 'SELECT id FROM item WHERE dataset_id = ? AND external_id = ?');

export function findItem(db: ReadableDb, id: number): ItemRow | undefined {
  const row = itemOfId.get(db, id);
  return row && toItem(row);
}

/** @throws AppError NOT_FOUND that names what asked for it */
export function getItem(db: ReadableDb, id: number, field = 'itemId'): ItemRow {
  const item = findItem(db, id);
  if (!item) throw new AppError('NOT_FOUND', 'That item is no longer in the project.', { field });
  return item;
}

export function findItemByExternalId(
  db: ReadableDb,
  datasetId: number,
  externalId: string,
): number | undefined {
  return itemOfName.get(db, datasetId, externalId);
}

/** The items with ids from `from` to `to`, both included, in file order. */
export function listItemRange(db: ReadableDb, from: number, to: number): ItemRow[] {
  return itemsBetween.all(db, from, to).map(toItem);
}

const responsesOfItem = select(
  {
    itemId: integer,
    systemId: integer,
    turn: integer,
    /** Null when the conversation as a whole is what the system did. */
    text: orNull(text),
  },
  'FROM response WHERE item_id = ? ORDER BY system_id, turn',
);

export const listResponses = (db: ReadableDb, itemId: number) => responsesOfItem.all(db, itemId);

const groupsByItem = selectTuples(
  [integer, orNull(text)],
  'SELECT id, group_key FROM item WHERE dataset_id = ?',
);

/** The group of each item of a data set; an item without one is a group of its own. */
export function groupsOfItems(db: ReadableDb, datasetId: number): Map<number, string> {
  const groups = new Map<number, string>();
  for (const [id, group] of groupsByItem.iterate(db, datasetId)) groups.set(id, group ?? `item ${id}`);
  return groups;
}

const firstAsking = selectTuples(
  [integer, integer],
  `SELECT id, MIN(id) OVER (PARTITION BY group_key, conversation, context) FROM item
   WHERE dataset_id = ? AND group_key IS NOT NULL`,
);

/** The first item of its group that asks the same, for each item that has a group: itself where none before it does. */
export const firstAskingOf = (db: ReadableDb, datasetId: number): Map<number, number> =>
  new Map(firstAsking.iterate(db, datasetId));
