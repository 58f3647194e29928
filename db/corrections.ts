import { at, integer, json, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import { anything } from './shapes.ts';
import type { ReadableDb } from './types.ts';

const correctionColumns = {
  labelId: at('word.id', integer),
  study: at('study.name', text),
  systemId: at('word.system_id', integer),
  system: at('system.name', text),
  annotator: at('annotator.name', text),
  correction: at('label_field.value', json(anything)),
};
/** What somebody says that replies of an item should have said. */
type StoredCorrection = RowOf<typeof correctionColumns>;

const ofItem = select(
  correctionColumns,
  `FROM current_word AS word JOIN label_field ON label_field.label_id = word.id
     JOIN study ON study.id = word.study_id JOIN system ON system.id = word.system_id
     JOIN annotator ON annotator.id = word.annotator_id
   WHERE word.item_id = ? AND word.practice_round IS NULL AND json_type(label_field.value, '$.corrected') = 'array'
   ORDER BY word.id`,
);

/** The corrections of an item that stand, practice and excluded annotators aside, oldest first. */
export const correctionsOfItem = (db: ReadableDb, itemId: number): StoredCorrection[] =>
  ofItem.all(db, itemId);
