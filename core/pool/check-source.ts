import type { SourceCheck, SourceLook, SourceQuestion } from '../../shared/contract/source.ts';
import { AppError } from '../../shared/errors.ts';
import { drawnHistogram, LEVEL_STEPS, valueOfLevel } from '../../stats/index.ts';
import { suggestMapping } from '../import/evidence/suggest-mapping.ts';
import { splitWritten } from '../models/llm/reasoning.ts';
import type { CoreContext } from '../platform/context.ts';
import { designs } from '../studies/design.ts';
import { drawHash } from '../studies/draw-hash.ts';
import { type Asked, itemsOf, type ReadPool, readPool } from './draw-rows.ts';
import { keepCount } from './kept-count.ts';
import { openStated } from './open-source.ts';
import { countSql, repeatedSql } from './pool-queries.ts';
import type { PoolSource } from './pool-source.ts';
import { tellingProgress } from './report-progress.ts';

type Look = SourceLook & { timeout?: number | undefined };

/** What lies at some paths, and what a draw from there would meet. It stores nothing. */
export async function checkSource(
  context: CoreContext,
  { timeout, ...look }: Look,
  signal?: AbortSignal,
): Promise<SourceCheck> {
  const { paths, table = null, passwordEnv = null } = look;
  const { source, asked: place } = await openStated(
    context,
    { paths, table, passwordEnv },
    { timeout, signal },
  );
  try {
    const known = await factsOf(source);
    const facts = { ...known, notes: notesOf(known, look.response?.column) };
    const { id, response, score = null, question = null, where = null } = look;
    if (id === undefined || response === undefined) {
      await assertHashes(source);
      return { ...facts, ...notCounted };
    }
    const asked = { ...place, id, response, score, question, where };
    const query = { question: asked, seed: look.seed, table: await tableFor(source, asked) };
    const counted = await tellingProgress(context, source, (tell) =>
      countedOf(context, { source, query, tell }, look),
    );
    return { ...facts, ...counted };
  } finally {
    source.close();
  }
}

/**
 * What is to know of replies that begin with a model's reasoning. An import asks whether it is kept apart; a row that stays where it
 * lies is taken as it is, for a study is checked against it by the hash of its texts.
 */
function notesOf(
  { columns, firstRows }: Pick<SourceCheck, 'columns' | 'firstRows'>,
  response: string | undefined,
): string[] {
  const at = columns.findIndex(({ name }) => name === response);
  const replies = firstRows.flatMap((row) => row[at] ?? []);
  const reasoned = replies.filter((text) => {
    const { answer, isUnclosed } = splitWritten(text);
    return isUnclosed || answer !== text;
  });
  if (reasoned.length === 0) return [];
  const verb = reasoned.length === 1 ? 'begins' : 'begin';
  return [
    `${reasoned.length} of the first ${replies.length} replies ${verb} with a model’s reasoning. It stays in the reply, as rows of a source are shown as they are. To label answers alone, name a view whose reply column holds them, or import the rows.`,
  ];
}

const notCounted = {
  ...{ rows: null, missingScores: null, repeatedIds: null, pool: null },
  ...{ seconds: 0, drawSeconds: 0 },
};

async function factsOf(source: PoolSource) {
  const files = source.state();
  const known = await source.facts();
  const columns = await source.columns();
  const names = columns.map(({ name }) => name);
  const firstRows = await firstRowsOf(source, names);
  const shown = firstRows.map((row) => row.map((cell) => cell ?? ''));
  return {
    engine: source.dialect.name,
    ...known,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    columns,
    firstRows,
    mapping: suggestMapping(names, shown),
  };
}

const [rowsShown, columnsShown, signsShown] = [3, 200, 300];

/** A few rows, so that a person sees what the columns hold; none where a column cannot be shown as a text. */
async function firstRowsOf(source: PoolSource, columns: readonly string[]): Promise<(string | null)[][]> {
  const { dialect } = source;
  const cells = columns.slice(0, columnsShown).map((name) => dialect.asText(dialect.quote(name)));
  const sql = `SELECT ${cells.join(', ')} FROM ${await source.table([])} LIMIT ${rowsShown}`;
  const found: (string | null)[][] = [];
  try {
    for await (const row of source.rows(sql, { mostRows: rowsShown }))
      found.push(row.map((cell) => (cell === null ? null : String(cell).slice(0, signsShown))));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') throw error;
    return [];
  }
  return found;
}

/** Rows up to which the ids of the first 1/256 of all hashes are held in memory, rather than looked for in a further pass. */
const heldUpTo = 200_000_000;
const firstOf256 = '01';

