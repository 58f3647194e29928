import type { Migration } from '../migrate.ts';
import { chainRow } from '../word-chain.ts';

/**
 * The chain takes in how long answers took by the clock of the portal, by which annotators are left out, and under which guidelines they
 * were given. Texts of items are added up by column and data set from here on.
 */
export const labelCircumstances: Migration = {
  version: 970,
  up: (db) => {
    db.exec(chain);
    for (const part of ['label_door', 'label_guidelines'] as const) {
      const ids = db.prepare(`SELECT label_id FROM ${part} ORDER BY label_id`).pluck().all() as number[];
      for (const id of ids) chainRow(db, part, id);
    }
  },
};

/** Which parts the chain may name is a condition, so it is made again with all of its links. */
const chain = /* sql */ `
DROP TRIGGER word_chain_is_never_updated;
DROP TRIGGER word_chain_is_never_deleted;
ALTER TABLE word_chain RENAME TO word_chain_before;
-- One link for each row of those tables, in the order in which they were written. sha256 is of the link before and of all
-- columns of the row. field is the name of a further answer, '' for other rows.
CREATE TABLE word_chain (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  part TEXT NOT NULL CHECK (part IN ('label', 'label_field', 'adjudication', 'answer_validation', 'audit',
    'failure_mode_event', 'failure_look', 'label_door', 'label_guidelines')),
  row_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  UNIQUE (part, row_id, field)
) STRICT;
INSERT INTO word_chain SELECT * FROM word_chain_before ORDER BY id;
-- Links that were taken away show by the number of the last one, which stays.
DELETE FROM sqlite_sequence WHERE name = 'word_chain';
UPDATE sqlite_sequence SET name = 'word_chain' WHERE name = 'word_chain_before';
DROP TABLE word_chain_before;
CREATE TRIGGER word_chain_is_never_updated BEFORE UPDATE ON word_chain BEGIN
  SELECT RAISE(ABORT, 'the chain is append-only');
END;
CREATE TRIGGER word_chain_is_never_deleted BEFORE DELETE ON word_chain BEGIN
  SELECT RAISE(ABORT, 'the chain is append-only');
END;
CREATE TRIGGER label_door_is_never_updated BEFORE UPDATE ON label_door BEGIN
  SELECT RAISE(ABORT, 'labels are append-only');
END;
CREATE TRIGGER label_door_is_never_deleted BEFORE DELETE ON label_door BEGIN
  SELECT RAISE(ABORT, 'labels are append-only');
END;
CREATE TRIGGER label_guidelines_is_never_updated BEFORE UPDATE ON label_guidelines BEGIN
  SELECT RAISE(ABORT, 'labels are append-only');
END;
CREATE TRIGGER label_guidelines_is_never_deleted BEFORE DELETE ON label_guidelines BEGIN
  SELECT RAISE(ABORT, 'labels are append-only');
END;
`;
