import { findItem } from '../../../db/items.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import { talkContract } from '../../../shared/contract/talk.ts';
import { AppError } from '../../../shared/errors.ts';
import { annotatorOf } from '../../model/persons/present-annotator.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { conversationOf, type Exchange } from '../../sources/protocols/conversations/history.ts';
import { ModelFault } from '../../sources/protocols/model/model-under-test.ts';
import { requireProtocolRun } from '../../sources/protocols/run/describe-run.ts';
import { withModelOf } from '../../sources/protocols/run/with-model.ts';
import {
  describeTalk,
  exchangesOf,
  keepExchange,
  markTalk,
  nextTalk,
  openTalk,
  talkSettings,
  whoTalks,
} from './talk.ts';

const base = baseOf({ talk: talkContract });

/** The model's answer to a question in a conversation. @throws AppError ENDPOINT_FAULT when it cannot be had */
async function answerOf(
  context: CoreContext,
  run: ProtocolRunRow,
  itemId: number,
  history: readonly Exchange[],
  question: string,
): Promise<string> {
  const { window } = talkSettings(run);
  const passage = findItem(dbOf(context), itemId)?.context ?? null;
  const place = { itemId, turn: history.length, run: 0 };
  try {
    return await withModelOf(context, run, async (model) => {
      const { text } = await model.reply(conversationOf(history, window, question), passage, place);
      return text;
    });
  } catch (error) {
    if (error instanceof ModelFault)
      throw new AppError('ENDPOINT_FAULT', error.message, {}, { cause: error });
    throw error;
  }
}

export const talkHandlers = {
  next: base.talk.next.handler(({ context, input }) =>
    nextTalk(
      dbOf(context),
      requireProtocolRun(dbOf(context), input.runId),
      annotatorOf(context, input.annotatorId),
    ),
  ),
  ask: base.talk.ask.handler(async ({ context, input }) => {
    const db = dbOf(context);
    const { runId, position, question } = input;
    const run = requireProtocolRun(db, runId);
    const who = whoTalks(context, runId, input.as);
    const row = openTalk(db, run, position);
    const history = exchangesOf(db, runId, position);
    const { mostQuestions } = talkSettings(run);
    if (history.length >= mostQuestions) {
      throw new AppError('CONFLICT', `A conversation has at most ${mostQuestions} questions.`, {
        mend: 'Go on to the passage and mark the answers.',
      });
    }
    const answer = await answerOf(context, run, row.itemId, history, question);
    await whenWritable(() => keepExchange(db, { runId, position, turn: history.length }, question, answer));
    return describeTalk(db, run, row, who);
  }),
  reveal: base.talk.reveal.handler(({ context, input }) => {
    const db = dbOf(context);
    const run = requireProtocolRun(db, input.runId);
    const row = openTalk(db, run, input.position);
    const exchanges = exchangesOf(db, run.id, row.position);
    const { fewestQuestions } = talkSettings(run);
    if (exchanges.length < fewestQuestions) {
      throw new AppError('CONFLICT', `Ask at least ${fewestQuestions} questions before you see the passage.`);
    }
    const passage = findItem(db, row.itemId)?.context ?? null;
    return { runId: run.id, position: row.position, passage, exchanges };
  }),
  mark: base.talk.mark.handler(async ({ context, input }) => {
    const db = dbOf(context);
    const run = requireProtocolRun(db, input.runId);
    const row = openTalk(db, run, input.position);
    const { id: annotatorId, name: annotator } = whoTalks(context, run.id, input.as);
    const outcome = { annotator, annotatorId, marks: input.marks };
    const write = db.transaction(() => markTalk(db, run, row, outcome, context.now()));
    return { open: await whenWritable(() => write.immediate()) };
  }),
};
