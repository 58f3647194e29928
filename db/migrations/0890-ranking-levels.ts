import type { Migration } from '../migrate.ts';

/** Which pairs share the error level of a ranking out for what it is to find. Rankings from before keep the level of all pairs. */
export const rankingLevels: Migration = {
  version: 890,
  up: (db) =>
    db.exec(/* sql */ `
-- 1: what is found is read from pairs at the level that all of them share. 2: the best N are read at the level of those pairs alone
-- whose wrong decision could make the answer wrong.
ALTER TABLE ranking ADD COLUMN level_rule INTEGER NOT NULL DEFAULT 1 CHECK (level_rule IN (1, 2));
`),
};
