import type { SourceCheck, SourceLook, SourceQuestion } from '../../../shared/contract/source.ts';
import { AppError } from '../../../shared/errors.ts';
import { drawHash } from '../../model/study/draw-hash.ts';
import type { CoreContext } from '../../platform/context.ts';
import { readPool } from './draw-rows.ts';
import { openStated } from './open-source.ts';
import { repeatedSql } from './pool-queries.ts';
import type { PoolSource } from './pool-source.ts';

/** What lies at some paths, and what a draw from there would meet. It stores nothing. */
export async function checkSource(
  context: CoreContext,
  {
    paths,
    table = null,
    passwordEnv = null,
    timeout,
    ...rest
  }: SourceLook & { timeout?: number | undefined },
  signal?: AbortSignal,
): Promise<SourceCheck> {
  const { source, asked: place } = await openStated(context, { paths, table, passwordEnv }, timeout);
  try {
    const started = performance.now();
    const files = source.state();
    const { id, response, score = null, question = null, where = null } = rest;
    const facts = {
      engine: source.dialect.name,
      ...(await source.facts()),
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      columns: await source.columns(),
    };
    const nothing = { rows: null, missingScores: null, repeatedIds: null };
    if (id === undefined || response === undefined) return { ...facts, ...nothing, seconds: 0 };
    const asked = { ...place, id, response, score, question, where };
    const query = { question: asked, seed: 0, table: await tableFor(source, asked) };
    const { pool, missing } = await readPool({ source, query, signal });
    const repeatedIds = Number(await onlyCell(source, repeatedSql(source.dialect, query), signal));
    return {
      ...facts,
      rows: pool.counts.reduce((sum, count) => sum + count, 0),
      missingScores: missing,
      repeatedIds,
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    source.close();
  }
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
    const mend = `Use one of: ${[...columns.keys()].slice(0, 40).join(', ')}.`;
    throw new AppError('INVALID_INPUT', `The source has no column "${name}".`, { field, mend });
  }
  const table = await source.table(texts);
  const type = columns.get(id)!;
  if (!source.dialect.plainTypes.test(type) && !table.startsWith('read_json')) {
    throw new AppError('INVALID_INPUT', `The column "${id}" is of the type ${type}, which names no row.`, {
      field: 'id',
      mend: 'Name a column of texts or whole numbers.',
    });
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
      mend: 'Use another version of it.',
    });
  }
}

/** Reads to the end, as a server is told to stop what is left unread. */
async function onlyCell(source: PoolSource, sql: string, signal?: AbortSignal): Promise<unknown> {
  let found: unknown = null;
  for await (const [cell] of source.rows(sql, { signal, mostRows: 1 })) found = cell;
  return found;
}
