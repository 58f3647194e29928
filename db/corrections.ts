import { at, integer, json, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import { anything } from './shapes.ts';
import type { ReadableDb } from './types.ts';

const said = {
  labelId: at('word.id', integer),
  study: at('study.name', text),
  annotator: at('annotator.name', text),
};
const correctionColumns = {
  ...said,
  systemId: at('word.system_id', integer),
  system: at('system.name', text),
  correction: at('label_field.value', json(anything)),
};
/** What somebody says that replies of an item should have said. */
type StoredCorrection = RowOf<typeof correctionColumns>;

const ofItem = select(correctionColumns, answersWith('corrected'));

/** Current answers to further questions about an item that hold a list of this name, practice and excluded annotators aside. */
function answersWith(name: 'corrected' | 'steps') {
  return `FROM current_word AS word JOIN label_field ON label_field.label_id = word.id
     JOIN study ON study.id = word.study_id JOIN system ON system.id = word.system_id
     JOIN annotator ON annotator.id = word.annotator_id
   WHERE word.item_id = ? AND word.practice_round IS NULL AND json_type(label_field.value, '$.${name}') = 'array'
   ORDER BY word.id`;
}

/** The corrections of an item that stand, practice and excluded annotators aside, oldest first. */
export const correctionsOfItem = (db: ReadableDb, itemId: number): StoredCorrection[] =>
  ofItem.all(db, itemId);

const codingColumns = { ...said, coding: at('label_field.value', json(anything)) };
const codingsWithSteps = select(codingColumns, answersWith('steps'));

/** What stands of an item's steps, in codings of what went wrong, practice and excluded annotators aside, oldest first. */
export const stepCodingsOfItem = (db: ReadableDb, itemId: number): RowOf<typeof codingColumns>[] =>
  codingsWithSteps.all(db, itemId);
