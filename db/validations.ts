import { flag, integer, oneOf, orNull, text } from './columns.ts';
import { of, type RowOf, select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

/** A run whose answers are validated. */
const validatedColumns = {
  runId: integer,
  secret: text,
  /** How many annotators validate each conversation. */
  validators: integer,
  openedAt: text,
};
export type ValidatedRunRow = RowOf<typeof validatedColumns>;

type Answerability = 'ungrammatical' | 'unanswerable' | 'answerable';

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

const stepColumns = {
  id: integer,
  clientKey: text,
  runId: integer,
  position: integer,
  turn: orNull(integer),
  annotatorId: integer,
  answerability: orNull(oneOf(['ungrammatical', 'unanswerable', 'answerable'])),
  correct: orNull(flag),
  spanKind: orNull(oneOf(['passage', 'none'])),
  spanStart: orNull(integer),
  spanEnd: orNull(integer),
  spanText: orNull(text),
  answerSeen: flag,
  refersTo: orNull(integer),
  durationMs: integer,
  createdAt: text,
};

/** Opens a run to validation, or changes how many validators it needs. */
export function putValidatedRun(db: WritableDb, row: ValidatedRunRow): void {
  db.prepare(
    `INSERT INTO validated_run (run_id, secret, validators, opened_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (run_id) DO UPDATE SET validators = excluded.validators`,
  ).run(row.runId, row.secret, row.validators, row.openedAt);
}

/** Closes a run to validation. */
export function removeValidatedRun(db: WritableDb, runId: number): void {
  db.prepare('DELETE FROM validated_run WHERE run_id = ?').run(runId);
}

const validatedRuns = select(validatedColumns, 'FROM validated_run ORDER BY run_id');
const validatedRunOfId = select(validatedColumns, 'FROM validated_run WHERE run_id = ?');

export const listValidatedRuns = (db: ReadableDb): ValidatedRunRow[] => validatedRuns.all(db);

export const findValidatedRun = (db: ReadableDb, runId: number): ValidatedRunRow | undefined =>
  validatedRunOfId.get(db, runId);

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

const stepOfKey = select(stepColumns, 'FROM answer_validation WHERE client_key = ?');
const stepsInConversation = select(
  stepColumns,
  'FROM answer_validation WHERE run_id = ? AND position = ? AND annotator_id = ? ORDER BY id',
);
const verdictsNow = select(
  of('one', stepColumns),
  `FROM answer_validation AS one
   JOIN (SELECT MAX(id) AS id FROM answer_validation WHERE run_id = @runId AND turn IS NOT NULL
         GROUP BY position, annotator_id, turn) AS newest ON newest.id = one.id
   JOIN (SELECT position, annotator_id, MIN(id) AS id FROM answer_validation WHERE run_id = @runId
         GROUP BY position, annotator_id) AS begun
     ON begun.position = one.position AND begun.annotator_id = one.annotator_id
   WHERE one.kind = 'verdict' ORDER BY one.position, begun.id, one.turn`,
);

export function findValidationByClientKey(db: ReadableDb, clientKey: string): StoredValidation | undefined {
  const row = stepOfKey.get(db, clientKey);
  return row && toStep(row);
}

/** Every step of one annotator in one conversation, oldest first. */
export const validationSteps = (
  db: ReadableDb,
  { runId, position, annotatorId }: { runId: number; position: number; annotatorId: number },
): StoredValidation[] => stepsInConversation.all(db, runId, position, annotatorId).map(toStep);

/** What every annotator says at present of every question of a run, in the order in which they began a conversation. */
export const currentVerdicts = (
  db: ReadableDb,
  runId: number,
): (StoredValidation & { turn: number; content: VerdictContent })[] =>
  verdictsNow.all(db, { runId }).flatMap((row) => {
    const { turn, content, ...step } = toStep(row);
    return turn === null || content === null ? [] : [{ ...step, turn, content }];
  });

const questionsToValidate = selectTuples(
  [integer, integer],
  `SELECT turn.position, COUNT(*) FROM protocol_turn AS turn
   JOIN protocol_conversation AS one ON one.run_id = turn.run_id AND one.position = turn.position
   WHERE turn.run_id = ? AND one.state = 'finished'
     AND EXISTS (SELECT 1 FROM json_each(one.item_ids) AS own JOIN item ON item.id = own.value WHERE item.context <> '')
     AND json_extract(turn.content, '$.kind') = 'question'
   GROUP BY turn.position`,
);
const stepCount = selectValues(integer, 'SELECT COUNT(*) FROM answer_validation WHERE run_id = ?');

/** How many questions can be validated in each finished conversation of a run that has a passage, by position. */
export const countQuestionsToValidate = (db: ReadableDb, runId: number): Map<number, number> =>
  new Map(questionsToValidate.all(db, runId));

/** Steps of validation that rest on a run; people's words are not removed with it. */
export const countValidations = (db: ReadableDb, runId: number): number => stepCount.one(db, runId);

type Step = RowOf<typeof stepColumns>;

function toStep(row: Step): StoredValidation {
  const { answerability, correct, spanKind, spanStart, spanEnd, spanText, answerSeen, ...step } = row;
  const content = answerability && { answerability, isCorrect: correct, span: toSpan(row), answerSeen };
  return { ...step, content };
}

function toSpan({ spanKind: kind, spanStart, spanEnd, spanText }: Step): ValidationSpan | null {
  if (kind === 'passage') return { kind, start: spanStart!, end: spanEnd!, text: spanText! };
  return kind === null ? null : { kind };
}
