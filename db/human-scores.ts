import type { Scale } from '../shared/contract/index.ts';
import { type CriterionFacts, finishCriterion, insertCriterion, prepareImport } from './import-rows.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface CriterionScale extends CriterionFacts {
  id: number;
}

type Raw = Scale & { id: number; kind: 'rating' | 'binary'; declared: number; integer: number };

/** A criterion of a data set by its name, without the coverage that takes long to count. */
export function findCriterionScale(
  db: ReadableDb,
  datasetId: number,
  name: string,
): CriterionScale | undefined {
  const raw = db
    .prepare(
      `SELECT id, kind, scale_min AS min, scale_max AS max, direction, declared, all_integers AS integer
       FROM criterion WHERE dataset_id = ? AND name = ?`,
    )
    .get(datasetId, name) as Raw | undefined;
  if (!raw) return undefined;
  const { id, kind, min, max, direction, declared, integer } = raw;
  return { id, kind, scale: { min, max, direction }, declared: declared === 1, integer: integer === 1 };
}

/** The criteria of a data set with their ids and ranges, in the order they first came up. */
export function listCriterionScales(
  db: ReadableDb,
  datasetId: number,
): { id: number; name: string; scale: Scale }[] {
  const rows = db
    .prepare(
      `SELECT id, name, scale_min AS min, scale_max AS max, direction FROM criterion
       WHERE dataset_id = ? ORDER BY id`,
    )
    .all(datasetId) as (Scale & { id: number; name: string })[];
  return rows.map(({ id, name, min, max, direction }) => ({ id, name, scale: { min, max, direction } }));
}

/** The stored votes, a JSON list. */
export function findHumanVotes(
  db: ReadableDb,
  criterionId: number,
  systemId: number,
  itemId: number,
): string | undefined {
  return db
    .prepare('SELECT votes FROM human_score WHERE criterion_id = ? AND system_id = ? AND item_id = ?')
    .pluck()
    .get(criterionId, systemId, itemId) as string | undefined;
}

export interface ScoreRow {
  systemId: number;
  itemId: number;
  mean: number;
  /** A JSON list. */
  votes: string;
}

/** Adds human scores of one criterion, which is made when new, and states what is known of its scale. */
export function addHumanScores(
  db: WritableDb,
  datasetId: number,
  name: string,
  rows: readonly ScoreRow[],
  facts: CriterionFacts,
): void {
  const criterionId = findCriterionScale(db, datasetId, name)?.id ?? insertCriterion(db, datasetId, name);
  const statements = prepareImport(db);
  for (const { systemId, itemId, mean, votes } of rows) {
    statements.humanScore(criterionId, systemId, itemId, mean, votes);
  }
  statements.flush();
  finishCriterion(db, criterionId, facts);
}
