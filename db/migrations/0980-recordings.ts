import type { Migration } from '../migrate.ts';

/** Recordings that stand in texts, kept and named as pictures are. They have no sides: both are 0. */
export const recordings: Migration = {
  version: 980,
  up: (db) =>
    db.exec(/* sql */ `
ALTER TABLE picture RENAME TO picture_before;
DROP INDEX picture_by_sha256;
-- A picture or a recording as its file had it, known by the SHA-256 of its bytes. Kind and size are read from the bytes, never from a name.
CREATE TABLE picture (
  dataset_id INTEGER NOT NULL REFERENCES dataset(id),
  sha256 TEXT NOT NULL,
  media TEXT NOT NULL CHECK (media IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp',
    'audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/mp4', 'audio/webm')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (dataset_id, sha256)
) STRICT;
INSERT INTO picture SELECT * FROM picture_before;
DROP TABLE picture_before;
CREATE INDEX picture_by_sha256 ON picture (sha256);
`),
};
