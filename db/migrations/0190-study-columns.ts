import type { Migration } from '../migrate.ts';

/** What a study knows of every item beside the surrogate, frozen when it was drawn. Studies of before have no rows. */
export const studyColumns: Migration = {
  version: 190,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- The columns of the predictor, in its order, standardized over the pool: value = unit * cell, one cell for each position of
-- the pool, 4 bytes (Float32, little-endian) or 1 (signed). slope is that before any label, in standard deviations of y.
CREATE TABLE study_column (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  penalty REAL NOT NULL,
  slope REAL NOT NULL,
  unit REAL NOT NULL,
  cells BLOB NOT NULL,
  PRIMARY KEY (study_id, position)
) STRICT;
`;
