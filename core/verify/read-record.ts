import { AppError } from '../../shared/errors.ts';
import { parseJson } from '../files/parse-json.ts';
import { LabelHeaderSchema, type LabelRecord, RecordRowSchema } from './label-record.ts';

/** A record with its label lines as they were written, for the hash. */
export interface ReadRecord {
  readonly record: LabelRecord;
  readonly lines: string;
}

/**
 * Reads a label file: a header line, then one label a line.
 *
 * @throws AppError IMPORT_REFUSED naming the line and field that is wrong
 */
export function readRecord(text: string, file: string): ReadRecord {
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  const lines = end < 0 ? '' : text.slice(end + 1);
  const header = parsed(LabelHeaderSchema, first, 1, file);
  const rows = lines
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parsed(RecordRowSchema, line, index + 2, file)]));
  return { record: { header, rows }, lines };
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: Issue[] } };
}

interface Issue {
  path: PropertyKey[];
  message: string;
}

function parsed<T>(schema: Schema<T>, line: string, number: number, file: string): T {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    throw refused(file, number, '', 'The line is not JSON.');
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw refused(
    file,
    number,
    field,
    `${field === '' ? 'The line' : field}: ${issue?.message ?? 'is wrong'}.`,
  );
}

function refused(file: string, line: number, field: string, what: string): AppError {
  const mend =
    line === 1
      ? 'Give a label file written by "assay report --format labels-jsonl", or a report.'
      : 'Export the labels again; a line was changed or cut.';
  return new AppError('IMPORT_REFUSED', `Line ${line}: ${what}`, { file, line, field, mend });
}
