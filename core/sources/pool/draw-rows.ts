import { isDeepStrictEqual } from 'node:util';
import type { SourceFileState } from '../../../db/study-sources.ts';
import type { SourceQuestion } from '../../../shared/contract/source.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import {
  byKey,
  type HistogramPool,
  hashCut,
  hashKey,
  LEVEL_STEPS,
  valueOfLevel,
} from '../../../stats/index.ts';
import { drawHash } from '../../model/study/draw-hash.ts';
import { histogramSql, levelOfScore, type PoolQuery, rowsSql } from './pool-queries.ts';
import type { PoolSource } from './pool-source.ts';

/** A row of the order with what people need of it. */
export interface TakenRow {
  readonly id: string;
  readonly hash: string;
  readonly key: number;
  readonly level: number;
  readonly question: string | null;
  readonly response: string | null;
}

/** A pool as one reading found it. */
export interface ReadPool {
  readonly pool: HistogramPool;
  readonly missing: number;
  /** What rows without a score were given: the level of the mean of the others; null where every row has one. */
  readonly missingLevel: number | null;
  /** Two sums over all rows that rest on no order. */
  readonly fingerprint: string;
  readonly query: string;
  readonly files: SourceFileState[];
}

interface Asked {
  readonly source: PoolSource;
  readonly query: PoolQuery;
  readonly signal?: AbortSignal | undefined;
}

/** Counts all rows by level, in one pass at the engine. @throws AppError where an id is missing, or a score is not on its scale */
export async function readPool({ source, query, signal }: Asked): Promise<ReadPool> {
  const files = source.state();
  const sql = histogramSql(source.dialect, query);
  const counted = new Map<number, number>();
  const sums = [0n, 0n];
  const odd = { missing: 0, outside: 0, nameless: 0 };
  for await (const [level, count, nameless, ...parts] of source.rows(sql, {
    signal,
    mostRows: LEVEL_STEPS + 8,
  })) {
    odd.nameless += Number(nameless);
    for (const [i, part] of parts.entries()) sums[i]! += BigInt((part ?? 0) as bigint | number);
    if (level === null) odd.missing += Number(count);
    else if (Number(level) < 0 || Number(level) > LEVEL_STEPS) odd.outside += Number(count);
    else counted.set(Number(level), Number(count));
  }
  assertStill(source, files);
  refuseOdd(odd, query.question);
  if (counted.size === 0) throw nothingThere(odd.missing, query.question);
  const missingLevel = odd.missing === 0 ? null : levelOfMean(counted);
  if (missingLevel !== null) counted.set(missingLevel, (counted.get(missingLevel) ?? 0) + odd.missing);
  const levels = [...counted.keys()].sort((a, b) => a - b);
  const pool = { levels, counts: Float64Array.from(levels, (level) => counted.get(level)!) };
  const fingerprint = sums.map(String).join('-');
  return { pool, missing: odd.missing, missingLevel, fingerprint, query: sql, files };
}

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
        mend: 'Name the column that every row has, or leave these rows out by a condition.',
      },
    );
  }
  if (odd.outside > 0 && score) {
    const { min, max } = score.scale;
    const message = `${plural(odd.outside, 'row')} have a value of "${score.column}" that is not from ${min} to ${max}.`;
    const mend = 'State the range of the score, or leave these rows out by a condition.';
    throw new AppError('INVALID_INPUT', message, { field: 'score', mend });
  }
}

const nothingThere = (missing: number, { score }: SourceQuestion) =>
  new AppError(
    'INVALID_INPUT',
    missing === 0
      ? 'The source has no row.'
      : `None of the ${formatCount(missing)} rows has a value of "${score?.column}".`,
    { mend: missing === 0 ? 'Check the paths and the condition.' : 'Name another score, or none.' },
  );

/**
 * The first rows of draw rule 2, each hash and level computed again here. The engine is asked for hashes below one bound; where
 * chance left too few of them, for more.
 *
 * @param weight what the probability of a row is proportional to, by its surrogate value
 * @throws AppError CONFLICT where the engine counts in another way than we do, or the source changed meanwhile; INVALID_INPUT where an id stands twice
 */
export async function firstRows(
  asked: Asked,
  read: ReadPool,
  wanted: number,
  weight: (s: number) => number,
): Promise<TakenRow[]> {
  const items = read.pool.counts.reduce((sum, count) => sum + count, 0);
  const size = Math.min(wanted, items);
  for (let target = size; ; target *= 2) {
    const { key: bound, below } = hashCut(read.pool, weight, target);
    const found = await rowsBelow(asked, read, weight, below, 2 * target + 8 * Math.sqrt(target) + 1000);
    const within = found.filter(({ key }) => key <= bound).sort(byKey);
    if (below === null && found.length !== items) throw changed();
    if (within.length >= size) return within.slice(0, size);
    if (below === null) throw changed();
  }
}

async function rowsBelow(
  { source, query, signal }: Asked,
  { missingLevel, files }: ReadPool,
  weight: (s: number) => number,
  below: string | null,
  mostRows: number,
): Promise<TakenRow[]> {
  const { question, seed } = query;
  const rows: TakenRow[] = [];
  const seen = new Set<string>();
  for await (const [name, digits, score, asked, reply] of source.rows(rowsSql(source.dialect, query, below), {
    signal,
    mostRows,
  })) {
    const id = String(name);
    const hash = drawHash(seed, id);
    if (hash !== digits) throw otherwise(`hashes the id ${JSON.stringify(id.slice(0, 100))}`);
    if (seen.has(id)) throw twice(id, question.id);
    seen.add(id);
    const level = levelOfScore(score === null ? null : Number(score), question.score) ?? missingLevel;
    if (level === null || !(level >= 0 && level <= LEVEL_STEPS)) throw changed();
    const key = hashKey(hash, weight(valueOfLevel(level)));
    rows.push({ id, hash, key, level, question: textOf(asked), response: textOf(reply) });
  }
  assertStill(source, files);
  return rows;
}

const textOf = (cell: unknown): string | null => (cell === null || cell === undefined ? null : String(cell));

/** @throws AppError CONFLICT when a file is not what it was */
export function assertStill(source: PoolSource, files: readonly SourceFileState[]): void {
  if (!isDeepStrictEqual(source.state(), files)) throw changed();
}

const changed = () =>
  new AppError('CONFLICT', 'The source changed while it was read.', {
    mend: 'Draw again when nobody writes to it, or from a copy that stays as it is.',
  });

const otherwise = (what: string) =>
  new AppError('CONFLICT', `The engine ${what} in another way than Assay does.`, {
    mend: 'Check how the file was written: an id may have lost blanks or signs on the way into it.',
  });

const twice = (id: string, column: string) =>
  new AppError('INVALID_INPUT', `The id ${JSON.stringify(id.slice(0, 100))} stands twice in "${column}".`, {
    field: 'id',
    mend: 'Name the column that every row has for itself, or leave one of the rows out by a condition.',
  });
