import type { Migration } from '../migrate.ts';

/** Runs whose answers annotators who came by a link validate, too. */
export const doorValidation: Migration = {
  version: 342,
  up: (db) =>
    db.exec(/* sql */ `
-- A run that is open to validation, offered to annotators who come by links to a study.
CREATE TABLE door_validation (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  run_id INTEGER NOT NULL REFERENCES validated_run(run_id) ON DELETE CASCADE,
  PRIMARY KEY (study_id, run_id)
) STRICT, WITHOUT ROWID;
`),
};
