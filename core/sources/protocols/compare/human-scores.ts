import { listSystems } from '../../../../db/datasets.ts';
import { humanMeansOf, listCriteria } from '../../../../db/scores.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { AppError } from '../../../../shared/errors.ts';
import { mean, toUnit } from '../../../../stats/index.ts';

/** What people say of one system. */
export interface SystemScores {
  /** By item, in [0, 1], larger better. */
  readonly values: ReadonlyMap<number, number>;
  /** On the raw scale. */
  readonly mean: number;
  /** Whose word it is, where people judged conversations of a run; empty otherwise. */
  readonly basis: string;
}

export interface HumanScores {
  readonly criterion: string;
  readonly bySystem: ReadonlyMap<string, SystemScores>;
}

/** The human scores of a criterion. @throws AppError NOT_FOUND when the data set has no such criterion */
export function criterionScores(db: ReadableDb, datasetId: number, name: string): HumanScores {
  const criterion = listCriteria(db, datasetId).find((one) => one.name === name);
  if (!criterion) {
    throw new AppError('NOT_FOUND', `The data set has no criterion named ${name}.`, { field: 'criterion' });
  }
  const bySystem = new Map(
    listSystems(db, datasetId).flatMap((system) => {
      const raw = humanMeansOf(db, criterion.id, system.id);
      if (raw.size === 0) return [];
      const values = new Map([...raw].map(([id, value]) => [id, toUnit(value, criterion.scale)] as const));
      return [[system.name, { values, mean: mean([...raw.values()]), basis: '' }] as const];
    }),
  );
  return { criterion: name, bySystem };
}
