import type { Migration } from '../migrate.ts';

/**
 * Rankings whose replies are rated on one page: each reply of an item once, for every pair that it is in. Rankings from before are
 * labeled pair by pair, and stay so.
 */
export const rankingPages: Migration = {
  version: 310,
  up: (db) =>
    db.exec(/* sql */ `
-- By which instrument all replies of an item are rated on one page; NULL where the pairs are judged one by one. It names the
-- systems of the ranking as it began.
ALTER TABLE ranking ADD COLUMN instrument TEXT;

-- Rows that were given together may be more than two: the further ones of a page end in /reply- and a number.
DROP INDEX label_by_submission;
ALTER TABLE label DROP COLUMN submission;
ALTER TABLE label ADD COLUMN submission TEXT GENERATED ALWAYS AS (
  CASE WHEN substr(client_key, -8) = '/against' THEN substr(client_key, 1, length(client_key) - 8)
    WHEN substr(rtrim(client_key, '0123456789'), -7) = '/reply-'
      THEN substr(client_key, 1, length(rtrim(client_key, '0123456789')) - 7)
    WHEN substr(rtrim(client_key, '0123456789'), -11) = '/criterion-'
      THEN substr(client_key, 1, length(rtrim(client_key, '0123456789')) - 11)
    ELSE client_key END) VIRTUAL;
CREATE INDEX label_by_submission ON label (submission, id);
`),
};
