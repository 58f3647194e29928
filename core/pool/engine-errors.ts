import { AppError } from '../../shared/errors.ts';

/** What an engine says, on one line and not without end. */
export const refusedBy = (engine: string, error: unknown, clean = (text: string) => text): AppError => {
  const said = clean(error instanceof Error ? error.message : String(error)).split('\n')[0]!;
  if (isAboutUser(said, error)) {
    return new AppError('CONFLICT', `${engine} refused the user or the password: ${said.slice(0, 500)}`, {
      field: 'password',
      remedy: 'Check the user in the address, and the password or the variable that holds it.',
    });
  }
  return new AppError('INVALID_INPUT', `${engine} refused: ${said.slice(0, 500)}`, {
    remedy: 'Check the columns, their types and the condition.',
  });
};

/** Codes of ClickHouse (unknown user, wrong password, not authenticated) and classes of PostgreSQL that say who asks is not let in. */
const isAboutUser = (said: string, error: unknown): boolean =>
  /Code: (?:192|193|194|516)\b/.test(said) ||
  /^28/.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** A server that is not there, or went away before its answer was whole. */
export const unreachable = (place: string, error: unknown, clean = (text: string) => text): AppError => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const said = clean([code, message].filter(Boolean).join(': ')).split('\n')[0]!.slice(0, 300);
  return new AppError('CONFLICT', `${place} did not answer to the end: ${said}.`, {
    remedy: 'Check that the server is up and its address right, then try again. Nothing was stored.',
  });
};

export const tookTooLong = (engine: string, timeoutMs: number): AppError =>
  new AppError('CONFLICT', `${engine} was stopped: it took longer than ${timeoutMs / 1000} s.`, {
    remedy: 'Give it longer (on the command line --timeout SECONDS), or a table of fewer rows.',
  });

export const tooManyRows = (most: number): AppError =>
  new AppError(
    'INVALID_INPUT',
    `The source gave more than ${Math.floor(most)} rows, where fewer were asked for.`,
    {
      remedy: 'Check that every row has an id of its own.',
    },
  );

export const noTable = (table: string | null): AppError =>
  table === null
    ? new AppError('INVALID_INPUT', 'A server needs the name of a table.', {
        field: 'table',
        remedy: 'Give --table NAME.',
      })
    : new AppError('INVALID_INPUT', `There is no table "${table}" that this user may read.`, {
        field: 'table',
        remedy: 'Name it as DATABASE.TABLE or SCHEMA.TABLE, as the server spells it.',
      });
