import type { Outcome, Scale } from '../shared/contract/index.ts';
import { finishSignal, insertSignal, type SignalKey } from './import-rows.ts';
import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** One score asked of a judge, and what became of it. */
export interface VerdictRow {
  itemId: number;
  criterion: string;
  repeat: number;
  /** The second system of a pair stood first; the value is of the first system all the same. */
  swapped: boolean;
  outcome: Outcome;
  value: number | null;
  reason: string;
  flag: string | null;
  callHash: string;
}

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

/** What is stored of an item in one repeat and order, failures left out: they are asked about again. */
export function settledVerdicts(
  db: ReadableDb,
  runId: number,
  itemId: number,
  repeat: number,
  swapped: boolean,
): VerdictRow[] {
  const rows = prepared(
    db,
    `SELECT criterion, outcome, value, reason, flag, call_hash AS callHash FROM judge_verdict
     WHERE run_id = ? AND item_id = ? AND repeat_index = ? AND swapped = ? AND outcome <> 'failed'`,
  ).all(runId, itemId, repeat, swapped ? 1 : 0) as Omit<VerdictRow, 'itemId' | 'repeat' | 'swapped'>[];
  return rows.map((row) => ({ ...row, itemId, repeat, swapped }));
}

export const hasVerdicts = (db: ReadableDb, runId: number): boolean =>
  db.prepare('SELECT 1 FROM judge_verdict WHERE run_id = ? LIMIT 1').get(runId) !== undefined;

interface VerdictFilter {
  outcome?: Outcome | undefined;
  flagged?: boolean | undefined;
}

type ShownVerdict = VerdictRow & { externalId: string };

/** Verdicts of a run in item order: how many there are, and one window of them. */
export function listVerdicts(
  db: ReadableDb,
  runId: number,
  { outcome, flagged }: VerdictFilter,
  { offset, limit }: { offset: number; limit: number },
): { total: number; rows: ShownVerdict[] } {
  const from = `FROM judge_verdict WHERE run_id = @runId AND (@outcome IS NULL OR outcome = @outcome)
    AND (@flagged IS NULL OR (flag IS NOT NULL) = @flagged)`;
  const given = {
    runId,
    outcome: outcome ?? null,
    flagged: flagged === undefined ? null : Number(flagged),
  };
  const total = db.prepare(`SELECT COUNT(*) ${from}`).pluck().get(given) as number;
  const rows = db
    .prepare(
      `SELECT item_id AS itemId, criterion, repeat_index AS repeat, swapped, outcome, value, reason, flag,
         call_hash AS callHash, (SELECT external_id FROM item WHERE id = item_id) AS externalId
       ${from} ORDER BY item_id, criterion, repeat_index, swapped LIMIT @limit OFFSET @offset`,
    )
    .all({ ...given, limit, offset }) as (Omit<ShownVerdict, 'swapped'> & { swapped: number })[];
  return { total, rows: rows.map((row) => ({ ...row, swapped: row.swapped === 1 })) };
}

/** The signal of that key, made with its declared scale when new. */
export function ensureSignal(db: WritableDb, datasetId: number, key: SignalKey, scale: Scale): number {
  const known = db
    .prepare('SELECT id FROM signal WHERE dataset_id = ? AND kind = ? AND name = ? AND criterion = ?')
    .pluck()
    .get(datasetId, key.kind, key.name, key.criterion) as number | undefined;
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
}

/**
 * The mean score of each item over repeats. Of a pair only items judged in both orders count: a judge may favor the
 * reply that stands first.
 */
export function verdictMeans(
  db: ReadableDb,
  runId: number,
  criterion: string,
  orders: 1 | 2,
): [itemId: number, value: number][] {
  return db
    .prepare(
      `SELECT item_id, AVG(value) FROM (
         SELECT item_id, swapped, AVG(value) AS value FROM judge_verdict
         WHERE run_id = ? AND criterion = ? AND outcome = 'scored' GROUP BY item_id, swapped)
       GROUP BY item_id HAVING COUNT(*) = ? ORDER BY item_id`,
    )
    .raw()
    .all(runId, criterion, orders) as [number, number][];
}
