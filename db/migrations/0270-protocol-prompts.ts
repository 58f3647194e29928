import type { Migration } from '../migrate.ts';

/** Texts that people wrote for the parts of models in protocols. A version never changes; a changed text is the next one. */
export const protocolPrompts: Migration = {
  version: 270,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- text is JSON, as the contract has it; hash is its SHA-256.
CREATE TABLE protocol_prompt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  part TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (part, name, version),
  UNIQUE (part, name, hash)
) STRICT;
CREATE TRIGGER protocol_prompt_is_never_updated BEFORE UPDATE ON protocol_prompt BEGIN
  SELECT RAISE(ABORT, 'versions of texts never change');
END;
CREATE TRIGGER protocol_prompt_is_never_deleted BEFORE DELETE ON protocol_prompt BEGIN
  SELECT RAISE(ABORT, 'versions of texts are kept');
END;
`;
