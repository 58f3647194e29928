import { findItem } from '../../../db/items.ts';
import {
  findProtocolConversation,
  listProtocolConversations,
  listProtocolTurns,
  type ProtocolConversationRow,
  putProtocolTurn,
  saveConversationReplies,
  saveProtocolConversation,
} from '../../../db/protocol-conversations.ts';
import { type ProtocolRunRow, saveProtocolScores } from '../../../db/protocol-runs.ts';
import { setRunState } from '../../../db/runs.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type { ConversationSettings, HumanConversation } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { conversationOf, type Exchange } from '../../protocols/conversations/history.ts';
import { metaText } from '../../protocols/conversations/meta-field.ts';
import { isNoAnswer } from '../../protocols/conversations/refusal.ts';
import { ModelFault, type ModelReply } from '../../protocols/model/model-under-test.ts';
import { addedCounts, ReplyCounter } from '../../protocols/model/reply-counter.ts';
import { type HumanOutcome, scoresOfMarks } from '../../protocols/outcomes/human-outcome.ts';
import { assertQualified } from '../../protocols/qualification/qualification.ts';
import { answeredBy, turnOf } from '../../protocols/run/conversation-result.ts';
import { requireProtocolRun } from '../../protocols/run/describe-run.ts';
import { withModelOf } from '../../protocols/run/with-model.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import { sealedRef, whoOpened } from '../../studies/annotators/sealed-ref.ts';

/** The settings of a run that people lead. @throws AppError CONFLICT for another protocol */
function humanConversationSettings({ settings }: ProtocolRunRow): ConversationSettings {
  if (settings.protocol === 'conversation') return settings;
  throw new AppError('CONFLICT', 'People do not lead the conversations of this run.');
}

/** @throws AppError NOT_FOUND, CONFLICT when it is done */
function openHumanConversation(
  db: ReadableDb,
  run: ProtocolRunRow,
  position: number,
): ProtocolConversationRow {
  humanConversationSettings(run);
  const row = findProtocolConversation(db, run.id, position);
  if (!row) throw new AppError('NOT_FOUND', `The run has no conversation ${position}.`);
  if (row.state === 'finished') throw new AppError('CONFLICT', 'This conversation is marked already.');
  return row;
}

/** Who asks and marks. */
interface HumanConversationPerson {
  readonly id: number;
  readonly name: string;
}

const humanConversationRef = (runId: number) => `talk-${runId}`;

/** Who opened the conversations of a run. @throws AppError NOT_FOUND */
function whoConverses(context: CoreContext, runId: number, as: string): HumanConversationPerson {
  return annotatorOf(
    context,
    whoOpened(dbOf(context), 'talk', { what: humanConversationRef(runId), ref: as }),
  );
}

const openOnes = (db: ReadableDb, runId: number) =>
  listProtocolConversations(db, runId).filter(({ state }) => state !== 'finished');

/** The first conversation of a run that is not done, as somebody opens it. */
function firstOpenHumanConversation(
  db: ReadableDb,
  run: ProtocolRunRow,
  who: HumanConversationPerson,
): HumanConversation | null {
  humanConversationSettings(run);
  const [row] = openOnes(db, run.id);
  return row ? describeHumanConversation(db, run, row, who) : null;
}

/** What the person may see while asking: everything but the passage. */
function describeHumanConversation(
  db: ReadableDb,
  run: ProtocolRunRow,
  row: ProtocolConversationRow,
  { id: annotatorId, name: annotator }: HumanConversationPerson,
): HumanConversation {
  const { fewestQuestions, mostQuestions } = humanConversationSettings(run);
  const item = findItem(db, row.itemId)!;
  return {
    runId: run.id,
    position: row.position,
    annotator,
    as: sealedRef(db, 'talk', { what: humanConversationRef(run.id), annotatorId }),
    title: metaText(item.meta, ['title', 'topic']) || (row.group ?? ''),
    section: metaText(item.meta, ['section', 'section_title']),
    background: metaText(item.meta, ['background']),
    firstQuestion: item.conversation.find(({ role }) => role === 'user')?.content ?? '',
    exchanges: exchangesOf(db, run.id, row.position),
    fewestQuestions,
    mostQuestions,
    open: openOnes(db, run.id).length,
  };
}

const exchangesOf = (db: ReadableDb, runId: number, position: number) =>
  listProtocolTurns(db, runId, position).map(({ asked, answer, reply }) => ({
    question: asked,
    answer,
    ...(reply && { reply }),
  }));

function keepExchange(
  db: WritableDb,
  { runId, position, turn }: { runId: number; position: number; turn: number },
  asked: string,
  reply: ModelReply,
): void {
  const content = turnOf({
    ...{ kind: 'question', cell: turn, asked },
    ...answeredBy(reply),
    ...(reply.kind === 'refusal' && { isRefused: true }),
  });
  putProtocolTurn(db, runId, position, turn, content);
}

/** Adds what the replies to a question were to those of the conversation; where it had no answer, too. */
function keepReplies(db: WritableDb, runId: number, position: number, counter: ReplyCounter): void {
  const before = findProtocolConversation(db, runId, position)!.replies;
  saveConversationReplies(db, runId, position, addedCounts([before, counter.counts()]));
}

/**
 * Keeps a person's marks and ends the conversation; the run's scores follow.
 *
 * @returns how many conversations are left
 * @throws AppError INVALID_INPUT unless there is one mark for each answer
 */
