import type { NamedSource, Scale, SourceCheck, SourceQuestion } from '../../../shared/contract/index.ts';
import { formatBytes, formatCount, plural } from '../../api/format.ts';
import { type ColumnRole, type ColumnRoles, noRole, type RoleId, rolesOf } from './column-roles.ts';

/** Engines that are asked, and those whose queries somebody else runs. */
export const askedEngines = ['files', 'clickhouse', 'postgres'] as const;
export const printedEngines = ['bigquery', 'databricks', 'snowflake', 'spark', 'trino'] as const;
type AskedEngine = (typeof askedEngines)[number];
export type PrintedEngine = (typeof printedEngines)[number];

export const engineNames: Readonly<Record<AskedEngine | PrintedEngine, string>> = {
  files: 'Files: Parquet, CSV or JSON lines (DuckDB)',
  clickhouse: 'ClickHouse',
  postgres: 'PostgreSQL',
  bigquery: 'BigQuery',
  databricks: 'Databricks',
  snowflake: 'Snowflake',
  spark: 'Spark',
  trino: 'Trino',
};

/** Where the password of a server comes from. */
export type PasswordSource = 'none' | 'typed' | 'keychain' | 'environment';

/** Where rows lie, as it is being written down. */
export interface PlaceDraft {
  /** An engine, or a place that the project has by a name. */
  readonly engine: AskedEngine | PrintedEngine | 'named';
  readonly name: string;
  /** Files and folders, one a line. */
  readonly files: string;
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly database: string;
  readonly isEncrypted: boolean;
  readonly table: string;
  readonly passwordFrom: PasswordSource;
  readonly variable: string;
  /** What one query may take at a server; null for the usual hour. */
  readonly minutes: number | null;
}

export const emptyPlace: PlaceDraft = {
  engine: 'files',
  name: '',
  files: '',
  host: '',
  port: '',
  user: '',
  database: '',
  isEncrypted: true,
  table: '',
  passwordFrom: 'none',
  variable: '',
  minutes: null,
};

export const isPrinted = (engine: PlaceDraft['engine']): engine is PrintedEngine =>
  (printedEngines as readonly string[]).includes(engine);

export const isServerEngine = (engine: PlaceDraft['engine']): boolean =>
  engine === 'clickhouse' || engine === 'postgres';

/** How long a server is asked, where somebody said so. */
export const timeoutOf = ({ minutes }: Pick<PlaceDraft, 'minutes'>): { timeout?: number } =>
  minutes === null ? {} : { timeout: Math.round(60 * minutes) };

type Place = Pick<SourceQuestion, 'paths' | 'table' | 'passwordEnv'>;

/** The address of a server, without a password. */
export function addressOf({ engine, host, port, user, database, isEncrypted }: PlaceDraft): string {
  const inBrackets = host.includes(':') && !host.startsWith('[') ? `[${host.trim()}]` : host.trim();
  const who = user.trim() === '' ? '' : `${encodeURIComponent(user.trim())}@`;
  const at = port.trim() === '' ? '' : `:${port.trim()}`;
  const of = database.trim() === '' ? '' : `/${encodeURIComponent(database.trim())}`;
  return `${engine}://${who}${inBrackets}${at}${of}${isEncrypted ? '' : '?tls=off'}`;
}

/** What the engine is asked with; null while something lacks. */
export function placeOf(draft: PlaceDraft, named: readonly NamedSource[] = []): Place | null {
  const table = draft.table.trim() === '' ? null : draft.table.trim();
  const variable = draft.variable.trim();
  const passwordEnv = draft.passwordFrom === 'environment' && variable !== '' ? variable : null;
  if (draft.engine === 'files') {
    const paths = draft.files.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    return paths.length === 0 ? null : { paths, table: null, passwordEnv: null };
  }
  if (draft.engine === 'named') {
    const known = named.find(({ name }) => name === draft.name);
    return known ? { paths: [known.name], table, passwordEnv } : null;
  }
  if (isPrinted(draft.engine) || draft.host.trim() === '' || table === null) return null;
  return { paths: [addressOf(draft)], table, passwordEnv };
}

/** What a column of a source may hold: one column each. */
export const sourceRoles: readonly RoleId[] = ['none', 'id', 'question', 'response', 'judge'];

const isNumber = (cell: string | null) =>
  cell === null || (cell.trim() !== '' && Number.isFinite(Number(cell)));

/** The roles that are guessed, one column each; a score of people or of a metric counts as the score where its cells are numbers. */
export function guessedRoles({
  mapping,
  columns,
  firstRows,
}: Pick<SourceCheck, 'mapping' | 'columns' | 'firstRows'>): ColumnRoles {
  const names = columns.map(({ name }) => name);
  const given = rolesOf(mapping, names);
  const taken = new Set<RoleId>();
  return Object.fromEntries(
    names.map((column, at): [string, ColumnRole] => {
      const { role: said, system } = given[column] ?? noRole;
      const isScore = said === 'auto' || said === 'human' || said === 'judge';
      const role: RoleId = isScore ? 'judge' : said;
      const fits = !isScore || firstRows.every((row) => isNumber(row[at] ?? null));
      if (role === 'none' || !fits || !sourceRoles.includes(role) || taken.has(role)) return [column, noRole];
      taken.add(role);
      return [column, { ...noRole, role, system: role === 'response' ? system : '' }];
    }),
  );
}

