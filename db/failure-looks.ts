import { flag, integer, oneOf, orNull, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

const lookColumns = {
  id: integer,
  studyId: integer,
  itemId: integer,
  systemId: integer,
  modeId: integer,
  /** Whose statement it is. */
  annotatorId: integer,
  /** Who wrote it down: another one where a note was named. */
  byAnnotatorId: integer,
  /** The note that was named. */
  labelId: orNull(integer),
  /** Null takes back what was said before. */
  present: orNull(flag),
  /** The event that had fixed the meaning under which it was said. */
  meaning: integer,
  source: oneOf(['screen', 'import', 'suggested', 'decision']),
  createdAt: text,
};
/** What somebody says of one item and one failure mode aside from labels. */
export type Look = RowOf<typeof lookColumns>;

const looksOfStudy = select(lookColumns, 'FROM failure_look WHERE study_id = ? ORDER BY id');
const newestId = selectValues(integer, 'SELECT COALESCE(MAX(id), 0) FROM failure_look');
const ofClientKey = select(lookColumns, 'FROM failure_look WHERE client_key = ?');

/** All looks of a study, oldest first, practice and drawn items or not. */
export const listLooks = (db: ReadableDb, studyId: number): Look[] => looksOfStudy.all(db, studyId);

/** Number of the newest look of the project; 0 before the first. */
export const newestLook = (db: ReadableDb): number => newestId.one(db);

/** Appends a look; one whose client key is known is not stored twice. @returns its number */
export function insertLook(db: WritableDb, look: Omit<Look, 'id'> & { clientKey: string }): number {
  const known = ofClientKey.get(db, look.clientKey);
  if (known) return known.id;
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO failure_look (client_key, study_id, item_id, system_id, mode_id, annotator_id, by_annotator_id, label_id,
       present, meaning, source, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    look.clientKey,
    look.studyId,
    look.itemId,
    look.systemId,
    look.modeId,
    look.annotatorId,
    look.byAnnotatorId,
    look.labelId,
    look.present === null ? null : look.present ? 1 : 0,
    look.meaning,
    look.source,
    look.createdAt,
  );
  chainRow(db, 'failure_look', Number(lastInsertRowid));
  return Number(lastInsertRowid);
}

/** What is coded by labels of one kind, and in which field. */
export interface CodedKey {
  readonly studyId: number;
  readonly generation: number;
  readonly systemId: number;
  readonly criterionId: number;
  readonly instrument: string;
  readonly field: string;
}

const codedKinds = [integer, integer, integer, text, text] as const;
const ofKey =
  'word.system_id = @systemId AND word.criterion_id = @criterionId AND word.instrument = @instrument';
const codedDraws = selectTuples(
  codedKinds,
  `SELECT word.item_id, word.annotator_id, word.id, word.created_at, label_field.value
   FROM draw JOIN current_word AS word ON word.item_id = draw.item_id AND ${ofKey}
     JOIN label_field ON label_field.label_id = word.id AND label_field.field = @field
   WHERE draw.study_id = @studyId AND draw.generation = @generation
   ORDER BY word.item_id, word.annotator_id`,
);
const codedItem = selectTuples(
  codedKinds,
  `SELECT word.item_id, word.annotator_id, word.id, word.created_at, label_field.value
   FROM current_word AS word JOIN label_field ON label_field.label_id = word.id AND label_field.field = @field
   WHERE word.item_id = @itemId AND ${ofKey} ORDER BY word.annotator_id`,
);
const changedItems = selectValues(
  integer,
  `SELECT DISTINCT item_id FROM label AS word WHERE id > @after AND ${ofKey} ORDER BY item_id`,
);
const excludedOnes = selectValues(integer, 'SELECT COUNT(*) FROM exclusion');

/** What somebody answered to the question of failures at present, as it is stored. */
export interface StoredCoding {
  readonly itemId: number;
  readonly annotatorId: number;
  readonly labelId: number;
  readonly createdAt: string;
  readonly value: string;
}

const asCoding = ([itemId, annotatorId, labelId, createdAt, value]: [
  number,
  number,
  number,
  string,
  string,
]): StoredCoding => ({ itemId, annotatorId, labelId, createdAt, value });

/** All codings of the drawn items of a study, by item and annotator; excluded annotators and what was taken back aside. */
export const listCodings = (db: ReadableDb, key: CodedKey): StoredCoding[] =>
  codedDraws.all(db, { ...key }).map(asCoding);

/** Those of one item. */
export const listCodingsOfItem = (
  db: ReadableDb,
  { systemId, criterionId, instrument, field }: CodedKey,
  itemId: number,
): StoredCoding[] => codedItem.all(db, { systemId, criterionId, instrument, field, itemId }).map(asCoding);

/** Items that got a label of one kind after a label. */
export const itemsLabeledSince = (
  db: ReadableDb,
  { systemId, criterionId, instrument }: CodedKey,
  after: number,
): number[] => changedItems.all(db, { systemId, criterionId, instrument, after });

/** How many exclusions of annotators there are in the project: while it stays, the same people count. */
export const countExclusions = (db: ReadableDb): number => excludedOnes.one(db);
