import { at, integer, orNull, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const leaseMinutes = selectValues(integer, 'SELECT lease_minutes FROM dealt_study WHERE study_id = ?');
const leasesOfItem = select(
  { annotatorId: integer, until: text },
  'FROM lease WHERE study_id = ? AND item_id = ? ORDER BY annotator_id',
);
const leaseOf = selectValues(
  text,
  'SELECT until FROM lease WHERE study_id = ? AND annotator_id = ? AND item_id = ?',
);

/** How long an item waits for whom it was dealt to, in minutes; undefined in a study that is shared out beforehand. */
export const leaseMinutesOf = (db: ReadableDb, studyId: number): number | undefined =>
  leaseMinutes.get(db, studyId);

/** Has a study dealt from now on, or shared out beforehand where no minutes are given. */
export function setDealing(db: WritableDb, studyId: number, minutes: number | null): void {
  if (minutes === null) db.prepare('DELETE FROM dealt_study WHERE study_id = ?').run(studyId);
  else {
    db.prepare(
      `INSERT INTO dealt_study (study_id, lease_minutes) VALUES (?, ?)
       ON CONFLICT (study_id) DO UPDATE SET lease_minutes = excluded.lease_minutes`,
    ).run(studyId, minutes);
  }
}

/** Whom an item was dealt to, and until when it waits for them. */
export const listLeases = (db: ReadableDb, studyId: number, itemId: number) =>
  leasesOfItem.all(db, studyId, itemId);

const drawsToDeal = select(
  { order: at('draw_order', integer), itemId: integer },
  `FROM draw WHERE study_id = @studyId AND generation = @generation AND draw_order >= @from
     AND (SELECT COUNT(*) FROM lease WHERE lease.study_id = draw.study_id AND lease.item_id = draw.item_id
       AND lease.annotator_id <> @annotatorId AND lease.until > @now) < @enough
     AND NOT EXISTS (SELECT 1 FROM assignment WHERE assignment.study_id = draw.study_id
       AND assignment.annotator_id = @annotatorId AND assignment.item_id = draw.item_id)
   ORDER BY draw_order LIMIT @limit`,
);

/**
 * Draws of a study in order whose items are not the annotator's, and wait for fewer than so many others now: one question, however many
 * people are at work.
 *
 * @param asked.from the place of the first one, from 0
 */
export const listDrawsToDeal = (
  db: ReadableDb,
  asked: {
    studyId: number;
    generation: number;
    annotatorId: number;
    now: string;
    enough: number;
    from: number;
    limit: number;
  },
) => drawsToDeal.all(db, asked);

interface Dealt {
  studyId: number;
  annotatorId: number;
  itemId: number;
}

/** Until when an item waits for an annotator; undefined where it was never dealt to them. */
export const leaseUntil = (db: ReadableDb, { studyId, annotatorId, itemId }: Dealt): string | undefined =>
  leaseOf.get(db, studyId, annotatorId, itemId);

export function putLease(db: WritableDb, { studyId, annotatorId, itemId }: Dealt, until: string): void {
  prepared(
    db,
    `INSERT INTO lease (study_id, annotator_id, item_id, until) VALUES (?, ?, ?, ?)
     ON CONFLICT (study_id, annotator_id, item_id) DO UPDATE SET until = excluded.until`,
  ).run(studyId, annotatorId, itemId, until);
}

const nextEnd = selectValues(
  orNull(text),
  'SELECT MIN(until) FROM lease WHERE study_id = ? AND annotator_id <> ? AND until > ?',
);

/** When an item next stops waiting for somebody else; null where none waits. */
export const nextLeaseEnd = (
  db: ReadableDb,
  { studyId, annotatorId, now }: { studyId: number; annotatorId: number; now: string },
): string | null => nextEnd.get(db, studyId, annotatorId, now) ?? null;

/** Ends the waiting for annotators: what was dealt to them and is not answered goes to others. */
export function endLeases(db: WritableDb, studyId: number, annotatorId: number, now: string): void {
  db.prepare('UPDATE lease SET until = ? WHERE study_id = ? AND annotator_id = ? AND until > ?').run(
    now,
    studyId,
    annotatorId,
    now,
  );
}
