import type { Migration } from '../migrate.ts';

/** Who has read which guidelines, so that it is known under which of them somebody labeled. */
export const guidelineReadings: Migration = {
  version: 262,
  up: (db) =>
    db.exec(/* sql */ `
-- That an annotator said to have read the guidelines of a study. version is the SHA-256 of their text. What somebody labeled was
-- labeled under the version that they had read last before.
CREATE TABLE guideline_reading (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  version TEXT NOT NULL,
  read_at TEXT NOT NULL,
  PRIMARY KEY (study_id, annotator_id, version)
) STRICT, WITHOUT ROWID;
`),
};
