import type { Migration } from '../migrate.ts';
import type { WritableDb } from '../types.ts';
import { type ChainedPart, chainedParts, chainRow } from '../word-chain.ts';

/**
 * Chains by hash what people said and what was done: labels with what was said beside them, decisions, validations and the
 * audit trail. What is there already is chained as it is now.
 */
export const wordChain: Migration = {
  version: 150,
  up: (db) => {
    db.exec(schema);
    for (const part of chainedParts) chainAll(db, part);
  },
};

const schema = /* sql */ `
-- One link for each row of those tables, in the order in which they were written. sha256 is of the link before and of all
-- columns of the row. field is the name of a further answer, '' for other rows.
CREATE TABLE word_chain (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  part TEXT NOT NULL CHECK (part IN ('label', 'label_field', 'adjudication', 'answer_validation', 'audit')),
  row_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  UNIQUE (part, row_id, field)
) STRICT;
CREATE TRIGGER word_chain_is_never_updated BEFORE UPDATE ON word_chain BEGIN
  SELECT RAISE(ABORT, 'the chain is append-only');
END;
CREATE TRIGGER word_chain_is_never_deleted BEFORE DELETE ON word_chain BEGIN
  SELECT RAISE(ABORT, 'the chain is append-only');
END;
`;

const rowsAtOnce = 10_000;

function chainAll(db: WritableDb, part: ChainedPart): void {
  const [id, field] = part === 'label_field' ? ['label_id', 'field'] : ['id', "''"];
  const next = db
    .prepare(
      `SELECT ${id}, ${field} FROM ${part} WHERE (${id}, ${field}) > (?, ?) ORDER BY ${id}, ${field} LIMIT ?`,
    )
    .raw();
  let last: readonly [number, string] = [Number.MIN_SAFE_INTEGER, ''];
  for (;;) {
    const rows = next.all(...last, rowsAtOnce) as [number, string][];
    for (const [rowId, name] of rows) chainRow(db, part, rowId, name);
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)!;
  }
}
