import type { Migration } from '../migrate.ts';

/**
 * Studies of the difference of two systems. Their pool holds the items whose responses differ; `shared_items` counts
 * all that both systems answered. `side_seed` decides which reply stands on which side, item by item; it stays when
 * the batch is drawn anew, so that a half-written answer keeps its sides. All three are NULL in a study of one system.
 */
export const twoSystems: Migration = {
  version: 40,
  up: (db) =>
    db.exec(/* sql */ `
ALTER TABLE study ADD COLUMN against_id INTEGER REFERENCES system(id);
ALTER TABLE study ADD COLUMN shared_items INTEGER;
ALTER TABLE study ADD COLUMN side_seed INTEGER;
`),
};
