import type { Migration } from '../migrate.ts';

/** Series that watch production: their releases are windows of new conversations, held against the first. */
export const watches: Migration = {
  version: 351,
  up: (db) =>
    db.exec(/* sql */ `
-- A series with a least_drop is a watch: its first study is the reference, the others are windows of conversations that came since.
-- least_drop: the drop of the mean that matters, on the scale of the measure; alerted_at: when a drop was told to somebody.
ALTER TABLE series ADD COLUMN least_drop REAL CHECK (least_drop > 0);
ALTER TABLE series ADD COLUMN alerted_at TEXT;
`),
};
