import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { writeWhole } from '../files/write-whole.ts';

export const keyFileIn = (dataDir: string): string => path.join(dataDir, 'signing-key.pem');

/**
 * The private key kept in the folder of this person's preferences, in a file that nobody else can read. `made` becomes
 * the key when there is none yet.
 *
 * @throws AppError CONFLICT when others can read the file; FILE_UNREADABLE when it cannot be read or written
 */
export function keyInFile(dataDir: string, made: () => string): string {
  const file = keyFileIn(dataDir);
  try {
    if (!existsSync(file)) keepOnce(file, made());
    assertPrivate(file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'FILE_UNREADABLE',
      `The signing key cannot be read or written: ${(error as Error).message}.`,
      { file, remedy: 'Make the folder readable and writable for you.' },
      { cause: error },
    );
  }
}

/** Of two processes that make a key at once, the first stays. */
function keepOnce(file: string, pem: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeWhole(pem, { path: file, overwrite: false, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'FILE_EXISTS')) throw error;
  }
}

/** Whether this person alone can read and replace a file. Windows tells no such mode: there the folder of a person is theirs alone. */
export function isPrivate(file: string): boolean {
  if (process.platform === 'win32') return true;
  const found = lstatSync(file);
  return found.isFile() && (found.mode & 0o077) === 0 && found.uid === process.getuid?.();
}

function assertPrivate(file: string): void {
  if (!isPrivate(file)) {
    throw new AppError('CONFLICT', 'Others can read or replace the signing key, so it is not used.', {
      file,
      remedy: `Remove the file to get a new key, or, if nobody has read it, run: chmod 600 ${file}`,
    });
  }
}
