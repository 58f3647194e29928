import type { Migration } from '../migrate.ts';

/** Studies whose items are given out one by one, in draw order, to whoever asks next. */
export const dealing: Migration = {
  version: 261,
  up: (db) =>
    db.exec(/* sql */ `
-- A study whose items are dealt one after the other to whoever asks, instead of being shared out beforehand.
CREATE TABLE dealt_study (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  lease_minutes INTEGER NOT NULL CHECK (lease_minutes > 0)
) STRICT;
-- An item that was dealt to an annotator, and until when it waits for them alone. It stays after that, so that a late answer is known.
CREATE TABLE lease (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  item_id INTEGER NOT NULL REFERENCES item(id),
  until TEXT NOT NULL,
  PRIMARY KEY (study_id, annotator_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX lease_by_item ON lease (study_id, item_id);
`),
};
