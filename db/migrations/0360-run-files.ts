import type { Migration } from '../migrate.ts';

/** Runs whose requests go out as files, and whose replies come back as files. */
export const runFiles: Migration = {
  version: 360,
  up: (db) =>
    db.exec(/* sql */ `
-- A file of requests that a run wrote, or a file of answers that it read, in the Batch format. name is the file's own, without its
-- folder; hash is the SHA-256 of what was read; counts is JSON: its lines by what became of them.
CREATE TABLE llm_run_file (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES llm_run(id) ON DELETE CASCADE,
  way TEXT NOT NULL CHECK (way IN ('written', 'read')),
  name TEXT NOT NULL,
  hash TEXT,
  counts TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX llm_run_file_by_run ON llm_run_file (run_id);
`),
};
