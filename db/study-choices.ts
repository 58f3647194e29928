import { at, blob, integer, orNull, real, text, unfitError } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const factColumns = {
  /** What it is, in words. */
  uncertainty: text,
  disagreement: orNull(real),
};
type ChoiceFacts = RowOf<typeof factColumns>;

const factsOfStudy = select(factColumns, 'FROM study_choice WHERE study_id = ?');

/** What a baseline chooses by; undefined where items are drawn by chance. */
export const findChoice = (db: ReadableDb, studyId: number): ChoiceFacts | undefined =>
  factsOfStudy.get(db, studyId);

/** Call it in the transaction that makes the study. */
export function insertChoice(
  db: WritableDb,
  studyId: number,
  { uncertainty, disagreement, values }: ChoiceFacts & { values: Float64Array },
): void {
  db.prepare('INSERT INTO study_choice (study_id, uncertainty, disagreement, cells) VALUES (?, ?, ?, ?)').run(
    studyId,
    uncertainty,
    disagreement,
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
  );
}

const cellsOfStudy = select(
  {
    disagreement: orNull(at('study_choice.disagreement', real)),
    cells: blob,
    places: at('population_size', integer),
  },
  'FROM study_choice JOIN study ON study.id = study_choice.study_id WHERE study_id = ?',
);

/**
 * The frozen uncertainty of every item, in pool order; undefined where items are drawn by chance.
 *
 * @throws AppError PROJECT_DAMAGED when there is not one for each item of the pool
 */
export function readChoice(
  db: ReadableDb,
  studyId: number,
): { uncertainty: Float64Array; disagreement: number | null } | undefined {
  const row = cellsOfStudy.get(db, studyId);
  if (!row) return undefined;
  const { cells, places, disagreement } = row;
  if (cells.byteLength !== 8 * places) throw unfitError(`study_choice.cells (study ${studyId})`);
  // A copy, since what SQLite hands over need not begin where eight bytes may.
  return { uncertainty: new Float64Array(Uint8Array.from(cells).buffer), disagreement };
}
