import { type CheckedBindings, checkBindings } from '../../../db/binding.ts';
import { findDataset } from '../../../db/datasets.ts';
import { listFirstPhases } from '../../../db/first-phases.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { isPart } from './check-phases.ts';
import { type AlteredStudy, checkStudies } from './check-studies.ts';
import { type CheckedWords, checkWords } from './check-words.ts';

/** Whether a project is as Assay left it, as far as its own hashes and seeds tell. */
export interface CheckedProject {
  readonly words: CheckedWords;
  readonly studies: readonly AlteredStudy[];
  /** What decides numbers, beside what the audit trail says of it. */
  readonly bindings: CheckedBindings;
  /** Names of data sets that are not the part of a larger pool that they are said to be. */
  readonly parts: readonly string[];
}

/**
 * Reads a project, in one state of the file, and looks for what another program has changed.
 *
 * @param isWhole whether the names of very large pools and all imported scores are read too, which takes some seconds for each million items
 */
export const checkProject = (db: ReadableDb, isWhole = false): CheckedProject =>
  db.transaction(() => ({
    words: checkWords(db),
    studies: checkStudies(db, isWhole),
    bindings: checkBindings(db, isWhole),
    parts: listFirstPhases(db)
      .filter((phase) => !isPart(db, phase, isWhole))
      .map(({ datasetId }) => findDataset(db, datasetId)?.name ?? `data set ${datasetId}`),
  }))();

/** Whether nothing was found that another program changed. */
export const isWhole = ({ words, studies, bindings, parts }: CheckedProject): boolean =>
  [words.altered, studies, bindings.faults, parts].every(({ length }) => length === 0) &&
  words.missingLinks === 0 &&
  bindings.isKept;
