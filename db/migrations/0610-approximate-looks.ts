import type { Migration } from '../migrate.ts';

/** Whether an approximate interval was declared with the one look of a study. Studies from before have none. */
export const approximateLooks: Migration = {
  version: 610,
  up: (db) =>
    db.exec(/* sql */ `
ALTER TABLE study_plan ADD COLUMN approximate INTEGER NOT NULL DEFAULT 0
  CHECK (approximate = 0 OR (approximate = 1 AND kind = 'once'));
`),
};
