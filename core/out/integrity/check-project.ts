import type { ReadableDb } from '../../../db/types.ts';
import { type AlteredStudy, checkStudies } from './check-studies.ts';
import { type CheckedWords, checkWords } from './check-words.ts';

/** Whether a project is as Assay left it, as far as its own hashes and seeds tell. */
export interface CheckedProject {
  readonly words: CheckedWords;
  readonly studies: readonly AlteredStudy[];
}

/** Reads a whole project, in one state of the file, and looks for what another program has changed. */
export const checkProject = (db: ReadableDb): CheckedProject =>
  db.transaction(() => ({ words: checkWords(db), studies: checkStudies(db) }))();
