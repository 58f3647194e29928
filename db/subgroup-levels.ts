import { at, type Column, integer, orNull, text } from './columns.ts';
import { NO_LEVEL, readItemLevels } from './item-levels.ts';
import { queriesFor, select, selectTuples, selectValues } from './query.ts';
import { signalKind } from './scale-columns.ts';
import type { ReadableDb } from './types.ts';

/** Steps of surrogate values from 0 to 1 in a pool that is known by its levels. */
const LEVEL_STEPS = 16_384;

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
  turns: `(SELECT COUNT(*) FROM response WHERE response.item_id = item.id
    AND response.system_id = study.system_id)`,
  meta: `CASE json_type(item.meta, @place) WHEN 'true' THEN 'yes' WHEN 'false' THEN 'no' WHEN 'object' THEN NULL
    WHEN 'array' THEN NULL ELSE json_extract(item.meta, @place) END`,
  signal: `(SELECT value FROM machine_score WHERE signal_id = @place AND machine_score.system_id = study.system_id
    AND machine_score.item_id = item.id)`,
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

/** Of items that the study's own list of its pool need not have; their surrogate values are asked for elsewhere. */
const levelsOfItems = queriesFor(sources, (kind) =>
  selectTuples(
    [integer, level],
    `SELECT item.id, ${kind === 'surrogate' ? 'NULL' : expressions[kind]} FROM study
     JOIN item ON item.dataset_id = study.dataset_id
     WHERE study.id = @studyId AND item.id >= @first AND item.id <= @last ORDER BY item.id`,
  ),
);

/** Of one item, found by its id: bounds on both sides would walk through all items of the data set. */
const levelOfItem = queriesFor(sources, (kind) =>
  selectTuples(
    [level],
    `SELECT ${kind === 'surrogate' ? 'NULL' : expressions[kind]} FROM study
     JOIN item ON item.dataset_id = study.dataset_id
     WHERE study.id = @studyId AND item.id = @itemId`,
  ),
);

const placeIn = (source: LevelSource): string | number | null =>
  source.kind === 'meta'
    ? `$${source.keys.map((key) => `."${key}"`).join('')}`
    : source.kind === 'signal'
      ? source.signalId
      : null;

/** The level of every item of a study's pool, one after the other: in pool order, or in the order of ids. */
export function* poolLevels(db: ReadableDb, studyId: number, source: LevelSource): Generator<Level> {
  const place = placeIn(source);
  const items = readItemLevels(db, studyId);
  if (!items) {
    yield* levelsBySource[source.kind].iterate(db, { place, studyId });
    return;
  }
  const { firstItemId: first, cells } = items;
  const asked = { place, studyId, first, last: first + cells.length - 1 };
  if (source.kind === 'surrogate') {
    for (const cell of cells) if (cell !== NO_LEVEL) yield cell / LEVEL_STEPS;
    return;
  }
  for (const [itemId, found] of levelsOfItems[source.kind].iterate(db, asked)) {
    if (cells[itemId - first] !== NO_LEVEL) yield found;
  }
}

/** The level of one item of the pool. @param surrogate its surrogate value */
export const levelOf = (
  db: ReadableDb,
  studyId: number,
  source: LevelSource,
  { itemId, surrogate }: { itemId: number; surrogate: number },
): Level =>
  source.kind === 'surrogate'
    ? surrogate
    : (levelOfItem[source.kind].get(db, { place: placeIn(source), studyId, itemId })?.[0] ?? null);

const startOfPool = select(
  { meta: at('item.meta', orNull(text)), turns: at(expressions.turns, integer) },
  `FROM study_pool JOIN study ON study.id = study_pool.study_id JOIN item ON item.id = study_pool.item_id
   WHERE study_pool.study_id = ? ORDER BY study_pool.position LIMIT ?`,
);

const startOfDataset = select(
  { meta: at('item.meta', orNull(text)), turns: at(expressions.turns, integer) },
  'FROM study JOIN item ON item.dataset_id = study.dataset_id WHERE study.id = ? ORDER BY item.external_id LIMIT ?',
);

/** Items at the start of a pool, to see which fields they have; of one known by levels, those of its data set. */
export function samplePool(
  db: ReadableDb,
  studyId: number,
  limit: number,
): { meta: string | null; turns: number }[] {
  const found = startOfPool.all(db, studyId, limit);
  return found.length > 0 ? found : startOfDataset.all(db, studyId, limit);
}

const groupsInOrder = selectTuples(
  [integer, text],
  `SELECT item.id, item.group_key FROM study JOIN item ON item.dataset_id = study.dataset_id
   WHERE study.id = ? AND item.group_key IS NOT NULL ORDER BY item.group_key`,
);

/** Every item of a study's data set that has a group, group by group. */
export const eachGrouped = (db: ReadableDb, studyId: number): IterableIterator<[number, string]> =>
  groupsInOrder.iterate(db, studyId);

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
