import type { Migration } from '../migrate.ts';

/** What people say of the questions of a replay: whether they fit the history that the model made, and if not, why. */
export const questionKinds: Migration = {
  version: 326,
  up: (db) =>
    db.exec(/* sql */ `
-- Whether a question of a replay fits the history that the model made. Rows are only added: of an annotator and a question the
-- newest holds; NULL takes back what was said.
CREATE TABLE question_kind (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES protocol_run(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  kind TEXT CHECK (kind IN ('fits', 'unresolved', 'incoherent', 'answer-changed')),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX question_kind_by_question ON question_kind (run_id, position, turn, annotator_id, id);
`),
};
