import { type ContentColumns, type LabelContent, toColumns, toContent } from './label-content.ts';
import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

/** What a label is about. Gold answers belong to the item alone: `systemId` and `criterionId` are 0. */
export interface LabelKey {
  itemId: number;
  systemId: number;
  criterionId: number;
  instrument: string;
}

export type { LabelContent };

type LabelSource = 'screen' | 'import' | 'gold' | 'simulated';

export interface NewLabel extends LabelKey {
  clientKey: string;
  annotatorId: number;
  studyId: number;
  content: LabelContent;
  operation: 'submit' | 'undo' | 'redo';
  /** The row that an undo takes back or a redo restores. */
  refersTo: number | null;
  source: LabelSource;
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

type RawPresent = Omit<PresentLabel, 'content' | 'estimateVisible'> &
  ContentColumns & { estimateVisible: number };

interface RawLabel extends ContentColumns {
  id: number;
  client_key: string;
  item_id: number;
  system_id: number;
  criterion_id: number;
  instrument: string;
  annotator_id: number;
  study_id: number;
  operation: NewLabel['operation'];
  refers_to: number | null;
  supersedes: number | null;
  source: LabelSource;
  estimate_visible: number;
  duration_ms: number;
  created_at: string;
  further_criterion: number | null;
}

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
  const row = prepared(db, 'SELECT * FROM label WHERE client_key = ?').get(clientKey) as RawLabel | undefined;
  return row && toLabel(row);
}

/** The rows that one submission wrote, its own first. */
export function labelsOfSubmission(db: ReadableDb, clientKey: string): StoredLabel[] {
  const rows = db
    .prepare('SELECT * FROM label WHERE client_key = @clientKey OR submission = @clientKey ORDER BY id')
    .all({ clientKey }) as RawLabel[];
  return rows.map(toLabel);
}

export function findLabel(db: ReadableDb, id: number): StoredLabel | undefined {
  const row = prepared(db, 'SELECT * FROM label WHERE id = ?').get(id) as RawLabel | undefined;
  return row && toLabel(row);
}

/** What one annotator says of one key at present; undefined when nothing, or when it was cleared. */
export function currentLabel(db: ReadableDb, key: LabelKey, annotatorId: number): StoredLabel | undefined {
  const newest = newestOf(db, key, annotatorId);
  return newest?.content.kind === 'clear' ? undefined : newest;
}

/** The newest word of one annotator on one key, also when it took back what was said before. */
export function newestOf(db: ReadableDb, key: LabelKey, annotatorId: number): StoredLabel | undefined {
  const row = prepared(
    db,
    `SELECT * FROM label WHERE item_id = ? AND system_id = ? AND criterion_id = ? AND instrument = ?
         AND annotator_id = ? ORDER BY id DESC LIMIT 1`,
  ).get(key.itemId, key.systemId, key.criterionId, key.instrument, annotatorId) as RawLabel | undefined;
  return row && toLabel(row);
}

/** What every annotator says of one key at present, in order of annotator; cleared ones are left out. */
export function currentLabels(db: ReadableDb, key: LabelKey): PresentLabel[] {
  const rows = prepared(
    db,
    `SELECT id, annotator_id AS annotatorId, study_id AS studyId, kind, value, answers, reason, source,
       estimate_visible AS estimateVisible, duration_ms AS durationMs, created_at AS createdAt
     FROM current_word WHERE item_id = ? AND system_id = ? AND criterion_id = ? AND instrument = ?
     ORDER BY annotator_id`,
  ).all(key.itemId, key.systemId, key.criterionId, key.instrument) as RawPresent[];
  return rows.map(({ kind, value, answers, reason, estimateVisible, ...row }) => ({
    ...row,
    content: toContent({ kind, value, answers, reason }),
    estimateVisible: estimateVisible === 1,
  }));
}

/** Id of the newest label of the project; 0 before the first. */
export const newestLabelId = (db: ReadableDb): number =>
  db.prepare('SELECT COALESCE(MAX(id), 0) FROM label').pluck().get() as number;

/** When somebody last gave, changed or took back a label of a key; undefined when nobody has spoken of it. */
export function newestLabelTime(db: ReadableDb, key: LabelKey): string | undefined {
  const { newest } = prepared(
    db,
    `SELECT MAX(created_at) AS newest FROM label
     WHERE item_id = ? AND system_id = ? AND criterion_id = ? AND instrument = ?`,
  ).get(key.itemId, key.systemId, key.criterionId, key.instrument) as { newest: string | null };
  return newest ?? undefined;
}

/** What one annotator did in one study by labels of one kind, oldest first: what undo and redo walk along. */
export function labelActions(
  db: ReadableDb,
  of: { studyId: number; annotatorId: number; systemId: number; criterionId: number; instrument: string },
): Pick<StoredLabel, 'id' | 'itemId' | 'operation' | 'refersTo'>[] {
  return db
    .prepare(
      `SELECT id, item_id AS itemId, operation, refers_to AS refersTo FROM label
       WHERE study_id = @studyId AND annotator_id = @annotatorId
         AND system_id = @systemId AND criterion_id = @criterionId AND instrument = @instrument ORDER BY id`,
    )
    .all(of) as Pick<StoredLabel, 'id' | 'itemId' | 'operation' | 'refersTo'>[];
}

/** Submissions of a study whose estimate was on screen when they were given; each is counted by its first row. */
export const countEstimateVisible = (db: ReadableDb, studyId: number): number =>
  db
    .prepare(
      `SELECT COUNT(*) FROM label WHERE study_id = ? AND estimate_visible = 1 AND practice_round IS NULL
         AND client_key = submission`,
    )
    .pluck()
    .get(studyId) as number;

function toLabel(row: RawLabel): StoredLabel {
  return {
    id: row.id,
    clientKey: row.client_key,
    itemId: row.item_id,
    systemId: row.system_id,
    criterionId: row.criterion_id,
    instrument: row.instrument,
    annotatorId: row.annotator_id,
    studyId: row.study_id,
    content: toContent(row),
    operation: row.operation,
    refersTo: row.refers_to,
    supersedes: row.supersedes,
    source: row.source,
    estimateVisible: row.estimate_visible === 1,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
    furtherCriterion: row.further_criterion,
  };
}
