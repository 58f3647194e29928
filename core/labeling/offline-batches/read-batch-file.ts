import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { parsedJson } from '../../platform/files/parse-json.ts';
import { readText } from '../../platform/files/read-text.ts';
import { sha256 } from '../../platform/signing/sha256.ts';
import {
  type AnyBatchFile,
  type BatchContent,
  BatchContentSchema,
  BatchFileSchema,
  isAsSigned,
  issuedOf,
  newestBatchVersion,
} from './batch-file.ts';

const changed = 'The batch was changed after it was handed out.';

/**
 * Reads the file of a batch that somebody handed out.
 *
 * @throws AppError FILE_UNREADABLE; IMPORT_REFUSED when it is no such file, was changed, or is of a newer version
 */
export function readBatchFile(file: string): { batch: AnyBatchFile; content: BatchContent } {
  const value = parsedJson(readText(file));
  const { assay, version } = (value ?? {}) as { assay?: unknown; version?: unknown };
  if (assay === 'batch' && typeof version === 'number' && version > newestBatchVersion) {
    throw refused(
      file,
      'version',
      'The batch was handed out by a newer version of Assay.',
      'Update Assay, then open it.',
    );
  }
  const read = BatchFileSchema.safeParse(value);
  if (!read.success) {
    throw refused(
      file,
      '',
      'This is not a batch of Assay.',
      'Choose the .assay-batch file as you received it.',
    );
  }
  const batch = read.data;
  if (sha256(batch.content) !== batch.contentSha256) {
    throw refused(file, 'content', changed, 'Ask for the file again; labels of other texts cannot be used.');
  }
  const issued = issuedOf(batch);
  if (issued && !isAsSigned(issued)) {
    throw refused(file, 'signature', changed, 'Ask for the file again: its signature does not fit it.');
  }
  const content = BatchContentSchema.safeParse(parsedJson(batch.content));
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

const refused = (file: string, field: string, what: string, remedy: string): AppError =>
  new AppError('IMPORT_REFUSED', `${path.basename(file)}: ${what}`, { file, field, remedy });
