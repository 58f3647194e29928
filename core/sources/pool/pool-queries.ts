import type { SourceQuestion } from '../../../shared/contract/source.ts';
import { HASH_DRAW_RULE, LEVEL_STEPS } from '../../../stats/index.ts';
import type { Dialect } from './pool-source.ts';

/** What is asked of a source: which rows, and by which seed they are hashed. */
export interface PoolQuery {
  readonly table: string;
  readonly question: SourceQuestion;
  readonly seed: number;
}

/** Levels that no score on its scale has: below, above or not a number. They are counted, and refused. */
export const BELOW_SCALE = -1;
export const ABOVE_SCALE = LEVEL_STEPS + 2;

/** What stands for a missing score in the fingerprint. */
const MISSING = LEVEL_STEPS + 1;

/** The largest prime below 2^24. */
const MODULUS = 16_777_213;

/** Every level with its items, those without an id, and two sums over their hashes that rest on no order. */
export function histogramSql(dialect: Dialect, query: PoolQuery): string {
  const part = (from: number) =>
    `SUM((${dialect.hashBits('h', from)} * (COALESCE(level, ${MISSING}) + 1)) % ${MODULUS})`;
  return `SELECT level, COUNT(*), SUM(CASE WHEN id IS NULL THEN 1 ELSE 0 END), ${part(0)}, ${part(6)}
FROM (${hashedRows(dialect, query)}) AS hashed GROUP BY level ORDER BY level`;
}

/** The rows whose hash lies below some digits: id, hash, score, question and reply. */
export function rowsSql(dialect: Dialect, query: PoolQuery, below: string | null): string {
  const filter = below === null ? 'id IS NOT NULL' : dialect.hashBelow('h', below);
  return `SELECT id, h, score, question, response FROM (${hashedRows(dialect, query)}) AS hashed WHERE ${filter}`;
}

/** Ids that stand more than once among the rows whose hash lies in the first 1/256. */
export const repeatedSql = (dialect: Dialect, query: PoolQuery): string =>
  `SELECT COUNT(*) - COUNT(DISTINCT id) FROM (${hashedRows(dialect, query)}) AS hashed WHERE ${dialect.hashBelow('h', '01')}`;

function hashedRows(dialect: Dialect, { table, question: asked, seed }: PoolQuery): string {
  const column = (name: string | null) => (name === null ? 'NULL' : dialect.asText(dialect.quote(name)));
  const id = column(asked.id);
  const score = asked.score === null ? 'NULL' : dialect.asDouble(dialect.quote(asked.score.column));
  // A condition may end in a comment.
  const where = asked.where === null ? '' : ` WHERE (${asked.where}\n)`;
  const hash = dialect.hashHex(`${dialect.text(`assay-draw-${HASH_DRAW_RULE}|${seed}|`)} || id`);
  return `SELECT *, ${levelSql(dialect, asked.score)} AS level, ${hash} AS h
FROM (SELECT ${id} AS id, ${score} AS score, ${column(asked.question)} AS question, ${column(asked.response.column)} AS response
FROM ${table}${where}) AS pool`;
}

/** The nearest of 16,385 levels, 1 best; without a score all rows lie in the middle. */
function levelSql(dialect: Dialect, score: SourceQuestion['score']): string {
  if (score === null) return String(LEVEL_STEPS / 2);
  const { min, max, direction } = score.scale;
  const from = direction === 'higher' ? `(score - ${double(min)})` : `(${double(max)} - score)`;
  const level = `floor(${from} / ${double(max - min)} * ${LEVEL_STEPS} + 0.5)`;
  return `CASE WHEN score IS NULL THEN NULL ELSE ${dialect.heldInteger(level, BELOW_SCALE, ABOVE_SCALE)} END`;
}

/** A number that every engine reads as a double, to the last bit. */
const double = (value: number): string => {
  const digits = value.toExponential();
  return value < 0 ? `(${digits})` : digits;
};

/** The same of a score that came back, to see that the engine counts as we do. */
export function levelOfScore(value: number | null, score: SourceQuestion['score']): number | null {
  if (score === null) return LEVEL_STEPS / 2;
  if (value === null) return null;
  const { min, max, direction } = score.scale;
  const from = direction === 'higher' ? value - min : max - value;
  return Math.floor((from / (max - min)) * LEVEL_STEPS + 0.5);
}
