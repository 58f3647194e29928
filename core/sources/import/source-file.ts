import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { FileHead } from './file-head.ts';
import { isTableFile } from './formats.ts';
import { describeBinary } from './magic.ts';
import { refuseFile } from './problems.ts';

/** A data file opened for reading. */
export interface SourceFile {
  readonly path: string;
  readonly handle: number;
  readonly sizeBytes: number;
  readonly head: FileHead;
  close(): void;
}

/** Text files may have any bytes further on; a look at these tells what they are. */
const lookedAtBytes = 4096;

/**
 * Opens a file of text, or of a table that can be read.
 *
 * @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, or IMPORT_REFUSED when it is empty or not text.
 */
export function openSourceFile(file: string): SourceFile {
  const full = path.resolve(file);
  const handle = openOrExplain(full);
  try {
    const { size: sizeBytes } = statSync(full);
    const head = FileHead.of(full, handle, sizeBytes);
    assertReadable(full, head);
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

function assertReadable(file: string, head: FileHead): void {
  if (head.bytes.length === 0) {
    throw refuseFile(file, 'The file is empty.', 'Choose a file that holds records.');
  }
  const binary = describeBinary(head.bytes.subarray(0, lookedAtBytes));
  if (!binary || isTableFile(head)) return;
  throw refuseFile(file, `This is ${binary.what}, not a text file.`, binary.mend);
}
