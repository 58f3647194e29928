import { at, flag, integer, oneOf, orNull, text } from './columns.ts';
import { keptMaps } from './kept-maps.ts';
import { queriesFor, type RowOf, select, selectValues } from './query.ts';
import { othersVersion } from './since-write.ts';
import type { ReadableDb } from './types.ts';

/** What one annotator has done with one item of a batch; nothing of anybody else. */
export interface BatchItem {
  ref: string;
  itemId: number;
  /** Kind of the annotator's newest label; null when there is none or it was cleared. */
  labelKind: 'score' | 'answer' | 'skip' | null;
  /** Id of that label, cleared or not; null when there never was one. */
  labelId: number | null;
  laterRank: number | null;
  /** The newest label of the project when the item was put off. */
  laterAfter: number;
  flagged: boolean;
  hasNote: boolean;
}

export interface BatchKey {
  studyId: number;
  generation: number;
  /** A round of practice instead of the draw; null for the draw. */
  practiceRound: number | null;
  /** Whether the draw is shared out, so that the annotator sees what is assigned to them alone. */
  isAssigned: boolean;
  systemId: number;
  criterionId: number;
  instrument: string;
  annotatorId: number;
  /**
   * Of a release of a series that is open to everybody: an item with so many labels taken over from the release before needs nobody
   * else. Undefined: all of the draw is meant.
   */
  enoughTakenOver?: number | undefined;
}

const drawn = `SELECT study_id, ref, item_id, draw_order FROM draw
  WHERE study_id = @studyId AND generation = @generation`;

/** With replacement an item may be drawn again; it is labeled once, where it first stands. */
const drawnOnce = `${drawn} AND NOT EXISTS (SELECT 1 FROM draw AS earlier WHERE earlier.study_id = draw.study_id
  AND earlier.generation = draw.generation AND earlier.item_id = draw.item_id
  AND earlier.draw_order < draw.draw_order)`;

/** What is assigned to the annotator, in their own order. It begins with the assignments, which may be few of many draws, and finds the draw of each by its index. */
const assigned = `SELECT draw.study_id, draw.ref, assignment.item_id, assignment.position AS draw_order
  FROM assignment CROSS JOIN draw INDEXED BY draw_by_item ON draw.study_id = @studyId AND draw.generation = @generation
    AND draw.item_id = assignment.item_id
  WHERE assignment.study_id = @studyId AND assignment.annotator_id = @annotatorId
    AND NOT EXISTS (SELECT 1 FROM draw AS earlier WHERE earlier.study_id = @studyId
      AND earlier.generation = @generation AND earlier.item_id = draw.item_id
      AND earlier.draw_order < draw.draw_order)`;

const practiced = `SELECT study_id, ref, item_id, position AS draw_order FROM practice_item
  WHERE study_id = @studyId AND round = @practiceRound`;

const sources = { drawnOnce, assigned, practiced } as const;
/** The same items where telling repeated draws apart is not needed, which is quicker. */
const sourcesWithRepeats = { ...sources, drawnOnce: drawn } as const;
const sourceNames = ['drawnOnce', 'assigned', 'practiced'] as const;

/** What the annotator is to label, each item once. */
const sourceOf = ({ practiceRound, isAssigned }: BatchKey): keyof typeof sources =>
  practiceRound !== null ? 'practiced' : isAssigned ? 'assigned' : 'drawnOnce';

const batchColumns = {
  ref: at('batch.ref', text),
  itemId: at('batch.item_id', integer),
  laterRank: orNull(at('item_mark.later_rank', integer)),
  laterAfter: orNull(at('item_mark.later_after', integer)),
  flagged: orNull(at('item_mark.flagged', flag)),
  hasNote: orNull(at(`item_mark.note <> ''`, flag)),
  labelId: orNull(at('newest.id', integer)),
  kind: orNull(at('newest.kind', oneOf(['score', 'answer', 'skip', 'clear']))),
};
const withLabels = (source: string) => `FROM (${source}) AS batch
LEFT JOIN item_mark ON item_mark.study_id = batch.study_id
  AND item_mark.item_id = batch.item_id AND item_mark.annotator_id = @annotatorId
LEFT JOIN label AS newest ON newest.id =
  (SELECT label.id FROM label WHERE label.item_id = batch.item_id AND label.system_id = @systemId
     AND label.criterion_id = @criterionId AND label.instrument = @instrument
     AND label.annotator_id = @annotatorId ORDER BY label.id DESC LIMIT 1)`;

/** Whether the annotator has something to do with an item, or may be asked: enough labels may have been taken over of others. */
const isAsked = `NOT (@enoughTakenOver IS NOT NULL AND newest.id IS NULL AND item_mark.item_id IS NULL AND (
  SELECT COALESCE(SUM(CASE WHEN word.source = 'gold' THEN @enoughTakenOver ELSE 1 END), 0)
    FROM current_word AS word LEFT JOIN reused_label ON reused_label.label_id = word.id
    WHERE word.item_id = batch.item_id AND word.system_id = @systemId AND word.criterion_id = @criterionId
      AND word.instrument = @instrument AND (reused_label.label_id IS NOT NULL OR word.study_id <> @studyId)
  ) >= @enoughTakenOver)`;

