import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

/** A run whose answers are validated. */
export interface ValidatedRunRow {
  runId: number;
  secret: string;
  /** How many annotators validate each conversation. */
  validators: number;
  openedAt: string;
}

export type Answerability = 'ungrammatical' | 'unanswerable' | 'answerable';

/** The right answer in the passage, in UTF-16 code units; `none` where no one span is the answer. */
type ValidationSpan =
  | { readonly kind: 'passage'; readonly start: number; readonly end: number; readonly text: string }
  | { readonly kind: 'none' };

/** What one annotator said of one question so far. */
export interface VerdictContent {
  readonly answerability: Answerability;
  readonly isCorrect: boolean | null;
  readonly span: ValidationSpan | null;
  /** The answer had been shown before answerability was chosen. */
  readonly answerSeen: boolean;
}

export interface NewValidation {
  clientKey: string;
  runId: number;
  position: number;
  /** Null where the annotator says that the passage is read. */
  turn: number | null;
  annotatorId: number;
  /** Null takes back all that was said of the turn. */
  content: VerdictContent | null;
  /** The row that an undo takes back; null for a step forward. */
  refersTo: number | null;
  durationMs: number;
  createdAt: string;
}

export interface StoredValidation extends NewValidation {
  id: number;
}

interface Raw {
  id: number;
  client_key: string;
  run_id: number;
  position: number;
  turn: number | null;
  annotator_id: number;
  answerability: Answerability | null;
  correct: number | null;
  span_kind: ValidationSpan['kind'] | null;
  span_start: number | null;
  span_end: number | null;
  span_text: string | null;
  answer_seen: number;
  refers_to: number | null;
  duration_ms: number;
  created_at: string;
}

/** Opens a run to validation, or changes how many validators it needs. */
export function putValidatedRun(db: WritableDb, row: ValidatedRunRow): void {
  db.prepare(
    `INSERT INTO validated_run (run_id, secret, validators, opened_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (run_id) DO UPDATE SET validators = excluded.validators`,
  ).run(row.runId, row.secret, row.validators, row.openedAt);
}

const runColumns = 'run_id AS runId, secret, validators, opened_at AS openedAt';

export function listValidatedRuns(db: ReadableDb): ValidatedRunRow[] {
  return db.prepare(`SELECT ${runColumns} FROM validated_run ORDER BY run_id`).all() as ValidatedRunRow[];
}

export function findValidatedRun(db: ReadableDb, runId: number): ValidatedRunRow | undefined {
  return db.prepare(`SELECT ${runColumns} FROM validated_run WHERE run_id = ?`).get(runId) as
    | ValidatedRunRow
    | undefined;
}

/** Appends a step. A `clientKey` that is there already stores nothing and returns the row it has. */
export function insertValidation(db: WritableDb, step: NewValidation): StoredValidation {
  return db.transaction(() => appendStep(db, step)).immediate();
}

function appendStep(db: WritableDb, step: NewValidation): StoredValidation {
  const known = findValidationByClientKey(db, step.clientKey);
  if (known) return known;
  const { content } = step;
  const span = content?.span ?? null;
  const inPassage = span?.kind === 'passage' ? span : null;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO answer_validation (client_key, run_id, position, turn, annotator_id, kind, answerability, correct,
         span_kind, span_start, span_end, span_text, answer_seen, operation, refers_to, duration_ms, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      step.clientKey,
      step.runId,
      step.position,
      step.turn,
      step.annotatorId,
      step.turn === null ? 'read' : content === null ? 'clear' : 'verdict',
      content?.answerability ?? null,
      content?.isCorrect == null ? null : Number(content.isCorrect),
      span?.kind ?? null,
      inPassage?.start ?? null,
      inPassage?.end ?? null,
      inPassage?.text ?? null,
      content?.answerSeen ? 1 : 0,
      step.refersTo === null ? 'submit' : 'undo',
      step.refersTo,
      step.durationMs,
      step.createdAt,
    );
  chainRow(db, 'answer_validation', Number(lastInsertRowid));
  return { ...step, id: Number(lastInsertRowid) };
}

export function findValidationByClientKey(db: ReadableDb, clientKey: string): StoredValidation | undefined {
  const raw = db.prepare('SELECT * FROM answer_validation WHERE client_key = ?').get(clientKey) as
    | Raw
    | undefined;
  return raw && toRow(raw);
}

/** Every step of one annotator in one conversation, oldest first. */
export function validationSteps(
  db: ReadableDb,
  at: { runId: number; position: number; annotatorId: number },
): StoredValidation[] {
  const rows = db
    .prepare(
      'SELECT * FROM answer_validation WHERE run_id = ? AND position = ? AND annotator_id = ? ORDER BY id',
    )
    .all(at.runId, at.position, at.annotatorId) as Raw[];
  return rows.map(toRow);
}

/** What every annotator says at present of every question of a run, in the order in which they began a conversation. */
export function currentVerdicts(
  db: ReadableDb,
  runId: number,
): (StoredValidation & { turn: number; content: VerdictContent })[] {
  const rows = db
    .prepare(
      `SELECT one.* FROM answer_validation AS one
       JOIN (SELECT MAX(id) AS id FROM answer_validation WHERE run_id = @runId AND turn IS NOT NULL
             GROUP BY position, annotator_id, turn) AS newest ON newest.id = one.id
       JOIN (SELECT position, annotator_id, MIN(id) AS id FROM answer_validation WHERE run_id = @runId
             GROUP BY position, annotator_id) AS begun
         ON begun.position = one.position AND begun.annotator_id = one.annotator_id
       WHERE one.kind = 'verdict' ORDER BY one.position, begun.id, one.turn`,
    )
    .all({ runId }) as Raw[];
  return rows.map((raw) => toRow(raw) as StoredValidation & { turn: number; content: VerdictContent });
}

/** How many questions can be validated in each finished conversation of a run that has a passage, by position. */
export function countQuestionsToValidate(db: ReadableDb, runId: number): Map<number, number> {
  const rows = db
    .prepare(
      `SELECT turn.position, COUNT(*) FROM protocol_turn AS turn
       JOIN protocol_conversation AS one ON one.run_id = turn.run_id AND one.position = turn.position
       JOIN item ON item.id = one.item_id
       WHERE turn.run_id = ? AND one.state = 'finished' AND item.context <> ''
         AND json_extract(turn.content, '$.kind') = 'question'
       GROUP BY turn.position`,
    )
    .raw()
    .all(runId) as [number, number][];
  return new Map(rows);
}

/** Steps of validation that rest on a run; people's words are not removed with it. */
export function countValidations(db: ReadableDb, runId: number): number {
  return db.prepare('SELECT COUNT(*) FROM answer_validation WHERE run_id = ?').pluck().get(runId) as number;
}

function toRow(raw: Raw): StoredValidation {
  const { answerability } = raw;
  return {
    id: raw.id,
    clientKey: raw.client_key,
    runId: raw.run_id,
    position: raw.position,
    turn: raw.turn,
    annotatorId: raw.annotator_id,
    content:
      answerability === null
        ? null
        : {
            answerability,
            isCorrect: raw.correct === null ? null : raw.correct === 1,
            span: toSpan(raw),
            answerSeen: raw.answer_seen === 1,
          },
    refersTo: raw.refers_to,
    durationMs: raw.duration_ms,
    createdAt: raw.created_at,
  };
}

function toSpan({ span_kind: kind, span_start, span_end, span_text }: Raw): ValidationSpan | null {
  if (kind === 'passage') return { kind, start: span_start!, end: span_end!, text: span_text! };
  return kind === null ? null : { kind };
}
