import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

export interface AuditEntry {
  at: string;
  action: string;
  studyId: number | null;
  details: unknown;
}

/** Writes down an act that a reader of the report must be able to see later. */
export function writeAudit(db: WritableDb, entry: AuditEntry): void {
  const insert = db.prepare('INSERT INTO audit (at, action, study_id, details) VALUES (?, ?, ?, ?)');
  const { at, action, studyId, details } = entry;
  db.transaction(() => {
    const { lastInsertRowid } = insert.run(at, action, studyId, JSON.stringify(details));
    chainRow(db, 'audit', Number(lastInsertRowid));
  }).immediate();
}

export function listAudit(db: ReadableDb, studyId: number): AuditEntry[] {
  const rows = db
    .prepare('SELECT at, action, study_id AS studyId, details FROM audit WHERE study_id = ? ORDER BY id')
    .all(studyId) as (Omit<AuditEntry, 'details'> & { details: string })[];
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
}
