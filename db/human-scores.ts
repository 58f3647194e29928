import type { Scale } from '../shared/contract/index.ts';
import { at, flag, integer, text } from './columns.ts';
import { type CriterionFacts, finishCriterion, insertCriterion, prepareImport } from './import-rows.ts';
import { countWrite } from './project.ts';
import { select, selectValues } from './query.ts';
import { criterionKind, scaleColumns, withScale } from './scale-columns.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface CriterionScale extends CriterionFacts {
  id: number;
}

const criterionOfName = select(
  {
    id: integer,
    kind: criterionKind,
    ...scaleColumns,
    declared: flag,
    integer: at('all_integers', flag),
  },
  'FROM criterion WHERE dataset_id = ? AND name = ?',
);

/** A criterion of a data set by its name, without the coverage that takes long to count. */
export function findCriterionScale(
  db: ReadableDb,
  datasetId: number,
  name: string,
): CriterionScale | undefined {
  const row = criterionOfName.get(db, datasetId, name);
  return row && withScale(row);
}

const scalesOfDataset = select(
  { id: integer, name: text, ...scaleColumns },
  'FROM criterion WHERE dataset_id = ? ORDER BY id',
);

/** The criteria of a data set with their ids and ranges, in the order they first came up. */
export const listCriterionScales = (
  db: ReadableDb,
  datasetId: number,
): { id: number; name: string; scale: Scale }[] => scalesOfDataset.all(db, datasetId).map(withScale);

const votesOfItem = selectValues(
  text,
  'SELECT votes FROM human_score WHERE criterion_id = ? AND system_id = ? AND item_id = ?',
);

/** The stored votes, a JSON list. */
export const findHumanVotes = (
  db: ReadableDb,
  criterionId: number,
  systemId: number,
  itemId: number,
): string | undefined => votesOfItem.get(db, criterionId, systemId, itemId);

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
  countWrite(db, 'human_score_writes');
  finishCriterion(db, criterionId, facts);
}
