import type { Migration } from '../migrate.ts';

/**
 * The smallest difference of two systems that matters, on the measure's own scale (NULL: the usual share of it), and whether all
 * parts of a goal must hold or any one of them is enough. Goals from before were met by whichever part came first, and stay so.
 */
export const goalParts: Migration = {
  version: 210,
  up: (db) =>
    db.exec(/* sql */ `
ALTER TABLE study_goal ADD COLUMN least_difference REAL CHECK (least_difference >= 0);
ALTER TABLE study_goal ADD COLUMN parts TEXT NOT NULL DEFAULT 'any' CHECK (parts IN ('all', 'any'));
`),
};
