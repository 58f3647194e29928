import type { Migration } from '../migrate.ts';

/** The rule by which a study orders its draws. Studies from before drew by rule 1, and those with replacement still do. */
export const drawRule: Migration = {
  version: 250,
  up: (db) =>
    db.exec(/* sql */ `
-- 1: uniforms by place in the pool. 2: by the SHA-256 of seed and external id, so that rows that come or go change only themselves.
ALTER TABLE study ADD COLUMN draw_rule INTEGER NOT NULL DEFAULT 1 CHECK (draw_rule IN (1, 2));
`),
};
