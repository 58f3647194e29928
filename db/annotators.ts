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

/** The annotator of that name (case does not matter), or undefined. */
function findAnnotator(db: ReadableDb, name: string): AnnotatorRow | undefined {
  const row = db.prepare(`${select} WHERE name = ?`).get(name) as RawAnnotator | undefined;
  return row && toAnnotator(row);
}

/** The annotator of that name (case does not matter), made if new. */
export function ensureAnnotator(db: WritableDb, name: string, { simulated = false } = {}): AnnotatorRow {
  db.prepare('INSERT OR IGNORE INTO annotator (name, simulated) VALUES (?, ?)').run(name, simulated ? 1 : 0);
  return findAnnotator(db, name)!;
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
