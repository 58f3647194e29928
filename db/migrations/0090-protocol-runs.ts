import type { Migration } from '../migrate.ts';

/**
 * Runs of conversational protocols: what was asked for, the conversations of a run, every turn as it came, and the
 * replies of local programs, so that a run that was cut off goes on without asking anything twice.
 */
export const protocolRuns: Migration = {
  version: 90,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- model, settings, scores and progress are JSON, as the contract has them.
CREATE TABLE protocol_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  protocol TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  dataset_id INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  system_name TEXT NOT NULL,
  settings TEXT NOT NULL,
  concurrency INTEGER NOT NULL,
  spending_limit REAL,
  scores TEXT,
  progress TEXT NOT NULL,
  job_id INTEGER,
  message TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE INDEX protocol_run_by_dataset ON protocol_run (dataset_id);

-- The conversations of a run, fixed when it starts. item_ids is JSON, one for each question; variant is JSON: persona
-- and run where a protocol has them; outcome is JSON: what the scores of the run are made of.
CREATE TABLE protocol_conversation (
  run_id INTEGER NOT NULL REFERENCES protocol_run(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  item_ids TEXT NOT NULL,
  group_key TEXT,
  variant TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'finished', 'failed')),
  score REAL,
  outcome TEXT,
  flagged INTEGER NOT NULL DEFAULT 0,
  message TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX protocol_conversation_by_item ON protocol_conversation (item_id);

-- content is JSON, as the contract has it.
CREATE TABLE protocol_turn (
  run_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (run_id, position, turn),
  FOREIGN KEY (run_id, position) REFERENCES protocol_conversation(run_id, position) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Replies of local programs, by the SHA-256 of the request. Those of endpoints are kept with all other calls.
CREATE TABLE protocol_reply (
  run_id INTEGER NOT NULL REFERENCES protocol_run(id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  reply TEXT NOT NULL,
  PRIMARY KEY (run_id, hash)
) STRICT, WITHOUT ROWID;
`;
