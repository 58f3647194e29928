import type { Migration } from '../migrate.ts';

/**
 * Hidden checks that stand in the place of an item of the dealt order. Until here one was given after an item was answered, beside
 * the next one, so that the lists told which it was.
 */
export const checksInPlace: Migration = {
  version: 401,
  up: (db) =>
    db.exec(/* sql */ `
-- before_study_id and before_item_id: the item that the check stands before, among those of the annotator; NULL in checks of before,
-- which stand after after_items of them. is_dropped: it went away unanswered, as an item does that waited too long.
ALTER TABLE check_dealt ADD COLUMN before_study_id INTEGER REFERENCES study(id) ON DELETE CASCADE;
ALTER TABLE check_dealt ADD COLUMN before_item_id INTEGER REFERENCES item(id);
ALTER TABLE check_dealt ADD COLUMN is_dropped INTEGER NOT NULL DEFAULT 0 CHECK (is_dropped IN (0, 1));
`),
};
