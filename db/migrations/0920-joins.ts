import type { Migration } from '../migrate.ts';

/** Signals that joined a study while it was being labeled. Studies from before have none. */
export const joins: Migration = {
  version: 920,
  up: (db) =>
    db.exec(/* sql */ `
-- A signal that joined the bets of a draw: frozen after draws_before draws were made, it counts from the next one on. mode_id is NULL
-- where it joined the study's own number, else the failure mode whose share it joined. cells is its column, one for each item of the
-- pool in pool order, as in study_column; sha256 is over signal, numbers and cells. Rows are only added.
CREATE TABLE study_join (
  id INTEGER PRIMARY KEY,
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  generation INTEGER NOT NULL,
  mode_id INTEGER,
  draws_before INTEGER NOT NULL CHECK (draws_before >= 0),
  signal TEXT NOT NULL,
  name TEXT NOT NULL,
  penalty REAL NOT NULL CHECK (penalty > 0),
  slope REAL NOT NULL,
  unit REAL NOT NULL CHECK (unit > 0),
  cells BLOB NOT NULL,
  sha256 TEXT NOT NULL,
  joined_by TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX study_join_by_study ON study_join (study_id, generation, id);
`),
};
