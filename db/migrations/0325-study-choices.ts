import type { Migration } from '../migrate.ts';

/** Studies whose items are chosen, not drawn: the baselines of the HumCoE paper. */
export const studyChoices: Migration = {
  version: 325,
  up: (db) =>
    db.exec(/* sql */ `
-- What a baseline chooses the items of a study by. uncertainty says in words what it is; cells: one for each position of the pool,
-- 8 bytes (Float64, little-endian), frozen with the surrogate values. Below disagreement (MCM alone) the surrogate disagrees.
CREATE TABLE study_choice (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  uncertainty TEXT NOT NULL,
  disagreement REAL,
  cells BLOB NOT NULL
) STRICT;
`),
};
