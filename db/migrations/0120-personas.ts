import type { Migration } from '../migrate.ts';

/** Personas of IQA-EVAL that people wrote. A version never changes; a changed text is stored as the next one. */
export const personas: Migration = {
  version: 120,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- text is JSON, as the contract has it; hash is its SHA-256.
CREATE TABLE persona (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE,
  version INTEGER NOT NULL CHECK (version >= 1),
  text TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (name, version),
  UNIQUE (name, hash)
) STRICT;
CREATE TRIGGER persona_is_never_updated BEFORE UPDATE ON persona BEGIN
  SELECT RAISE(ABORT, 'versions of personas never change');
END;
CREATE TRIGGER persona_is_never_deleted BEFORE DELETE ON persona BEGIN
  SELECT RAISE(ABORT, 'versions of personas are kept');
END;
`;
