import type { Migration } from '../migrate.ts';

/** Annotators who label by a link: what was sent to whom, and which browsers were let in by it. */
export const teamDoor: Migration = {
  version: 260,
  up: (db) =>
    db.exec(/* sql */ `
-- A link to label a study. Its token is kept as a hash alone, so that a copy of the file opens no door. annotator_id is NULL in a
-- link that is open to whoever says a name. A link for one annotator lets one browser in: enrolled_at says when.
CREATE TABLE invitation (
  id INTEGER PRIMARY KEY,
  study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
  annotator_id INTEGER REFERENCES annotator(id),
  token_hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  enrolled_at TEXT,
  revoked_at TEXT
) STRICT;
CREATE INDEX invitation_by_study ON invitation (study_id);
-- A browser that was let in by a link, and for whom it labels. Its cookie is kept as a hash alone.
CREATE TABLE visit (
  id INTEGER PRIMARY KEY,
  invitation_id INTEGER NOT NULL REFERENCES invitation(id) ON DELETE CASCADE,
  annotator_id INTEGER NOT NULL REFERENCES annotator(id),
  cookie_hash TEXT NOT NULL UNIQUE,
  begun_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  ended_at TEXT
) STRICT;
CREATE INDEX visit_by_invitation ON visit (invitation_id);
`),
};