const itemsInOrder = queriesFor(sourceNames, (name) =>
  select(batchColumns, `${withLabels(sources[name])} WHERE ${isAsked} ORDER BY batch.draw_order`),
);
const openInOrder = queriesFor(sourceNames, (name) =>
  select(
    { ref: batchColumns.ref, order: at('batch.draw_order', integer) },
    `${withLabels(sources[name])}
     WHERE batch.draw_order >= @from AND (newest.kind IS NULL OR newest.kind = 'clear') AND ${isAsked}
     ORDER BY batch.draw_order LIMIT 1`,
  ),
);
const allOpen = queriesFor(sourceNames, (name) =>
  select(
    { itemId: batchColumns.itemId, laterRank: batchColumns.laterRank },
    `${withLabels(sources[name])} WHERE (newest.kind IS NULL OR newest.kind = 'clear') AND ${isAsked}
     ORDER BY batch.draw_order`,
  ),
);
const itemOfBatch = queriesFor(sourceNames, (name) =>
  select(batchColumns, `${withLabels(sources[name])} WHERE batch.item_id = @itemId`),
);
const countBefore = queriesFor(sourceNames, (name) =>
  selectValues(
    integer,
    `SELECT COUNT(DISTINCT item_id) FROM (${sourcesWithRepeats[name]}) WHERE draw_order < @order`,
  ),
);
/** Draws from one place to another that no earlier one has the item of, and whether there is a draw at the second. */
const firstDrawsBetween = select(
  {
    items: at('COUNT(*)', integer),
    isDrawn: at(
      'EXISTS (SELECT 1 FROM draw WHERE study_id = @studyId AND generation = @generation AND draw_order = @to)',
      flag,
    ),
  },
  `FROM (${drawnOnce} AND draw_order >= @from AND draw_order < @to)`,
);

const countAskedBefore = queriesFor(sourceNames, (name) =>
  selectValues(
    integer,
    `SELECT COUNT(*) ${withLabels(sources[name])} WHERE batch.draw_order < @order AND ${isAsked}`,
  ),
);

/** The items of a batch in the annotator's order, one at a time. */
export function* iterateBatch(db: ReadableDb, key: BatchKey): Generator<BatchItem> {
  for (const row of itemsInOrder[sourceOf(key)].iterate(db, bound(key))) yield toItem(row);
}

/**
 * The first item of a batch, in the annotator's order, of which they say nothing at present; undefined when they answered all.
 *
 * @param from a place in that order: items before it are not looked at
 */
export const openItemFrom = (
  db: ReadableDb,
  key: BatchKey,
  from: number,
): { ref: string; order: number } | undefined => openInOrder[sourceOf(key)].get(db, { ...bound(key), from });

/** The items of a batch of which its annotator says nothing at present, in their order. */
export const listOpenItems = (
  db: ReadableDb,
  key: BatchKey,
): { itemId: number; laterRank: number | null }[] => allOpen[sourceOf(key)].all(db, bound(key));

export function findBatchItem(db: ReadableDb, key: BatchKey, itemId: number): BatchItem | undefined {
  const row = itemOfBatch[sourceOf(key)].get(db, { ...bound(key), itemId });
  return row && toItem(row);
}

/** How many items of the batch come before this place in the annotator's order. */
export function batchPosition(db: ReadableDb, key: BatchKey, order: number): number {
  const source = sourceOf(key);
  if (key.enoughTakenOver !== undefined) return countAskedBefore[source].one(db, { ...bound(key), order });
  if (source === 'drawnOnce') return drawnBefore(db, key, order);
  return countBefore[source].one(db, { ...bound(key), order });
}

/** A place of a draw, and how many items are drawn before it. */
interface KnownPlace {
  readonly order: number;
  readonly items: number;
}
const knownPlaces = keptMaps<string, KnownPlace>();

/**
 * The count goes on from the place that was asked for last, so that it costs the same however far a study has come: what stands
 * before a draw never changes. Inside a transaction nothing is kept, since that may be taken back.
 */
function drawnBefore(db: ReadableDb, { studyId, generation }: BatchKey, order: number): number {
  const name = `${studyId} ${generation} ${othersVersion(db)}`;
  const known = knownPlaces(db).get(name) ?? { order: 0, items: 0 };
  const between = (from: number, to: number) =>
    firstDrawsBetween.one(db, { studyId, generation, from, to: Math.max(from, to) });
  const isLater = order >= known.order;
  const { items: more, isDrawn } = between(isLater ? known.order : order, isLater ? order : known.order);
  const items = known.items + (isLater ? more : -more);
  if ((isDrawn || !isLater) && !db.inTransaction) knownPlaces(db).set(name, { order, items });
  return items;
}

/** A key as the statements take it: they know no truth values. */
const bound = ({ isAssigned, enoughTakenOver, ...key }: BatchKey) => ({
  ...key,
  enoughTakenOver: enoughTakenOver ?? null,
});

const toItem = ({ kind, laterAfter, flagged, hasNote, ...row }: RowOf<typeof batchColumns>): BatchItem => ({
  ...row,
  laterAfter: laterAfter ?? 0,
  labelKind: kind === 'clear' ? null : kind,
  flagged: flagged === true,
  hasNote: hasNote === true,
});
