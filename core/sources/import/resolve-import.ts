import path from 'node:path';
import type { ColumnMapping, ImportFormat, ScaleDeclaration } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { DeclaredScales } from '../../model/data/declared-scales.ts';
import type { CoreContext } from '../../platform/context.ts';
import { detectFormat } from './detect-format.ts';
import { readFileHead } from './file-head.ts';
import type { ImportParams } from './import-params.ts';
import { suggestLabelMapping } from './label-columns.ts';
import { canLabelStudy } from './label-formats.ts';
import { openSourceFile } from './source-file.ts';
import { suggestMapping } from './suggest-mapping.ts';
import { headerOf } from './table-header.ts';

export interface ImportRequest {
  path: string;
  datasetName?: string | undefined;
  format?: ImportFormat | undefined;
  mapping?: ColumnMapping | undefined;
  scales?: readonly ScaleDeclaration[] | undefined;
  studyId?: number | undefined;
  /** Whose labels they are where the file does not say. */
  annotator?: string | undefined;
}

/**
 * Fills in what an import leaves open: the format, the mapping of columns, who labeled.
 *
 * @throws AppError when the file cannot be read, is empty or is no text, or a declared range is none
 */
export function resolveImport(
  { settings }: Pick<CoreContext, 'settings'>,
  request: ImportRequest,
): ImportParams {
  new DeclaredScales(request.scales);
  const source = openSourceFile(request.path);
  try {
    const head = readFileHead(source);
    const format = formatFor(request, detectFormat(source.path, head).format);
    return {
      path: source.path,
      sourceName: path.basename(source.path),
      format,
      datasetName: request.datasetName,
      mapping: mappingFor(format, head, request.mapping),
      scales: request.scales ?? [],
      studyId: request.studyId,
      annotator: request.annotator ?? settings.annotator,
    };
  } finally {
    source.close();
  }
}

/** A study takes labels, so a file for one is read as labels. @throws AppError INVALID_INPUT */
function formatFor({ format, studyId }: ImportRequest, detected: ImportFormat): ImportFormat {
  const chosen = format ?? detected;
  if (studyId === undefined || canLabelStudy(chosen)) return chosen;
  if (format === undefined) return chosen.endsWith('jsonl') ? 'labels-jsonl' : 'labels-csv';
  throw new AppError('INVALID_INPUT', 'Only a file of labels can be imported into a study.', {
    field: 'format',
    mend: 'Choose labels as the format, or import the items without a study.',
  });
}

/** The mapping that holds for a table: the one given, else the one its header suggests. */
export function mappingFor(
  format: ImportFormat,
  head: string,
  given: ColumnMapping | undefined,
): ColumnMapping | undefined {
  if (format === 'parquet') return given;
  if (format !== 'csv' && format !== 'tsv' && format !== 'labels-csv') return undefined;
  const columns = headerOf(head, format === 'tsv' ? '\t' : undefined);
  if (format !== 'labels-csv') return given ?? suggestMapping(columns);
  if (given?.label) return given;
  return { references: [], responses: [], human: [], signals: [], label: suggestLabelMapping(columns) };
}
