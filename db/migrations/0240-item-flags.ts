import type { Migration } from '../migrate.ts';

/** Items of a data set that somebody wants to find again. A flag given while labeling is a study's own (`item_mark`). */
export const itemFlags: Migration = {
  version: 240,
  up: (db) =>
    db.exec(/* sql */ `
CREATE TABLE item_flag (
  item_id INTEGER PRIMARY KEY REFERENCES item(id) ON DELETE CASCADE,
  flagged_at TEXT NOT NULL
) STRICT;
`),
};
