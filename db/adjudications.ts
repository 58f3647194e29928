import { type ContentColumns, type LabelContent, toColumns, toContent } from './label-content.ts';
import type { LabelKey } from './labels.ts';
import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

/** What was decided of one key whose annotators disagree; `clear` takes an earlier decision back. */
export interface NewAdjudication extends LabelKey {
  clientKey: string;
  /** Who decided. */
  annotatorId: number;
  studyId: number;
  content: LabelContent;
  /** Why. */
  note: string;
  createdAt: string;
}

interface StoredAdjudication extends NewAdjudication {
  id: number;
}

type RawAdjudication = Omit<StoredAdjudication, 'content'> & ContentColumns;

const columns = `id, client_key AS clientKey, item_id AS itemId, system_id AS systemId,
  criterion_id AS criterionId, instrument, annotator_id AS annotatorId, study_id AS studyId, kind, value, answers,
  reason, note, created_at AS createdAt`;

/** Appends a decision. A `clientKey` that is there already stores nothing and returns the row it has. */
export function insertAdjudication(db: WritableDb, given: NewAdjudication): StoredAdjudication {
  const insert = db.prepare(
    `INSERT INTO adjudication (client_key, item_id, system_id, criterion_id, instrument, annotator_id, study_id,
       kind, value, answers, reason, note, created_at)
     VALUES (@clientKey, @itemId, @systemId, @criterionId, @instrument, @annotatorId, @studyId,
       @kind, @value, @answers, @reason, @note, @createdAt)
     ON CONFLICT (client_key) DO NOTHING`,
  );
  const row = {
    clientKey: given.clientKey,
    itemId: given.itemId,
    systemId: given.systemId,
    criterionId: given.criterionId,
    instrument: given.instrument,
    annotatorId: given.annotatorId,
    studyId: given.studyId,
    note: given.note,
    createdAt: given.createdAt,
    ...toColumns(given.content),
  };
  db.transaction(() => {
    const { changes, lastInsertRowid } = insert.run(row);
    if (changes > 0) chainRow(db, 'adjudication', Number(lastInsertRowid));
  }).immediate();
  const stored = db.prepare(`SELECT ${columns} FROM adjudication WHERE client_key = ?`).get(given.clientKey);
  return toAdjudication(stored as RawAdjudication);
}

/** The decision that holds for a key; undefined when there is none, or when it was taken back. */
export function currentAdjudication(db: ReadableDb, key: LabelKey): StoredAdjudication | undefined {
  const row = prepared(
    db,
    `SELECT ${columns} FROM current_decision
     WHERE item_id = ? AND system_id = ? AND criterion_id = ? AND instrument = ?`,
  ).get(key.itemId, key.systemId, key.criterionId, key.instrument) as RawAdjudication | undefined;
  return row && toAdjudication(row);
}

function toAdjudication({ kind, value, answers, reason, ...row }: RawAdjudication): StoredAdjudication {
  return { ...row, content: toContent({ kind, value, answers, reason }) };
}
