import type { Migration } from '../migrate.ts';

/** Sums over what decides numbers, so that a change by another program is found and named. */
export const bindings: Migration = {
  version: 410,
  up: (db) =>
    db.exec(/* sql */ `
-- What decides numbers, added up: of each table that is bound, for each study (0: of the whole project), how many rows there are, and of
-- each column the sum of the hashes of its values. Every change is repeated in the audit trail, by which it is checked.
CREATE TABLE binding (
  table_name TEXT NOT NULL,
  study_id INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  sums TEXT NOT NULL,
  PRIMARY KEY (table_name, study_id)
) STRICT, WITHOUT ROWID;

-- Finds whether an item is drawn anywhere.
CREATE INDEX draw_of_any_item ON draw (item_id);
`),
};
