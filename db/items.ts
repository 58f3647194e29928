import type { Turn } from '../shared/contract/index.ts';
import { prepared } from './prepared.ts';
import type { ReadableDb } from './types.ts';

export interface ItemRow {
  id: number;
  datasetId: number;
  externalId: string;
  group: string | null;
  conversation: Turn[];
  context: string | null;
  /** One list of acceptable answers per system turn; empty when there are none. */
  references: string[][];
  /** JSON as it was stored. */
  meta: string | null;
}

type Raw = Omit<ItemRow, 'conversation' | 'references'> & { conversation: string; references: string | null };

const columns = `id, dataset_id AS datasetId, external_id AS externalId, group_key AS "group", conversation,
  context, reference_answers AS "references", meta`;

const toRow = (raw: Raw): ItemRow => ({
  ...raw,
  conversation: JSON.parse(raw.conversation) as Turn[],
  references: raw.references === null ? [] : (JSON.parse(raw.references) as string[][]),
});

export function findItem(db: ReadableDb, id: number): ItemRow | undefined {
  const raw = prepared(db, `SELECT ${columns} FROM item WHERE id = ?`).get(id) as Raw | undefined;
  return raw && toRow(raw);
}

export function findItemByExternalId(
  db: ReadableDb,
  datasetId: number,
  externalId: string,
): number | undefined {
  return db
    .prepare('SELECT id FROM item WHERE dataset_id = ? AND external_id = ?')
    .pluck()
    .get(datasetId, externalId) as number | undefined;
}

/** The items with ids from `from` to `to`, both included, in file order. */
export function listItemRange(db: ReadableDb, from: number, to: number): ItemRow[] {
  const rows = db
    .prepare(`SELECT ${columns} FROM item WHERE id BETWEEN ? AND ? ORDER BY id`)
    .all(from, to) as Raw[];
  return rows.map(toRow);
}

/** All item ids of a data set, in file order. */
export function itemIdsOf(db: ReadableDb, datasetId: number): number[] {
  const range = db
    .prepare('SELECT first_item_id AS first, item_count AS count FROM dataset WHERE id = ?')
    .get(datasetId) as { first: number; count: number } | undefined;
  return range ? Array.from({ length: range.count }, (_, index) => range.first + index) : [];
}

interface ResponseRow {
  itemId: number;
  systemId: number;
  turn: number;
  /** Null when the conversation as a whole is what the system did. */
  text: string | null;
}

const responseColumns = 'item_id AS itemId, system_id AS systemId, turn, text';

export function listResponses(db: ReadableDb, itemId: number): ResponseRow[] {
  return db
    .prepare(`SELECT ${responseColumns} FROM response WHERE item_id = ? ORDER BY system_id, turn`)
    .all(itemId) as ResponseRow[];
}
