import { readFileSync } from 'node:fs';
import { parseJson } from '../../core/platform/files/parse-json.ts';
import { FormFileSchema } from '../../shared/contract/form.ts';
import type { FormFile } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * Reads what a study asks from a JSON file: `form`, how the measure is asked for, and `fields`, what is asked beside it.
 *
 * @throws AppError INVALID_INPUT naming the part that is wrong
 */
export function readFormFile(file: string): FormFile {
  const read = FormFileSchema.safeParse(parsed(file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw refused(file, `${field === '' ? 'the file' : field}: ${issue?.message ?? 'not as expected'}.`, field);
}

function parsed(file: string): unknown {
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
    mend: 'Give a file such as { "form": { "kind": "binary" }, "fields": [] }.',
  });
