import type { ReadableDb } from '../../../db/types.ts';
import { type AlteredStudy, checkStudies } from './check-studies.ts';
import { type CheckedWords, checkWords } from './check-words.ts';

/** Whether a project is as Assay left it, as far as its own hashes and seeds tell. */
export interface CheckedProject {
  readonly words: CheckedWords;
  readonly studies: readonly AlteredStudy[];
}

/**
 * Reads a project, in one state of the file, and looks for what another program has changed.
 *
 * @param isWhole whether the names of very large pools are read too, which takes some seconds for each million items
 */
export const checkProject = (db: ReadableDb, isWhole = false): CheckedProject =>
  db.transaction(() => ({ words: checkWords(db), studies: checkStudies(db, isWhole) }))();
