import type { Migration } from '../migrate.ts';

/** Why a reference of a question is unresolved, where people say so. */
export const questionCauses: Migration = {
  version: 730,
  up: (db) =>
    db.exec(/* sql */ `
-- Why a reference is unresolved (Li et al., 2022, section 5.1); NULL where nobody said why, and where the kind is another one.
ALTER TABLE question_kind ADD COLUMN cause TEXT
  CHECK (cause IN ('incorrect-prediction', 'open-question', 'no-prediction', 'extra-gold'));
`),
};
