import { randomBytes } from 'node:crypto';
import { findDataset, findSystem } from '../../../db/datasets.ts';
import { responsesOf } from '../../../db/pools.ts';
import {
  insertProtocolConversations,
  putProtocolTurn,
  saveProtocolConversation,
} from '../../../db/protocol-conversations.ts';
import { insertProtocolRun } from '../../../db/protocol-runs.ts';
import { setRunState } from '../../../db/runs.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import {
  findValidatedRun,
  listValidatedRuns,
  putValidatedRun,
  removeValidatedRun,
  type ValidatedRunRow,
} from '../../../db/validations.ts';
import type { ProtocolTurn, ValidationQueue } from '../../../shared/contract/index.ts';
import { ConversationSettingsSchema } from '../../../shared/contract/protocol-settings.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import type { GoldConversation, GoldTurn } from '../conversations/gold-conversation.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { turnOf } from '../run/conversation-result.ts';
import { requireProtocolRun } from '../run/describe-run.ts';
import { protocolName } from '../run/start-run.ts';
import { isAsker, openTo, queueOfRun, requireValidatedRun } from './queue.ts';

/** What the answers that came with the data are called. */
const people = "People's answers";

/** Which conversations of a data set are gathered. */
interface GatheredConversations {
  readonly datasetId: number;
  /** Whose answers; null for those of people. */
  readonly system: string | null;
  /** Only the first so many conversations. */
  readonly limit?: number | undefined;
  readonly now: string;
}

/**
 * Makes a run of the conversations that a data set holds with a passage, so that people can validate their answers.
 * Turns without an answer of the system, or without a passage, stay as history. Call it inside a transaction.
 *
 * @returns the id of the run
 * @throws AppError INVALID_INPUT when the data set has no such conversation, NOT_FOUND for an unknown system
 */
function gatherConversations(
  db: WritableDb,
  { datasetId, system, limit = Number.POSITIVE_INFINITY, now }: GatheredConversations,
): number {
  const settings = ConversationSettingsSchema.parse({ protocol: 'conversation', recorded: true });
  const answerOf = answersOf(db, system);
  const found = readConversations(db, datasetId, {
    refusals: settings.refusals,
    refusalList: settings.refusalList ?? 0,
    twinField: 'rewrite',
  })
    .map((conversation) => ({ conversation, turns: turnsOf(conversation, answerOf) }))
    .filter(({ turns }) => turns.some(({ kind }) => kind === 'question'))
    .slice(0, limit);
  if (found.length === 0) {
    throw new AppError('INVALID_INPUT', 'The data set has no answered conversation with a passage.', {
      field: 'datasetId',
    });
  }
  const name = system ?? people;
  const runId = insertProtocolRun(db, {
    title: `Recorded conversation: ${name}`,
    datasetId,
    model: { kind: 'recorded', system: name },
    system: name,
    settings,
    concurrency: 1,
    spendingLimit: null,
    callLimit: null,
    createdAt: now,
  });
  insertProtocolConversations(
    db,
    runId,
    found.map(({ conversation: { itemIds, group } }) => ({ itemIds, group, variant: {} })),
  );
  found.forEach(({ turns }, position) => {
    for (const [i, turn] of turns.entries()) putProtocolTurn(db, runId, position, i, turn);
    const end = { state: 'finished' as const, score: null, outcome: null, flagged: 0, message: '' };
    saveProtocolConversation(db, runId, position, end);
  });
  const ended = { state: 'finished' as const, message: '', finishedAt: now };
  setRunState(db, { kind: 'protocol', id: runId }, ended);
  return runId;
}

type AnswerOf = (turn: GoldTurn, place: { of: number; at: number }) => string | undefined;

/** @throws AppError NOT_FOUND */
function answersOf(db: ReadableDb, system: string | null): AnswerOf {
  if (system === null) return ({ goldAnswer }) => goldAnswer || undefined;
  const known = findSystem(db, system);
  if (!known) throw new AppError('NOT_FOUND', `There is no system named ${system}.`, { field: 'system' });
  return ({ itemId, turn, goldAnswers }, { of, at }) => {
    const texts = responsesOf(db, itemId, known.id);
    // Without gold answers to count by, the responses belong to the last questions of their item.
    return texts[goldAnswers.length > 0 ? turn : texts.length - (of - at)];
  };
}

