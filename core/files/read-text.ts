import { readFileSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';

/** A small file as text. @throws AppError FILE_UNREADABLE */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new AppError(
      'FILE_UNREADABLE',
      `${file} cannot be read.`,
      { file, mend: 'Check the path and the rights of the file.' },
      { cause: error },
    );
  }
}
