import type { Migration } from '../migrate.ts';

/**
 * Language models: where they are reached, what judges are told, every request with its raw reply, and runs over
 * items. Keys have no place here. Prompts, judges and calls are written once and never changed; a call is kept under
 * the SHA-256 of its whole request, so that the same request is never paid twice.
 */
export const languageModels: Migration = {
  version: 50,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- settings is JSON, as the contract has it.
CREATE TABLE endpoint (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  settings TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- text is JSON: instructions, how an item is shown, criteria, examples. built_in prompts come with Assay.
CREATE TABLE prompt (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  version INTEGER NOT NULL,
  text TEXT NOT NULL,
  hash TEXT NOT NULL,
  built_in INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (name, version),
  UNIQUE (name, hash)
) STRICT;

-- settings is JSON: model, temperature, seed, longest reply, repeats, items per call.
CREATE TABLE judge (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  version INTEGER NOT NULL,
  prompt_id INTEGER NOT NULL REFERENCES prompt(id),
  endpoint_id INTEGER NOT NULL REFERENCES endpoint(id),
  settings TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (name, version),
  UNIQUE (name, hash)
) STRICT;

-- request is the canonical JSON that hash is the SHA-256 of; reply is the body as it came, before anything read it;
-- run_id is the run that asked (0 for none), which may be gone.
CREATE TABLE llm_call (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  run_id INTEGER NOT NULL,
  request TEXT NOT NULL,
  reply TEXT NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  milliseconds INTEGER,
  created_at TEXT NOT NULL
) STRICT;
CREATE TRIGGER llm_call_is_never_updated BEFORE UPDATE ON llm_call BEGIN
  SELECT RAISE(ABORT, 'stored replies are never changed');
END;

-- settings is JSON: what was asked for. progress is JSON: counts, tokens and cost so far.
CREATE TABLE llm_run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('judge', 'responses', 'pseudo-labels')),
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  judge_id INTEGER REFERENCES judge(id),
  endpoint_id INTEGER NOT NULL REFERENCES endpoint(id),
  model TEXT NOT NULL,
  dataset_id INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  system_id INTEGER REFERENCES system(id),
  against_id INTEGER REFERENCES system(id),
  settings TEXT NOT NULL,
  spending_limit REAL,
  progress TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;

-- The items of a run, fixed when it starts.
CREATE TABLE llm_run_item (
  run_id INTEGER NOT NULL REFERENCES llm_run(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

-- One score asked of a judge and what became of it. swapped: the second system of a pair stood first.
CREATE TABLE judge_verdict (
  run_id INTEGER NOT NULL REFERENCES llm_run(id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  criterion TEXT NOT NULL,
  repeat_index INTEGER NOT NULL,
  swapped INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  value REAL,
  reason TEXT NOT NULL,
  flag TEXT,
  call_hash TEXT NOT NULL,
  PRIMARY KEY (run_id, item_id, criterion, repeat_index, swapped),
  CHECK ((outcome = 'scored') = (value IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- What was handed to a Batch API: noted before it is sent, so that a crash does not send it twice.
CREATE TABLE llm_batch (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES llm_run(id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  remote_id TEXT,
  state TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (run_id, content_hash)
) STRICT;
`;
