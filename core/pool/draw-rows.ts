import { createHash, hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SourceFileState } from '../../db/study-sources.ts';
import type { SourceQuestion } from '../../shared/contract/source.ts';
import { AppError } from '../../shared/errors.ts';
import { formatCount, plural } from '../../shared/number-text.ts';
import {
  byKey,
  type HistogramPool,
  hashCut,
  hashCutAhead,
  hashKey,
  LEVEL_STEPS,
  valueOfLevel,
} from '../../stats/index.ts';
import { assertCounted } from './assert-counted.ts';
import {
  countSql,
  histogramSql,
  levelOfScore,
  type PoolQuery,
  rowsOfSql,
  rowsSql,
  saltOf,
} from './pool-queries.ts';
import type { PoolSource } from './pool-source.ts';
import type { Tell } from './report-progress.ts';

/** A row of the order with what people need of it. */
export interface TakenRow {
  readonly id: string;
  readonly hash: string;
  readonly key: number;
  readonly level: number;
  readonly question: string | null;
  readonly response: string | null;
}

/** SHA-256 over the rows that are taken along, in their order. */
export function rowsHash(rows: readonly TakenRow[]): string {
  const hash = createHash('sha256');
  for (const { id, question, response } of rows) hash.update(JSON.stringify([id, question, response]));
  return hash.digest('hex');
}

/** A pool as one reading found it. */
export interface ReadPool {
  readonly pool: HistogramPool;
  readonly missing: number;
  /** What rows without a score were given: the level of the mean of the others; null where every row has one. */
  readonly missingLevel: number | null;
  /** A sum over all rows that rests on no order: of (first 24 bits of the hash) (level + 1), modulo `MODULUS`. */
  readonly fingerprint: string;
  /** The ids of all rows whose hash lies below some digits, where the pass brought them along. */
  readonly near?: { readonly below: string; readonly ids: readonly string[] } | undefined;
  readonly query: string;
  readonly files: SourceFileState[];
}

export interface Asked {
  readonly source: PoolSource;
  readonly query: PoolQuery;
  /** Is told what is read next. */
  readonly tell?: Tell | undefined;
}

/** What stands for a missing score in the fingerprint, and the largest prime below 2^24. */
const [MISSING, MODULUS] = [LEVEL_STEPS + 1, 16_777_213n];

/** What will be drawn, so that one pass may do. */
interface Ahead {
  readonly wanted: number;
  readonly weight: (s: number) => number;
}

/**
 * Counts all rows by level, in one pass at the engine.
 *
 * @param below digits; the ids of the rows whose hash lies below them come along
 * @throws AppError where an id is missing, or a score is not on its scale
 */
export async function readPool(
  { source, query, tell }: Asked,
  below: string | null = null,
): Promise<ReadPool> {
  tell?.('counting');
  const files = source.state();
  const sql = histogramSql(source.dialect, query, below);
  const counted = new Map<number, number>();
  let fingerprint = 0n;
  const ids: string[] = [];
  const odd = { missing: 0, outside: 0, nameless: 0 };
  for await (const [level, count, nameless, bits, near] of source.rows(sql, {
    mostRows: LEVEL_STEPS + 8,
  })) {
    odd.nameless += Number(nameless);
    fingerprint += BigInt(bits ?? 0) * BigInt(Number(level ?? MISSING) + 1);
    for (const id of listOf(near)) ids.push(id);
    if (level === null) odd.missing += Number(count);
    else if (Number(level) < 0 || Number(level) > LEVEL_STEPS) odd.outside += Number(count);
    else if (Number(count) > 0) counted.set(Number(level), (counted.get(Number(level)) ?? 0) + Number(count));
  }
  assertStill(source, files);
  refuseOdd(odd, query.question);
  if (counted.size === 0) throw nothingThere(odd.missing, query.question);
  const missingLevel = odd.missing === 0 ? null : levelOfMean(counted);
  if (missingLevel !== null) counted.set(missingLevel, (counted.get(missingLevel) ?? 0) + odd.missing);
  const levels = [...counted.keys()].sort((a, b) => a - b);
  const pool = { levels, counts: Float64Array.from(levels, (level) => counted.get(level)!) };
  return {
    ...{ pool, missing: odd.missing, missingLevel, query: histogramSql(source.dialect, query), files },
    fingerprint: String(fingerprint % MODULUS),
    near: below === null ? undefined : { below, ids },
  };
}

