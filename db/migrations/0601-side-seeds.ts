import type { Migration } from '../migrate.ts';

/**
 * The sides of the replies of an earlier comparison follow from the seed of its draw, which reports print. Where nobody has begun to
 * label they follow from a number of their own from now on, as in new comparisons. Others keep theirs: what is on a page, or was
 * handed out, comes back by them.
 */
export const sideSeeds: Migration = {
  version: 601,
  up: (db) =>
    db.exec(/* sql */ `
UPDATE study SET side_seed = abs(random() % 4294967296)
WHERE against_id IS NOT NULL
  AND side_seed IN (SELECT seed FROM draw_run WHERE study_id = study.id)
  AND NOT EXISTS (SELECT 1 FROM label WHERE study_id = study.id)
  AND NOT EXISTS (SELECT 1 FROM assignment WHERE study_id = study.id)
  AND NOT EXISTS (SELECT 1 FROM practice_round WHERE study_id = study.id)
  AND NOT EXISTS (SELECT 1 FROM item_mark WHERE study_id = study.id)
  AND NOT EXISTS (SELECT 1 FROM invitation WHERE study_id = study.id)
  AND NOT EXISTS (SELECT 1 FROM audit WHERE study_id = study.id AND action = 'batch.out');
`),
};
