import type { Migration } from '../migrate.ts';

/** Questions on the guidelines that people answer before they lead or validate conversations of a run. */
export const qualifications: Migration = {
  version: 327,
  up: (db) =>
    db.exec(/* sql */ `
-- asked is JSON: questions with their options and which is right, and how many right answers it takes; hash is its SHA-256.
CREATE TABLE qualification (
  run_id INTEGER NOT NULL REFERENCES protocol_run(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('ask', 'validate')),
  asked TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (run_id, role)
) STRICT;
-- Each time that somebody answered them. hash is that of the questions as they were: others are passed anew.
CREATE TABLE qualification_try (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id INTEGER NOT NULL REFERENCES protocol_run(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('ask', 'validate')),
  hash TEXT NOT NULL,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  right_answers INTEGER NOT NULL,
  passed INTEGER NOT NULL CHECK (passed IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX qualification_try_by_run ON qualification_try (run_id, role, annotator_id);
`),
};
