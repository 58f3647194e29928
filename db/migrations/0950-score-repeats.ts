import type { Migration } from '../migrate.ts';

/** What a machine score was before repeats were averaged. Scores from before have none, and are no less than they were. */
export const scoreRepeats: Migration = {
  version: 950,
  up: (db) =>
    db.exec(/* sql */ `
-- The single values behind a machine score of which the same item has several, such as the epochs of a run, as a JSON list in the order
-- of the file. machine_score holds their mean.
CREATE TABLE score_repeat (
  signal_id INTEGER NOT NULL REFERENCES signal(id) ON DELETE CASCADE,
  system_id INTEGER NOT NULL REFERENCES system(id),
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  value_list TEXT NOT NULL,
  PRIMARY KEY (signal_id, system_id, item_id)
) STRICT, WITHOUT ROWID;
`),
};
