import { integer } from './columns.ts';
import { selectTuples } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A pool as a histogram: levels ascending, and the items on each. */
export interface PoolHistogram {
  readonly levels: readonly number[];
  readonly counts: Float64Array;
}

const levelsOfStudy = selectTuples(
  [integer, integer],
  'SELECT level, n FROM pool_level WHERE study_id = ? ORDER BY level',
);

/** The histogram of a pool that is known by its levels; undefined where it is kept item by item. */
export function readPoolLevels(db: ReadableDb, studyId: number): PoolHistogram | undefined {
  const rows = levelsOfStudy.all(db, studyId);
  if (rows.length === 0) return undefined;
  return { levels: rows.map(([level]) => level), counts: Float64Array.from(rows, ([, n]) => n) };
}

export function insertPoolLevels(db: WritableDb, studyId: number, pool: PoolHistogram): void {
  const put = db.prepare('INSERT INTO pool_level (study_id, level, n) VALUES (?, ?, ?)');
  for (const [i, level] of pool.levels.entries()) put.run(studyId, level, pool.counts[i]);
}
