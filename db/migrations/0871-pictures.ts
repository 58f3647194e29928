import type { Migration } from '../migrate.ts';

/** Pictures that stand in texts of a data set. A text names one as `![name](assay:picture/SHA256)`. */
export const pictures: Migration = {
  version: 871,
  up: (db) =>
    db.exec(/* sql */ `
-- A picture as its file had it, known by the SHA-256 of its bytes. Kind and size are read from the bytes, never from a name.
CREATE TABLE picture (
  dataset_id INTEGER NOT NULL REFERENCES dataset(id),
  sha256 TEXT NOT NULL,
  media TEXT NOT NULL CHECK (media IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (dataset_id, sha256)
) STRICT;
CREATE INDEX picture_by_sha256 ON picture (sha256);
`),
};
