import type { Turn } from '../shared/contract/data.ts';
import { at, integer, json, orNull, readJson, text } from './columns.ts';
import { findDataset } from './datasets.ts';
import { type ItemSpan, spansOf } from './item-spans.ts';
import { select, selectTuples, selectValues } from './query.ts';
import { referencesShape, turnsShape } from './shapes.ts';
import type { ReadableDb } from './types.ts';

/** One item of a pool: those of a data set that have something of the system to judge. */
export interface PoolItem {
  itemId: number;
  externalId: string;
  /** Texts in turn order; empty when the conversation as a whole is judged. */
  responses: readonly string[];
  /** JSON, which `conversationOf` parses where it is needed. */
  conversation: string;
  context: string | null;
  /** JSON, which `referencesOf` parses where it is needed. */
  referenceAnswers: string | null;
}

export const conversationOf = ({ itemId, conversation }: Pick<PoolItem, 'itemId' | 'conversation'>): Turn[] =>
  readJson(turnsShape, conversation, `item.conversation (id ${itemId})`);

/** One list of acceptable answers per system turn; undefined where there are none. */
export const referencesOf = ({
  itemId,
  referenceAnswers,
}: Pick<PoolItem, 'itemId' | 'referenceAnswers'>): string[][] | undefined =>
  referenceAnswers === null
    ? undefined
    : readJson(referencesShape, referenceAnswers, `item.reference_answers (id ${itemId})`);

const poolInOrder = select(
  {
    itemId: at('item.id', integer),
    externalId: at('item.external_id', text),
    text: at('response.text', orNull(text)),
    conversation: at('item.conversation', text),
    context: at('item.context', orNull(text)),
    referenceAnswers: at('item.reference_answers', orNull(text)),
  },
  `FROM item JOIN response ON response.item_id = item.id AND response.system_id = ?
   WHERE item.dataset_id = ? ORDER BY item.external_id, response.turn`,
);

/** Walks a pool in pool order: external ids ascending, compared byte by byte, so that no import order matters. */
export function* iteratePool(db: ReadableDb, datasetId: number, systemId: number): Generator<PoolItem> {
  let current: (PoolItem & { responses: string[] }) | undefined;
  for (const { text: response, ...row } of poolInOrder.iterate(db, systemId, datasetId)) {
    if (current?.itemId !== row.itemId) {
      if (current) yield current;
      current = { ...row, responses: [] };
    }
    if (response !== null) current.responses.push(response);
  }
  if (current) yield current;
}

const itemsInOrder = select(
  {
    itemId: at('id', integer),
    externalId: text,
    conversation: text,
    context: orNull(text),
    referenceAnswers: orNull(text),
    meta: orNull(text),
  },
  'FROM item WHERE dataset_id = ? ORDER BY external_id',
);
const repliesInOrder = selectTuples(
  [integer, integer, text],
  `SELECT response.item_id, response.system_id, response.text
   FROM item JOIN response ON response.item_id = item.id
   WHERE item.dataset_id = ? AND response.text IS NOT NULL
   ORDER BY item.external_id, response.system_id, response.turn`,
);

/** What is there of an item before anybody labels it, but for scores. */
export interface ItemTexts extends Omit<PoolItem, 'responses'> {
  /** JSON as it was imported. */
  meta: string | null;
  /** Of every system its texts in turn order; without those whose whole conversation is judged. */
  replies: ReadonlyMap<number, readonly string[]>;
}

/** Walks the items of a data set in pool order, each with the replies of every system; of no system are all held at once. */
export function* iterateTexts(db: ReadableDb, datasetId: number): Generator<ItemTexts> {
  const rows = repliesInOrder.iterate(db, datasetId);
  let row = rows.next();
  try {
    for (const item of itemsInOrder.iterate(db, datasetId)) {
      const replies = new Map<number, string[]>();
      for (; !row.done && row.value[0] === item.itemId; row = rows.next()) {
        const [, systemId, reply] = row.value;
        const known = replies.get(systemId);
        if (known) known.push(reply);
        else replies.set(systemId, [reply]);
      }
      yield { ...item, replies };
    }
  } finally {
    rows.return?.();
  }
}

