import type { Migration } from '../migrate.ts';

/** Finds at once what an annotator put off, flagged or noted: of most items there is a draft at best. */
export const toldMarks: Migration = {
  version: 370,
  up: (db) =>
    db.exec(/* sql */ `
CREATE INDEX item_mark_told ON item_mark (annotator_id, study_id, item_id)
  WHERE later_rank IS NOT NULL OR flagged = 1 OR note <> '';
`),
};
