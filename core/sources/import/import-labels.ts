import type { ImportResult } from '../../../shared/contract/index.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { importHumanScores } from './import-human-scores.ts';
import type { ImportParams } from './import-params.ts';
import { importStudyLabels } from './import-study-labels.ts';
import { Problems } from './problems.ts';
import { readLabels } from './read-labels.ts';
import type { SourceFile } from './source-file.ts';

/** Imports a file of labels: into a study when one is named, else as the human scores of a data set. */
export async function importLabels(
  scope: JobScope,
  params: ImportParams,
  source: SourceFile,
): Promise<ImportResult> {
  const problems = new Problems();
  const entries = await readLabels(scope, params, source, problems);
  const { studyId } = params;
  return studyId === undefined
    ? importHumanScores(scope, params, entries, problems)
    : importStudyLabels(scope, { ...params, studyId }, entries, problems);
}
