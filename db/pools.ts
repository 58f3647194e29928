import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** One item of a pool: those of a data set that have something of the system to judge. */
export interface PoolItem {
  itemId: number;
  externalId: string;
  /** Texts in turn order; empty when the conversation as a whole is judged. */
  responses: readonly string[];
  conversation: string;
  context: string | null;
  referenceAnswers: string | null;
}

interface PoolRow {
  itemId: number;
  externalId: string;
  text: string | null;
  conversation: string;
  context: string | null;
  referenceAnswers: string | null;
}

/** Walks a pool in pool order: external ids ascending, compared byte by byte, so that no import order matters. */
export function* iteratePool(db: ReadableDb, datasetId: number, systemId: number): Generator<PoolItem> {
  const rows = db
    .prepare(
      `SELECT item.id AS itemId, item.external_id AS externalId, response.text,
              item.conversation, item.context, item.reference_answers AS referenceAnswers
       FROM item JOIN response ON response.item_id = item.id AND response.system_id = ?
       WHERE item.dataset_id = ?
       ORDER BY item.external_id, response.turn`,
    )
    .iterate(systemId, datasetId) as IterableIterator<PoolRow>;
  let current: (PoolItem & { responses: string[] }) | undefined;
  for (const { text, ...row } of rows) {
    if (current?.itemId !== row.itemId) {
      if (current) yield current;
      current = { ...row, responses: [] };
    }
    if (text !== null) current.responses.push(text);
  }
  if (current) yield current;
}

export function countPool(db: ReadableDb, datasetId: number, systemId: number): number {
  const row = db
    .prepare(
      `SELECT COUNT(*) AS n FROM response JOIN dataset ON dataset.id = ?
       WHERE response.system_id = ? AND response.turn = 0
         AND response.item_id >= dataset.first_item_id
         AND response.item_id < dataset.first_item_id + dataset.item_count`,
    )
    .get(datasetId, systemId) as { n: number };
  return row.n;
}

/** Items of a data set that both systems answered. */
export function countSharedPool(
  db: ReadableDb,
  datasetId: number,
  systemId: number,
  otherId: number,
): number {
  const row = db
    .prepare(
      `SELECT COUNT(*) AS n FROM response JOIN dataset ON dataset.id = ?
         JOIN response AS other ON other.item_id = response.item_id AND other.turn = 0 AND other.system_id = ?
       WHERE response.system_id = ? AND response.turn = 0
         AND response.text IS NOT NULL AND other.text IS NOT NULL
         AND response.item_id >= dataset.first_item_id
         AND response.item_id < dataset.first_item_id + dataset.item_count`,
    )
    .get(datasetId, otherId, systemId) as { n: number };
  return row.n;
}

/**
 * The texts of one system for one item, in turn order. `+?` keeps SQLite from compiling the statement anew for each item,
 * as it does for a value that both finds and orders rows.
 */
export function responsesOf(db: ReadableDb, itemId: number, systemId: number): string[] {
  const rows = prepared(
    db,
    'SELECT text FROM response WHERE item_id = +? AND system_id = +? AND text IS NOT NULL ORDER BY turn',
  ).all(itemId, systemId) as { text: string }[];
  return rows.map(({ text }) => text);
}

/** All texts of one system in a data set, by item. */
export function responseTexts(db: ReadableDb, datasetId: number, systemId: number): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { itemId, responses } of iteratePool(db, datasetId, systemId)) {
    if (responses.length > 0) found.set(itemId, [...responses]);
  }
  return found;
}

/** Answered questions that are not in the pool: where the built-in reader looks when an item has no passage. */
export function answeredQuestionsOutside(
  db: ReadableDb,
  datasetId: number,
  systemId: number,
  limit: number,
): { conversation: string; referenceAnswers: string }[] {
  return db
    .prepare(
      `SELECT item.conversation, item.reference_answers AS referenceAnswers FROM item
       WHERE item.reference_answers IS NOT NULL
         AND NOT (item.dataset_id = ? AND EXISTS (
           SELECT 1 FROM response WHERE response.item_id = item.id AND response.system_id = ?))
       ORDER BY item.dataset_id, item.external_id LIMIT ?`,
    )
    .all(datasetId, systemId, limit) as { conversation: string; referenceAnswers: string }[];
}

/** Keeps what a surrogate guessed, once; an earlier guess of the same surrogate and version stays. */
export function storePseudoLabels(
  db: WritableDb,
  surrogate: { datasetId: number; kind: string; version: string },
  guesses: Iterable<readonly [itemId: number, turns: readonly string[]]>,
): void {
  const { datasetId, kind, version } = surrogate;
  db.prepare('INSERT OR IGNORE INTO surrogate (dataset_id, kind, version) VALUES (?, ?, ?)').run(
    datasetId,
    kind,
    version,
  );
  const { id } = db
    .prepare('SELECT id FROM surrogate WHERE dataset_id = ? AND kind = ? AND version = ?')
    .get(datasetId, kind, version) as { id: number };
  const put = db.prepare(
    'INSERT OR IGNORE INTO pseudo_label (surrogate_id, item_id, turn, text) VALUES (?, ?, ?, ?)',
  );
  for (const [itemId, turns] of guesses) {
    turns.forEach((text, turn) => {
      put.run(id, itemId, turn, text);
    });
  }
}
