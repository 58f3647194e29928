import { AppError } from '../shared/errors.ts';
import { nameProblem, sameName, tidyName } from '../shared/person-name.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface AnnotatorRow {
  id: number;
  name: string;
  /** Whether nobody sits behind it: an imported evaluation, or a simulation. */
  simulated: boolean;
  /** Key of the palette; null while it follows from the id. */
  color: string | null;
  /** One to three letters; null while they follow from the name. */
  initials: string | null;
}

/** Under whose name the labels stand that were taken from an evaluation that came with the data. */
export const importedEvaluation = 'Imported evaluation';
/** Whom simulated labels are by. */
export const simulatedAnnotators = 'Simulated annotators';

type RawAnnotator = Omit<AnnotatorRow, 'simulated'> & { simulated: number };

const select = 'SELECT id, name, simulated, color, initials FROM annotator';

export function listAnnotators(db: ReadableDb): AnnotatorRow[] {
  return (db.prepare(`${select} ORDER BY id`).all() as RawAnnotator[]).map(toAnnotator);
}

/** The annotator of that name, however it is spelled: of two spellings that older projects hold, the exact one. */
export function findAnnotator(db: ReadableDb, name: string): AnnotatorRow | undefined {
  const exact = db.prepare(`${select} WHERE name = ?`).get(name) as RawAnnotator | undefined;
  return exact ? toAnnotator(exact) : listAnnotators(db).find((row) => sameName(row.name, name));
}

/** The annotator of that name, made if new. @throws AppError INVALID_INPUT for what cannot be a new name */
export function ensureAnnotator(db: WritableDb, name: string, { simulated = false } = {}): AnnotatorRow {
  const known = findAnnotator(db, name);
  if (known) return known;
  const tidy = checkedName(name);
  db.prepare('INSERT INTO annotator (name, simulated) VALUES (?, ?)').run(tidy, simulated ? 1 : 0);
  return findAnnotator(db, tidy)!;
}

/** A name as it is kept. @throws AppError INVALID_INPUT */
export function checkedName(name: string): string {
  const problem = nameProblem(name);
  if (problem === null) return tidyName(name);
  throw new AppError('INVALID_INPUT', problem, { field: 'name', mend: 'Give another name.' });
}

export function updateAnnotator(db: WritableDb, { id, name, color, initials }: AnnotatorRow): void {
  db.prepare('UPDATE annotator SET name = ?, color = ?, initials = ? WHERE id = ?').run(
    name,
    color,
    initials,
    id,
  );
}

const toAnnotator = (row: RawAnnotator): AnnotatorRow => ({
  ...row,
  simulated: row.simulated === 1 || row.name === importedEvaluation,
});
