import {
  type Qualification,
  QualificationSchema,
  type QualifiedRole,
} from '../shared/contract/qualification.ts';
import { flag, integer, json, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export const qualificationColumns = { asked: json(QualificationSchema), hash: text };
const qualificationOf = select(qualificationColumns, 'FROM qualification WHERE run_id = ? AND role = ?');

/** What is asked before somebody takes part in a run; undefined where nothing is. */
export const findQualification = (db: ReadableDb, runId: number, role: QualifiedRole) =>
  qualificationOf.get(db, runId, role);

/** Puts the questions in place of earlier ones; null takes them away. */
export function putQualification(
  db: WritableDb,
  { runId, role }: { runId: number; role: QualifiedRole },
  asked: { asked: Qualification; hash: string; createdAt: string } | null,
): void {
  db.prepare('DELETE FROM qualification WHERE run_id = ? AND role = ?').run(runId, role);
  if (!asked) return;
  db.prepare('INSERT INTO qualification (run_id, role, asked, hash, created_at) VALUES (?, ?, ?, ?, ?)').run(
    ...[runId, role, JSON.stringify(asked.asked), asked.hash, asked.createdAt],
  );
}

const tryColumns = { annotatorId: integer, passed: flag };
type QualificationTryRow = RowOf<typeof tryColumns>;
const triesOf = select(
  tryColumns,
  'FROM qualification_try WHERE run_id = ? AND role = ? AND hash = ? ORDER BY id',
);

/** Every try at these very questions, the first one first. */
export const listTries = (
  db: ReadableDb,
  runId: number,
  role: QualifiedRole,
  hash: string,
): QualificationTryRow[] => triesOf.all(db, runId, role, hash);

export function insertTry(
  db: WritableDb,
  { runId, role }: { runId: number; role: QualifiedRole },
  made: { hash: string; annotatorId: number; right: number; passed: boolean; createdAt: string },
): void {
  db.prepare(
    `INSERT INTO qualification_try (run_id, role, hash, annotator_id, right_answers, passed, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(runId, role, made.hash, made.annotatorId, made.right, made.passed ? 1 : 0, made.createdAt);
}
