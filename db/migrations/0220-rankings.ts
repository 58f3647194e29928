import type { Migration } from '../migrate.ts';

/**
 * A ranking of several systems is one study to those who use it: it gathers the comparisons of its pairs, each of which keeps its
 * own draw, sequence and share of `alpha`. Comparisons from before belong to none until somebody gathers them.
 */
export const rankings: Migration = {
  version: 220,
  up: (db) =>
    db.exec(/* sql */ `
-- A ranking of several systems, made of the studies that name it: all its statements together hold with probability at least
-- 1 - alpha. batch_ref is the opaque name of its queue towards pages, as study.batch_ref is that of a batch.
CREATE TABLE ranking (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  alpha REAL NOT NULL CHECK (alpha > 0 AND alpha < 1),
  batch_ref TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT;
-- The ranking that a comparison is a pair of; NULL where it stands by itself.
ALTER TABLE study ADD COLUMN ranking_id INTEGER REFERENCES ranking(id) ON DELETE SET NULL;
CREATE INDEX study_by_ranking ON study (ranking_id) WHERE ranking_id IS NOT NULL;
`),
};
