import type { Migration } from '../migrate.ts';

/** Data sets that grow by further files. */
export const datasetAdditions: Migration = {
  version: 320,
  up: (db) =>
    db.exec(/* sql */ `
-- Files that were added to a data set after its first. The new items of each have consecutive ids, as those of the first have;
-- dataset.item_count counts them all.
CREATE TABLE dataset_addition (
  dataset_id INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 1),
  source_file TEXT NOT NULL,
  format TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  first_item_id INTEGER NOT NULL,
  item_count INTEGER NOT NULL CHECK (item_count >= 0),
  added_at TEXT NOT NULL,
  PRIMARY KEY (dataset_id, position)
) STRICT, WITHOUT ROWID;
`),
};
