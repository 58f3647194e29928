import { AppError, type ReadyOptions } from '../../../shared/errors.ts';
import { isLabelFormat } from '../../../shared/import-formats.ts';
import { lookAt } from './evidence/column-values.ts';
import { mapOption, rowsSeen, wholeMapping } from './evidence/complete-mapping.ts';
import { formatOf } from './formats/registry.ts';
import type { SourceFile } from './readers/source-file.ts';
import type { ImportParams } from './resolve-import.ts';

/** A refusal with a mapping to go on from, where the file holds records: what was guessed, and what comes nearest for the rest. */
export function withReadyMapping(error: unknown, source: SourceFile, params: ImportParams): unknown {
  if (!(error instanceof AppError) || error.code !== 'IMPORT_REFUSED' || error.details.ready) return error;
  if (isLabelFormat(params.format)) return error;
  try {
    const ready = readyMapping(source, params);
    return ready === undefined
      ? error
      : new AppError(error.code, error.message, { ...error.details, ready: [ready] }, { cause: error });
  } catch {
    // The file is too damaged for a second look; why is in the refusal.
    return error;
  }
}

/** Columns that are named in it where nothing was recognized. */
const leastText = 1;

function readyMapping(
  { head }: SourceFile,
  { format: asked, append }: ImportParams,
): ReadyOptions | undefined {
  const own = formatOf(asked);
  if (own.open) return undefined;
  const format = own.columns ? own : formatOf(head.isJson ? 'json-records' : 'csv');
  const { columns = [], rows = [] } = format.columns?.table(head, rowsSeen) ?? {};
  if (columns.length === 0 || rows.length === 0) return undefined;
  const mapping = wholeMapping(undefined, columns, rows, append?.systems);
  const taken = new Set([...Object.values(mapping).flat(), ...mapping.human.map(({ column }) => column)]);
  const texts = columns.filter((column, at) => {
    const look = lookAt(rows.map((row) => row[at] ?? ''));
    return (
      !taken.has(column) && look.filled >= leastText && !look.areNumbers && !look.areDates && !look.areTurns
    );
  });
  const isAsked = mapping.question ?? mapping.conversation;
  const question = isAsked === undefined && texts.length > 1 ? texts.shift() : mapping.question;
  const [reply] = texts;
  const isAnswered = mapping.responses.length > 0 || mapping.conversation !== undefined;
  const responses =
    isAnswered || reply === undefined ? mapping.responses : [{ column: reply, system: 'assistant' }];
  const whole = { ...mapping, ...(question !== undefined && { question }), responses };
  const named = format === own ? {} : { format: [format.id] };
  return { says: 'By its fields', options: { ...named, map: [mapOption(whole)] } };
}
