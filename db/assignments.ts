import { allAssignmentsChanged, assignmentChanged } from './assignment-changes.ts';
import { at, integer, oneOf } from './columns.ts';
import type { LabelKey } from './labels.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** That an annotator is to label an item, and where it stands among theirs. */
const assignmentColumns = { annotatorId: integer, itemId: integer, position: integer };
export type Assignment = RowOf<typeof assignmentColumns>;

const assignmentsOfStudy = select(
  assignmentColumns,
  'FROM assignment WHERE study_id = ? ORDER BY annotator_id, position, item_id',
);

export const listAssignments = (db: ReadableDb, studyId: number): Assignment[] =>
  assignmentsOfStudy.all(db, studyId);

/** Replaces a study's assignments. Call it inside a transaction. */
export function replaceAssignments(db: WritableDb, studyId: number, rows: readonly Assignment[]): void {
  allAssignmentsChanged(db);
  db.prepare('DELETE FROM assignment WHERE study_id = ?').run(studyId);
  const put = db.prepare(
    'INSERT INTO assignment (study_id, annotator_id, item_id, position) VALUES (?, ?, ?, ?)',
  );
  for (const { annotatorId, itemId, position } of rows) put.run(studyId, annotatorId, itemId, position);
}

const positionOfItem = selectValues(
  integer,
  'SELECT position FROM assignment WHERE study_id = ? AND annotator_id = ? AND item_id = ?',
);

/** Where an item stands among those of an annotator; undefined when it is not theirs. */
export const assignedPosition = (
  db: ReadableDb,
  { studyId, annotatorId, itemId }: { studyId: number; annotatorId: number; itemId: number },
): number | undefined => positionOfItem.get(db, studyId, annotatorId, itemId);

const assignedItems = selectValues(
  integer,
  'SELECT COUNT(*) FROM assignment WHERE study_id = ? AND annotator_id = ?',
);

/** How many items of a study are an annotator's. */
export const countAssigned = (db: ReadableDb, studyId: number, annotatorId: number): number =>
  assignedItems.one(db, studyId, annotatorId);

const annotatorsOfItem = selectValues(
  integer,
  'SELECT annotator_id FROM assignment WHERE study_id = ? AND item_id = ? ORDER BY annotator_id',
);

/** Who is to label an item. */
export const assignedTo = (db: ReadableDb, studyId: number, itemId: number): number[] =>
  annotatorsOfItem.all(db, studyId, itemId);

/** An item that an annotator has begun. */
const begunColumns = {
  annotatorId: at('annotator_id', integer),
  itemId: at('item_id', integer),
  /**
   * Whether their label of it stands, was taken back, or there is only a mark: half written, put off, flagged or noted.
   * A whole evaluation was imported with the data, or simulated.
   */
  state: oneOf(['whole', 'spoken', 'cleared', 'marked']),
};
export type Begun = RowOf<typeof begunColumns>;

const begun = select(
  begunColumns,
  `FROM (
     WITH drawn AS (SELECT DISTINCT item_id FROM draw WHERE study_id = @studyId AND generation = @generation),
     labeled AS (SELECT annotator_id, item_id, MAX(label.id) AS newest FROM drawn JOIN label USING (item_id)
       WHERE system_id = @systemId AND criterion_id = @criterionId AND instrument = @instrument
         AND annotator_id NOT IN (SELECT exclusion.annotator_id FROM exclusion WHERE exclusion.study_id = @studyId)
       GROUP BY annotator_id, item_id)
     SELECT labeled.annotator_id, labeled.item_id,
         CASE WHEN label.kind = 'clear' THEN 'cleared'
           WHEN label.source IN ('gold', 'simulated') THEN 'whole' ELSE 'spoken' END AS state
       FROM labeled JOIN label ON label.id = labeled.newest
     UNION ALL
     SELECT item_mark.annotator_id, item_id, 'marked' FROM item_mark JOIN drawn USING (item_id)
       WHERE study_id = @studyId AND (item_mark.annotator_id, item_mark.item_id)
         NOT IN (SELECT annotator_id, item_id FROM labeled))
   ORDER BY annotator_id, item_id`,
);

/** What has been begun of the items of a study's draw, by label of its key or by a mark. */
export const listBegun = (
  db: ReadableDb,
  { studyId, generation }: { studyId: number; generation: number },
  { systemId, criterionId, instrument }: Omit<LabelKey, 'itemId'>,
): Begun[] => begun.all(db, { studyId, generation, systemId, criterionId, instrument });

/** Adds an assignment; one that stands stays as it is. */
export function addAssignment(db: WritableDb, studyId: number, row: Assignment): void {
  const { annotatorId, itemId, position } = row;
  assignmentChanged(db, annotatorId, itemId);
  prepared(
    db,
    `INSERT INTO assignment (study_id, annotator_id, item_id, position) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  ).run(studyId, annotatorId, itemId, position);
}

export function dropAssignment(db: WritableDb, studyId: number, annotatorId: number, itemId: number): void {
  assignmentChanged(db, annotatorId, itemId);
  prepared(db, 'DELETE FROM assignment WHERE study_id = ? AND annotator_id = ? AND item_id = ?').run(
    studyId,
    annotatorId,
    itemId,
  );
}