function turnsOf({ turns }: GoldConversation, answerOf: AnswerOf): ProtocolTurn[] {
  const byItem = Map.groupBy(turns, ({ itemId }) => itemId);
  return turns.map((turn, cell) => {
    const own = byItem.get(turn.itemId)!;
    const answer = answerOf(turn, { of: own.length, at: own.indexOf(turn) });
    const { question: asked, goldAnswer, goldAnswers } = turn;
    return answer === undefined || turn.passage === null
      ? turnOf({ kind: 'history', cell, asked, answer: answer ?? goldAnswer })
      : turnOf({ kind: 'question', cell, asked, answer, goldAnswers: [...goldAnswers] });
  });
}

/** Every run whose answers are open to validation, as it stands for an annotator. */
export const validatedRuns = (context: CoreContext, annotatorId?: number): ValidationQueue[] =>
  listValidatedRuns(dbOf(context)).map((validated) => describeQueue(context, validated, annotatorId));

function describeQueue(
  context: CoreContext,
  validated: ValidatedRunRow,
  annotatorId?: number,
): ValidationQueue {
  const db = dbOf(context);
  const who = annotatorOf(context, annotatorId);
  const run = requireProtocolRun(db, validated.runId);
  const queue = queueOfRun(db, validated);
  return {
    runId: run.id,
    evaluation: protocolName(run.settings),
    dataset: findDataset(db, run.datasetId)?.name ?? '',
    validators: validated.validators,
    openedAt: validated.openedAt,
    conversations: queue.length,
    begun: queue.filter(({ begunBy }) => begunBy.size > 0).length,
    complete: queue.filter(({ finishedBy }) => finishedBy.size >= validated.validators).length,
    finished: queue.filter(({ finishedBy }) => finishedBy.has(who.id)).length,
    open: openTo(queue, validated, who).length,
    asked: queue.filter((one) => isAsker(one, who)).length,
  };
}

/** Opens the answers of a run to validation. @throws AppError CONFLICT for a protocol whose answers are not validated */
export async function openValidation(
  context: CoreContext,
  { runId, validators }: { runId: number; validators: number },
): Promise<ValidationQueue> {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  if (run.settings.protocol !== 'conversation' && run.settings.protocol !== 'replay') {
    throw new AppError('CONFLICT', 'Answers of conversations and replays can be validated, no others.');
  }
  const write = db.transaction(() => openRun(context, db, run.id, validators));
  return describeQueue(context, await whenWritable(() => write.immediate()));
}

/** Closes a run to validation, as long as nobody has begun. @throws AppError NOT_FOUND, CONFLICT */
export async function closeValidation(
  context: CoreContext,
  { runId }: { runId: number },
): Promise<ValidationQueue[]> {
  const db = dbOf(context);
  const close = db.transaction(() => {
    const queue = queueOfRun(db, requireValidatedRun(db, runId));
    const begun = queue.filter(({ begunBy }) => begunBy.size > 0).length;
    if (begun > 0) {
      throw new AppError('CONFLICT', `Annotators have begun to validate run ${runId}, so it stays open.`, {
        remedy: 'What they said stays in its outcome. Nobody has to go on.',
      });
    }
    removeValidatedRun(db, runId);
  });
  await whenWritable(() => close.immediate());
  return validatedRuns(context);
}

/** Makes a run of conversations that a data set holds, and opens it to validation. */
export async function gatherAndOpen(
  context: CoreContext,
  { validators, ...asked }: Omit<GatheredConversations, 'now'> & { validators: number },
): Promise<ValidationQueue> {
  const db = dbOf(context);
  const write = db.transaction(() => {
    const runId = gatherConversations(db, { ...asked, now: context.now() });
    return openRun(context, db, runId, validators);
  });
  return describeQueue(context, await whenWritable(() => write.immediate()));
}

/** Opens a run to validation; one that is open already only gets its number of validators. */
function openRun(context: CoreContext, db: WritableDb, runId: number, validators: number): ValidatedRunRow {
  const secret = findValidatedRun(db, runId)?.secret ?? randomBytes(16).toString('hex');
  const row = { runId, secret, validators, openedAt: context.now() };
  putValidatedRun(db, row);
  return requireValidatedRun(db, runId);
}
