import type { Migration } from '../migrate.ts';

/** What a file says went wrong, which somebody found before the file was imported: it was not drawn, and is in no share. */
export const foundFailures: Migration = {
  version: 870,
  up: (db) =>
    db.exec(/* sql */ `
-- Failure modes by their names, and notes, as an imported file has them. source is the column or question that they stood in.
CREATE TABLE found_failure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL REFERENCES dataset(id),
  item_id INTEGER NOT NULL REFERENCES item(id) DEFERRABLE INITIALLY DEFERRED,
  kind TEXT NOT NULL CHECK (kind IN ('mode', 'note')),
  words TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT;
CREATE INDEX found_failure_by_dataset ON found_failure (dataset_id, kind, words);
CREATE INDEX found_failure_by_item ON found_failure (item_id);
`),
};
