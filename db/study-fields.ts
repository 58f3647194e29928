import type { StudyField } from '../shared/contract/index.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A further question of a study's form. */
export interface StoredField extends StudyField {
  /** The criterion that its answers are labels of; null where they are text or spans. */
  readonly criterionId: number | null;
}

/** What the form of a study asks beside the measure, in order. */
export function readStudyFields(db: ReadableDb, studyId: number): StoredField[] {
  const text = db.prepare('SELECT fields FROM study WHERE id = ?').pluck().get(studyId) as string | undefined;
  return text === undefined ? [] : (JSON.parse(text) as StoredField[]);
}

export function writeStudyFields(db: WritableDb, studyId: number, fields: readonly StoredField[]): void {
  db.prepare('UPDATE study SET fields = ? WHERE id = ?').run(JSON.stringify(fields), studyId);
}

/** Whether anything was labeled in a study, practice included. */
export const hasLabels = (db: ReadableDb, studyId: number): boolean =>
  db.prepare('SELECT 1 FROM label WHERE study_id = ? LIMIT 1').get(studyId) !== undefined;
