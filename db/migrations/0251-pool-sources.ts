import type { Migration } from '../migrate.ts';

/** Studies whose pool stays where it is: its histogram, where it lies, and the first rows of the order, which are here. */
export const poolSources: Migration = {
  version: 251,
  up: (db) =>
    db.exec(/* sql */ `
-- The pool of a study by its levels; the surrogate value of an item is level/16384. Studies of imported data have study_pool.
CREATE TABLE pool_level (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 16384),
  n INTEGER NOT NULL CHECK (n > 0),
  PRIMARY KEY (study_id, level)
) STRICT, WITHOUT ROWID;

-- asked is JSON: files, columns, condition. files is JSON, each file with bytes and time when it was read. fingerprint is a sum
-- over all rows that rests on no order. missing_level is what rows without a score were given.
CREATE TABLE study_source (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  engine TEXT NOT NULL,
  asked TEXT NOT NULL,
  files TEXT NOT NULL,
  query TEXT NOT NULL,
  missing_level INTEGER,
  fingerprint TEXT NOT NULL,
  read_at TEXT NOT NULL
) STRICT;

-- The rows that were taken along, by their place in the draw order, from 0.
CREATE TABLE source_row (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item(id),
  level INTEGER NOT NULL,
  PRIMARY KEY (study_id, position)
) STRICT, WITHOUT ROWID;
`),
};
