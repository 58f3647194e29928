import { AppError } from '../shared/errors.ts';
import { at, firstOrSecond, flag, integer, orNull, real, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const rankingColumns = {
  id: integer,
  name: text,
  alpha: real,
  batchRef: text,
  createdAt: text,
  top: orNull(integer),
  chained: flag,
  /** By which all replies of an item are rated on one page; null where the pairs are judged one by one. */
  instrument: orNull(text),
  /** Orders the replies on its pages, and is sent to nobody; null for rankings that are ordered by the first rule. */
  pageKey: orNull(text),
  /** 1: what is to be found has the level of all pairs; 2: that of the pairs that can make it wrong. */
  levelRule: firstOrSecond,
};

/** A ranking as stored; what it is of follows from the comparisons that belong to it. */
export type RankingRow = RowOf<typeof rankingColumns>;

const rankings = select(rankingColumns, 'FROM ranking ORDER BY id DESC');
const rankingOfId = select(rankingColumns, 'FROM ranking WHERE id = ?');
const rankingOfRef = select(rankingColumns, 'FROM ranking WHERE batch_ref = ?');
const studyOfDraw = select(
  { studyId: at('study.id', integer) },
  `FROM draw JOIN study ON study.id = draw.study_id WHERE draw.ref = ? AND study.ranking_id = ? LIMIT 1`,
);
const members = selectValues(integer, 'SELECT COUNT(*) FROM study WHERE ranking_id = ?');

/** All rankings of a project, the newest first. */
export const listRankings = (db: ReadableDb): RankingRow[] => rankings.all(db);

/** @throws AppError NOT_FOUND */
export function getRanking(db: ReadableDb, id: number): RankingRow {
  const row = rankingOfId.get(db, id);
  if (row) return row;
  throw new AppError('NOT_FOUND', `There is no ranking ${id} in this project.`, { field: 'rankingId' });
}

/** The ranking whose queue a batch reference names; undefined for the batch of a study. */
export const findRankingOfBatch = (db: ReadableDb, batchRef: string): RankingRow | undefined =>
  rankingOfRef.get(db, batchRef);

/** The comparison of a ranking in one of whose draws, of now or before, an item reference stands. @throws AppError NOT_FOUND */
export function studyOfRankingRef(db: ReadableDb, rankingId: number, ref: string): number {
  const row = studyOfDraw.get(db, ref, rankingId);
  if (row) return row.studyId;
  throw new AppError('NOT_FOUND', 'That item is not in this ranking.', { field: 'ref' });
}

/** @returns the id of the new ranking, to which no study belongs yet */
export function insertRanking(db: WritableDb, ranking: Omit<RankingRow, 'id'>): number {
  const { name, alpha, batchRef, createdAt, top, chained, instrument, pageKey, levelRule } = ranking;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO ranking (name, alpha, batch_ref, created_at, top, chained, instrument, page_key, level_rule)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(name, alpha, batchRef, createdAt, top, chained ? 1 : 0, instrument, pageKey, levelRule);
  return Number(lastInsertRowid);
}

export function renameRanking(db: WritableDb, id: number, name: string): void {
  db.prepare('UPDATE ranking SET name = ? WHERE id = ?').run(name, id);
}

/** Changes how many of the best systems a ranking is to find; null for the whole order. */
export function writeRankingTop(db: WritableDb, id: number, top: number | null): void {
  db.prepare('UPDATE ranking SET top = ? WHERE id = ?').run(top, id);
}

/** From here on what a ranking finds has the level of all its pairs. */
export function shareLevelAmongAll(db: WritableDb, id: number): void {
  db.prepare('UPDATE ranking SET level_rule = 1 WHERE id = ?').run(id);
}

/** Writes down that the differences of a ranking's pairs add up. */
export function markChained(db: WritableDb, id: number): void {
  db.prepare('UPDATE ranking SET chained = 1 WHERE id = ?').run(id);
}

/** Makes a comparison one of the pairs of a ranking. */
export function joinRanking(db: WritableDb, studyId: number, rankingId: number): void {
  prepared(db, 'UPDATE study SET ranking_id = ? WHERE id = ?').run(rankingId, studyId);
}

/** Removes a ranking that no study belongs to any more; one that has some stays. */
export function deleteEmptyRanking(db: WritableDb, id: number): void {
  if (members.one(db, id) === 0) db.prepare('DELETE FROM ranking WHERE id = ?').run(id);
}
