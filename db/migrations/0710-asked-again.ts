import type { Migration } from '../migrate.ts';

/** Which share of a release's equal replies is rated again. */
export const askedAgain: Migration = {
  version: 710,
  up: (db) =>
    db.exec(/* sql */ `
-- The share of equal replies that keep no old label and are rated anew, which measures how people drifted. Null where none is:
-- in windows, in first releases, and in every release of an earlier version.
ALTER TABLE series_release ADD COLUMN again_share REAL CHECK (again_share > 0 AND again_share <= 1);
`),
};
