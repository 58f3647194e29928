import type { Migration } from '../migrate.ts';

/**
 * Several annotators on one study: who they are, who labels what, how their labels become one value, what else the form
 * asks, practice before the batch, and decisions on disagreements. Decisions and further answers are append-only, as
 * labels are.
 */
export const teams: Migration = {
  version: 100,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- color is the key of a palette, initials one to three letters; NULL: made from the name.
ALTER TABLE annotator ADD COLUMN color TEXT;
ALTER TABLE annotator ADD COLUMN initials TEXT;

-- overlap: annotators whose word an item needs before its value is final; final_rule: how their labels become one
-- value; shuffle: whether each annotator meets the items of a block in an order of their own; fields: JSON, what the
-- form asks beside the measure.
ALTER TABLE study ADD COLUMN overlap INTEGER NOT NULL DEFAULT 1 CHECK (overlap >= 1);
ALTER TABLE study ADD COLUMN final_rule TEXT NOT NULL DEFAULT 'mean'
  CHECK (final_rule IN ('mean', 'majority', 'adjudicated'));
ALTER TABLE study ADD COLUMN shuffle INTEGER NOT NULL DEFAULT 1;
ALTER TABLE study ADD COLUMN fields TEXT NOT NULL DEFAULT '[]';

-- A study without members is open to whoever sits down; one with members shows each the items assigned to them.
CREATE TABLE study_member (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  PRIMARY KEY (study_id, annotator_id)
) STRICT, WITHOUT ROWID;

-- position orders the items of one annotator; it never leaves the block of ten draws that the item stands in.
CREATE TABLE assignment (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  item_id INTEGER NOT NULL REFERENCES item(id),
  position INTEGER NOT NULL,
  PRIMARY KEY (study_id, annotator_id, item_id)
) STRICT, WITHOUT ROWID;

-- What a submission says beside the measure: value is JSON, as the field of the form has it.
CREATE TABLE label_field (
  label_id INTEGER NOT NULL REFERENCES label(id),
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (label_id, field)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER label_field_is_never_updated BEFORE UPDATE ON label_field BEGIN
  SELECT RAISE(ABORT, 'labels are append-only');
END;
CREATE TRIGGER label_field_is_never_deleted BEFORE DELETE ON label_field BEGIN
  SELECT RAISE(ABORT, 'labels are append-only');
END;

-- What was decided of an item whose annotators disagree; the newest row of a key holds. note says why.
CREATE TABLE adjudication (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_key TEXT NOT NULL UNIQUE,
  item_id INTEGER NOT NULL REFERENCES item(id),
  system_id INTEGER NOT NULL DEFAULT 0,
  criterion_id INTEGER NOT NULL DEFAULT 0,
  instrument TEXT NOT NULL,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  study_id INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL CHECK (kind IN ('score', 'answer', 'skip', 'clear')),
  value REAL,
  answers TEXT,
  reason TEXT,
  note TEXT NOT NULL,
  created_at TEXT NOT NULL,
  CHECK ((kind = 'score') = (value IS NOT NULL)),
  CHECK ((kind = 'answer') = (answers IS NOT NULL)),
  CHECK ((kind = 'skip') = (reason IS NOT NULL))
) STRICT;
CREATE INDEX adjudication_by_key ON adjudication (item_id, system_id, criterion_id, instrument, id);
CREATE TRIGGER adjudication_is_never_updated BEFORE UPDATE ON adjudication BEGIN
  SELECT RAISE(ABORT, 'adjudications are append-only');
END;
CREATE TRIGGER adjudication_is_never_deleted BEFORE DELETE ON adjudication BEGIN
  SELECT RAISE(ABORT, 'adjudications are append-only');
END;

-- Rounds of practice on items outside the draw. Their labels have an instrument of their own and no estimate reads
-- them. opened_by says how the real batch was unlocked: by agreement or by the lead, with the reason.
CREATE TABLE practice_round (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  round INTEGER NOT NULL,
  batch_ref TEXT NOT NULL UNIQUE,
  seed INTEGER NOT NULL,
  target_alpha REAL NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (study_id, round)
) STRICT, WITHOUT ROWID;
CREATE TABLE practice_item (
  study_id INTEGER NOT NULL,
  round INTEGER NOT NULL,
  position INTEGER NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item(id),
  pool_position INTEGER NOT NULL,
  ref TEXT NOT NULL UNIQUE,
  PRIMARY KEY (study_id, round, position),
  FOREIGN KEY (study_id, round) REFERENCES practice_round(study_id, round) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE practice_passed (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  round INTEGER NOT NULL,
  opened_by TEXT NOT NULL CHECK (opened_by IN ('agreement', 'lead')),
  krippendorff_alpha REAL,
  reason TEXT NOT NULL DEFAULT '',
  passed_at TEXT NOT NULL
) STRICT;
`;
