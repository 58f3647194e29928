import { AppError } from '../shared/errors.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A round of practice, on items outside the draw. */
export interface PracticeRound {
  studyId: number;
  /** Counts from 1. */
  round: number;
  batchRef: string;
  seed: number;
  targetAlpha: number;
  createdAt: string;
}

interface PracticeItem {
  itemId: number;
  poolPosition: number;
  ref: string;
}

/** How the real batch was unlocked. */
export interface PracticePassed {
  round: number;
  openedBy: 'agreement' | 'lead';
  krippendorffAlpha: number | null;
  reason: string;
  passedAt: string;
}

const roundColumns = `study_id AS studyId, round, batch_ref AS batchRef, seed, target_alpha AS targetAlpha,
  created_at AS createdAt`;

export function insertPracticeRound(
  db: WritableDb,
  { studyId, round, batchRef, seed, targetAlpha, createdAt }: PracticeRound,
  items: readonly PracticeItem[],
): void {
  db.prepare(
    `INSERT INTO practice_round (study_id, round, batch_ref, seed, target_alpha, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(studyId, round, batchRef, seed, targetAlpha, createdAt);
  const put = db.prepare(
    `INSERT INTO practice_item (study_id, round, position, item_id, pool_position, ref) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const [position, { itemId, poolPosition, ref }] of items.entries()) {
    put.run(studyId, round, position, itemId, poolPosition, ref);
  }
}

export function listPracticeRounds(db: ReadableDb, studyId: number): PracticeRound[] {
  return db
    .prepare(`SELECT ${roundColumns} FROM practice_round WHERE study_id = ? ORDER BY round`)
    .all(studyId) as PracticeRound[];
}

export function findPracticeBatch(db: ReadableDb, batchRef: string): PracticeRound | undefined {
  return db.prepare(`SELECT ${roundColumns} FROM practice_round WHERE batch_ref = ?`).get(batchRef) as
    | PracticeRound
    | undefined;
}

export function listPracticeItems(db: ReadableDb, studyId: number, round: number): PracticeItem[] {
  return db
    .prepare(
      `SELECT item_id AS itemId, pool_position AS poolPosition, ref FROM practice_item
       WHERE study_id = ? AND round = ? ORDER BY position`,
    )
    .all(studyId, round) as PracticeItem[];
}

/** Pool positions that any round of a study has used. */
export function practicedPositions(db: ReadableDb, studyId: number): number[] {
  return db
    .prepare('SELECT pool_position FROM practice_item WHERE study_id = ?')
    .pluck()
    .all(studyId) as number[];
}

/** Labels that people gave in the study's own batch, not in practice. */
export function countLabelsOfBatch(db: ReadableDb, studyId: number): number {
  return db
    .prepare('SELECT COUNT(*) FROM label WHERE study_id = ? AND practice_round IS NULL')
    .pluck()
    .get(studyId) as number;
}

/** Items of the present draw that a round of practice used before the batch grew to them. */
export function countPracticedDraws(
  db: ReadableDb,
  { id, generation }: { id: number; generation: number },
): number {
  return db
    .prepare(
      `SELECT COUNT(DISTINCT draw.item_id) FROM draw JOIN practice_item ON practice_item.study_id = draw.study_id
         AND practice_item.item_id = draw.item_id WHERE draw.study_id = ? AND draw.generation = ?`,
    )
    .pluck()
    .get(id, generation) as number;
}

/** What an item reference of a round stands for. @throws AppError NOT_FOUND */
export function resolvePracticeRef(
  db: ReadableDb,
  { studyId, round }: { studyId: number; round: number },
  ref: string,
): { itemId: number; poolPosition: number; order: number } {
  const row = db
    .prepare(
      `SELECT item_id AS itemId, pool_position AS poolPosition, position AS "order" FROM practice_item
       WHERE study_id = ? AND round = ? AND ref = ?`,
    )
    .get(studyId, round, ref) as { itemId: number; poolPosition: number; order: number } | undefined;
  if (!row) {
    throw new AppError('NOT_FOUND', 'That item is not in this round of practice.', {
      field: 'ref',
      mend: 'A new round may have begun meanwhile: open Label again to get its items.',
    });
  }
  return row;
}

export function insertPracticePassed(db: WritableDb, studyId: number, passed: PracticePassed): void {
  db.prepare(
    `INSERT OR IGNORE INTO practice_passed (study_id, round, opened_by, krippendorff_alpha, reason, passed_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(studyId, passed.round, passed.openedBy, passed.krippendorffAlpha, passed.reason, passed.passedAt);
}

export function findPracticePassed(db: ReadableDb, studyId: number): PracticePassed | undefined {
  return db
    .prepare(
      `SELECT round, opened_by AS openedBy, krippendorff_alpha AS krippendorffAlpha, reason, passed_at AS passedAt
       FROM practice_passed WHERE study_id = ?`,
    )
    .get(studyId) as PracticePassed | undefined;
}
