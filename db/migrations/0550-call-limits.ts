import type { Migration } from '../migrate.ts';

/** How many requests a run may send in all, and how many it has sent. */
export const callLimits: Migration = {
  version: 550,
  up: (db) =>
    db.exec(/* sql */ `
-- Requests that a run may send in all, tries that fail counted; NULL for any number.
ALTER TABLE llm_run ADD COLUMN call_limit INTEGER;
-- Requests that were sent under such a limit, counted before they are sent.
ALTER TABLE llm_run ADD COLUMN calls_sent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE protocol_run ADD COLUMN call_limit INTEGER;
ALTER TABLE protocol_run ADD COLUMN calls_sent INTEGER NOT NULL DEFAULT 0;
`),
};
