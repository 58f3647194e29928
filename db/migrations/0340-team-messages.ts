import type { Migration } from '../migrate.ts';

/** What a lead and annotators write to each other, and which guidelines each label was given under. */
export const teamMessages: Migration = {
  version: 340,
  up: (db) =>
    db.exec(/* sql */ `
-- A message between the lead of a study and an annotator, or from the lead to all (annotator_id is NULL then), on an item or on
-- none. An annotator sees those to all and their own, and nobody else's.
CREATE TABLE team_message (
  id INTEGER PRIMARY KEY,
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER REFERENCES annotator(id),
  item_id INTEGER REFERENCES item(id),
  by_lead INTEGER NOT NULL CHECK (by_lead IN (0, 1)),
  text TEXT NOT NULL,
  client_key TEXT NOT NULL UNIQUE,
  written_at TEXT NOT NULL,
  CHECK (by_lead = 1 OR annotator_id IS NOT NULL)
) STRICT;
CREATE INDEX team_message_by_study ON team_message (study_id);
-- Up to which message an annotator has said to have read what was written to them.
CREATE TABLE team_message_reading (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  message_id INTEGER NOT NULL,
  read_at TEXT NOT NULL,
  PRIMARY KEY (study_id, annotator_id)
) STRICT, WITHOUT ROWID;
-- A text of guidelines, by its SHA-256, once somebody labeled under it.
CREATE TABLE guidelines_text (
  version TEXT PRIMARY KEY,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- The guidelines that held when a label was given on a screen. Labels of before, and of other ways in, have none.
CREATE TABLE label_guidelines (
  label_id INTEGER PRIMARY KEY REFERENCES label(id) ON DELETE CASCADE,
  version TEXT NOT NULL REFERENCES guidelines_text(version)
) STRICT;
`),
};
