import { flag, integer, oneOf, orNull, real, text } from './columns.ts';
import { contentColumns, type LabelContent, toColumns, withContent } from './label-content.ts';
import { prepared } from './prepared.ts';
import { select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

export type { LabelContent };

/** What a label is about. Gold answers belong to the item alone: `systemId` and `criterionId` are 0. */
export interface LabelKey {
  itemId: number;
  systemId: number;
  criterionId: number;
  instrument: string;
}

export interface NewLabel extends LabelKey {
  clientKey: string;
  annotatorId: number;
  studyId: number;
  content: LabelContent;
  operation: 'submit' | 'undo' | 'redo';
  /** The row that an undo takes back or a redo restores. */
  refersTo: number | null;
  source: 'screen' | 'import' | 'gold' | 'simulated';
  estimateVisible: boolean;
  durationMs: number;
  createdAt: string;
}

export interface StoredLabel extends NewLabel {
  id: number;
  /** The criterion, where the label answers a further question of the form. */
  furtherCriterion: number | null;
  supersedes: number | null;
}

/** What somebody says of a key at present, and how they gave it. */
export type PresentLabel = Pick<
  StoredLabel,
  'id' | 'annotatorId' | 'studyId' | 'content' | 'source' | 'estimateVisible' | 'durationMs' | 'createdAt'
>;

/** What a person gave and how, as every label has it. */
const givenColumns = {
  id: integer,
  annotatorId: integer,
  studyId: integer,
  ...contentColumns,
  source: oneOf(['screen', 'import', 'gold', 'simulated']),
  estimateVisible: flag,
  durationMs: integer,
  createdAt: text,
};
const labelColumns = {
  ...givenColumns,
  clientKey: text,
  itemId: integer,
  systemId: integer,
  criterionId: integer,
  instrument: text,
  operation: oneOf(['submit', 'undo', 'redo']),
  refersTo: orNull(integer),
  supersedes: orNull(integer),
  furtherCriterion: orNull(integer),
};
const actionColumns = {
  id: integer,
  itemId: integer,
  operation: labelColumns.operation,
  refersTo: labelColumns.refersTo,
};

// `+?` keeps SQLite from compiling the statement anew for each key, as it does for a value that both finds and orders rows.
const ofKey = 'item_id = +? AND system_id = +? AND criterion_id = +? AND instrument = +?';
const spokenItems = selectValues(integer, 'SELECT item_id FROM label UNION SELECT item_id FROM adjudication');
const spokenDraw = selectValues(
  integer,
  `SELECT 1 FROM draw WHERE study_id = @id AND generation = @generation
     AND (EXISTS (SELECT 1 FROM label WHERE label.item_id = draw.item_id)
       OR EXISTS (SELECT 1 FROM adjudication WHERE adjudication.item_id = draw.item_id)) LIMIT 1`,
);
const labelOfId = select(labelColumns, 'FROM label WHERE id = ?');
const labelOfClientKey = select(labelColumns, 'FROM label WHERE client_key = ?');
const labelsTogether = select(
  labelColumns,
  'FROM label WHERE client_key = @clientKey OR submission = @clientKey ORDER BY id',
);
const newestOfKey = select(
  labelColumns,
  `FROM label WHERE ${ofKey} AND annotator_id = +? ORDER BY id DESC LIMIT 1`,
);
const spokenOfKey = select(givenColumns, `FROM spoken_word WHERE ${ofKey} ORDER BY annotator_id`);
const wordsOfKey = select(givenColumns, `FROM current_word WHERE ${ofKey} ORDER BY annotator_id`);
const spokenScores = selectTuples(
  [integer, integer, real],
  `SELECT system_id, item_id, value FROM current_word
   WHERE criterion_id = ? AND instrument = ? AND value IS NOT NULL AND source <> 'simulated'
     AND NOT EXISTS (SELECT 1 FROM draw_run WHERE draw_run.study_id = current_word.study_id AND draw_run.seed = ?)
   ORDER BY system_id, item_id, value`,
);
const newestId = selectValues(integer, 'SELECT COALESCE(MAX(id), 0) FROM label');
const newestTime = selectValues(orNull(text), `SELECT MAX(created_at) FROM label WHERE ${ofKey}`);
const actions = select(
  actionColumns,
  `FROM label WHERE study_id = @studyId AND annotator_id = @annotatorId
     AND system_id = @systemId AND criterion_id = @criterionId AND instrument = @instrument AND id > @after
   ORDER BY id`,
);
const studiesSince = selectValues(
  integer,
  'SELECT study_id FROM label NOT INDEXED WHERE id > @after AND annotator_id = @annotatorId',
);
const clearedSince = selectValues(
  integer,
  `SELECT id FROM label WHERE id > @after AND annotator_id = @annotatorId AND kind = 'clear' LIMIT 1`,
);
const sameWord = `label.study_id = word.study_id AND label.item_id = word.item_id AND label.system_id = word.system_id
  AND label.criterion_id = word.criterion_id AND label.instrument = word.instrument
  AND label.annotator_id = word.annotator_id`;
const seenEstimates = selectValues(
  integer,
  `SELECT COUNT(*) FROM label AS word WHERE study_id = ? AND practice_round IS NULL
     AND client_key = submission AND kind NOT IN ('clear', 'skip')
     AND NOT EXISTS (SELECT 1 FROM label WHERE ${sameWord} AND label.id > word.id)
     AND EXISTS (SELECT 1 FROM label WHERE ${sameWord} AND label.estimate_visible = 1)`,
);

const spokeOnScreen = selectValues(
  integer,
  `SELECT DISTINCT annotator_id FROM label
     WHERE study_id = ? AND source = 'screen' AND practice_round IS NULL ORDER BY annotator_id`,
);

const importedOfDataset = selectValues(
  integer,
  `SELECT 1 FROM label JOIN item ON item.id = label.item_id
   WHERE item.dataset_id = ? AND label.source = 'gold' LIMIT 1`,
);

/** Whether labels of a data set were made of its imported evaluation. */
export const hasImportedLabels = (db: ReadableDb, datasetId: number): boolean =>
  importedOfDataset.get(db, datasetId) !== undefined;

/** Who gave labels of a study on a screen, those taken back among them; practice does not count. */
export const labelersOf = (db: ReadableDb, studyId: number): number[] => spokeOnScreen.all(db, studyId);

/** Appends a label. A `clientKey` that is there already stores nothing and returns the row it has. */
export function insertLabel(db: WritableDb, label: NewLabel): StoredLabel {
  return db
    .transaction(() => {
      const known = findByClientKey(db, label.clientKey);
      if (known) return known;
      const before = newestOf(db, label, label.annotatorId);
      const { kind, value, answers, reason } = toColumns(label.content);
      const { lastInsertRowid } = prepared(
        db,
        `INSERT INTO label (client_key, item_id, system_id, criterion_id, instrument, annotator_id, study_id,
             kind, value, answers, reason, operation, refers_to, supersedes, source, estimate_visible, duration_ms,
             created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        label.clientKey,
        label.itemId,
        label.systemId,
        label.criterionId,
        label.instrument,
        label.annotatorId,
        label.studyId,
        kind,
        value,
        answers,
        reason,
        label.operation,
        label.refersTo,
        before?.id ?? null,
        label.source,
        label.estimateVisible ? 1 : 0,
        label.durationMs,
        label.createdAt,
      );
      chainRow(db, 'label', Number(lastInsertRowid));
      return findLabel(db, Number(lastInsertRowid))!;
    })
    .immediate();
}

export function findByClientKey(db: ReadableDb, clientKey: string): StoredLabel | undefined {
  const row = labelOfClientKey.get(db, clientKey);
  return row && withContent(row);
}

/** The rows that one submission wrote, its own first. */
export const labelsOfSubmission = (db: ReadableDb, clientKey: string): StoredLabel[] =>
  labelsTogether.all(db, { clientKey }).map(withContent);

/** The label of a number; none has that of a row that there is not. */
export function findLabel(db: ReadableDb, id: number | null): StoredLabel | undefined {
  const row = labelOfId.get(db, id);
  return row && withContent(row);
}

/** What one annotator says of one key at present; undefined when nothing, or when it was cleared. */
export function currentLabel(db: ReadableDb, key: LabelKey, annotatorId: number): StoredLabel | undefined {
  const newest = newestOf(db, key, annotatorId);
  return newest?.content.kind === 'clear' ? undefined : newest;
}

/** The newest word of one annotator on one key, also when it took back what was said before. */
export function newestOf(db: ReadableDb, key: LabelKey, annotatorId: number): StoredLabel | undefined {
  const row = newestOfKey.get(db, ...valuesOf(key), annotatorId);
  return row && withContent(row);
}

/**
 * What every annotator says of one key at present, in order of annotator; cleared ones are left out, and those of annotators who
 * were excluded, unless all are asked for.
 */
export const currentLabels = (db: ReadableDb, key: LabelKey, { ofAll = false } = {}): PresentLabel[] =>
  (ofAll ? spokenOfKey : wordsOfKey).all(db, ...valuesOf(key)).map(withContent);

/**
 * Every score that people give at present by one instrument on one criterion, by system, item and value: one each for
 * everybody who gave one. What a simulation said is left out, and so is what was asked in the order of `otherSeed`, if any.
 */
export const scoresByInstrument = (
  db: ReadableDb,
  criterionId: number,
  instrument: string,
  otherSeed: number | null,
): [systemId: number, itemId: number, value: number][] =>
  spokenScores.all(db, criterionId, instrument, otherSeed);

/** Items that anybody ever spoke of, by a label or a decision, whatever was asked and in whichever study. */
export const itemsSpokenOf = (db: ReadableDb): Set<number> => new Set(spokenItems.all(db));

/** Whether anybody ever spoke so of an item of a draw. */
export const isDrawSpokenOf = (
  db: ReadableDb,
  { id, generation }: { id: number; generation: number },
): boolean => spokenDraw.get(db, { id, generation }) !== undefined;

/** Id of the newest label of the project; 0 before the first. */
export const newestLabelId = (db: ReadableDb): number => newestId.one(db);

/** When somebody last gave, changed or took back a label of a key; undefined when nobody has spoken of it. */
export const newestLabelTime = (db: ReadableDb, key: LabelKey): string | undefined =>
  newestTime.one(db, ...valuesOf(key)) ?? undefined;

/** What one annotator did in one study by labels of one kind after a label, oldest first: what undo and redo walk along. */
export const labelActions = (
  db: ReadableDb,
  of: { studyId: number; annotatorId: number; systemId: number; criterionId: number; instrument: string },
  after = 0,
): Pick<StoredLabel, 'id' | 'itemId' | 'operation' | 'refersTo'>[] => actions.all(db, { ...of, after });

/** The studies that an annotator labeled in after a label of this number, in practice, too. */
export const studiesLabeledSince = (db: ReadableDb, annotatorId: number, after: number): Set<number> =>
  new Set(studiesSince.all(db, { annotatorId, after }));

/** Whether an annotator took back all that they had said of something, after a label of this number. */
export const hasClearedSince = (db: ReadableDb, annotatorId: number, after: number): boolean =>
  clearedSince.get(db, { annotatorId, after }) !== undefined;

/** Labels of a study that were given while its estimate was on screen, or in place of one that was; none that was taken back. */
export const countEstimateVisible = (db: ReadableDb, studyId: number): number =>
  seenEstimates.one(db, studyId);

const valuesOf = ({ itemId, systemId, criterionId, instrument }: LabelKey) =>
  [itemId, systemId, criterionId, instrument] as const;

/** Keeps how long a submission took by the clock of the annotators' door, at its first row. Call it in its transaction. */
export function putPortalTime(db: WritableDb, clientKey: string, doorMs: number): void {
  const label = findByClientKey(db, clientKey);
  if (!label) return;
  prepared(db, 'INSERT INTO label_door (label_id, door_ms) VALUES (?, ?)').run(label.id, doorMs);
  chainRow(db, 'label_door', label.id);
}
