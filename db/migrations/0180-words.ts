import type { Migration } from '../migrate.ts';

/**
 * What `client_key` and `instrument` say in code, as columns that follow from them, and what people say at present as
 * views. Columns that are computed cannot contradict the columns that the chain takes in, and nothing is filled or moved.
 */
export const words: Migration = {
  version: 180,
  up: (db) => db.exec(schema),
};

const counterpart = /* sql */ `INTEGER GENERATED ALWAYS AS (
  CASE WHEN substr(instrument, 1, 13) = 'side-by-side:' THEN CAST(substr(instrument, 14) AS INTEGER) END) VIRTUAL`;

const submission = /* sql */ `TEXT GENERATED ALWAYS AS (
  CASE WHEN substr(client_key, -8) = '/against' THEN substr(client_key, 1, length(client_key) - 8)
    WHEN substr(rtrim(client_key, '0123456789'), -11) = '/criterion-'
      THEN substr(client_key, 1, length(rtrim(client_key, '0123456789')) - 11)
    ELSE client_key END) VIRTUAL`;

const schema = /* sql */ `
-- practice_round: the round of practice that it was given in, NULL where it counts; counterpart_id: the other system, where
-- two replies were judged side by side outside practice; submission: client_key of the first of the rows that were given
-- together; further_criterion: the criterion, where the row answers a further question of the form.
ALTER TABLE label ADD COLUMN practice_round INTEGER GENERATED ALWAYS AS (
  CASE WHEN substr(instrument, 1, 9) = 'practice:'
    THEN CAST(substr(instrument, 10 + instr(substr(instrument, 10), ':')) AS INTEGER) END) VIRTUAL;
ALTER TABLE label ADD COLUMN counterpart_id ${counterpart};
ALTER TABLE label ADD COLUMN submission ${submission};
ALTER TABLE label ADD COLUMN further_criterion INTEGER GENERATED ALWAYS AS (
  CASE WHEN substr(rtrim(client_key, '0123456789'), -11) = '/criterion-'
    THEN CAST(substr(client_key, length(rtrim(client_key, '0123456789')) + 1) AS INTEGER) END) VIRTUAL;
CREATE INDEX label_by_submission ON label (submission, id);

-- counterpart_id and submission are those of a label.
ALTER TABLE adjudication ADD COLUMN counterpart_id ${counterpart};
ALTER TABLE adjudication ADD COLUMN submission ${submission};

-- What every annotator says at present: of each key the newest label, unless it was cleared.
CREATE VIEW current_word AS SELECT * FROM label WHERE kind <> 'clear' AND NOT EXISTS (
  SELECT 1 FROM label AS later WHERE later.item_id = label.item_id AND later.system_id = label.system_id
    AND later.criterion_id = label.criterion_id AND later.instrument = label.instrument
    AND later.annotator_id = label.annotator_id AND later.id > label.id);

-- What is decided at present: of each key the newest decision, unless it was taken back.
CREATE VIEW current_decision AS SELECT * FROM adjudication WHERE kind <> 'clear' AND NOT EXISTS (
  SELECT 1 FROM adjudication AS later WHERE later.item_id = adjudication.item_id
    AND later.system_id = adjudication.system_id AND later.criterion_id = adjudication.criterion_id
    AND later.instrument = adjudication.instrument AND later.id > adjudication.id);
`;
