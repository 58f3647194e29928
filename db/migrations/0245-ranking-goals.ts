import type { Migration } from '../migrate.ts';

/**
 * What a ranking is made to find out, and whether one pair says something of another. Rankings from before were labeled for the
 * whole order, each pair by itself, and stay so.
 */
export const rankingGoals: Migration = {
  version: 245,
  up: (db) =>
    db.exec(/* sql */ `
-- How many of the best systems are to be found, whatever their order; NULL for the whole order.
ALTER TABLE ranking ADD COLUMN top INTEGER CHECK (top >= 1);
-- Whether the differences of its pairs add up, as those of means over the same items do and preferences do not.
ALTER TABLE ranking ADD COLUMN chained INTEGER NOT NULL DEFAULT 0 CHECK (chained IN (0, 1));
`),
};
