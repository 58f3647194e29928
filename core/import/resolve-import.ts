import path from 'node:path';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { isLabelFormat } from '../../shared/import-formats.ts';
import { DeclaredScales } from '../data/declared-scales.ts';
import type { CoreContext } from '../platform/context.ts';
import { askWhose, rowsSeen } from './evidence/complete-mapping.ts';
import type { Format } from './formats/format.ts';
import { detectFormat, formatOf, hasItems } from './formats/registry.ts';
import { messagesLooked, refuseRecords } from './formats/tables/refused-records.ts';
import type { ImportParams, ImportRequest } from './import-request.ts';
import type { FileHead } from './readers/file-head.ts';
import { Problems } from './readers/problems.ts';
import { beginningBytes, openSourceFile } from './readers/source-file.ts';
import { readyOptions, textlessRefusal } from './ready-mapping.ts';

/**
 * Fills in what an import leaves open: the format, the mapping of columns, who labeled.
 *
 * @throws AppError when the file cannot be read, is empty or is no text, or a declared range is none
 */
export function resolveImport(
  { settings }: { readonly settings: Pick<CoreContext['settings'], 'annotator'> },
  request: ImportRequest,
): ImportParams {
  new DeclaredScales(request.scales);
  const { encoding, sheet } = request;
  const source = openSourceFile(request.path, { wanted: beginningBytes, encoding, sheet });
  try {
    const { head } = source;
    const format = formatFor(request, head);
    const { others = [] } = request;
    const isSeveral = others.length > 0;
    if (isSeveral && request.studyId !== undefined) throw severalForStudy();
    if (request.append && isLabelFormat(format.id)) throw labelsAppended(format);
    // Of several files the scores of nobody known are fields, and named: what one of them holds may not be asked of all.
    if (!isSeveral) refuseUnsure(source.path, format, head, request);
    return {
      path: source.path,
      sourceName: path.basename(source.path),
      format: format.id,
      ...(request.format === undefined && { isFormatGuessed: true }),
      datasetName: request.datasetName,
      // Of several files each gets its own when it is read with the others.
      mapping: isSeveral
        ? request.mapping
        : mappingFor(format, head, request.mapping, request.append?.systems),
      system: request.system,
      ...(isSeveral && { others: others.map((one) => ({ ...one, path: path.resolve(one.path) })) }),
      ...(encoding !== undefined && { encoding }),
      ...(sheet !== undefined && { sheet }),
      scales: request.scales ?? [],
      studyId: request.studyId,
      ...(request.wholeRanking && { wholeRanking: true }),
      ...(request.append && { append: request.append }),
      annotator: request.annotator ?? settings.annotator,
      ...(request.claimed && { claimed: true }),
    };
  } finally {
    source.close();
  }
}

const severalForStudy = () =>
  new AppError('INVALID_INPUT', 'Labels come into a study file by file.', {
    field: 'others',
    remedy: 'Import one file of labels at a time.',
  });

/** Scores of which nobody could tell who gave them are not taken for anybody's. @throws AppError IMPORT_REFUSED */
function refuseUnsure(
  file: string,
  format: Format,
  head: FileHead,
  { mapping, append }: ImportRequest,
): void {
  if (!format.columns || isLabelFormat(format.id)) return;
  const problems = new Problems();
  // Records that are no items are refused as what they are when they are read.
  if (format.id === 'json-records') refuseRecords(head.records(messagesLooked), { problems, line: 0 });
  if (problems.count > 0) return;
  const { columns, rows } = format.columns.table(head, rowsSeen, mapping);
  const beside = { systems: append?.systems, name: head.name };
  askWhose(problems, mapping, columns, rows, beside);
  if (problems.count === 0) return;
  const ready = problems.ready.length > 0 ? undefined : readyOptions({ columns, rows }, beside);
  if (ready) problems.ready = [ready];
  const refusal = problems.refusal(file);
  throw problems.ready.length > 0 || append ? refusal : textlessRefusal(refusal, { columns, rows });
}

const labelsAppended = ({ name }: Format) =>
  new AppError('INVALID_INPUT', `A file of ${name.toLowerCase()} has no items to add.`, {
    field: 'append',
    remedy:
      'Import it without a data set to add to: labels find their items by id. If it is a table of scores, choose a table as its format (--format csv or json-records).',
  });

/** A study takes labels, so a file for one is read as labels. @throws AppError INVALID_INPUT */
function formatFor({ format, studyId, append }: ImportRequest, head: FileHead): Format {
  const chosen =
    format === undefined ? detected(head, append && hasItems, append?.systems) : formatOf(format);
  if (studyId === undefined || chosen.readLabels) return chosen;
  if (format === undefined) return formatOf(head.isJson ? 'labels-jsonl' : 'labels-csv');
  throw new AppError('INVALID_INPUT', 'Only a file of labels can be imported into a study.', {
    field: 'format',
    remedy: 'Choose labels as the format, or import the items without a study.',
  });
}

/** The same, of what the engine knows: done in a thread. */
export const resolvedImport = (request: ImportRequest): ImportParams =>
  resolveImport({ settings: { annotator: request.annotator } }, request);

/** The format of a file that only one knows. @throws AppError INVALID_INPUT */
function detected(head: FileHead, mayBe?: (format: Format) => boolean, systems?: readonly string[]): Format {
  const { format, rivals } = detectFormat(head, mayBe, systems);
  if (rivals.length === 0) return format;
  const all = [format, ...rivals];
  const ids = all.map(({ id }) => id);
  throw new AppError('INVALID_INPUT', `The file could be ${all.map(({ name }) => name).join(' or ')}.`, {
    field: 'format',
    remedy: `Choose one as its format (--format ${ids.join(' or ')}).`,
  });
}

/** The mapping that holds: for a table of text the one given or else suggested, for other tables the one given. */
export function mappingFor(
  format: Format,
  head: FileHead,
  given: ColumnMapping | undefined,
  systems?: readonly string[],
): ColumnMapping | undefined {
  if (format.open) return given;
  return format.columns ? format.columns.mapping(head, given, systems) : given;
}
