import { Id } from '../shared/contract/base.ts';
import { StudyFieldsSchema } from '../shared/contract/form.ts';
import { integer, json } from './columns.ts';
import { selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const storedFields = StudyFieldsSchema.element
  /** The criterion that its answers are labels of; null where they are text or spans. */
  .extend({ criterionId: Id.nullable() })
  .readonly();

/** A further question of a study's form. */
export type StoredField = ReturnType<typeof storedFields.parse>;

export const fieldsJson = json(storedFields.array());

const fieldsOfStudy = selectValues(fieldsJson, 'SELECT fields FROM study WHERE id = ?');

/** What the form of a study asks beside the measure, in order. */
export const readStudyFields = (db: ReadableDb, studyId: number): StoredField[] =>
  fieldsOfStudy.get(db, studyId) ?? [];

export function writeStudyFields(db: WritableDb, studyId: number, fields: readonly StoredField[]): void {
  db.prepare('UPDATE study SET fields = ? WHERE id = ?').run(JSON.stringify(fields), studyId);
}

const labelsOfStudy = selectValues(integer, 'SELECT 1 FROM label WHERE study_id = ? LIMIT 1');

/** Whether anything was labeled in a study, practice included. */
export const hasLabels = (db: ReadableDb, studyId: number): boolean =>
  labelsOfStudy.get(db, studyId) !== undefined;
