import path from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { parseJson } from '../files/parse-json.ts';
import { readText } from '../files/read-text.ts';
import {
  type BatchContent,
  BatchContentSchema,
  type BatchFile,
  BatchFileSchema,
  sha256,
} from './batch-file.ts';

/**
 * Reads the file of a batch that somebody handed out.
 *
 * @throws AppError FILE_UNREADABLE; IMPORT_REFUSED when it is no such file, was changed, or is of a newer version
 */
export function readBatchFile(file: string): { batch: BatchFile; content: BatchContent } {
  const value = parsed(readText(file));
  const { assay, version } = (value ?? {}) as { assay?: unknown; version?: unknown };
  if (assay === 'batch' && typeof version === 'number' && version > 1) {
    throw refused(
      file,
      'version',
      'The batch was handed out by a newer version of Assay.',
      'Update Assay, then open it.',
    );
  }
  const read = BatchFileSchema.safeParse(value);
  if (!read.success) {
    throw refused(file, '', 'This is no batch of Assay.', 'Choose the .assay-batch file as you received it.');
  }
  const batch = read.data;
  if (sha256(batch.content) !== batch.contentSha256) {
    throw refused(
      file,
      'content',
      'The batch was changed after it was handed out.',
      'Ask for the file again; labels of other texts cannot be used.',
    );
  }
  const content = BatchContentSchema.safeParse(parsed(batch.content));
  if (!content.success) {
    const field = `content.${content.error.issues[0]?.path.join('.') ?? ''}`;
    throw refused(
      file,
      field,
      'The batch asks for something that this version does not know.',
      'Update Assay, then open it.',
    );
  }
  return { batch, content: content.data };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const refused = (file: string, field: string, what: string, mend: string): AppError =>
  new AppError('IMPORT_REFUSED', `${path.basename(file)}: ${what}`, { file, field, mend });
