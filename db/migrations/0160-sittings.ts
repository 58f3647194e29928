import type { Migration } from '../migrate.ts';

/**
 * Whose page a call comes from, and when an item that was put off comes back. Marks from before have no count of
 * answers: their items come back at once, because the estimate waits for them.
 */
export const sittings: Migration = {
  version: 160,
  up: (db) => db.exec(schema),
};

const schema = /* sql */ `
-- The key by which references that name a person are sealed.
INSERT OR IGNORE INTO project (key, value) VALUES ('seal_key', lower(hex(randomblob(32))));

-- The newest label of the project when an item was put off: answers with a higher id were given since.
ALTER TABLE item_mark ADD COLUMN later_after INTEGER NOT NULL DEFAULT 0;
`;
