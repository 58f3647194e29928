import type { DrawNumber } from '../shared/contract/base.ts';
import { AppError } from '../shared/errors.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** One draw of a study; with replacement an item may stand at several places. */
export interface NewDraw {
  /** Its index among the draws, from 0. */
  order: number;
  itemId: number;
  poolPosition: number;
  surrogateValue: number;
  probability: number;
  ref: string;
}

export interface Draw extends NewDraw {
  /** What people call it. */
  number: DrawNumber;
}

export function insertPool(
  db: WritableDb,
  studyId: number,
  itemIds: readonly number[],
  surrogateValues: Float64Array,
): void {
  const put = db.prepare(
    'INSERT INTO study_pool (study_id, position, item_id, surrogate_value) VALUES (?, ?, ?, ?)',
  );
  itemIds.forEach((itemId, position) => {
    put.run(studyId, position, itemId, surrogateValues[position]);
  });
}

/** The frozen signals of a study, in pool order. */
export function readPool(
  db: ReadableDb,
  studyId: number,
): { itemIds: number[]; surrogateValues: Float64Array } {
  const rows = db
    .prepare('SELECT item_id, surrogate_value FROM study_pool WHERE study_id = ? ORDER BY position')
    .raw()
    .all(studyId) as [number, number][];
  return {
    itemIds: rows.map(([itemId]) => itemId),
    surrogateValues: Float64Array.from(rows, ([, value]) => value),
  };
}

/** Some of the frozen signals after a position, with the name of each item. */
export function poolRows(
  db: ReadableDb,
  studyId: number,
  after: number,
  limit: number,
): { position: number; itemId: number; externalId: string; surrogateValue: number }[] {
  return db
    .prepare(
      `SELECT position, item_id AS itemId, item.external_id AS externalId, surrogate_value AS surrogateValue
       FROM study_pool JOIN item ON item.id = study_pool.item_id
       WHERE study_id = ? AND position > ? ORDER BY position LIMIT ?`,
    )
    .all(studyId, after, limit) as {
    position: number;
    itemId: number;
    externalId: string;
    surrogateValue: number;
  }[];
}

interface DrawRun {
  generation: number;
  seed: number;
  labelsBefore: number;
  createdAt: string;
}

export function insertDrawRun(db: WritableDb, studyId: number, run: DrawRun): void {
  db.prepare(
    'INSERT INTO draw_run (study_id, generation, seed, labels_before, created_at) VALUES (?, ?, ?, ?, ?)',
  ).run(studyId, run.generation, run.seed, run.labelsBefore, run.createdAt);
  db.prepare('UPDATE study SET generation = ? WHERE id = ?').run(run.generation, studyId);
}

export function listDrawRuns(db: ReadableDb, studyId: number): DrawRun[] {
  return db
    .prepare(
      `SELECT generation, seed, labels_before AS labelsBefore, created_at AS createdAt
       FROM draw_run WHERE study_id = ? ORDER BY generation`,
    )
    .all(studyId) as DrawRun[];
}

export function insertDraws(
  db: WritableDb,
  studyId: number,
  generation: number,
  draws: readonly NewDraw[],
): void {
  const put = db.prepare(
    `INSERT INTO draw (study_id, generation, draw_order, item_id, pool_position, surrogate_value, probability, ref)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const d of draws) {
    put.run(studyId, generation, d.order, d.itemId, d.poolPosition, d.surrogateValue, d.probability, d.ref);
  }
}

const columns = `draw_order AS "order", draw_order + 1 AS number, item_id AS itemId, pool_position AS poolPosition,
  surrogate_value AS surrogateValue, probability, ref`;

export function listDraws(
  db: ReadableDb,
  studyId: number,
  generation: number,
  { offset = 0, limit = -1 } = {},
): Draw[] {
  return db
    .prepare(
      `SELECT ${columns} FROM draw WHERE study_id = ? AND generation = ? AND draw_order >= ?
       ORDER BY draw_order LIMIT ?`,
    )
    .all(studyId, generation, offset, limit) as Draw[];
}

/** What an opaque batch and item reference stand for. @throws AppError NOT_FOUND */
export function resolveRef(
  db: ReadableDb,
  batchRef: string,
  ref: string,
): { studyId: number; itemId: number; poolPosition: number; order: number } {
  const row = db
    .prepare(
      `SELECT draw.study_id AS studyId, draw.item_id AS itemId, draw.pool_position AS poolPosition,
         draw.draw_order AS "order"
       FROM draw JOIN study ON study.id = draw.study_id AND study.generation = draw.generation
       WHERE draw.ref = ? AND study.batch_ref = ? ORDER BY draw.draw_order LIMIT 1`,
    )
    .get(ref, batchRef) as
    | { studyId: number; itemId: number; poolPosition: number; order: number }
    | undefined;
  if (!row) {
    throw new AppError('NOT_FOUND', 'That item is not in this batch.', {
      field: 'ref',
      mend: 'The study may have been drawn anew meanwhile: open Label again to get its items.',
    });
  }
  return row;
}

/** @throws AppError NOT_FOUND */
export function studyOfBatch(db: ReadableDb, batchRef: string): number {
  const row = db.prepare('SELECT id FROM study WHERE batch_ref = ?').get(batchRef) as
    | { id: number }
    | undefined;
  if (!row) throw new AppError('NOT_FOUND', 'There is no such batch.', { field: 'batch' });
  return row.id;
}
