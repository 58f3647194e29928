import type { Migration } from '../migrate.ts';

/** Members whom practice does not wait for, and times that the annotators' door measured itself. */
export const teamWaits: Migration = {
  version: 402,
  up: (db) =>
    db.exec(/* sql */ `
-- A member whom practice does not wait for: who did not qualify, or whose links were taken back.
CREATE TABLE practice_left (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  left_at TEXT NOT NULL,
  PRIMARY KEY (study_id, annotator_id)
) STRICT, WITHOUT ROWID;
-- How long an answer took by the clock of the annotators' door: from when its item was sent, or the answer before it came, whichever
-- was later. Answers of before, in the app and of batches that were handed out have none.
CREATE TABLE label_door (
  label_id INTEGER PRIMARY KEY REFERENCES label(id) ON DELETE CASCADE,
  door_ms INTEGER NOT NULL
) STRICT;
`),
};
