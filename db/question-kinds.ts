import { questionKinds, unresolvedCauses } from '../shared/contract/protocol-question-kinds.ts';
import { integer, oneOf, orNull } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const kindColumns = {
  position: integer,
  turn: integer,
  annotatorId: integer,
  kind: oneOf(questionKinds),
  cause: orNull(oneOf(unresolvedCauses)),
};

/** What an annotator says at present of a question of a replay. */
export type SaidKind = RowOf<typeof kindColumns>;

const kindsOfRun = select(
  kindColumns,
  `FROM question_kind WHERE run_id = ? AND kind IS NOT NULL AND id IN
     (SELECT MAX(id) FROM question_kind WHERE run_id = ? GROUP BY position, turn, annotator_id)
   ORDER BY position, turn, annotator_id`,
);

export const listQuestionKinds = (db: ReadableDb, runId: number): SaidKind[] =>
  kindsOfRun.all(db, runId, runId);

export function insertQuestionKind(
  db: WritableDb,
  runId: number,
  said: Omit<SaidKind, 'kind'> & { kind: SaidKind['kind'] | null; createdAt: string },
): void {
  db.prepare(
    'INSERT INTO question_kind (run_id, position, turn, annotator_id, kind, cause, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(runId, said.position, said.turn, said.annotatorId, said.kind, said.cause, said.createdAt);
}
