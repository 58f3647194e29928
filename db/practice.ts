import { AppError } from '../shared/errors.ts';
import { at, integer, oneOf, orNull, real, text } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import { isPractice } from './rounds.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const roundColumns = {
  studyId: integer,
  /** Counts from 1. */
  round: integer,
  batchRef: text,
  seed: integer,
  targetAlpha: real,
  createdAt: text,
};
/** A round of practice, on items outside the draw. Those below 1 are checks with a known answer. */
export type PracticeRound = RowOf<typeof roundColumns>;

const itemColumns = { itemId: integer, poolPosition: integer, ref: text };
type PracticeItem = RowOf<typeof itemColumns>;

const passedColumns = {
  round: integer,
  openedBy: oneOf(['agreement', 'lead']),
  krippendorffAlpha: orNull(real),
  reason: text,
  passedAt: text,
};
/** How the real batch was unlocked. */
export type PracticePassed = RowOf<typeof passedColumns>;

const roundsOfStudy = select(
  roundColumns,
  `FROM practice_round WHERE study_id = ? AND ${isPractice('round')} ORDER BY round`,
);
const pairsInPractice = selectValues(
  integer,
  `SELECT DISTINCT study_id FROM practice_round
   WHERE study_id IN (SELECT id FROM study WHERE ranking_id = ?) AND ${isPractice('round')}`,
);
const roundOfBatch = select(roundColumns, 'FROM practice_round WHERE batch_ref = ?');
const itemsOfRound = select(
  itemColumns,
  'FROM practice_item WHERE study_id = ? AND round = ? ORDER BY position',
);
const itemOfRef = select(
  { itemId: integer, poolPosition: integer, order: at('position', integer) },
  'FROM practice_item WHERE study_id = ? AND round = ? AND ref = ?',
);
const positionsOfStudy = selectValues(integer, 'SELECT pool_position FROM practice_item WHERE study_id = ?');
const labelsOfBatch = selectValues(
  integer,
  'SELECT COUNT(*) FROM label WHERE study_id = ? AND practice_round IS NULL',
);
const practicedDraws = selectValues(
  integer,
  `SELECT COUNT(DISTINCT draw.item_id) FROM draw JOIN practice_item ON practice_item.study_id = draw.study_id
     AND practice_item.item_id = draw.item_id AND ${isPractice('practice_item.round')} WHERE draw.study_id = ? AND draw.generation = ?`,
);
const passedOfStudy = select(passedColumns, 'FROM practice_passed WHERE study_id = ?');

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

export const listPracticeRounds = (db: ReadableDb, studyId: number): PracticeRound[] =>
  roundsOfStudy.all(db, studyId);

/** The studies of a ranking that have a round of practice. */
export const practicedPairs = (db: ReadableDb, rankingId: number): Set<number> =>
  new Set(pairsInPractice.all(db, rankingId));

export const findPracticeBatch = (db: ReadableDb, batchRef: string): PracticeRound | undefined =>
  roundOfBatch.get(db, batchRef);

export const listPracticeItems = (db: ReadableDb, studyId: number, round: number): PracticeItem[] =>
  itemsOfRound.all(db, studyId, round);

/** Pool positions that any round of a study has used. */
export const practicedPositions = (db: ReadableDb, studyId: number): number[] =>
  positionsOfStudy.all(db, studyId);

/** Labels that people gave in the study's own batch, not in practice. */
export const countLabelsOfBatch = (db: ReadableDb, studyId: number): number => labelsOfBatch.one(db, studyId);

/** Items of the present draw that a round of practice used before the batch grew to them. */
export const countPracticedDraws = (
  db: ReadableDb,
  { id, generation }: { id: number; generation: number },
): number => practicedDraws.one(db, id, generation);

/** What an item reference of a round stands for. @throws AppError NOT_FOUND */
export function resolvePracticeRef(
  db: ReadableDb,
  { studyId, round }: { studyId: number; round: number },
  ref: string,
): { itemId: number; poolPosition: number; order: number } {
  const row = itemOfRef.get(db, studyId, round, ref);
  if (!row) {
    throw new AppError('NOT_FOUND', 'That item is not in this round of practice.', {
      field: 'ref',
      remedy: 'A new round may have begun meanwhile: open Label again to get its items.',
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

export const findPracticePassed = (db: ReadableDb, studyId: number): PracticePassed | undefined =>
  passedOfStudy.get(db, studyId);

const leftOfStudy = selectValues(
  integer,
  'SELECT annotator_id FROM practice_left WHERE study_id = ? ORDER BY annotator_id',
);

/** Annotators whom the practice of a study does not wait for. */
export const listPracticeLeft = (db: ReadableDb, studyId: number): number[] => leftOfStudy.all(db, studyId);

export function putPracticeLeft(db: WritableDb, studyId: number, annotatorId: number, leftAt: string): void {
  db.prepare(
    'INSERT INTO practice_left (study_id, annotator_id, left_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  ).run(studyId, annotatorId, leftAt);
}

/** Has practice wait for an annotator again. */
export function dropPracticeLeft(db: WritableDb, studyId: number, annotatorId: number): void {
  db.prepare('DELETE FROM practice_left WHERE study_id = ? AND annotator_id = ?').run(studyId, annotatorId);
}
