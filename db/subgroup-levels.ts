import { at, type Column, integer, orNull, text } from './columns.ts';
import { queriesFor, select, selectValues } from './query.ts';
import { signalKind } from './scale-columns.ts';
import type { ReadableDb } from './types.ts';

/** What an item of a pool has in some field; null when it has nothing there. */
export type Level = string | number | null;

const plainSources = ['group', 'passage', 'references', 'surrogate', 'turns'] as const;
const sources = [...plainSources, 'meta', 'signal'] as const;

/** Where the levels of a pool's items stand. */
export type LevelSource =
  | { kind: (typeof plainSources)[number] }
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

/** Of any type that a column may have. */
const level: Column<Level> = { stored: 'any', nullable: true };

const levelsBySource = queriesFor(sources, (kind) =>
  selectValues(
    level,
    `SELECT ${expressions[kind]} FROM study_pool JOIN study ON study.id = study_pool.study_id
     JOIN item ON item.id = study_pool.item_id WHERE study_pool.study_id = @studyId ORDER BY study_pool.position`,
  ),
);

/** The level of every item of a study's pool, in pool order. */
export function poolLevels(db: ReadableDb, studyId: number, source: LevelSource): Level[] {
  const place =
    source.kind === 'meta'
      ? `$${source.keys.map((key) => `."${key}"`).join('')}`
      : source.kind === 'signal'
        ? source.signalId
        : null;
  return levelsBySource[source.kind].all(db, { place, studyId });
}

const startOfPool = select(
  { meta: at('item.meta', orNull(text)), turns: at(expressions.turns, integer) },
  `FROM study_pool JOIN study ON study.id = study_pool.study_id JOIN item ON item.id = study_pool.item_id
   WHERE study_pool.study_id = ? ORDER BY study_pool.position LIMIT ?`,
);

/** Items at the start of a pool, to see which fields they have. */
export const samplePool = (
  db: ReadableDb,
  studyId: number,
  limit: number,
): { meta: string | null; turns: number }[] => startOfPool.all(db, studyId, limit);

const signalsWithScores = select(
  {
    id: integer,
    kind: signalKind,
    name: text,
    /** Empty when the signal belongs to no criterion. */
    criterion: text,
  },
  `FROM signal WHERE dataset_id = ? AND EXISTS (
     SELECT 1 FROM machine_score WHERE signal_id = signal.id AND system_id = ?) ORDER BY id`,
);

/** The machine scores of a data set that hold something of a system. */
export const signalsOfSystem = (db: ReadableDb, datasetId: number, systemId: number) =>
  signalsWithScores.all(db, datasetId, systemId);
