import type { Scale } from '../shared/contract/base.ts';
import { type Outcome, outcomes } from '../shared/contract/llm.ts';
import { at, flag, integer, oneOf, orNull, real, text } from './columns.ts';
import { finishSignal, insertSignal, type SignalKey } from './import-rows.ts';
import { prepared } from './prepared.ts';
import { countWrite } from './project.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const saidColumns = {
  criterion: text,
  outcome: oneOf(outcomes),
  value: orNull(real),
  reason: text,
  flag: orNull(text),
  callHash: text,
};
/** One score asked of a judge, and what became of it. */
const verdictColumns = {
  itemId: integer,
  repeat: at('repeat_index', integer),
  /** The second system of a pair stood first; the value is of the first system all the same. */
  swapped: flag,
  ...saidColumns,
};
export type VerdictRow = RowOf<typeof verdictColumns>;

/** Stores verdicts in one transaction; a verdict read anew takes the place of the one before. */
export function saveVerdicts(db: WritableDb, runId: number, rows: readonly VerdictRow[]): void {
  const put = prepared(
    db,
    `INSERT OR REPLACE INTO judge_verdict (run_id, item_id, criterion, repeat_index, swapped, outcome, value, reason,
       flag, call_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  db.transaction(() => {
    for (const row of rows) {
      put.run(
        runId,
        row.itemId,
        row.criterion,
        row.repeat,
        row.swapped ? 1 : 0,
        row.outcome,
        row.value,
        row.reason,
        row.flag,
        row.callHash,
      );
    }
  }).immediate();
}

const settled = select(
  saidColumns,
  `FROM judge_verdict
   WHERE run_id = ? AND item_id = ? AND repeat_index = ? AND swapped = ?
     AND outcome NOT IN ('failed', 'empty', 'cut', 'tool-call', 'picture')`,
);

/** What is stored of an item in one repeat and order, but for what has no reply to read: that is asked about again. */
export const settledVerdicts = (
  db: ReadableDb,
  runId: number,
  itemId: number,
  repeat: number,
  swapped: boolean,
): VerdictRow[] =>
  settled.all(db, runId, itemId, repeat, swapped ? 1 : 0).map((row) => ({ ...row, itemId, repeat, swapped }));

const failedBecause = selectValues(
  integer,
  `SELECT COUNT(*) FROM judge_verdict WHERE run_id = ? AND outcome = 'failed' AND substr(reason, 1, length(?)) = ?`,
);

/** How many scores of a run failed for a reason that begins so. */
export const countFailedBecause = (db: ReadableDb, runId: number, begins: string): number =>
  failedBecause.get(db, runId, begins, begins)!;

const failedOfItem = selectValues(
  integer,
  `SELECT COUNT(*) FROM judge_verdict
   WHERE run_id = ? AND item_id = ? AND repeat_index = ? AND swapped = ? AND outcome = 'failed'`,
);

/** How many scores of an item failed in one repeat and order. */
export const countFailedVerdicts = (
  db: ReadableDb,
  runId: number,
  itemId: number,
  repeat: number,
  swapped: boolean,
): number => failedOfItem.one(db, runId, itemId, repeat, swapped ? 1 : 0);

const verdictOfRun = selectValues(integer, 'SELECT 1 FROM judge_verdict WHERE run_id = ? LIMIT 1');

export const hasVerdicts = (db: ReadableDb, runId: number): boolean =>
  verdictOfRun.get(db, runId) !== undefined;

const triedByJudge = selectValues(
  integer,
  `SELECT DISTINCT item_id FROM judge_verdict JOIN llm_run ON llm_run.id = run_id
   WHERE judge_id = ? AND system_id = ? AND criterion = ?
     AND (outcome IN ('refused', 'unreadable', 'out-of-range') OR (outcome <> 'scored' AND state = 'finished'))`,
);

/**
 * Items that a judge was run on without a score to show for it: it gave none, or what the prompt shows is not there, or the request
 * failed in a run that came to its end.
 */
export const triedItems = (
  db: ReadableDb,
  judgeId: number,
  systemId: number,
  criterion: string,
): Set<number> => new Set(triedByJudge.all(db, judgeId, systemId, criterion));

const reasonsGiven = selectValues(
  text,
  `SELECT reason FROM judge_verdict JOIN llm_run ON llm_run.id = run_id
   WHERE judge_id = ? AND system_id = ? AND item_id = ? AND criterion = ? AND outcome = 'scored' AND reason <> ''
     AND json_extract(settings, '$.again.ofRun') IS NULL
   ORDER BY run_id DESC, repeat_index LIMIT 3`,
);

/** Why a judge scored an item as it did, in its own words, the newest run first. */
export const reasonsOfItem = (
  db: ReadableDb,
  asked: { judgeId: number; systemId: number; itemId: number; criterion: string },
): string[] => reasonsGiven.all(db, asked.judgeId, asked.systemId, asked.itemId, asked.criterion);

interface VerdictFilter {
  itemId?: number | undefined;
  outcome?: Outcome | undefined;
  flagged?: boolean | undefined;
}

const shownColumns = {
  ...verdictColumns,
  externalId: at('(SELECT external_id FROM item WHERE id = item_id)', text),
};
const filtered = `FROM judge_verdict WHERE run_id = @runId AND (@itemId IS NULL OR item_id = @itemId) AND (@outcome IS NULL OR outcome = @outcome)
  AND (@flagged IS NULL OR (flag IS NOT NULL) = @flagged)`;
const filteredCount = selectValues(integer, `SELECT COUNT(*) ${filtered}`);
const shownVerdicts = select(
  shownColumns,
  `${filtered} ORDER BY item_id, criterion, repeat_index, swapped LIMIT @limit OFFSET @offset`,
);

/** Verdicts of a run in item order: how many there are, and one window of them. */
export function listVerdicts(
  db: ReadableDb,
  runId: number,
  { itemId, outcome, flagged }: VerdictFilter,
  { offset, limit }: { offset: number; limit: number },
): { total: number; rows: RowOf<typeof shownColumns>[] } {
  const given = {
    runId,
    itemId: itemId ?? null,
    outcome: outcome ?? null,
    flagged: flagged === undefined ? null : Number(flagged),
  };
  return { total: filteredCount.one(db, given), rows: shownVerdicts.all(db, { ...given, limit, offset }) };
}

const scoreCounts = selectTuples(
  [text, real, integer],
  `SELECT criterion, value + 0, COUNT(*) FROM judge_verdict WHERE run_id = ? AND outcome = 'scored'
   GROUP BY criterion, value ORDER BY criterion, value`,
);

/** How often a run gave each value, by criterion and then by value. */
export const countScores = (
  db: ReadableDb,
  runId: number,
): [criterion: string, value: number, scores: number][] => scoreCounts.all(db, runId);

const unusableReplies = selectValues(
  integer,
  `SELECT COUNT(*) FROM (SELECT DISTINCT item_id, repeat_index, swapped FROM judge_verdict
   WHERE run_id = ? AND outcome NOT IN ('scored', 'picture', 'failed'))`,
);

/** Replies of a run in which at least one score cannot be used; what failed or was not asked has no reply. */
export const countUnusableReplies = (db: ReadableDb, runId: number): number => unusableReplies.one(db, runId);

const signalOfKey = selectValues(
  integer,
  'SELECT id FROM signal WHERE dataset_id = ? AND kind = ? AND name = ? AND criterion = ?',
);

/** The signal of that key, made with its declared scale when new. */
export function ensureSignal(db: WritableDb, datasetId: number, key: SignalKey, scale: Scale): number {
  const known = signalOfKey.get(db, datasetId, key.kind, key.name, key.criterion);
  if (known !== undefined) return known;
  const id = insertSignal(db, datasetId, key);
  finishSignal(db, id, scale, true);
  return id;
}

/** Machine scores of one signal and system; new ones take the place of those before. */
export function putMachineScores(
  db: WritableDb,
  signalId: number,
  systemId: number,
  scores: Iterable<readonly [itemId: number, value: number]>,
): void {
  const put = db.prepare(
    'INSERT OR REPLACE INTO machine_score (signal_id, system_id, item_id, value) VALUES (?, ?, ?, ?)',
  );
  for (const [itemId, value] of scores) put.run(signalId, systemId, itemId, value);
  countWrite(db, 'machine_score_writes');
}

/** The single values behind machine scores of one signal and system; of an item with one value there are none. */
export function putScoreRepeats(
  db: WritableDb,
  signalId: number,
  systemId: number,
  repeats: Iterable<readonly [itemId: number, values: readonly number[]]>,
): void {
  const key = 'signal_id = ? AND system_id = ? AND item_id = ?';
  const remove = db.prepare(`DELETE FROM score_repeat WHERE ${key}`);
  const put = db.prepare(
    'INSERT INTO score_repeat (signal_id, system_id, item_id, value_list) VALUES (?, ?, ?, ?)',
  );
  for (const [itemId, values] of repeats) {
    remove.run(signalId, systemId, itemId);
    if (values.length > 1) put.run(signalId, systemId, itemId, JSON.stringify(values));
  }
}

const scoredByRepeat = selectTuples(
  [integer, real],
  `SELECT item_id, value + 0 FROM judge_verdict WHERE run_id = ? AND criterion = ? AND outcome = 'scored'
   ORDER BY item_id, repeat_index, swapped`,
);

/** Every score of a run by item, in the order of the repeats. */
export const verdictRepeats = (db: ReadableDb, runId: number, criterion: string): Map<number, number[]> => {
  const byItem = new Map<number, number[]>();
  for (const [itemId, value] of scoredByRepeat.all(db, runId, criterion)) {
    const values = byItem.get(itemId);
    if (values) values.push(value);
    else byItem.set(itemId, [value]);
  }
  return byItem;
};

const meansOfItems = selectTuples(
  [integer, real],
  `SELECT item_id, AVG(value) FROM (
     SELECT item_id, swapped, AVG(value) AS value FROM judge_verdict
     WHERE run_id = ? AND criterion = ? AND outcome = 'scored' GROUP BY item_id, swapped)
   GROUP BY item_id HAVING COUNT(*) = ? ORDER BY item_id`,
);

/**
 * The mean score of each item over repeats. Of a pair only items judged in both orders count: a judge may favor the
 * reply that stands first.
 */
export const verdictMeans = (
  db: ReadableDb,
  runId: number,
  criterion: string,
  orders: 1 | 2,
): [itemId: number, value: number][] => meansOfItems.all(db, runId, criterion, orders);

const hashesOfScored = selectTuples(
  [integer, text],
  `SELECT item_id, MIN(call_hash) FROM judge_verdict WHERE run_id = ? AND outcome = 'scored' GROUP BY item_id ORDER BY item_id`,
);

/** The items that a run has a score of, each with the hash of a request that brought it. */
export const scoredItems = (db: ReadableDb, runId: number): [itemId: number, callHash: string][] =>
  hashesOfScored.all(db, runId);

const sharesOfOrders = selectTuples(
  [integer, real, real],
  `SELECT item_id, AVG(CASE swapped WHEN 0 THEN value END), AVG(CASE swapped WHEN 1 THEN value END)
   FROM judge_verdict WHERE run_id = ? AND criterion = ? AND outcome = 'scored'
   GROUP BY item_id HAVING COUNT(DISTINCT swapped) = 2 ORDER BY item_id`,
);

/** The first system's mean share of each pair that was judged in both orders: where it stood first, and second. */
export const sharesByOrder = (
  db: ReadableDb,
  runId: number,
  criterion: string,
): [itemId: number, whenFirst: number, whenSecond: number][] => sharesOfOrders.all(db, runId, criterion);
