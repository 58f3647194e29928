import { integer, text } from './columns.ts';
import { contentColumns, type LabelContent, toColumns, withContent } from './label-content.ts';
import type { LabelKey } from './labels.ts';
import { select } from './query.ts';
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

const adjudicationColumns = {
  id: integer,
  clientKey: text,
  itemId: integer,
  systemId: integer,
  criterionId: integer,
  instrument: text,
  annotatorId: integer,
  studyId: integer,
  ...contentColumns,
  note: text,
  createdAt: text,
};

const adjudicationOfClientKey = select(adjudicationColumns, 'FROM adjudication WHERE client_key = ?');
const decisionOfKey = select(
  adjudicationColumns,
  `FROM current_decision WHERE item_id = +? AND system_id = +? AND criterion_id = +? AND instrument = +?`,
);

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
  return withContent(adjudicationOfClientKey.one(db, given.clientKey));
}

/** The decision that holds for a key; undefined when there is none, or when it was taken back. */
export function currentAdjudication(
  db: ReadableDb,
  { itemId, systemId, criterionId, instrument }: LabelKey,
): StoredAdjudication | undefined {
  const row = decisionOfKey.get(db, itemId, systemId, criterionId, instrument);
  return row && withContent(row);
}
