import type { Command } from 'commander';
import type { SourceQuestion } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { scaleDeclaration } from './parse-scale.ts';
import { collected, positiveNumber } from './parse-value.ts';

/** What the columns of rows mean that stay where they are. */
export interface SourceOptions {
  source?: string[];
  table?: string;
  passwordEnv?: string;
  timeout?: number;
  idColumn?: string;
  scoreColumn?: string;
  questionColumn?: string;
  response?: string;
  where?: string;
  ahead?: number;
}

/** The options that say what a server needs. */
export const withServer = (command: Command): Command =>
  command
    .option('--table <name>', 'at a server, the table: DATABASE.TABLE or SCHEMA.TABLE')
    .option(
      '--password-env <variable>',
      'the environment variable that holds the password; it is stored nowhere',
    );

/** How long a server may take. */
export const withTimeout = (command: Command): Command =>
  command.option(
    '--timeout <seconds>',
    'time that one query may take at a server (3600 by default)',
    positiveNumber,
  );

/** The options that name columns of a source. */
export const withColumns = (command: Command): Command =>
  command
    .option('--id-column <column>', 'the column with a unique id for each row')
    .option(
      '--score-column <column=range>',
      'the score that guides the draw, as COLUMN=0..1 or COLUMN=0..100,lower',
    )
    .option('--question-column <column>', 'what the user said')
    .option('--response <system=column>', 'the system, and the column of what it said')
    .option('--where <sql>', 'a condition in SQL that rows must meet');

export const withSource = (command: Command): Command =>
  withColumns(
    withTimeout(
      withServer(
        command.option(
          '--source <path>',
          'a file or folder of Parquet, CSV or JSON lines, clickhouse://USER@HOST:PORT, postgres://..., or a stored name. Rows stay there. May be repeated',
          collected,
        ),
      ),
    ),
  ).option(
    '--ahead <number>',
    'rows of the draw order that a --source hands over at once (5000 by default)',
    positiveNumber,
  );

/** The columns that are named. @throws AppError INVALID_INPUT on what cannot be read */
export function columnsFrom(options: SourceOptions): Partial<Omit<SourceQuestion, 'paths'>> {
  const { idColumn: id, scoreColumn, questionColumn: question, response, where } = options;
  return {
    ...(id !== undefined && { id }),
    ...(scoreColumn !== undefined && { score: scoreOf(scoreColumn) }),
    ...(question !== undefined && { question }),
    ...(response !== undefined && { response: responseOf(response) }),
    ...(where !== undefined && { where }),
  };
}

/** What a server needs, as it was stated. */
export const serverFrom = ({
  table,
  passwordEnv,
}: SourceOptions): Pick<SourceQuestion, 'table' | 'passwordEnv'> => ({
  table: table ?? null,
  passwordEnv: passwordEnv ?? null,
});

/** All of it. @throws AppError INVALID_INPUT when id or response is not named */
export function sourceFrom(paths: string[], options: SourceOptions): SourceQuestion {
  const { id, response, score = null, question = null, where = null } = columnsFrom(options);
  if (id === undefined || response === undefined) {
    const [field, flag] =
      id === undefined ? ['id', '--id-column COLUMN'] : ['response', '--response SYSTEM=COLUMN'];
    throw new AppError('INVALID_INPUT', `A source needs ${flag}.`, {
      field,
      remedy: `Give ${flag}; assay source check PATH lists the columns.`,
    });
  }
  return { paths, ...serverFrom(options), id, response, score, question, where };
}

function scoreOf(text: string): NonNullable<SourceQuestion['score']> {
  const [declared] = scaleDeclaration(`auto:${text}`);
  return { column: declared!.name, scale: declared!.scale };
}

function responseOf(text: string): SourceQuestion['response'] {
  const cut = text.indexOf('=');
  if (cut > 0 && cut < text.length - 1) return { system: text.slice(0, cut), column: text.slice(cut + 1) };
  throw new AppError('INVALID_INPUT', `"${text}" names no system with its column.`, {
    field: 'response',
    remedy: 'Write --response SYSTEM=COLUMN, as in bot=reply.',
  });
}
