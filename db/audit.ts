import { integer, json, orNull, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select } from './query.ts';
import { anything } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

export const auditColumns = { at: text, action: text, studyId: orNull(integer), details: json(anything) };
const auditOfStudy = select(auditColumns, 'FROM audit WHERE study_id = ? ORDER BY id');

export type AuditEntry = RowOf<typeof auditColumns>;

/** Writes down an act that a reader of the report must be able to see later. */
export function writeAudit(db: WritableDb, entry: AuditEntry): void {
  const insert = prepared(db, 'INSERT INTO audit (at, action, study_id, details) VALUES (?, ?, ?, ?)');
  const { at, action, studyId, details } = entry;
  db.transaction(() => {
    const { lastInsertRowid } = insert.run(at, action, studyId, JSON.stringify(details));
    chainRow(db, 'audit', Number(lastInsertRowid));
  }).immediate();
}

const auditOfAction = select(auditColumns, 'FROM audit WHERE action = ? ORDER BY id');

/** Every act of one kind, of whatever study. */
export const listAuditOf = (db: ReadableDb, action: string): AuditEntry[] => auditOfAction.all(db, action);

export const listAudit = (db: ReadableDb, studyId: number): AuditEntry[] => auditOfStudy.all(db, studyId);
