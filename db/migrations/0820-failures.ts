import type { Migration } from '../migrate.ts';

/** Failure modes with all that was ever made of them, and what people say of items and modes aside from labels. */
export const failures: Migration = {
  version: 820,
  up: (db) =>
    db.exec(/* sql */ `
-- What happened to a failure mode: each row has the mode as it is from then on. mode_id is the id of the row that made it.
CREATE TABLE failure_mode_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_key TEXT NOT NULL UNIQUE,
  mode_id INTEGER NOT NULL,
  -- merged: it went into other_mode_id; joined: other_mode_id came into it; split: it fell into parts; part: it is one of other_mode_id.
  kind TEXT NOT NULL CHECK (kind IN ('made', 'changed', 'merged', 'joined', 'split', 'part', 'retired', 'restored')),
  name TEXT NOT NULL,
  definition TEXT NOT NULL,
  example TEXT NOT NULL,
  counterexample TEXT NOT NULL,
  severity TEXT CHECK (severity IN ('low', 'medium', 'high')),
  -- The release in which it was fixed; NULL while it is open.
  fixed_in TEXT,
  retired INTEGER NOT NULL CHECK (retired IN (0, 1)),
  changes_meaning INTEGER NOT NULL CHECK (changes_meaning IN (0, 1)),
  other_mode_id INTEGER,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  -- JSON: for each study of one system how many of its draws anybody had seen by then.
  seen TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX failure_mode_event_by_mode ON failure_mode_event (mode_id);
CREATE TRIGGER failure_mode_event_is_never_updated BEFORE UPDATE ON failure_mode_event BEGIN
  SELECT RAISE(ABORT, 'failure modes are append-only');
END;
CREATE TRIGGER failure_mode_event_is_never_deleted BEFORE DELETE ON failure_mode_event BEGIN
  SELECT RAISE(ABORT, 'failure modes are append-only');
END;
-- What somebody says of one item and one mode, by looking again or by the naming of a note (label_id); the newest row holds.
CREATE TABLE failure_look (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_key TEXT NOT NULL UNIQUE,
  study_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item(id),
  system_id INTEGER NOT NULL,
  mode_id INTEGER NOT NULL,
  -- Whose statement it is, and who wrote it down.
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  by_annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  label_id INTEGER REFERENCES label(id),
  -- NULL takes back what was said before.
  present INTEGER CHECK (present IN (0, 1)),
  -- The event that had fixed the meaning under which it was said.
  meaning INTEGER NOT NULL REFERENCES failure_mode_event(id),
  -- suggested: a person accepted what a model had grouped; decision: between people who disagree.
  source TEXT NOT NULL CHECK (source IN ('screen', 'import', 'suggested', 'decision')),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX failure_look_by_study ON failure_look (study_id, item_id);
CREATE INDEX failure_look_by_item ON failure_look (item_id);
CREATE TRIGGER failure_look_is_never_updated BEFORE UPDATE ON failure_look BEGIN
  SELECT RAISE(ABORT, 'looks are append-only');
END;
CREATE TRIGGER failure_look_is_never_deleted BEFORE DELETE ON failure_look BEGIN
  SELECT RAISE(ABORT, 'looks are append-only');
END;
-- How many draws of a study that asks for failures were on a screen, or in a batch that was handed out.
CREATE TABLE failure_opened (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  generation INTEGER NOT NULL,
  draws INTEGER NOT NULL
) STRICT;
${chain}`),
};

/** The chain takes in the two tables: which parts it may name is a condition, so it is made again with all of its links. */
const chain = /* sql */ `
DROP TRIGGER word_chain_is_never_updated;
DROP TRIGGER word_chain_is_never_deleted;
ALTER TABLE word_chain RENAME TO word_chain_before;
-- One link for each row of those tables, in the order in which they were written. sha256 is of the link before and of all
-- columns of the row. field is the name of a further answer, '' for other rows.
CREATE TABLE word_chain (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  part TEXT NOT NULL CHECK (part IN ('label', 'label_field', 'adjudication', 'answer_validation', 'audit',
    'failure_mode_event', 'failure_look')),
  row_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  UNIQUE (part, row_id, field)
) STRICT;
INSERT INTO word_chain SELECT * FROM word_chain_before ORDER BY id;
-- Links that were taken away show by the number of the last one, which stays.
DELETE FROM sqlite_sequence WHERE name = 'word_chain';
UPDATE sqlite_sequence SET name = 'word_chain' WHERE name = 'word_chain_before';
DROP TABLE word_chain_before;
CREATE TRIGGER word_chain_is_never_updated BEFORE UPDATE ON word_chain BEGIN
  SELECT RAISE(ABORT, 'the chain is append-only');
END;
CREATE TRIGGER word_chain_is_never_deleted BEFORE DELETE ON word_chain BEGIN
  SELECT RAISE(ABORT, 'the chain is append-only');
END;
`;
