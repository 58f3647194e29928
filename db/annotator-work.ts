import { at, integer, orNull, text } from './columns.ts';
import { contentColumns } from './label-content.ts';
import { of, type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

const workColumns = {
  annotator: at('annotator.name', text),
  annotatorId: at('word.annotator_id', integer),
  itemId: at('word.item_id', integer),
  item: at('item.external_id', text),
  round: orNull(at('word.practice_round', integer)),
  ...of('word', contentColumns),
  guidelines: orNull(at('label_guidelines.version', text)),
  durationMs: at('word.duration_ms', integer),
  doorMs: orNull(at('label_door.door_ms', integer)),
  labeledAt: at('word.created_at', text),
  /** Whose reply it is about; null for what belongs to the item alone. */
  system: orNull(at('system.name', text)),
};
/** What an annotator says of an item at present, counted or not. */
type WorkRow = RowOf<typeof workColumns>;

const workOfStudy = select(
  workColumns,
  `FROM spoken_word AS word JOIN annotator ON annotator.id = word.annotator_id JOIN item ON item.id = word.item_id
     LEFT JOIN label AS given ON given.client_key = word.submission
     LEFT JOIN label_door ON label_door.label_id = given.id
     LEFT JOIN label_guidelines ON label_guidelines.label_id = given.id LEFT JOIN system ON system.id = word.system_id
   WHERE word.study_id = @studyId AND word.further_criterion IS NULL
     AND (@everyReply = 1 OR word.client_key = word.submission)
   ORDER BY word.annotator_id, word.id`,
);

/**
 * All that people said in a study: of its sample, in practice and of checks, whether it counts or not. An answer is its first row,
 * unless every reply that it rates is asked for.
 */
export const listWork = (db: ReadableDb, studyId: number, { everyReply = false } = {}): WorkRow[] =>
  workOfStudy.all(db, { studyId, everyReply: everyReply ? 1 : 0 });

const itemsDrawnOut = selectValues(
  integer,
  `SELECT DISTINCT item_id FROM spoken_word AS word
   WHERE study_id = @studyId AND annotator_id = @annotatorId AND practice_round IS NULL AND further_criterion IS NULL
     AND NOT EXISTS (SELECT 1 FROM draw WHERE draw.study_id = @studyId AND draw.generation = @generation
       AND draw.item_id = word.item_id)
   ORDER BY item_id`,
);

/** Items of earlier draws of a study that an annotator answered, and that the present draw lacks. */
export const answeredAndDrawnOut = (
  db: ReadableDb,
  { studyId, generation, annotatorId }: { studyId: number; generation: number; annotatorId: number },
): number[] => (generation === 1 ? [] : itemsDrawnOut.all(db, { studyId, generation, annotatorId }));
