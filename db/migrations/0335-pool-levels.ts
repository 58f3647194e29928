import type { Migration } from '../migrate.ts';

/** Studies of imported data whose pool is known by its levels: `pool_level` has the histogram, this the level of each item. */
export const poolLevelsOfItems: Migration = {
  version: 335,
  up: (db) =>
    db.exec(/* sql */ `
-- cells has two bytes, the lower first, for each item of the data set in the order of ids, from first_item_id on: its level,
-- 65535 for an item that is not in the pool. Studies with other signals than their surrogate have study_pool instead.
CREATE TABLE item_levels (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  first_item_id INTEGER NOT NULL,
  cells BLOB NOT NULL CHECK (length(cells) % 2 = 0)
) STRICT;
`),
};
