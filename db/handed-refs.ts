import { AppError } from '../shared/errors.ts';
import type { ReadableDb } from './types.ts';

/**
 * What an item reference of a handed-out batch stands for, in the present draw or an earlier one: labels outlive
 * draws. @throws AppError NOT_FOUND
 */
export function resolveHandedRef(
  db: ReadableDb,
  studyId: number,
  ref: string,
): { itemId: number; poolPosition: number } {
  const row = db
    .prepare(
      `SELECT item_id AS itemId, pool_position AS poolPosition FROM draw
       WHERE study_id = ? AND ref = ? ORDER BY generation DESC LIMIT 1`,
    )
    .get(studyId, ref) as { itemId: number; poolPosition: number } | undefined;
  if (!row)
    throw new AppError('NOT_FOUND', 'The batch names an item that was never drawn.', { field: 'ref' });
  return row;
}