function storeMarks(
  db: WritableDb,
  run: ProtocolRunRow,
  row: ProtocolConversationRow,
  outcome: HumanOutcome,
  now: string,
): number {
  const turns = listProtocolTurns(db, run.id, row.position);
  const { marks } = outcome;
  if (turns.length !== marks.length) {
    throw new AppError('INVALID_INPUT', `There are ${turns.length} answers and ${marks.length} marks.`, {
      field: 'marks',
    });
  }
  turns.forEach((turn, i) => {
    const { isCorrect, isAnswerable } = marks[i]!;
    putProtocolTurn(db, run.id, row.position, i, { ...turn, isRight: isCorrect, isAnswerable });
  });
  const right = marks.filter(({ isCorrect }) => isCorrect).length;
  const end = { state: 'finished' as const, score: right / marks.length, outcome, flagged: 0, message: '' };
  saveProtocolConversation(db, run.id, row.position, end);
  const done = listProtocolConversations(db, run.id).filter(({ state }) => state === 'finished');
  saveProtocolScores(db, run.id, scoresOfMarks(done.map((one) => one.outcome as HumanOutcome)));
  const open = openOnes(db, run.id).length;
  if (open === 0) setRunState(db, run, { state: 'finished', message: '', finishedAt: now });
  return open;
}

/** A conversation of a run that a person leads, and the sealed name of who opened it. */
interface At {
  runId: number;
  position: number;
}

/** The first conversation of a run that is not done, for the annotator who opens it; null when all are. */
export function nextHumanConversation(
  context: CoreContext,
  { runId, annotatorId }: { runId: number; annotatorId?: number | undefined },
): HumanConversation | null {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  const who = annotatorOf(context, annotatorId);
  assertQualified(db, { runId, role: 'ask' }, who);
  return firstOpenHumanConversation(db, run, who);
}

/**
 * Puts a person's question to the model and keeps its answer.
 *
 * @throws AppError CONFLICT after the last question, ENDPOINT_FAULT when the model does not answer
 */
export async function askModel(
  context: CoreContext,
  { runId, position, question, as }: At & { question: string; as: string },
): Promise<HumanConversation> {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  const who = whoConverses(context, runId, as);
  assertQualified(db, { runId, role: 'ask' }, who);
  const row = openHumanConversation(db, run, position);
  const history = exchangesOf(db, runId, position);
  const { mostQuestions } = humanConversationSettings(run);
  if (history.length >= mostQuestions) {
    throw new AppError('CONFLICT', `A conversation has at most ${mostQuestions} questions.`, {
      remedy: 'Go on to the passage and mark the answers.',
    });
  }
  const counter = new ReplyCounter();
  try {
    const reply = await replyTo(context, { run, itemId: row.itemId, history }, question, counter);
    const keep = db.transaction(() => {
      openHumanConversation(db, run, position);
      if (exchangesOf(db, runId, position).length !== history.length) {
        throw new AppError('CONFLICT', 'Another window asked in this conversation a moment ago.', {
          remedy: 'Open the conversation again.',
        });
      }
      keepExchange(db, { runId, position, turn: history.length }, question, reply);
    });
    await whenWritable(() => keep.immediate());
  } finally {
    const keep = db.transaction(() => keepReplies(db, runId, position, counter));
    await whenWritable(() => keep.immediate());
  }
  return describeHumanConversation(db, run, row, who);
}

/** What a question follows on. */
interface Asked {
  readonly run: ProtocolRunRow;
  readonly itemId: number;
  readonly history: readonly Exchange[];
}

/** The model's reply to a question in a conversation. @throws AppError ENDPOINT_FAULT when it cannot be had */
async function replyTo(
  context: CoreContext,
  { run, itemId, history }: Asked,
  question: string,
  replies: ReplyCounter,
): Promise<ModelReply> {
  const { window } = humanConversationSettings(run);
  const passage = findItem(dbOf(context), itemId)!.context;
  const place = { itemId, turn: history.length, run: 0, replies };
  try {
    return await withModelOf(context, run, async (model) => {
      const reply = await model.reply(conversationOf(history, window, question), passage, place);
      if (!isNoAnswer(reply)) return reply;
      throw new ModelFault(
        `The model gave no answer: ${replyKindWords[reply.kind]}. Ask again, or ask differently.`,
      );
    });
  } catch (error) {
    if (error instanceof ModelFault)
      throw new AppError('ENDPOINT_FAULT', error.message, {}, { cause: error });
    throw error;
  }
}

/** The passage, with what was asked before it was seen. @throws AppError CONFLICT before the fewest questions are asked */
export function revealPassage(context: CoreContext, { runId, position }: At) {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  const row = openHumanConversation(db, run, position);
  const exchanges = exchangesOf(db, run.id, row.position);
  const { fewestQuestions } = humanConversationSettings(run);
  if (exchanges.length < fewestQuestions) {
    throw new AppError('CONFLICT', `Ask at least ${fewestQuestions} questions before you see the passage.`);
  }
  const passage = findItem(db, row.itemId)!.context;
  return { runId: run.id, position: row.position, passage, exchanges };
}

/** Keeps a person's marks of all answers, and says how many conversations are left. */
export async function markAnswers(
  context: CoreContext,
  { runId, position, marks, as }: At & { marks: HumanOutcome['marks']; as: string },
): Promise<{ open: number }> {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  const { id: annotatorId, name: annotator } = whoConverses(context, run.id, as);
  const outcome = { annotator, annotatorId, marks };
  const write = db.transaction(() =>
    storeMarks(db, run, openHumanConversation(db, run, position), outcome, context.now()),
  );
  return { open: await whenWritable(() => write.immediate()) };
}
