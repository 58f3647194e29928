import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { describeBinary, isParquet } from './magic.ts';
import { refuseFile } from './problems.ts';

/** A data file opened for reading. */
export interface SourceFile {
  readonly path: string;
  readonly handle: number;
  readonly sizeBytes: number;
  readonly head: Buffer;
  close(): void;
}

const headBytes = 4096;

/**
 * Opens a text file, or a Parquet file.
 *
 * @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, or IMPORT_REFUSED when it is empty or not text.
 */
export function openSourceFile(file: string): SourceFile {
  const full = path.resolve(file);
  const handle = openOrExplain(full);
  try {
    const { size: sizeBytes } = statSync(full);
    const buffer = Buffer.alloc(headBytes);
    const head = buffer.subarray(0, readSync(handle, buffer, 0, headBytes, 0));
    assertText(full, head);
    return { path: full, handle, sizeBytes, head, close: () => closeSync(handle) };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function openOrExplain(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) {
    throw new AppError('FILE_NOT_FOUND', `There is no file ${file}.`, {
      file,
      mend: 'It may have been moved or renamed; choose it again.',
    });
  }
  if (!stats.isFile()) {
    const what = stats.isDirectory() ? 'a folder' : 'not a plain file';
    throw new AppError('FILE_UNREADABLE', `${path.basename(file)} is ${what}.`, {
      file,
      mend: 'Choose one file with one record a line.',
    });
  }
  try {
    return openSync(file, 'r');
  } catch (error) {
    throw new AppError(
      'FILE_UNREADABLE',
      `${path.basename(file)} cannot be opened: ${(error as Error).message}`,
      { file, mend: 'Check that you may read the file.' },
      { cause: error },
    );
  }
}

function assertText(file: string, head: Buffer): void {
  if (head.length === 0) {
    throw refuseFile(file, 'The file is empty.', 'Choose a file that holds records.');
  }
  if (isParquet(head)) return;
  const binary = describeBinary(head);
  if (binary) throw refuseFile(file, `This is ${binary.what}, not a text file.`, binary.mend);
}
