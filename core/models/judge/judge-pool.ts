import { answeredItems } from '../../../db/answered-items.ts';
import { listDraws } from '../../../db/draws.ts';
import { getStudy } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';

interface PoolFilter {
  readonly datasetId: number;
  readonly systemId: number;
  readonly againstId: number | null;
  readonly studyId: number | undefined;
  readonly limit: number | undefined;
  readonly itemIds?: readonly number[] | undefined;
}

/**
 * The items to judge, in pool order: those that the system answered (and the other one, of a pair), all or only those
 * of a study's batch.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT when there is none
 */
export function judgePool(db: ReadableDb, wanted: PoolFilter): number[] {
  const batch = wanted.studyId === undefined ? undefined : batchOf(db, wanted.studyId, wanted.datasetId);
  const only = wanted.itemIds && new Set(wanted.itemIds);
  const others =
    wanted.againstId === null ? undefined : new Set(answeredItems(db, wanted.datasetId, wanted.againstId));
  const ids = answeredItems(db, wanted.datasetId, wanted.systemId)
    .filter((id) => (!batch || batch.has(id)) && (!only || only.has(id)) && (!others || others.has(id)))
    .slice(0, wanted.limit);
  if (ids.length > 0) return ids;
  throw new AppError('INVALID_INPUT', 'There is no item to judge.', {
    field: 'system',
    remedy: 'Choose a system that answered items of this data set.',
  });
}

function batchOf(db: ReadableDb, studyId: number, datasetId: number): Set<number> {
  const study = getStudy(db, studyId);
  if (study.datasetId !== datasetId) {
    throw new AppError('NOT_FOUND', `The data set has no study ${studyId}.`, { field: 'studyId' });
  }
  return new Set(listDraws(db, studyId, study.generation).map(({ itemId }) => itemId));
}
