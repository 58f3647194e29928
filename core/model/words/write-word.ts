import { insertAdjudication, type NewAdjudication } from '../../../db/adjudications.ts';
import { insertLabelFields, type LabelFields } from '../../../db/label-fields.ts';
import {
  currentLabel,
  findByClientKey,
  insertLabel,
  type LabelContent,
  type LabelKey,
  type NewLabel,
} from '../../../db/labels.ts';
import type { WritableDb } from '../../../db/types.ts';

/** A label that an answer comes to. */
export interface AnswerRow {
  readonly key: LabelKey;
  readonly content: LabelContent;
  /** The row that it takes back or restores. */
  readonly refersTo?: number;
}

/** An answer as it is stored: the rows of the measure, those of further criteria, and what is no number. */
export interface AnswerRows {
  readonly measure: readonly AnswerRow[];
  readonly criteria?: readonly AnswerRow[];
  /** Kept with the first row of the measure. */
  readonly fields?: LabelFields;
}

type Given = Omit<NewLabel, keyof LabelKey | 'content' | 'refersTo'>;

/**
 * Stores an answer, all of it or, when its client key is known, nothing: every label of a project is written here. Call it
 * inside a transaction.
 *
 * @returns whether it was new
 */
export function insertWord(
  db: WritableDb,
  { measure, criteria = [], fields = new Map() }: AnswerRows,
  given: Given,
): boolean {
  if (findByClientKey(db, given.clientKey)) return false;
  const insert = ({ key, content, refersTo }: AnswerRow, clientKey: string) =>
    insertLabel(db, { ...key, ...given, clientKey, content, refersTo: refersTo ?? null });
  const [first] = measure.map((row, i) => insert(row, measureKey(given.clientKey, i)));
  for (const row of criteria) {
    const { key, content } = row;
    // What was never answered needs no clearing.
    if (content.kind === 'clear' && !currentLabel(db, key, given.annotatorId)) continue;
    insert(row, `${given.clientKey}/criterion-${key.criterionId}`);
  }
  if (fields.size > 0) insertLabelFields(db, first!.id, fields);
  return true;
}

/** Stores what was decided of each of a study's keys. Call it inside a transaction. */
export function insertDecision(
  db: WritableDb,
  rows: readonly AnswerRow[],
  given: Omit<NewAdjudication, keyof LabelKey | 'content'>,
): void {
  for (const [i, { key, content }] of rows.entries()) {
    insertAdjudication(db, { ...key, ...given, clientKey: measureKey(given.clientKey, i), content });
  }
}

/** Rows that were given together have client keys of their own: the column submission says which belong together. */
const measureKey = (clientKey: string, index: number): string =>
  index === 0 ? clientKey : `${clientKey}/against`;
