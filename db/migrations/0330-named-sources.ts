import type { Migration } from '../migrate.ts';

/** Places of pools that a project has by a name. */
export const namedSources: Migration = {
  version: 330,
  up: (db) =>
    db.exec(/* sql */ `
-- paths is JSON: files and folders, or the address of one server, which never holds a password; password_env names the variable
-- of the environment that does.
CREATE TABLE pool_source (
  name TEXT PRIMARY KEY,
  paths TEXT NOT NULL,
  table_name TEXT,
  password_env TEXT,
  added_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`),
};
