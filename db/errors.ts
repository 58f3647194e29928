import { SqliteError } from 'better-sqlite3';
import { AppError, type ErrorCode } from '../shared/errors.ts';

const meanings: readonly [prefix: string, code: ErrorCode, message: string, remedy: string][] = [
  [
    'SQLITE_FULL',
    'DISK_FULL',
    'There is no room left to write the project. What was saved before is intact.',
    'Free some disk space, then do the last action again.',
  ],
  [
    'SQLITE_READONLY',
    'PROJECT_READ_ONLY',
    'The project cannot be written.',
    'Copy the file to a folder you may write to and open the copy.',
  ],
  [
    'SQLITE_CANTOPEN',
    'PROJECT_READ_ONLY',
    'The project, or the files SQLite keeps beside it, cannot be opened for writing.',
    'Check the permissions of the folder, or copy the project elsewhere.',
  ],
  [
    'SQLITE_BUSY',
    'BUSY',
    'The project is being written by other work.',
    'Wait for the running job to end, or cancel it, then try again.',
  ],
  [
    'SQLITE_LOCKED',
    'BUSY',
    'The project is being written by other work.',
    'Wait for the running job to end, or cancel it, then try again.',
  ],
  [
    'SQLITE_IOERR',
    'FILE_UNREADABLE',
    'The disk of the project cannot be read or written.',
    'Check that the disk is still there, then open the project again.',
  ],
  [
    'SQLITE_PROTOCOL',
    'BUSY',
    'The project is being written by other work.',
    'Wait for the running job to end, or cancel it, then try again.',
  ],
  [
    'SQLITE_NOTADB',
    'NOT_A_PROJECT',
    'The file is not an Assay project.',
    'Choose a file that Assay made; its name ends in .assay.',
  ],
  [
    'SQLITE_CORRUPT',
    'PROJECT_DAMAGED',
    'The project file is damaged. Nothing was changed.',
    'Open the newest copy or backup of it; backups lie beside the project.',
  ],
];

/** What the system calls that SQLite would have said so: a new project is written as a whole file. */
const ofSystem: Readonly<Record<string, string>> = {
  ENOSPC: 'SQLITE_FULL',
  EDQUOT: 'SQLITE_FULL',
  EFBIG: 'SQLITE_FULL',
  EROFS: 'SQLITE_READONLY',
  EIO: 'SQLITE_IOERR',
};

/** Turns what SQLite or the disk says into the closed list of codes; anything else is returned as it was. */
export function toAppError(error: unknown, file?: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code: said } = error as NodeJS.ErrnoException;
  const code = error instanceof SqliteError ? said : ofSystem[said ?? ''];
  const found = meanings.find(([prefix]) => code?.startsWith(prefix));
  if (!found) return error;
  const [, meant, message, remedy] = found;
  return new AppError(meant, message, { ...(file ? { file } : {}), remedy }, { cause: error });
}

export const damagedError = (found: string, file?: string): AppError =>
  new AppError('PROJECT_DAMAGED', `The project file is damaged: ${found}.`, {
    ...(file ? { file } : {}),
    remedy: 'Open the newest copy or backup of it; backups lie beside the project.',
  });
