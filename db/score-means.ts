import type { Scale } from '../shared/contract/index.ts';
import type { ReadableDb } from './types.ts';

/** Mean of the imported human scores of one criterion and system, and how many items have one. */
export function meanHumanScore(
  db: ReadableDb,
  criterionId: number,
  systemId: number,
): { value: number; items: number } | undefined {
  const row = db
    .prepare(
      'SELECT AVG(mean) AS value, COUNT(*) AS items FROM human_score WHERE criterion_id = ? AND system_id = ?',
    )
    .get(criterionId, systemId) as { value: number | null; items: number };
  return row.value === null ? undefined : { value: row.value, items: row.items };
}

interface SignalMean {
  kind: 'judge' | 'auto';
  name: string;
  /** Empty when the signal belongs to no criterion. */
  criterion: string;
  scale: Scale;
  value: number;
  items: number;
}

/** Mean difference of every machine score over the items of a data set for which it knows both systems. */
export function meanMachineDifferences(
  db: ReadableDb,
  datasetId: number,
  systemId: number,
  againstId: number,
): SignalMean[] {
  const rows = db
    .prepare(
      `SELECT kind, name, criterion, scale_min AS min, scale_max AS max, direction,
         AVG(score.value - other.value) AS value, COUNT(*) AS items
       FROM signal
         JOIN machine_score AS score ON score.signal_id = signal.id AND score.system_id = ?
         JOIN machine_score AS other ON other.signal_id = signal.id AND other.system_id = ?
           AND other.item_id = score.item_id
       WHERE dataset_id = ? GROUP BY signal.id ORDER BY signal.id`,
    )
    .all(systemId, againstId, datasetId) as RawSignalMean[];
  return rows.flatMap(toSignalMean);
}

/** Mean of every machine score that a data set holds for one system. */
export function meanMachineScores(db: ReadableDb, datasetId: number, systemId: number): SignalMean[] {
  const rows = db
    .prepare(
      `SELECT kind, name, criterion, scale_min AS min, scale_max AS max, direction,
         (SELECT AVG(value) FROM machine_score WHERE signal_id = signal.id AND system_id = ?) AS value,
         (SELECT COUNT(*) FROM machine_score WHERE signal_id = signal.id AND system_id = ?) AS items
       FROM signal WHERE dataset_id = ? ORDER BY id`,
    )
    .all(systemId, systemId, datasetId) as RawSignalMean[];
  return rows.flatMap(toSignalMean);
}

type RawSignalMean = Omit<SignalMean, 'scale' | 'value'> & Scale & { value: number | null };

const toSignalMean = ({ min, max, direction, value, ...row }: RawSignalMean): SignalMean[] =>
  value === null ? [] : [{ ...row, value, scale: { min, max, direction } }];
