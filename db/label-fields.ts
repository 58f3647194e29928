import { json, text } from './columns.ts';
import { selectTuples } from './query.ts';
import { anything } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

/** What a submission says beside its labels: a name and a JSON value each. */
export type LabelFields = ReadonlyMap<string, unknown>;

/** Writes what was said beside a label. Call it inside the transaction that writes the label. */
export function insertLabelFields(db: WritableDb, labelId: number, fields: LabelFields): void {
  const insert = db.prepare('INSERT INTO label_field (label_id, field, value) VALUES (?, ?, ?)');
  for (const [field, value] of fields) {
    insert.run(labelId, field, JSON.stringify(value));
    chainRow(db, 'label_field', labelId, field);
  }
}

const fieldsOfLabel = selectTuples(
  [text, json(anything)],
  'SELECT field, value FROM label_field WHERE label_id = ?',
);

/** What was said beside a label, by name; empty when nothing was. */
export const labelFieldsOf = (db: ReadableDb, labelId: number | null): LabelFields =>
  new Map(fieldsOfLabel.all(db, labelId));
