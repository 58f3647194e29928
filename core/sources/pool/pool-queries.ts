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

/**
 * Every level with its items, those without an id, and the sum of the first 24 bits of their hashes.
 *
 * @param below digits; the ids of the rows whose hash lies below them come along, in a list for each level
 */
export function histogramSql(dialect: Dialect, query: PoolQuery, below: string | null = null): string {
  const near = below === null ? '' : `, ${dialect.listed!('id', dialect.hashBelow('h', below))}`;
  return `SELECT level, COUNT(*), COUNT(*) - COUNT(id), SUM(${dialect.hashBits('h', 0)})${near}
FROM (${hashedRows(dialect, query)}) AS hashed GROUP BY level ORDER BY level`;
}

/** How many rows there are. */
export const countSql = (query: PoolQuery): string =>
  `SELECT COUNT(*) FROM ${query.table}${whereOf(query.question)}`;

/** The rows of these ids: id, score, question and reply. */
export function rowsOfSql(dialect: Dialect, query: PoolQuery, ids: readonly string[]): string {
  const wanted = ids.map((id) => `(${dialect.text(id)})`).join(', ');
  return `SELECT id, score, question, response FROM (${plainRows(dialect, query)}) AS pool
WHERE id IN (SELECT wanted.id FROM (VALUES ${wanted}) AS wanted(id))`;
}

/** The rows whose hash lies below some digits: id, hash, score, question and reply. */
export function rowsSql(dialect: Dialect, query: PoolQuery, below: string | null): string {
  const filter = below === null ? 'id IS NOT NULL' : dialect.hashBelow('h', below);
  return `SELECT id, h, score, question, response FROM (${hashedRows(dialect, query)}) AS hashed WHERE ${filter}`;
}

/** Ids that stand more than once among the rows whose hash lies in the first 1/256. */
export const repeatedSql = (dialect: Dialect, query: PoolQuery): string =>
  `SELECT COUNT(*) - COUNT(DISTINCT id) FROM (${hashedRows(dialect, query)}) AS hashed WHERE ${dialect.hashBelow('h', '01')}`;

function hashedRows(dialect: Dialect, query: PoolQuery): string {
  const hash = dialect.hashHex(`${dialect.text(`assay-draw-${HASH_DRAW_RULE}|${query.seed}|`)} || id`);
  return `SELECT *, ${levelSql(dialect, query.question.score)} AS level, ${hash} AS h
FROM (${plainRows(dialect, query)}) AS pool`;
}

function plainRows(dialect: Dialect, { table, question: asked }: PoolQuery): string {
  const column = (name: string | null) => (name === null ? 'NULL' : dialect.asText(dialect.quote(name)));
  const score = asked.score === null ? 'NULL' : dialect.asDouble(dialect.quote(asked.score.column));
  return `SELECT ${column(asked.id)} AS id, ${score} AS score, ${column(asked.question)} AS question, ${column(asked.response.column)} AS response
FROM ${table}${whereOf(asked)}`;
}

/** A condition may end in a comment. */
const whereOf = ({ where }: SourceQuestion): string => (where === null ? '' : ` WHERE (${where}\n)`);

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
