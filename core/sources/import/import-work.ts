import type { ImportResult } from '../../../shared/contract/index.ts';
import type { JobWork } from '../../platform/jobs/job-work.ts';
import { importDataset } from './import-dataset.ts';
import { importLabels } from './import-labels.ts';
import type { ImportParams } from './import-params.ts';
import { isLabelFormat } from './label-formats.ts';
import { openSourceFile } from './source-file.ts';

/** Reads a file into the project in one transaction: all of it or, after any problem or a cancel, nothing. */
export const importWork: JobWork<ImportParams, ImportResult> = async (scope, params) => {
  const source = openSourceFile(params.path);
  try {
    const isOfStudy = params.studyId !== undefined;
    return await (isOfStudy || isLabelFormat(params.format) ? importLabels : importDataset)(
      scope,
      params,
      source,
    );
  } finally {
    source.close();
  }
};
