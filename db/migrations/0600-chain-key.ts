import type { Migration } from '../migrate.ts';

/** A key that seals the newest link of the chain in batches that are handed out, so that nobody reads from it what others did. */
export const chainKey: Migration = {
  version: 600,
  up: (db) =>
    db.exec(/* sql */ `
INSERT OR IGNORE INTO project (key, value) VALUES ('chain_ref_key', lower(hex(randomblob(32))));
`),
};
