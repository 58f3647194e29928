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
): { itemId: number; poolPosition: number; generation: number; order: number } {
  const row = db
    .prepare(
      `SELECT item_id AS itemId, pool_position AS poolPosition, generation, draw_order AS "order" FROM draw
       WHERE study_id = ? AND ref = ? ORDER BY generation DESC, draw_order LIMIT 1`,
    )
    .get(studyId, ref) as ReturnType<typeof resolveHandedRef> | undefined;
  if (!row)
    throw new AppError('NOT_FOUND', 'The batch names an item that was never drawn.', { field: 'ref' });
  return row;
}
