import type { Study } from '../../shared/contract/index.ts';
import type { PrintedQueries, SourceQuestion } from '../../shared/contract/source.ts';
import { AppError } from '../../shared/errors.ts';
import { formatCount } from '../../shared/number-text.ts';
import { type HashCut, hashCut } from '../../stats/index.ts';
import type { CoreContext } from '../platform/context.ts';
import { designs } from '../studies/design.ts';
import { readPool } from './draw-rows.ts';
import { openFiles } from './duckdb.ts';
import { HISTOGRAM_COLUMNS, handedOver, histogramSql, ROW_COLUMNS, rowsSql } from './pool-queries.ts';
import type { Cell, Dialect, PoolSource } from './pool-source.ts';
import { type PrintedDialect, printedDialects, printedTable } from './printed-dialects.ts';
import { type NewSourceStudy, studyOfPool } from './source-study.ts';

/** Columns of the rows that are people's text. */
const texts = ['id', 'question', 'response'];

/** What somebody's run of the printed queries gave, in place of the engine: each file answers its query once. */
function takenFiles(
  dialect: Dialect,
  files: { histogram: string; rows: string | null },
  assertCount: (rows: number) => void,
  signal?: AbortSignal,
): PoolSource {
  let handedOver = 0;
  async function* rows(sql: string, options: Parameters<PoolSource['rows']>[1]) {
    const isHistogram = sql.includes(HISTOGRAM_COLUMNS.at(-1)!);
    const file = isHistogram ? files.histogram : files.rows;
    if (file === null || (!isHistogram && handedOver++ > 0)) throw tooFew();
    let found = 0;
    const names = isHistogram ? HISTOGRAM_COLUMNS : ROW_COLUMNS;
    for await (const cells of cellsOf(file, names, options, signal)) {
      found += 1;
      yield cells;
    }
    if (!isHistogram) assertCount(found);
  }
  return {
    dialect,
    rows,
    columns: async () => [],
    table: async () => '',
    state: () => [],
    holdsStill: true,
    facts: async () => ({ version: '', mayWrite: false, isEncrypted: true }),
    close() {},
  };
}

async function* cellsOf(
  file: string,
  names: readonly string[],
  options: Parameters<PoolSource['rows']>[1],
  signal?: AbortSignal,
): AsyncGenerator<readonly Cell[]> {
  const opened = await openFiles([file], signal);
  try {
    const has = (await opened.columns()).map(({ name }) => name.toLowerCase());
    const lacking = names.find((name) => !has.includes(name));
    if (lacking !== undefined) {
      throw new AppError('INVALID_INPUT', `${file} has no column "${lacking}".`, {
        file,
        remedy: 'Give back what the printed query gave, with the names of its columns.',
      });
    }
    const from = await opened.table(names.filter((name) => name !== 'score'));
    const { dialect } = opened;
    const columns = names
      .map((name) => {
        const isText = texts.includes(name);
        return isText ? handedOver(dialect, dialect.asText(dialect.quote(name))) : dialect.quote(name);
      })
      .join(', ');
    for await (const cells of opened.rows(`SELECT ${columns} FROM ${from}`, options)) {
      if (names === HISTOGRAM_COLUMNS) assertIntegers(cells, file);
      yield cells;
    }
  } finally {
    opened.close();
  }
}

/** @throws AppError INVALID_INPUT */
function assertIntegers(cells: readonly Cell[], file: string): void {
  const odd = cells.find((cell) => cell !== null && !/^-?\d+$/.test(String(cell)));
  if (odd === undefined) return;
  throw new AppError(
    'INVALID_INPUT',
    `${file} holds "${String(odd).slice(0, 40)}" where a whole number stands.`,
    {
      file,
      remedy: 'Give back what the printed query gave, with numbers as they are.',
    },
  );
}

/**
 * Whether about as many rows lie below the bound as chance would have: the pages of many warehouses hand over but the first
 * thousands of an answer. Within six standard deviations.
 *
 * @throws AppError INVALID_INPUT
 */
function assertWhole(found: number, items: number, { below }: HashCut): void {
  if (below === null) return;
  const expected = (items * Number.parseInt(below.slice(0, 13), 16)) / 2 ** 52;
  if (Math.abs(found - expected) <= 6 * Math.sqrt(expected) + 10) return;
  const words = `The file of rows holds ${formatCount(found)}, where about ${formatCount(Math.round(expected))} were asked for.`;
  throw new AppError('INVALID_INPUT', words, {
    field: 'rows',
    remedy:
      'Export all rows of the answer: many pages hand over only the first of them. Or print the queries again, if the table changed.',
  });
}

const tooFew = () =>
  new AppError(
    'CONFLICT',
    'By chance, fewer rows lie below the bound than are wanted. It happens once in some 30,000 draws.',
    {
      field: 'rows',
      remedy: 'Print the second query again with another seed.',
    },
  );

interface Printed {
  dialect: PrintedDialect;
  source: Omit<SourceQuestion, 'paths' | 'passwordEnv' | 'table'> & { table: string };
  seed: number;
  preset: NewSourceStudy['preset'];
  ahead: number;
}

const questionOf = ({ dialect, source }: Printed): SourceQuestion => ({
  ...source,
  paths: [`queries that somebody ran at ${printedDialects[dialect].name}`],
  passwordEnv: null,
});

const queryOf = (printed: Printed) => {
  const dialect = printedDialects[printed.dialect];
  const { source, seed } = printed;
  return { question: questionOf(printed), seed, table: printedTable(dialect, source.table) };
};

/**
 * The queries that a draw asks, for somebody to run: the histogram, and once its answer is there, the rows.
 *
 * @throws AppError as `readPool` of that answer
 */
export async function printQueries(
  input: Printed & { histogram?: string | undefined },
): Promise<PrintedQueries> {
  const dialect = printedDialects[input.dialect];
  const query = queryOf(input);
  const histogram = histogramSql(dialect, query);
  if (input.histogram === undefined) return { histogram, rows: null, items: null };
  const source = takenFiles(dialect, { histogram: input.histogram, rows: null }, () => undefined);
  const { pool } = await readPool({ source, query });
  const { below } = hashCut(pool, designs[input.preset].weight!, input.ahead);
  const items = pool.counts.reduce((sum, count) => sum + count, 0);
  return { histogram, rows: rowsSql(dialect, query, below), items };
}

/**
 * Makes a study of what the printed queries gave. Every hash, level and key is computed again, so that nothing of it need be
 * trusted but the counts.
 *
 * @throws AppError as `firstRows`, and where the file of rows is not whole
 */
export async function studyOfTaken(
  context: CoreContext,
  input: Printed & Omit<NewSourceStudy, 'source' | 'seed'> & { histogram: string; rows: string },
  signal?: AbortSignal,
): Promise<Study> {
  const dialect = printedDialects[input.dialect];
  const query = queryOf(input);
  const weight = designs[input.preset].weight!;
  const counts = takenFiles(dialect, { histogram: input.histogram, rows: null }, () => undefined, signal);
  const { pool } = await readPool({ source: counts, query });
  const items = pool.counts.reduce((sum, count) => sum + count, 0);
  const cut = hashCut(pool, weight, input.ahead);
  const files = { histogram: input.histogram, rows: input.rows };
  const source = takenFiles(dialect, files, (found) => assertWhole(found, items, cut), signal);
  return studyOfPool(context, { ...input, source: query.question }, { source, query });
}
