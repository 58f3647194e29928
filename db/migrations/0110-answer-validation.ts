import type { Migration } from '../migrate.ts';

/**
 * Validation of recorded answers by further annotators (Li et al., 2022, section 3.2): which runs are open to it, and
 * every step that a validator took. Steps are append-only, as labels are; the newest one of a question holds.
 */
export const answerValidation: Migration = {
  version: 110,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- validators: how many annotators each conversation needs. References to conversations and the order in which they are
-- offered are made from secret, so that neither tells the run.
CREATE TABLE validated_run (
  run_id INTEGER PRIMARY KEY REFERENCES protocol_run(id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  validators INTEGER NOT NULL CHECK (validators BETWEEN 1 AND 9),
  opened_at TEXT NOT NULL
) STRICT;

-- turn is NULL where the annotator says that the passage is read. A verdict row holds all that was said of the turn so
-- far; answer_seen tells that its answer had been shown before answerability was chosen. span_start and span_end count
-- UTF-16 code units of the passage. refers_to is the row that an undo takes back.
CREATE TABLE answer_validation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_key TEXT NOT NULL UNIQUE,
  run_id INTEGER NOT NULL REFERENCES protocol_run(id),
  position INTEGER NOT NULL,
  turn INTEGER CHECK (turn >= 0),
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  kind TEXT NOT NULL CHECK (kind IN ('read', 'verdict', 'clear')),
  answerability TEXT CHECK (answerability IN ('ungrammatical', 'unanswerable', 'answerable')),
  correct INTEGER CHECK (correct IN (0, 1)),
  span_kind TEXT CHECK (span_kind IN ('passage', 'none')),
  span_start INTEGER CHECK (span_start >= 0),
  span_end INTEGER,
  span_text TEXT,
  answer_seen INTEGER NOT NULL DEFAULT 0 CHECK (answer_seen IN (0, 1)),
  operation TEXT NOT NULL CHECK (operation IN ('submit', 'undo')),
  refers_to INTEGER REFERENCES answer_validation(id),
  duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
  created_at TEXT NOT NULL,
  CHECK ((kind = 'read') = (turn IS NULL)),
  CHECK ((kind = 'verdict') = (answerability IS NOT NULL)),
  CHECK (correct IS NULL OR answerability = 'answerable'),
  CHECK (span_kind IS NULL OR correct = 0),
  CHECK ((span_kind IS 'passage') = (span_start IS NOT NULL)),
  CHECK ((span_start IS NULL) = (span_end IS NULL) AND (span_start IS NULL) = (span_text IS NULL)),
  CHECK (span_end > span_start),
  CHECK ((operation = 'undo') = (refers_to IS NOT NULL))
) STRICT;
CREATE INDEX answer_validation_by_conversation ON answer_validation (run_id, position, annotator_id, turn, id);
CREATE TRIGGER answer_validation_is_never_updated BEFORE UPDATE ON answer_validation BEGIN
  SELECT RAISE(ABORT, 'validations are append-only');
END;
CREATE TRIGGER answer_validation_is_never_deleted BEFORE DELETE ON answer_validation BEGIN
  SELECT RAISE(ABORT, 'validations are append-only');
END;
`;
