import type { Migration } from '../migrate.ts';

/** Pools too large to be judged whole: a uniform part of them is taken first, and judged. */
export const firstPhases: Migration = {
  version: 361,
  up: (db) =>
    db.exec(/* sql */ `
-- A data set that is the first phase of a larger pool: those of its population_size rows whose SHA-256 of seed and id is no larger than
-- cut. origin is JSON: the source, or the data set and system, that it was taken from.
CREATE TABLE first_phase (
  dataset_id INTEGER PRIMARY KEY REFERENCES dataset(id) ON DELETE CASCADE,
  population_size INTEGER NOT NULL,
  items INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  cut TEXT NOT NULL,
  origin TEXT NOT NULL,
  taken_at TEXT NOT NULL
) STRICT;
-- What a study says of the whole pool beyond its own: alpha is the part of the error level that this takes, beside the alpha of the study.
CREATE TABLE study_first_phase (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  population_size INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  cut TEXT NOT NULL,
  alpha REAL NOT NULL CHECK (alpha >= 0 AND alpha < 1)
) STRICT;
`),
};
