import type { Migration } from '../migrate.ts';

/**
 * The rule by which the interval of a study bets, and for the rule with planned looks the numbers of labels that it is planned
 * for. Studies from before bet by rule 2 and have no plan.
 */
export const plans: Migration = {
  version: 200,
  up: (db) =>
    db.exec(/* sql */ `
ALTER TABLE study ADD COLUMN betting_rule INTEGER NOT NULL DEFAULT 2 CHECK (betting_rule IN (2, 3));

-- kind: 'labels', 'none' or 'once' by rule 3; 'mended' by rule 2, whose bets are mended from there on. labels is NULL but for
-- 'labels' and 'once'. The first of a draw holds from its start, a later one from the label after draws_before labels and skips
-- were counted. Rows are only added.
CREATE TABLE study_plan (
  id INTEGER PRIMARY KEY,
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  generation INTEGER NOT NULL,
  draws_before INTEGER NOT NULL CHECK (draws_before >= 0),
  kind TEXT NOT NULL CHECK (kind IN ('labels', 'none', 'once', 'mended')),
  labels INTEGER CHECK (labels > 0),
  created_at TEXT NOT NULL,
  CHECK ((kind IN ('labels', 'once')) = (labels IS NOT NULL))
) STRICT;
CREATE INDEX study_plan_by_study ON study_plan (study_id, generation, id);
`),
};
