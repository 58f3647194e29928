import type { Migration } from '../migrate.ts';

/** Which criterion of people a judge's criterion stands for, where they go by different names. */
export const sameCriteria: Migration = {
  version: 490,
  up: (db) =>
    db.exec(/* sql */ `
-- A judge's criterion that measures the same as a criterion of people with another name, as a person said.
CREATE TABLE same_criterion (
  dataset_id INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  judged TEXT NOT NULL,
  criterion TEXT NOT NULL,
  PRIMARY KEY (dataset_id, judged)
) STRICT, WITHOUT ROWID;
`),
};