/** Counts the rows, in as few passes as the engine allows. @throws AppError as `readPool` */
async function countedOf(context: CoreContext, asked: Asked, { preset }: Look) {
  const { source, query } = asked;
  const started = performance.now();
  const isHeld = source.dialect.listed !== undefined && source.countsQuickly === true;
  const rowCount = isHeld ? Number(await onlyCell(source, countSql(query))) : 0;
  const below = isHeld && rowCount <= heldUpTo ? firstOf256 : null;
  const read = await readPool(asked, below);
  keepCount(context, asked, read);
  const seconds = (performance.now() - started) / 1000;
  const passes = source.countsQuickly ? 1 : source.holdsStill ? 2 : 3;
  return {
    rows: itemsOf(read.pool),
    missingScores: read.missing,
    repeatedIds: read.near
      ? read.near.ids.length - new Set(read.near.ids).size
      : Number(await onlyCell(source, repeatedSql(source.dialect, query, firstOf256))),
    pool: poolLook(read, query.question.score, designs[preset].weight!),
    seconds,
    drawSeconds: seconds * passes,
  };
}

/**
 * What stands behind FROM, with every column that a study names looked up.
 *
 * @throws AppError INVALID_INPUT where a column is not there or cannot name a row; CONFLICT where the engine hashes otherwise
 */
export async function tableFor(source: PoolSource, asked: SourceQuestion): Promise<string> {
  const { id, score, question, response } = asked;
  const columns = new Map((await source.columns()).map(({ name, type }) => [name, type]));
  const texts = [id, response.column, ...(question === null ? [] : [question])];
  for (const [field, name] of [
    ['id', id],
    ['response', response.column],
    ['question', question],
    ['score', score?.column ?? null],
  ] as const) {
    if (name === null || columns.has(name)) continue;
    const remedy = `Use one of: ${[...columns.keys()].slice(0, 40).join(', ')}.`;
    throw new AppError('INVALID_INPUT', `The source has no column "${name}".`, { field, remedy });
  }
  const table = await source.table(texts);
  const type = columns.get(id)!;
  if (!source.dialect.plainTypes.test(type) && !table.startsWith('read_json')) {
    throw new AppError(
      'INVALID_INPUT',
      `The column "${id}" is of the type ${type}, which cannot identify rows.`,
      {
        field: 'id',
        remedy: 'Name a column of texts or whole numbers.',
      },
    );
  }
  await assertHashes(source);
  return table;
}

/** Ids that engines are known to spoil, hashed there and here. */
async function assertHashes(source: PoolSource): Promise<void> {
  const { dialect } = source;
  for (const id of [' lead', "quote's", 'back\\slash', '中文 😀', 'é']) {
    const sql = `SELECT ${dialect.hashHex(`${dialect.text('assay-draw-2|7|')} || ${dialect.text(id)}`)}`;
    if ((await onlyCell(source, sql)) === drawHash(7, id)) continue;
    throw new AppError('CONFLICT', `${dialect.name} hashes the text ${JSON.stringify(id)} in another way.`, {
      remedy: 'Use another version of it.',
    });
  }
}

/** Reads to the end, as a server is told to stop what is left unread. */
async function onlyCell(source: PoolSource, sql: string): Promise<unknown> {
  let found: unknown = null;
  for await (const [cell] of source.rows(sql, { mostRows: 1 })) found = cell;
  return found;
}

const binCount = 20;

/** What is shown of a pool before it is drawn from, in the units of its score. */
function poolLook(
  { pool, missing, missingLevel, fingerprint }: ReadPool,
  score: SourceQuestion['score'],
  weight: (s: number) => number,
): NonNullable<SourceCheck['pool']> {
  const weights = pool.levels.map((level) => weight(valueOfLevel(level)));
  const sum = weights.reduce((all, one, i) => all + one * pool.counts[i]!, 0);
  const leavingPerRow = (itemsOf(pool) * Math.max(...weights)) / sum;
  if (score === null) return { bins: [], mean: null, fingerprint, leavingPerRow };
  const { min, max, direction } = score.scale;
  const onScale = (s: number) => (direction === 'higher' ? min + s * (max - min) : max - s * (max - min));
  const counts = new Array<number>(binCount).fill(0);
  pool.levels.forEach((level, i) => {
    // Those without a score have no place on its scale.
    const here = pool.counts[i]! - (level === missingLevel ? missing : 0);
    counts[Math.min(binCount - 1, Math.floor(((level + 0.5) * binCount) / LEVEL_STEPS))]! += here;
  });
  const bins = counts.map((count, i) => {
    const ends = [onScale(i / binCount), onScale((i + 1) / binCount)];
    return { from: Math.min(...ends), to: Math.max(...ends), count };
  });
  const { mean } = drawnHistogram(pool, weight).summary;
  return {
    bins: direction === 'higher' ? bins : bins.reverse(),
    mean: onScale(mean),
    fingerprint,
    leavingPerRow,
  };
}