/** Roles after a choice: the column that had the role before gives it up. */
export function onlyOneEach(before: ColumnRoles, next: ColumnRoles): ColumnRoles {
  const isChanged = (column: string) => before[column]?.role !== next[column]?.role;
  const chosen = new Set(
    Object.keys(next)
      .filter(isChanged)
      .map((column) => next[column]!.role),
  );
  return Object.fromEntries(
    Object.entries(next).map(([column, one]) => [
      column,
      !isChanged(column) && one.role !== 'none' && chosen.has(one.role) ? noRole : one,
    ]),
  );
}

/** The range that a score seems to have, by a few of its values: the smallest usual one that holds them. */
export function guessScale(values: readonly (string | null)[]): Scale {
  const numbers = values.flatMap((one) =>
    one === null || one.trim() === '' || Number.isNaN(Number(one)) ? [] : [Number(one)],
  );
  const [least, most] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const direction = 'higher' as const;
  const usual = [
    { min: 0, max: 1 },
    { min: 1, max: 5 },
    { min: 0, max: 10 },
    { min: 0, max: 100 },
    { min: -1, max: 1 },
  ];
  const holds = ({ min, max }: { min: number; max: number }) =>
    numbers.length === 0 || numbers.every((one) => one >= min && one <= max);
  return { ...(usual.find(holds) ?? { min: Math.floor(least), max: Math.ceil(most) }), direction };
}

/** What the columns mean; null with what lacks. */
export function questionOf(
  place: Place,
  { roles, scale, where }: { roles: ColumnRoles; scale: Scale; where: string },
): { question: SourceQuestion; lacks: null } | { question: null; lacks: string } {
  const having = (role: RoleId) => Object.entries(roles).find(([, one]) => one.role === role);
  const [id, response, score] = [having('id'), having('response'), having('judge')];
  if (!id) return { question: null, lacks: 'Say which column names a row.' };
  if (!response) return { question: null, lacks: 'Say which column holds the reply of the system.' };
  if (score && !(scale.max > scale.min)) return { question: null, lacks: 'The score needs a range.' };
  const [column, { system }] = response;
  return {
    lacks: null,
    question: {
      ...place,
      id: id[0],
      score: score ? { column: score[0], scale } : null,
      question: having('question')?.[0] ?? null,
      response: { system: system.trim() || column, column },
      where: where.trim() === '' ? null : where,
    },
  };
}

/** What a look found: good, worth knowing, or what would stop a draw. */
export interface Mark {
  readonly kind: 'good' | 'mind' | 'stop';
  readonly words: string;
}

/** The marks of a look at a place. */
export function placeMarks(check: SourceCheck): Mark[] {
  const { engine, version, files, bytes, mayWrite, isEncrypted } = check;
  const where: Mark[] =
    files > 0
      ? [
          {
            kind: 'good',
            words: `${plural(files, 'file')} of ${formatBytes(bytes)}, read by ${engine} ${version}, which may read them and nothing else.`,
          },
        ]
      : [
          { kind: 'good', words: `${engine} ${version} answers.` },
          mayWrite
            ? {
                kind: 'mind',
                words: 'This user may also write. Assay only reads; a read-only user is safer.',
              }
            : { kind: 'good', words: 'This user may only read.' },
          ...(isEncrypted ? [] : [{ kind: 'mind', words: 'The connection is not encrypted.' } as const]),
        ];
  const hash: Mark = { kind: 'good', words: 'Row ids match.' };
  return [...where, hash];
}

/** What a draw that follows on a count takes: of files the count is kept, and what is left of the passes is done. */
export const secondsLeft = ({ files, seconds, drawSeconds }: SourceCheck): number =>
  files > 0 ? Math.max(0, drawSeconds - seconds) : drawSeconds;

const drawWords = (check: SourceCheck): string =>
  check.files > 0 && secondsLeft(check) === 0
    ? 'a draw now reads no more than the rows that it takes'
    : `a draw then takes about ${Math.max(0.1, secondsLeft(check)).toFixed(1)} s`;

/** The marks of a count of all rows. */
export function countMarks(check: SourceCheck): Mark[] {
  const { notes, rows, pool, missingScores, repeatedIds, seconds } = check;
  const scored: Mark[] = pool?.mean == null ? [] : [scoreMark(missingScores ?? 0)];
  return [
    { kind: 'good', words: `${plural(rows ?? 0, 'row')}, each with an id.` },
    ...scored,
    ...notes.map((words): Mark => ({ kind: 'mind', words })),
    repeatedIds === 0
      ? { kind: 'good', words: 'No duplicate id among 1/256 of the rows.' }
      : {
          kind: 'stop',
          words: `Duplicate ids: ${formatCount(repeatedIds ?? 0)} among 1/256 of the rows. A draw would be refused; choose the column that every row has for itself.`,
        },
    {
      kind: 'good',
      words: `Counting took ${seconds.toFixed(1)} s; ${drawWords(check)}.`,
    },
  ];
}

const scoreMark = (missing: number): Mark =>
  missing === 0
    ? { kind: 'good', words: 'No row lacks a score.' }
    : {
        kind: 'mind',
        words: `${plural(missing, 'row has', 'rows have')} no score. They are treated as average; the estimate stays right.`,
      };
