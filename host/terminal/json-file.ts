import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { parsedJson, parseJson } from '../../core/platform/files/parse-json.ts';
import { FormFileSchema } from '../../shared/contract/form.ts';
import type { FormFile } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * What a JSON file holds, as a schema has it.
 *
 * @param mend how such a file is written
 * @throws AppError FILE_NOT_FOUND, INVALID_INPUT with the field
 */
export async function jsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  remedy: string,
): Promise<z.output<Schema>> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new AppError('FILE_NOT_FOUND', `The file ${file} cannot be read: ${error.message}.`);
  });
  return fitting(file, schema, parsedJson(text), remedy);
}

/** The text of a file that an option names. @throws AppError FILE_NOT_FOUND with the option as field */
export function readText(file: string, field: string): string {
  try {
    return readFileSync(path.resolve(file), 'utf8');
  } catch (error) {
    throw new AppError('FILE_NOT_FOUND', `${file} cannot be read.`, { file, field }, { cause: error });
  }
}

/** The content of a file as a schema has it. @throws AppError INVALID_INPUT with the field */
export function fitting<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  content: unknown,
  remedy: string,
): z.output<Schema> {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  const where = field === '' ? '' : `, field ${field}`;
  throw new AppError('INVALID_INPUT', `${file}${where}: ${issue?.message}.`, { field, remedy });
}

/**
 * Reads what a study asks from a JSON file: `form`, how the measure is asked for, and `fields`, what is asked beside it.
 *
 * @throws AppError INVALID_INPUT naming the part that is wrong
 */
export function readFormFile(file: string): FormFile {
  const read = FormFileSchema.safeParse(contentOf(file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw refused(file, `${field === '' ? 'the file' : field}: ${issue?.message ?? 'not as expected'}.`, field);
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw refused(file, 'It cannot be read.', '');
  }
  try {
    return parseJson(text);
  } catch {
    throw refused(file, 'It is not JSON.', '');
  }
}

const refused = (file: string, problem: string, field: string) =>
  new AppError('INVALID_INPUT', `${file}: ${problem}`, {
    file,
    field,
    remedy: 'Give a file such as { "form": { "kind": "binary" }, "fields": [] }.',
  });
