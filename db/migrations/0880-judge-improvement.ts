import type { Migration } from '../migrate.ts';

/** Which labeled items judges may be improved on, and every check of a judge on the others. */
export const judgeImprovement: Migration = {
  version: 880,
  up: (db) =>
    db.exec(/* sql */ `
-- A criterion of a system whose judges are improved on labels. Its checks count together, whatever the judges are called.
CREATE TABLE judge_improvement (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  system_id INTEGER NOT NULL,
  -- What people rate.
  criterion TEXT NOT NULL,
  -- The study whose labels count; NULL for all that people said of the criterion.
  study_id INTEGER,
  -- Of the split by halves, and the error level of all checks together.
  seed INTEGER NOT NULL,
  alpha REAL NOT NULL CHECK (alpha > 0 AND alpha < 1),
  -- JSON: ids of the items that prompts may be made from. Labels that come later are for checks.
  practice TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (dataset_id, system_id, criterion)
) STRICT;
CREATE TRIGGER judge_improvement_is_never_updated BEFORE UPDATE ON judge_improvement BEGIN
  SELECT RAISE(ABORT, 'what is practice stays practice');
END;
-- Checks of judges, numbered from 1 within the improvement.
CREATE TABLE judge_check (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  improvement_id INTEGER NOT NULL REFERENCES judge_improvement(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  judge_id INTEGER NOT NULL REFERENCES judge(id),
  -- JSON: the figures with their intervals.
  figures TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (improvement_id, number)
) STRICT;
CREATE INDEX judge_check_by_judge ON judge_check (judge_id);
CREATE TRIGGER judge_check_is_never_updated BEFORE UPDATE ON judge_check BEGIN
  SELECT RAISE(ABORT, 'checks are append-only');
END;
-- What somebody says of a disagreement on a practice item.
CREATE TABLE judge_finding (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  improvement_id INTEGER NOT NULL REFERENCES judge_improvement(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('judge-right', 'rule-missing', 'failure')),
  judge_id INTEGER NOT NULL REFERENCES judge(id),
  item_id INTEGER NOT NULL,
  -- The rule, or the failure, in words; empty where the judge is right.
  words TEXT NOT NULL,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX judge_finding_by_improvement ON judge_finding (improvement_id);
CREATE INDEX judge_finding_by_judge ON judge_finding (judge_id);
`),
};
