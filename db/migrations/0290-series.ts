import type { Migration } from '../migrate.ts';

/** The same question asked of release after release, and the labels that were taken over between them. */
export const series: Migration = {
  version: 290,
  up: (db) =>
    db.exec(/* sql */ `
-- Releases of one system, each judged by a study of its own.
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT;
-- A release: its study, its place in the series, from 1, and the study of the release before it, with which it is compared.
-- planned_pairs: labels of both that the interval of their difference is planned for; 0 where nothing differs, and for the first.
CREATE TABLE series_release (
  study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
  series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 1),
  before_study_id INTEGER REFERENCES study(id) ON DELETE SET NULL,
  planned_pairs INTEGER NOT NULL CHECK (planned_pairs >= 0),
  UNIQUE (series_id, position)
) STRICT;
CREATE INDEX series_release_by_before ON series_release (before_study_id);
-- Labels that were taken over from an earlier release, since its reply was the same.
CREATE TABLE reused_label (
  label_id INTEGER PRIMARY KEY REFERENCES label(id) ON DELETE CASCADE,
  from_label_id INTEGER REFERENCES label(id) ON DELETE SET NULL
) STRICT;
CREATE INDEX reused_label_by_origin ON reused_label (from_label_id);
`),
};
