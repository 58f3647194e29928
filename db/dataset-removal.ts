import { integer, text } from './columns.ts';
import type { DatasetRow } from './datasets.ts';
import { spansOf } from './item-spans.ts';
import { selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const studyNames = selectValues(text, 'SELECT name FROM study WHERE dataset_id = ? ORDER BY id');
const labelCount = selectValues(integer, 'SELECT COUNT(*) FROM label WHERE item_id BETWEEN ? AND ?');
const lookCount = selectValues(integer, 'SELECT COUNT(*) FROM failure_look WHERE item_id BETWEEN ? AND ?');
const validationCount = selectValues(
  integer,
  'SELECT COUNT(*) FROM answer_validation WHERE run_id IN (SELECT id FROM protocol_run WHERE dataset_id = ?)',
);

/** Names of the studies that draw from a data set. */
export const studiesOfDataset = (db: ReadableDb, datasetId: number): string[] =>
  studyNames.all(db, datasetId);

/** Labels that people gave to items of a data set, and what they said of failure modes; they outlive the study they were given in. */
export const countLabelsOfDataset = (db: ReadableDb, dataset: DatasetRow): number =>
  spansOf(dataset).reduce(
    (sum, { from, to }) => sum + labelCount.one(db, from, to) + lookCount.one(db, from, to),
    0,
  );

/** Steps of people who validated answers to items of a data set. */
export const countValidationsOfDataset = (db: ReadableDb, datasetId: number): number =>
  validationCount.one(db, datasetId);

/**
 * Removes a data set that no study and no label refers to. Key checks are off meanwhile: they would look through
 * all scores of the project once per item, and every row that could refer to an item is removed here by range.
 */
export function removeDataset(
  db: WritableDb,
  dataset: DatasetRow,
  assertUnused: (dataset: DatasetRow) => void = () => {},
): void {
  const { id } = dataset;
  db.pragma('foreign_keys = OFF');
  try {
    db.transaction(() => {
      assertUnused(dataset);
      const ownedBy = (table: string, parent: string, key: string) =>
        db
          .prepare(`DELETE FROM ${table} WHERE ${key} IN (SELECT id FROM ${parent} WHERE dataset_id = ?)`)
          .run(id);
      ownedBy('human_score', 'criterion', 'criterion_id');
      ownedBy('machine_score', 'signal', 'signal_id');
      ownedBy('score_repeat', 'signal', 'signal_id');
      ownedBy('pseudo_label', 'surrogate', 'surrogate_id');
      for (const table of ['llm_run_item', 'judge_verdict', 'llm_batch', 'llm_run_file'])
        ownedBy(table, 'llm_run', 'run_id');
      for (const table of ['validated_run', 'protocol_turn', 'protocol_reply', 'protocol_conversation']) {
        ownedBy(table, 'protocol_run', 'run_id');
      }
      for (const table of ['judge_check', 'judge_finding']) {
        ownedBy(table, 'judge_improvement', 'improvement_id');
      }
      for (const table of [
        'judge_improvement',
        'llm_run',
        'protocol_run',
        'criterion',
        'signal',
        'same_criterion',
        'surrogate',
        'dataset_system',
        'dataset_addition',
        'first_phase',
        'found_failure',
        'picture',
      ]) {
        db.prepare(`DELETE FROM ${table} WHERE dataset_id = ?`).run(id);
      }
      const inRange = (table: string, key: string) => {
        const remove = db.prepare(`DELETE FROM ${table} WHERE ${key} BETWEEN ? AND ?`);
        for (const { from, to } of spansOf(dataset)) remove.run(from, to);
      };
      inRange('item_search', 'rowid');
      inRange('item_flag', 'item_id');
      inRange('response', 'item_id');
      inRange('item', 'id');
      db.prepare('DELETE FROM dataset WHERE id = ?').run(id);
    }).immediate();
  } finally {
    db.pragma('foreign_keys = ON');
  }
}
