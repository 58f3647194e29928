import type { Migration } from '../migrate.ts';

/**
 * What a study is labeled for: a half-width, a value that decides, a number of labels, or several of them, on the
 * measure's own scale. A study without a row has no goal.
 */
export const studyGoals: Migration = {
  version: 30,
  up: (db) =>
    db.exec(/* sql */ `
CREATE TABLE study_goal (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  target_half_width REAL CHECK (target_half_width > 0),
  threshold REAL,
  budget INTEGER CHECK (budget > 0)
) STRICT;
`),
};
