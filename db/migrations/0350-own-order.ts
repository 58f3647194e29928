import type { Migration } from '../migrate.ts';

/**
 * Marks the draws whose interval does not hold. Until here, labels of other systems were carried over into the guesses of a
 * study also where the two had been drawn by one seed: the guesses then knew the very items that the order begins with.
 */
export const ownOrder: Migration = {
  version: 350,
  up: (db) =>
    db.exec(/* sql */ `
-- Draws whose guesses rest on labels of a sample drawn by the same seed. Their interval does not hold; another draw's does.
CREATE TABLE own_order_draw (
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  generation INTEGER NOT NULL,
  PRIMARY KEY (study_id, generation)
) STRICT, WITHOUT ROWID;
INSERT INTO own_order_draw (study_id, generation)
SELECT draw_run.study_id, draw_run.generation
FROM draw_run JOIN study ON study.id = draw_run.study_id
WHERE EXISTS (SELECT 1 FROM study_column WHERE study_column.study_id = study.id
              AND study_column.kind = 'carried-single' AND study_column.name LIKE '% given here)')
  AND EXISTS (SELECT 1 FROM draw_run other JOIN label ON label.study_id = other.study_id
              WHERE other.seed = draw_run.seed AND other.study_id <> draw_run.study_id
                AND label.criterion_id = study.criterion_id AND label.system_id <> study.system_id
                AND label.created_at <= study.created_at);
`),
};
