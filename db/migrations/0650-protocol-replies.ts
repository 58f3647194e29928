import type { Migration } from '../migrate.ts';

/** What the replies of a conversation's models are. */
export const protocolReplies: Migration = {
  version: 650,
  up: (db) =>
    db.exec(/* sql */ `
-- JSON, as the contract has it: for each part how many replies are answers, refusals, empty, cut off, calls of tools,
-- unreadable or failed, how many were asked for again, and how many hold reasoning. Earlier conversations have none.
ALTER TABLE protocol_conversation ADD COLUMN replies TEXT NOT NULL DEFAULT '[]';
`),
};