/** Counts all rows for a draw: where an engine knows at once how many there are, the ids that it may need come along. */
export const readPoolFor = async (asked: Asked, ahead: Ahead): Promise<ReadPool> =>
  readPool(asked, await boundAhead(asked, ahead));

/** Null where two passes are as quick, or every row is wanted. */
async function boundAhead({ source, query }: Asked, { wanted, weight }: Ahead): Promise<string | null> {
  const { dialect, countsQuickly = false } = source;
  if (!countsQuickly || !dialect.listed) return null;
  let items = 0;
  for await (const [count] of source.rows(countSql(query), { mostRows: 1 })) items = Number(count);
  return items === 0 ? null : hashCutAhead(items, weight(0) / weight(1), wanted);
}

/** A list as the engine gives it. */
const listOf = (cell: unknown): string[] =>
  typeof cell === 'object' && cell !== null && 'items' in cell && Array.isArray(cell.items)
    ? cell.items.map(String)
    : [];

function levelOfMean(counted: ReadonlyMap<number, number>): number {
  let [sum, items] = [0, 0];
  for (const [level, count] of counted) {
    sum += level * count;
    items += count;
  }
  return Math.floor(sum / items + 0.5);
}

function refuseOdd(odd: { outside: number; nameless: number }, { id, score }: SourceQuestion): void {
  if (odd.nameless > 0) {
    throw new AppError(
      'INVALID_INPUT',
      `${plural(odd.nameless, 'row')} have nothing in the column "${id}".`,
      {
        field: 'id',
        remedy: 'Name the column that every row has, or leave these rows out by a condition.',
      },
    );
  }
  if (odd.outside > 0 && score) {
    const { min, max } = score.scale;
    const message = `${plural(odd.outside, 'row')} have a value of "${score.column}" that is not from ${min} to ${max}.`;
    const remedy = 'State the range of the score, or leave these rows out by a condition.';
    throw new AppError('INVALID_INPUT', message, { field: 'score', remedy });
  }
}

const nothingThere = (missing: number, { score }: SourceQuestion) =>
  new AppError(
    'INVALID_INPUT',
    missing === 0
      ? 'The source has no row.'
      : `None of the ${formatCount(missing)} rows has a value of "${score?.column}".`,
    { remedy: missing === 0 ? 'Check the paths and the condition.' : 'Name another score, or none.' },
  );

/**
 * The first rows of draw rule 2, each hash and level computed again here. The engine is asked for hashes below one bound; where
 * chance left too few of them, for more.
 *
 * @param weight what the probability of a row is proportional to, by its surrogate value
 * @throws AppError CONFLICT where the engine counts in another way than we do, or the source changed meanwhile; INVALID_INPUT where an id occurs twice
 */
export async function firstRows(
  asked: Asked,
  read: ReadPool,
  wanted: number,
  weight: (s: number) => number,
): Promise<TakenRow[]> {
  const items = itemsOf(read.pool);
  const size = Math.min(wanted, items);
  for (let target = size; ; target *= 2) {
    const { key: bound, below } = hashCut(read.pool, weight, target);
    asked.tell?.('taking');
    const found = await rowsBelow(asked, read, weight, below, 2 * target + 8 * Math.sqrt(target) + 1000);
    const within = found.filter(({ key }) => key <= bound).sort(byKey);
    if (below === null && found.length !== items) throw changed();
    assertCounted(found, read.pool, below);
    if (within.length >= size) {
      await assertCountedAgain(asked, read);
      return within.slice(0, size);
    }
    if (below === null) throw changed();
  }
}