const poolCount = selectValues(
  integer,
  'SELECT COUNT(*) FROM response WHERE system_id = ? AND turn = 0 AND item_id BETWEEN ? AND ?',
);

/** The runs of consecutive ids of a data set; none where there is no such data set. */
function spansIn(db: ReadableDb, datasetId: number): ItemSpan[] {
  const dataset = findDataset(db, datasetId);
  return dataset ? spansOf(dataset) : [];
}

export const countPool = (db: ReadableDb, datasetId: number, systemId: number): number =>
  spansIn(db, datasetId).reduce((sum, { from, to }) => sum + poolCount.one(db, systemId, from, to), 0);

const wholePool = selectValues(
  integer,
  `SELECT NOT EXISTS (SELECT 1 FROM response WHERE system_id = ? AND turn = 0 AND text IS NOT NULL
     AND item_id BETWEEN ? AND ?)`,
);

/** Whether of a system that has items the conversations are judged as wholes: no reply stands apart from them. */
export const judgesWholes = (db: ReadableDb, datasetId: number, systemId: number): boolean =>
  spansIn(db, datasetId).every(({ from, to }) => wholePool.one(db, systemId, from, to) === 1);

const sharedCount = selectValues(
  integer,
  `SELECT COUNT(*) FROM response
     JOIN response AS other ON other.item_id = response.item_id AND other.turn = 0 AND other.system_id = ?
   WHERE response.system_id = ? AND response.turn = 0
     AND response.text IS NOT NULL AND other.text IS NOT NULL
     AND response.item_id BETWEEN ? AND ?`,
);

/** Items of a data set that both systems answered. */
export const countSharedPool = (
  db: ReadableDb,
  datasetId: number,
  systemId: number,
  otherId: number,
): number =>
  spansIn(db, datasetId).reduce(
    (sum, { from, to }) => sum + sharedCount.one(db, otherId, systemId, from, to),
    0,
  );

// `+?` keeps SQLite from compiling the statement anew for each item, as it does for a value that both finds and orders rows.
const textsOfSystem = selectValues(
  text,
  'SELECT text FROM response WHERE item_id = +? AND system_id = +? AND text IS NOT NULL ORDER BY turn',
);

/** The texts of one system for one item, in turn order. */
export const responsesOf = (db: ReadableDb, itemId: number, systemId: number): string[] =>
  textsOfSystem.all(db, itemId, systemId);

const drawnWithTurns = selectValues(
  integer,
  `SELECT 1 FROM draw WHERE draw.study_id = @id AND draw.generation = @generation AND EXISTS (
     SELECT 1 FROM response WHERE response.item_id = draw.item_id AND response.system_id = @systemId
     AND response.text IS NOT NULL LIMIT 1 OFFSET 1)
   LIMIT 1`,
);

/** Whether one system answered an item of a draw more than once. */
export const hasDrawnTurns = (
  db: ReadableDb,
  { id, generation, systemId }: { id: number; generation: number; systemId: number },
): boolean => drawnWithTurns.get(db, { id, generation, systemId }) !== undefined;

const answeredElsewhere = select(
  {
    conversation: at('item.conversation', json(turnsShape)),
    references: at('item.reference_answers', json(referencesShape)),
  },
  `FROM item WHERE item.reference_answers IS NOT NULL
     AND NOT (item.dataset_id = ? AND EXISTS (
       SELECT 1 FROM response WHERE response.item_id = item.id AND response.system_id = ?))
   ORDER BY item.dataset_id, item.external_id LIMIT ?`,
);

/** Answered questions that are not in the pool: where the built-in reader looks when an item has no passage. */
export const answeredQuestionsOutside = (
  db: ReadableDb,
  datasetId: number,
  systemId: number,
  limit: number,
): IterableIterator<{ conversation: Turn[]; references: string[][] }> =>
  answeredElsewhere.iterate(db, datasetId, systemId, limit);
