import type { ReadableDb } from './types.ts';

/** What an item of a pool has in some field; null when it has nothing there. */
export type Level = string | number | null;

/** Where the levels of a pool's items stand. */
export type LevelSource =
  | { kind: 'group' | 'passage' | 'references' | 'surrogate' | 'turns' }
  /** A value of the item's own fields, by the keys that lead to it. */
  | { kind: 'meta'; keys: readonly string[] }
  | { kind: 'signal'; signalId: number };

const expressions = {
  group: 'item.group_key',
  passage: `CASE WHEN item.context IS NULL THEN 'without a passage' ELSE 'with a passage' END`,
  references: `CASE WHEN item.reference_answers IS NULL THEN 'without an answer' ELSE 'with an answer' END`,
  surrogate: 'study_pool.surrogate_value',
  turns: `(SELECT COUNT(*) FROM response WHERE response.item_id = study_pool.item_id
    AND response.system_id = study.system_id)`,
  meta: `CASE json_type(item.meta, @place) WHEN 'true' THEN 'yes' WHEN 'false' THEN 'no' WHEN 'object' THEN NULL
    WHEN 'array' THEN NULL ELSE json_extract(item.meta, @place) END`,
  signal: `(SELECT value FROM machine_score WHERE signal_id = @place AND machine_score.system_id = study.system_id
    AND machine_score.item_id = study_pool.item_id)`,
} as const;

/** The level of every item of a study's pool, in pool order. */
export function poolLevels(db: ReadableDb, studyId: number, source: LevelSource): Level[] {
  const place =
    source.kind === 'meta'
      ? `$${source.keys.map((key) => `."${key}"`).join('')}`
      : source.kind === 'signal'
        ? source.signalId
        : null;
  return db
    .prepare(
      `SELECT ${expressions[source.kind]} FROM study_pool JOIN study ON study.id = study_pool.study_id
       JOIN item ON item.id = study_pool.item_id WHERE study_pool.study_id = @studyId ORDER BY study_pool.position`,
    )
    .pluck()
    .all({ place, studyId }) as Level[];
}

/** Items at the start of a pool, to see which fields they have. */
export function samplePool(
  db: ReadableDb,
  studyId: number,
  limit: number,
): { meta: string | null; turns: number }[] {
  return db
    .prepare(
      `SELECT item.meta, ${expressions.turns} AS turns FROM study_pool
       JOIN study ON study.id = study_pool.study_id JOIN item ON item.id = study_pool.item_id
       WHERE study_pool.study_id = ? ORDER BY study_pool.position LIMIT ?`,
    )
    .all(studyId, limit) as { meta: string | null; turns: number }[];
}

interface SignalName {
  id: number;
  kind: 'judge' | 'auto';
  name: string;
  /** Empty when the signal belongs to no criterion. */
  criterion: string;
}

/** The machine scores of a data set that hold something of a system. */
export function signalsOfSystem(db: ReadableDb, datasetId: number, systemId: number): SignalName[] {
  return db
    .prepare(
      `SELECT id, kind, name, criterion FROM signal WHERE dataset_id = ? AND EXISTS (
         SELECT 1 FROM machine_score WHERE signal_id = signal.id AND system_id = ?) ORDER BY id`,
    )
    .all(datasetId, systemId) as SignalName[];
}
