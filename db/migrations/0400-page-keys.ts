import type { Migration } from '../migrate.ts';

/** A secret key for the order of replies on the pages of a ranking, which its reference decided until here. */
export const pageKeys: Migration = {
  version: 400,
  up: (db) =>
    db.exec(/* sql */ `
-- Decides in which order the replies to an item stand on its page, and is never sent. NULL in rankings of before, whose order
-- follows from batch_ref.
ALTER TABLE ranking ADD COLUMN page_key TEXT;
`),
};
