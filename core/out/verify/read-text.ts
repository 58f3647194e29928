import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';

/** The whole text of a file, letter by letter. @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, IMPORT_REFUSED */
export function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(
      isMissing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE',
      isMissing ? `There is no file ${file}.` : `${file} cannot be read.`,
      { file, mend: 'Name a report (HTML or JSON), a label file (JSON Lines) or a project.' },
      { cause: error },
    );
  }
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new AppError('IMPORT_REFUSED', `${path.basename(file)} is not text in UTF-8.`, {
    file,
    mend: 'Give the file as Assay wrote it.',
  });
}
