import type { Migration } from '../migrate.ts';

/** Back-tests on fully labeled data: what was asked, with its seeds, and what came out. */
export const labRuns: Migration = {
  version: 70,
  up: (db) =>
    db.exec(/* sql */ `
CREATE TABLE lab_run (
  id INTEGER PRIMARY KEY,
  dataset_name TEXT NOT NULL,
  measure_name TEXT NOT NULL,
  request TEXT NOT NULL CHECK (json_valid(request)),
  populations TEXT NOT NULL CHECK (json_valid(populations)),
  methods TEXT NOT NULL CHECK (json_valid(methods)),
  rows TEXT NOT NULL CHECK (json_valid(rows)),
  seconds REAL NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
`),
};