async function rowsBelow(
  { source, query }: Asked,
  { missingLevel, files, near }: ReadPool,
  weight: (s: number) => number,
  below: string | null,
  mostRows: number,
): Promise<TakenRow[]> {
  const { question } = query;
  const salt = saltOf(query);
  const hashOf = (id: string) => hash('sha256', salt + id, 'hex');
  const { dialect } = source;
  const rows: TakenRow[] = [];
  const seen = new Set<string>();
  const take = (name: unknown, score: unknown, asked: unknown, reply: unknown, digits?: unknown) => {
    const id = String(name);
    const found = hashOf(id);
    const isOurs = digits === undefined ? found < near!.below : found === digits;
    if (!isOurs) throw otherwise(`hashes the id ${JSON.stringify(id.slice(0, 100))}`);
    if (seen.has(id)) throw twice(id, question.id);
    seen.add(id);
    const level = levelOfScore(score === null ? null : Number(score), question.score) ?? missingLevel;
    if (level === null || !(level >= 0 && level <= LEVEL_STEPS)) throw changed();
    const key = hashKey(found, weight(valueOfLevel(level)));
    rows.push({ id, hash: found, key, level, question: textOf(asked), response: textOf(reply) });
  };
  if (near && below !== null && below <= near.below) {
    const ids = near.ids.filter((id) => hashOf(id) < below);
    const sql = rowsOfSql(dialect, query, ids);
    for await (const [id, score, asked, reply] of source.rows(sql, { mostRows }))
      take(id, score, asked, reply);
    if (seen.size < new Set(ids).size) throw changed();
  } else {
    for await (const [id, digits, score, asked, reply] of source.rows(rowsSql(dialect, query, below), {
      mostRows,
    }))
      take(id, score, asked, reply, digits);
  }
  assertStill(source, files);
  return rows;
}

const textOf = (cell: unknown): string | null => (cell === null || cell === undefined ? null : String(cell));

/** @throws AppError CONFLICT when a file is not what it was */
function assertStill(source: PoolSource, files: readonly SourceFileState[]): void {
  if (!isDeepStrictEqual(source.state(), files)) throw changed();
}

/** Where an engine may give each query other rows, all are counted again. @throws AppError CONFLICT when they differ */
async function assertCountedAgain(asked: Asked, before: ReadPool): Promise<void> {
  if (asked.source.holdsStill) return;
  asked.tell?.('counting again');
  const now = await readPool({ ...asked, tell: undefined });
  if (now.fingerprint === before.fingerprint && isDeepStrictEqual(now.pool, before.pool)) return;
  const more = itemsOf(now.pool) - itemsOf(before.pool);
  const words = `${plural(Math.abs(more), 'row')} ${more < 0 ? 'fewer' : 'more'} than`;
  throw changed(more === 0 ? 'The source has other rows than' : `The source has ${words}`);
}

export const itemsOf = ({ counts }: HistogramPool): number => counts.reduce((sum, count) => sum + count, 0);

const changed = (what?: string) =>
  new AppError(
    'CONFLICT',
    what === undefined
      ? 'The source changed while it was read.'
      : `${what} when it was counted first: it changed while it was read.`,
    {
      remedy: 'Draw again when nothing writes to it, or from a copy that does not change.',
    },
  );

const otherwise = (what: string) =>
  new AppError('CONFLICT', `The engine ${what} in another way than Assay does.`, {
    remedy: 'Check how the file was written: ids may have lost blanks or characters on the way.',
  });

const twice = (id: string, column: string) =>
  new AppError('INVALID_INPUT', `The id ${JSON.stringify(id.slice(0, 100))} occurs twice in "${column}".`, {
    field: 'id',
    remedy: 'Name a column that is unique, or leave one of the rows out by a condition.',
  });
