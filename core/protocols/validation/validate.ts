import type { WritableDb } from '../../../db/types.ts';
import {
  findValidationByClientKey,
  insertValidation,
  listValidatedRuns,
  type NewValidation,
  type ValidatedRunRow,
  type VerdictContent,
} from '../../../db/validations.ts';
import type { ValidationStep, ValidationView } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import { openedBy, sealedRef } from '../../studies/annotators/sealed-ref.ts';
import { afterStep } from '../outcomes/phase.ts';
import { assertQualified, isQualified } from '../qualification/qualification.ts';
import {
  conversationByRef,
  isAsker,
  openTo,
  queueOfRun,
  requireValidatedRun,
  type Validator,
} from './queue.ts';
import { hasRead, type OwnValidation, ownValidation, turnAtHand, validationView } from './validation-view.ts';

/** What a validator does next, of one run or of all, and how far they are. */
export function nextConversation(
  context: CoreContext,
  { runId, annotatorId }: { runId: number | null; annotatorId?: number | undefined },
): { conversation: ValidationView | null; finished: number; open: number; toQualify: number | null } {
  const db = dbOf(context);
  return nextOfRuns(
    context,
    runId === null ? listValidatedRuns(db) : [requireValidatedRun(db, runId)],
    annotatorId,
  );
}

/** The same of these runs. */
export function nextOfRuns(
  context: CoreContext,
  runs: readonly ValidatedRunRow[],
  annotatorId?: number,
): { conversation: ValidationView | null; finished: number; open: number; toQualify: number | null } {
  const db = dbOf(context);
  const who = annotatorOf(context, annotatorId);
  const queues = runs.map((validated) => ({ validated, queue: queueOfRun(db, validated) }));
  const ready = ({ runId: id }: { runId: number }) =>
    isQualified(db, { runId: id, role: 'validate' }, who.id);
  const open = queues.flatMap(({ validated, queue }) =>
    ready(validated) ? openTo(queue, validated, who) : [],
  );
  const toQualify = queues.find(
    ({ validated, queue }) => !ready(validated) && openTo(queue, validated, who).length > 0,
  );
  // One order over all runs, so that it does not tell which system is next; what was begun comes first.
  open.sort(
    (a, b) => Number(b.begunBy.has(who.id)) - Number(a.begunBy.has(who.id)) || (a.ref < b.ref ? -1 : 1),
  );
  const finished = queues.flatMap(({ queue }) => queue).filter(({ finishedBy }) => finishedBy.has(who.id));
  const [first] = open;
  return {
    conversation: first ? viewOf(context, first.ref, who) : null,
    finished: finished.length,
    open: open.length,
    toQualify: toQualify?.validated.runId ?? null,
  };
}

/** A conversation by its sealed reference. @throws AppError NOT_FOUND */
export function viewConversation(context: CoreContext, sealed: string): ValidationView {
  const { ref, who } = openedConversation(context, sealed);
  return viewOf(context, ref, who);
}

/** A conversation as its validator sees it; its reference names both. */
function viewOf(context: CoreContext, ref: string, who: Validator): ValidationView {
  const db = dbOf(context);
  return validationView(
    validationOf(db, ref, who),
    sealedRef(db, 'validation', { what: ref, annotatorId: who.id }),
  );
}

/** A conversation and who opened it. @throws AppError NOT_FOUND */
function openedConversation(context: CoreContext, sealed: string): { ref: string; who: Validator } {
  const opened = openedBy(dbOf(context), 'validation', sealed);
  if (opened) return { ref: opened.what, who: annotatorOf(context, opened.annotatorId) };
  throw new AppError('NOT_FOUND', 'There is no such conversation to validate.', {
    field: 'ref',
    remedy: 'Ask for the next conversation again.',
  });
}

type Given = Omit<StepFacts, 'createdAt'>;

/** Stores that a validator has read the passage, and shows what follows. */
export const readPassage = (context: CoreContext, given: Given) => stored(context, given, storeReading);

/** Stores one step of a question, and shows what follows. */
export const takeStep = (
  context: CoreContext,
  { turn, step, ...given }: Given & { turn: number; step: ValidationStep },
) => stored(context, given, (db, facts, who) => storeStep(db, { ...facts, turn, step }, who));

