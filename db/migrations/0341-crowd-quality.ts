import type { Migration } from '../migrate.ts';

/** What a lead asks of annotators who come by a link: consent, a qualification, hidden checks, and a rule of exclusion. */
export const crowdQuality: Migration = {
  version: 341,
  up: (db) =>
    db.exec(/* sql */ `
-- What is asked of whoever comes by a link, as JSON. The seed decides where hidden checks stand.
CREATE TABLE quality_plan (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  plan TEXT NOT NULL,
  seed INTEGER NOT NULL
) STRICT;
-- An item outside the draw whose right answer is known. It is given to annotators in a round of practice_round below 1: 0 for
-- hidden checks, -1 and -2 for the tries of the qualification, so that no estimate reads what is said of it. instruction stands
-- under its text where it checks attention.
CREATE TABLE check_item (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item(id),
  expected TEXT NOT NULL,
  tolerance REAL NOT NULL,
  instruction TEXT NOT NULL,
  PRIMARY KEY (study_id, item_id)
) STRICT, WITHOUT ROWID;
-- A hidden check that was given to an annotator, and after how many of their own items.
CREATE TABLE check_dealt (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  item_id INTEGER NOT NULL REFERENCES item(id),
  after_items INTEGER NOT NULL,
  PRIMARY KEY (study_id, annotator_id, item_id)
) STRICT, WITHOUT ROWID;
-- That an annotator agreed to a text, by its SHA-256.
CREATE TABLE consent (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  version TEXT NOT NULL,
  given_at TEXT NOT NULL,
  PRIMARY KEY (study_id, annotator_id, version)
) STRICT, WITHOUT ROWID;
-- An annotator whose labels of a study do not count, by the rule that was fixed before the first label. Nothing is deleted.
CREATE TABLE exclusion (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  reason TEXT NOT NULL,
  excluded_at TEXT NOT NULL,
  PRIMARY KEY (study_id, annotator_id)
) STRICT, WITHOUT ROWID;

-- What every annotator says at present: of each key the newest label, unless it was cleared.
CREATE VIEW spoken_word AS SELECT * FROM label WHERE kind <> 'clear' AND NOT EXISTS (
  SELECT 1 FROM label AS later WHERE later.item_id = label.item_id AND later.system_id = label.system_id
    AND later.criterion_id = label.criterion_id AND later.instrument = label.instrument
    AND later.annotator_id = label.annotator_id AND later.id > label.id);
-- The same of those who count. Practice and checks are no labels of the study, and stay.
DROP VIEW current_word;
CREATE VIEW current_word AS SELECT * FROM spoken_word WHERE practice_round IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM exclusion WHERE exclusion.study_id = spoken_word.study_id
    AND exclusion.annotator_id = spoken_word.annotator_id);
`),
};
