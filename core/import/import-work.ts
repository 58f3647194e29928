import type { ImportResult } from '../../shared/contract/index.ts';
import { isLabelFormat } from '../../shared/import-formats.ts';
import { forgetTexts } from '../platform/files/kept-texts.ts';
import type { JobScope, JobWork } from '../platform/jobs/job-work.ts';
import { appendFile } from './append-file.ts';
import { type LabelEntry, readLabelEntries } from './formats/labels/label-entry.ts';
import { LabelTable } from './formats/labels/label-table.ts';
import { formatOf, isTableFile } from './formats/registry.ts';
import { importDataset } from './import-dataset.ts';
import { importHumanScores } from './import-human-scores.ts';
import type { ImportParams } from './import-request.ts';
import { furtherNames, importStudyLabels } from './import-study-labels.ts';
import type { SourceFile } from './readers/file-head.ts';
import { Problems } from './readers/problems.ts';
import { openSourceFile } from './readers/source-file.ts';
import { cellText } from './readers/tables/table-value.ts';
import { readTextBlocks } from './readers/text-blocks.ts';
import { withReadyMapping } from './ready-mapping.ts';
import { filesOf, importFiles } from './together/import-files.ts';

/** Reads a file into the project in one transaction: all of it or, after any problem or a cancel, nothing. */
export const importWork: JobWork<ImportParams, ImportResult> = async (scope, params) => {
  const result = await importAll(scope, params);
  // A trial is followed by the import, and what failed is often read again in another way.
  if (!params.append?.isTrial) for (const { path: file } of filesOf(params)) forgetTexts(file);
  return result;
};

async function importAll(scope: JobScope, params: ImportParams): Promise<ImportResult> {
  const isSeveral = params.system !== undefined || (params.others ?? []).length > 0;
  if (isSeveral && !params.append && params.studyId === undefined) return importFiles(scope, params);
  const { encoding, sheet } = params;
  const source = openSourceFile(params.path, {
    encoding,
    sheet,
    tell: (bytes) => scope.progress(bytes, null, 'bytes', 'Unpacking'),
  });
  try {
    // From here on it may wait for another import, which no file is to blame for.
    scope.progress(0, null, 'items');
    const isOfLabels = params.studyId !== undefined || isLabelFormat(params.format);
    const { append } = params;
    if (append) return await appendFile(scope, { ...params, append }, source);
    return await (isOfLabels ? importLabels : importDataset)(scope, params, source);
  } catch (error) {
    throw await withReadyMapping(error, source, params);
  } finally {
    source.close();
  }
}

/** A form's further questions may have classes without a worth; they are left out of what comes into a study. */
function withoutFurther({ db }: JobScope, params: ImportParams): ImportParams {
  const { studyId, format, mapping } = params;
  const names = studyId === undefined || format !== 'label-studio-json' ? [] : furtherNames(db, studyId);
  if (names.length === 0) return params;
  const empty = { references: [], responses: [], human: [], signals: [] };
  return {
    ...params,
    mapping: { ...empty, ...mapping, leaveOut: [...(mapping?.leaveOut ?? []), ...names] },
  };
}

/** Imports a file of labels: into a study when one is named, else as the human scores of a data set. */
async function importLabels(
  scope: JobScope,
  params: ImportParams,
  source: SourceFile,
): Promise<ImportResult> {
  const problems = new Problems();
  const { studyId } = params;
  const entries = await readLabels(scope, withoutFurther(scope, params), source, problems);
  return studyId === undefined
    ? importHumanScores(scope, params, entries, problems)
    : importStudyLabels(scope, { ...params, studyId }, entries, problems);
}

/** Every label of a file; faults go to `problems`. */
async function readLabels(
  scope: JobScope,
  { format, mapping }: ImportParams,
  source: SourceFile,
  problems: Problems,
): Promise<LabelEntry[]> {
  const entries: LabelEntry[] = [];
  const { head, sizeBytes } = source;
  if (isTableFile(head)) {
    await readLabelRows(scope, mapping, source, { problems, take: (all) => entries.push(...all) });
    return entries;
  }
  const { readLabels: readFrom } = formatOf(format);
  if (!readFrom) throw new Error(`files of the format ${format} hold no labels`);
  const reader = readFrom({ problems, line: 0 }, (entry) => entries.push(entry), { head, mapping });
  for (const block of readTextBlocks(source.handle, { problems, wholeLines: !reader.cutsAnywhere })) {
    reader.read(block);
    scope.progress(block.bytesRead, sizeBytes, 'bytes', `${entries.length} labels`);
    await scope.checkpoint();
  }
  reader.end();
  if (entries.length === 0 && problems.count === 0) {
    problems.add(0, '', 'The file has no labels.', 'Choose a file with one label a line.');
  }
  return entries;
}

/** The labels of a table that is no text, by the columns of the same table in CSV. */
async function readLabelRows(
  scope: JobScope,
  mapping: ImportParams['mapping'],
  source: SourceFile,
  { problems, take }: { problems: Problems; take: (entries: readonly LabelEntry[]) => void },
): Promise<void> {
  const { open } = formatOf('parquet');
  const table = await open!(source, () => scope.checkpoint());
  try {
    const at = { problems, line: 0 };
    const labels = new LabelTable(table.columns, mapping, at, true);
    if (problems.count > 0 || table.rowCount === 0) return;
    for await (const { row, number } of table.rows()) {
      at.line = number;
      const record = labels.toRecord(row.map(cellText), at);
      if (record) take(readLabelEntries(record, at));
    }
  } finally {
    await table.close();
  }
}
