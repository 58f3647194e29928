import type { Migration } from '../migrate.ts';

/**
 * Windows of a watch that count as one draw each. Until here a watch spoke of the conversations of its windows alone; a drop of
 * those that was told to somebody is none of the system, which is now told by itself.
 */
export const windowLabels: Migration = {
  version: 500,
  up: (db) =>
    db.exec(/* sql */ `
-- window_labels: of a window of a watch, the labels that were planned when it came: with them it counts as one draw of the system's
-- windows. NULL in a release and in a reference.
ALTER TABLE series_release ADD COLUMN window_labels INTEGER CHECK (window_labels >= 0);
UPDATE series_release SET window_labels = (
  SELECT COUNT(*) FROM draw JOIN study ON study.id = draw.study_id
  WHERE draw.study_id = series_release.study_id AND draw.generation = study.generation
) WHERE position > 1 AND series_id IN (SELECT id FROM series WHERE least_drop IS NOT NULL);
UPDATE series SET alerted_at = NULL WHERE least_drop IS NOT NULL;
`),
};
