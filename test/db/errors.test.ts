import { SqliteError } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { damagedError, toAppError } from '../../db/errors.ts';
import { misplacedError } from '../../db/misplaced.ts';

test.each([
  ['SQLITE_FULL', 'DISK_FULL'],
  ['SQLITE_READONLY_DBMOVED', 'PROJECT_READ_ONLY'],
  ['SQLITE_CANTOPEN', 'PROJECT_READ_ONLY'],
  ['SQLITE_BUSY_SNAPSHOT', 'BUSY'],
  ['SQLITE_LOCKED', 'BUSY'],
  ['SQLITE_IOERR_READ', 'FILE_UNREADABLE'],
  ['SQLITE_PROTOCOL', 'BUSY'],
  ['SQLITE_NOTADB', 'NOT_A_PROJECT'],
  ['SQLITE_CORRUPT_INDEX', 'PROJECT_DAMAGED'],
])('%s is told as %s, with the file, the mend and what SQLite said', (code, told) => {
  const error = new SqliteError('said', code);
  const remedy = expect.stringMatching(/\.$/) as string;
  expect(toAppError(error, '/p.assay')).toMatchObject({
    code: told,
    details: { file: '/p.assay', remedy },
    cause: error,
  });
  const { details } = toAppError(error) as { details: object };
  expect(details).toEqual({ remedy });
});

test('a disk that is full while a new project is written is told as SQLite tells it', () => {
  const error = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  expect(toAppError(error, '/p.assay')).toMatchObject({ code: 'DISK_FULL', details: { file: '/p.assay' } });
  const other = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  expect(toAppError(other, '/p.assay')).toBe(other);
});

test('what has no such meaning stays as it is', () => {
  for (const error of [
    new SqliteError('no such table: x', 'SQLITE_ERROR'),
    new Error('SQLITE_FULL'),
    'text',
    null,
  ])
    expect(toAppError(error, '/p.assay')).toBe(error);
});

test('damage names what was found, and the file where it is known', () => {
  expect(damagedError('a row is lost', '/p.assay')).toMatchObject({
    ...{ code: 'PROJECT_DAMAGED', message: 'The project file is damaged: a row is lost.' },
    details: { file: '/p.assay' },
  });
  expect(Object.keys(damagedError('a row is lost').details)).toEqual(['remedy']);
});

test('a second name is removed; from all else one goes on in a copy', () => {
  const remedies = (['gone', 'replaced', 'overwritten', 'second-name'] as const).map((why) => {
    const { code, details } = misplacedError(why, '/p.assay');
    expect([code, details.file]).toEqual(['PROJECT_NOT_IN_PLACE', '/p.assay']);
    return /^Remove the other name/.test(details.remedy as string);
  });
  expect(remedies).toEqual([false, false, false, true]);
});
