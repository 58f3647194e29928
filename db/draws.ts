import type { DrawNumber } from '../shared/contract/base.ts';
import { AppError } from '../shared/errors.ts';
import { writeBlock } from './binding.ts';
import { at, type Column, integer, real, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** Made here and nowhere else. */
const drawNumber: Column<DrawNumber> = { stored: 'integer', nullable: false };

/** One draw of a study; with replacement an item may stand at several places. */
const drawColumns = {
  /** Its index among the draws, from 0. */
  order: at('draw_order', integer),
  /** What people call it. */
  number: at('draw_order + 1', drawNumber),
  itemId: integer,
  poolPosition: integer,
  surrogateValue: real,
  probability: real,
  ref: text,
};

export type Draw = RowOf<typeof drawColumns>;
export type NewDraw = Omit<Draw, 'number'>;

export function insertPool(
  db: WritableDb,
  studyId: number,
  itemIds: readonly number[],
  surrogateValues: Float64Array,
): void {
  const columns = 'study_id, position, item_id, surrogate_value';
  const rows = itemIds.map((itemId, position) => [studyId, position, itemId, surrogateValues[position]!]);
  insertRows(db, { table: 'study_pool', columns, atOnce: 100 }, rows);
}

interface Into {
  readonly table: 'draw' | 'study_pool';
  readonly columns: string;
  /** Rows that one statement inserts. */
  readonly atOnce: number;
}

/** Inserts rows by blocks, and what is left one by one: two statements are prepared, whatever their number. */
function insertRows(
  db: WritableDb,
  { table, columns, atOnce }: Into,
  rows: readonly (readonly (number | string)[])[],
): void {
  const whole = rows.length - (rows.length % atOnce);
  const one = `(${columns.replaceAll(/\w+/g, '?')})`;
  const insert = (count: number) =>
    prepared(db, `INSERT INTO ${table} (${columns}) VALUES ${Array(count).fill(one).join(', ')}`);
  const block = insert(atOnce);
  for (let from = 0; from < whole; from += atOnce) block.run(...rows.slice(from, from + atOnce).flat());
  const single = insert(1);
  for (const row of rows.slice(whole)) single.run(...row);
}

const frozenPool = selectTuples(
  [integer, real],
  'SELECT item_id, surrogate_value FROM study_pool WHERE study_id = ? ORDER BY position',
);

/** The frozen signals of a study, in pool order. */
export function readPool(
  db: ReadableDb,
  studyId: number,
): { itemIds: number[]; surrogateValues: Float64Array } {
  const rows = frozenPool.all(db, studyId);
  return {
    itemIds: rows.map(([itemId]) => itemId),
    surrogateValues: Float64Array.from(rows, ([, value]) => value),
  };
}

const frozenSurrogate = selectValues(
  real,
  'SELECT surrogate_value FROM study_pool WHERE study_id = ? ORDER BY position',
);

/** The frozen surrogate of a study alone, in pool order. */
export const readSurrogate = (db: ReadableDb, studyId: number): Float64Array =>
  Float64Array.from(frozenSurrogate.all(db, studyId));

const someSurrogate = selectValues(
  real,
  'SELECT surrogate_value FROM study_pool WHERE study_id = ? AND position >= ? AND position < ? ORDER BY position',
);

/** So much of it, from a position on, for whoever lets others have their turn between. */
export const readSurrogateFrom = (db: ReadableDb, studyId: number, from: number, count: number): number[] =>
  someSurrogate.all(db, studyId, from, from + count);

const idsOfPool = selectValues(
  text,
  `SELECT item.external_id FROM study_pool JOIN item ON item.id = study_pool.item_id
   WHERE study_id = ? ORDER BY position`,
);

/** The names of the items of a pool, in its order. Nothing is asked before the first is. */
export function* eachPoolId(db: ReadableDb, studyId: number): Generator<string, void> {
  yield* idsOfPool.iterate(db, studyId);
}

const frozenSignals = select(
  { position: integer, itemId: integer, externalId: at('item.external_id', text), surrogateValue: real },
  `FROM study_pool JOIN item ON item.id = study_pool.item_id
   WHERE study_id = ? AND position > ? ORDER BY position LIMIT ?`,
);

/** Some of the frozen signals after a position, with the name of each item. */
export const poolRows = (db: ReadableDb, studyId: number, after: number, limit: number) =>
  frozenSignals.all(db, studyId, after, limit);

const poolItemsWithout = selectValues(
  integer,
  'SELECT COUNT(*) FROM study_pool JOIN item ON item.id = study_pool.item_id WHERE study_id = ? AND context IS NULL',
);

/** Whether every item of a pool has a passage. */
export const poolHasPassages = (db: ReadableDb, studyId: number): boolean =>
  poolItemsWithout.one(db, studyId) === 0;

const drawsOfItem = selectValues(
  integer,
  'SELECT draw_order FROM draw WHERE study_id = ? AND generation = ? AND item_id = ? ORDER BY draw_order LIMIT 1',
);

/** Where an item first stands in the present draw of a study; undefined where it does not. */
export const firstDrawOf = (
  db: ReadableDb,
  { id, generation }: { id: number; generation: number },
  itemId: number,
): number | undefined => drawsOfItem.get(db, id, generation, itemId);

const refsOfItem = selectValues(
  text,
  'SELECT ref FROM draw WHERE study_id = ? AND generation = ? AND item_id = ? ORDER BY draw_order LIMIT 1',
);

/** What opens an item of the present draw of a study on the label screen; undefined where it is not drawn. */
export const refInDraw = (
  db: ReadableDb,
  { id, generation }: { id: number; generation: number },
  itemId: number,
): string | undefined => refsOfItem.get(db, id, generation, itemId);

const newestDrawOf = selectValues(
  integer,
  'SELECT generation FROM draw WHERE study_id = ? AND item_id = ? ORDER BY generation DESC LIMIT 1',
);

/** The newest draw of a study that an item stands in; undefined where that is none. */
export const lastDrawWith = (db: ReadableDb, studyId: number, itemId: number): number | undefined =>
  newestDrawOf.get(db, studyId, itemId);

const drawRunColumns = { generation: integer, seed: integer, labelsBefore: integer, createdAt: text };
type DrawRun = RowOf<typeof drawRunColumns>;
const drawRuns = select(drawRunColumns, 'FROM draw_run WHERE study_id = ? ORDER BY generation');

const ownOrderDraws = selectValues(
  integer,
  'SELECT COUNT(*) FROM own_order_draw WHERE study_id = ? AND generation = ?',
);
const otherStudiesOfSeed = selectValues(
  integer,
  'SELECT COUNT(*) FROM draw_run WHERE seed = @seed AND study_id <> @studyId',
);

/** Whether the guesses of a draw know the items that its order begins with, so that its interval does not hold. */
export const knowsOwnOrder = (db: ReadableDb, studyId: number, generation: number): boolean =>
  ownOrderDraws.one(db, studyId, generation) > 0;

/** Whether another study of the project was ever drawn by a seed. */
export const isSeedOfAnother = (db: ReadableDb, studyId: number, seed: number): boolean =>
  otherStudiesOfSeed.one(db, { studyId, seed }) > 0;

export function insertDrawRun(db: WritableDb, studyId: number, run: DrawRun): void {
  prepared(
    db,
    'INSERT INTO draw_run (study_id, generation, seed, labels_before, created_at) VALUES (?, ?, ?, ?, ?)',
  ).run(studyId, run.generation, run.seed, run.labelsBefore, run.createdAt);
  prepared(db, 'UPDATE study SET generation = ? WHERE id = ?').run(run.generation, studyId);
}

export const listDrawRuns = (db: ReadableDb, studyId: number): DrawRun[] => drawRuns.all(db, studyId);

export function insertDraws(
  db: WritableDb,
  studyId: number,
  generation: number,
  draws: readonly NewDraw[],
): void {
  const columns =
    'study_id, generation, draw_order, item_id, pool_position, surrogate_value, probability, ref';
  const rows = draws.map((d) => [
    ...[studyId, generation, d.order, d.itemId],
    ...[d.poolPosition, d.surrogateValue, d.probability, d.ref],
  ]);
  // Before a statement of several rows SQLite copies each page that it changes, here of three indexes: one row is half the work.
  writeBlock(db, 'draw', rows.flat(), () => insertRows(db, { table: 'draw', columns, atOnce: 1 }, rows));
}

const draws = select(
  drawColumns,
  'FROM draw WHERE study_id = ? AND generation = ? AND draw_order >= ? ORDER BY draw_order LIMIT ?',
);

export const listDraws = (
  db: ReadableDb,
  studyId: number,
  generation: number,
  { offset = 0, limit = -1 } = {},
): Draw[] => draws.all(db, studyId, generation, offset, limit);

const drawOfRef = select(
  { itemId: integer, poolPosition: integer, generation: integer, order: at('draw_order', integer) },
  'FROM draw WHERE study_id = ? AND ref = ? ORDER BY generation DESC, draw_order LIMIT 1',
);

/**
 * What an item reference stands for, in the present draw or an earlier one: labels outlive draws.
 * @throws AppError NOT_FOUND
 */
export function resolveRef(
  db: ReadableDb,
  studyId: number,
  ref: string,
): { itemId: number; poolPosition: number; generation: number; order: number } {
  const row = drawOfRef.get(db, studyId, ref);
  if (!row) throw new AppError('NOT_FOUND', 'That item is not in this batch.', { field: 'ref' });
  return row;
}

const studyOfBatchRef = selectValues(integer, 'SELECT id FROM study WHERE batch_ref = ?');

/** @throws AppError NOT_FOUND */
export function studyOfBatch(db: ReadableDb, batchRef: string): number {
  const id = studyOfBatchRef.get(db, batchRef);
  if (id === undefined) throw new AppError('NOT_FOUND', 'There is no such batch.', { field: 'batch' });
  return id;
}