/** Takes the last step back, and shows what follows. */
export const takeBackStep = (context: CoreContext, given: Given) => stored(context, given, storeUndo);

/** Stores what whoever opened the conversation did, and shows what follows. */
async function stored(
  context: CoreContext,
  { ref: sealed, clientKey, durationMs }: Given,
  store: (db: WritableDb, facts: StepFacts, who: Validator) => void,
): Promise<ValidationView> {
  const db = dbOf(context);
  const { ref, who } = openedConversation(context, sealed);
  const { run } = conversationByRef(db, ref);
  assertQualified(db, { runId: run.id, role: 'validate' }, who);
  const facts = { ref, clientKey, durationMs, createdAt: context.now() };
  const write = db.transaction(() => store(db, facts, who));
  await whenWritable(() => write.immediate());
  return viewOf(context, ref, who);
}

/** What every step carries. */
interface StepFacts {
  readonly ref: string;
  readonly clientKey: string;
  readonly durationMs: number;
  readonly createdAt: string;
}

/**
 * A conversation for one of its validators.
 *
 * @throws AppError NOT_FOUND, CONFLICT for the person who asked the questions
 */
function validationOf(db: WritableDb, ref: string, who: Validator): OwnValidation {
  const conversation = conversationByRef(db, ref);
  if (isAsker(conversation, who)) {
    throw new AppError(
      'CONFLICT',
      'The person who asked the questions of a conversation does not validate it.',
      {
        remedy: 'Choose another annotator.',
      },
    );
  }
  return ownValidation(db, conversation, who);
}

/** Stores that the passage is read. Call it inside a transaction. */
function storeReading(db: WritableDb, facts: StepFacts, who: Validator): void {
  const own = validationOf(db, facts.ref, who);
  if (findValidationByClientKey(db, facts.clientKey)) return;
  if (!hasRead(own)) insertValidation(db, stepRow(own, facts, { turn: null, content: null }));
}

/**
 * Stores one step of a question. Call it inside a transaction.
 *
 * @throws AppError CONFLICT when the passage is not read, for a later question, or when the step does not follow
 */
function storeStep(
  db: WritableDb,
  facts: StepFacts & { turn: number; step: ValidationStep },
  who: Validator,
): void {
  const own = validationOf(db, facts.ref, who);
  const { turn, step } = facts;
  if (findValidationByClientKey(db, facts.clientKey)) return;
  if (!hasRead(own)) throw new AppError('CONFLICT', 'Read the passage first, and say so.');
  if (!own.turns[turn]?.isValidated) {
    throw new AppError('NOT_FOUND', `The conversation has no question ${turn} to validate.`);
  }
  if (turn > (turnAtHand(own) ?? own.turns.length)) {
    throw new AppError('CONFLICT', 'An earlier question is not done yet.');
  }
  const before = own.verdicts.get(turn) ?? null;
  const answerSeen = own.seen.has(turn);
  const content = afterStep(before, step, { answerSeen, passage: own.passages[turn]!.passage });
  insertValidation(db, stepRow(own, facts, { turn, content }));
}

/**
 * Takes back the last step by writing what held before it. Call it inside a transaction.
 *
 * @throws AppError CONFLICT when there is nothing to take back
 */
function storeUndo(db: WritableDb, facts: StepFacts, who: Validator): void {
  const own = validationOf(db, facts.ref, who);
  if (findValidationByClientKey(db, facts.clientKey)) return;
  const last = own.undo.at(-1);
  if (!last) throw new AppError('CONFLICT', 'There is nothing to take back in this conversation.');
  const { turn } = last;
  const before = own.undo.slice(0, -1).findLast((step) => step.turn === turn);
  const content = before?.content ?? null;
  insertValidation(db, { ...stepRow(own, facts, { turn, content }), refersTo: last.id });
}

function stepRow(
  { run, row, annotatorId }: OwnValidation,
  { clientKey, durationMs, createdAt }: StepFacts,
  said: { turn: number | null; content: VerdictContent | null },
): NewValidation {
  const { position } = row;
  return { ...said, clientKey, runId: run.id, position, annotatorId, refersTo: null, durationMs, createdAt };
}
