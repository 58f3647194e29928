import type { Migration } from '../migrate.ts';

/**
 * A key for each purpose. Until here one key sealed references that named their batch and annotator in clear, and the places of hidden
 * checks followed from the seed of the plan, which the audit trail and reports print.
 */
export const secretKeys: Migration = {
  version: 520,
  up: (db) =>
    db.exec(/* sql */ `
INSERT OR IGNORE INTO project (key, value) VALUES
  ('batch_ref_key', lower(hex(randomblob(32)))), ('validation_ref_key', lower(hex(randomblob(32)))),
  ('adjudication_ref_key', lower(hex(randomblob(32)))), ('talk_ref_key', lower(hex(randomblob(32)))),
  ('check_place_key', lower(hex(randomblob(32))));
-- An excluded annotator whose page shows that nothing is left. Until then it shows what it would show without the exclusion.
CREATE TABLE exclusion_shown (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  PRIMARY KEY (study_id, annotator_id)
) STRICT, WITHOUT ROWID;
INSERT INTO exclusion_shown (study_id, annotator_id) SELECT study_id, annotator_id FROM exclusion;
`),
};
