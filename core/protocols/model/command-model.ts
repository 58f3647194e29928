import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { ReadableDb } from '../../../db/types.ts';
import type { AgentSpec, ReplyPart } from '../../../shared/contract/index.ts';
import type { Reply } from '../../models/llm/read-reply.ts';
import { splitWritten } from '../../models/llm/reasoning.ts';
import { canonicalJson, type Message } from '../../models/llm/request.ts';
import { showUnsent } from '../../models/llm/sent-pictures.ts';
import { type Outcome, usableReply } from '../../models/llm/usable-reply.ts';
import type { CommandPool } from './command-pool.ts';
import { agentReply, answerUnderTest, askedAnew, replyUnderTest, seedOf } from './endpoint-model.ts';
import {
  type Agent,
  ModelFault,
  type ModelUnderTest,
  type OpenConversation,
  type Reading,
  UnseenPictures,
} from './model-under-test.ts';

/** Where the replies of a local program are kept during a run. */
export interface KeptReplies {
  find(hash: string): string | undefined;
  /** Whether this job has asked for it. */
  isOfJob(hash: string): boolean;
  keep(hash: string, reply: string): Promise<void>;
  /** Counts a reply, stored or new. */
  counted(isStored: boolean): void;
}

type CommandSpec = Extract<AgentSpec, { kind: 'command' }>;

const ReplySchema = z.object({
  text: z.string(),
  reasoning: z.string().optional(),
  refusal: z.string().optional(),
  logProbabilities: z.array(z.array(z.number())).optional(),
});

/** A local program, and where its replies are kept. */
interface Program {
  readonly db: ReadableDb;
  readonly pool: CommandPool;
  readonly spec: CommandSpec;
  readonly kept: KeptReplies;
}

const nameOf = (pool: CommandPool): string => pool.words.map((word) => path.basename(word)).join(' ');

/** A program gets text alone. @throws UnseenPictures */
function assertText(db: ReadableDb, pool: CommandPool, texts: readonly string[]): void {
  if (showUnsent(db, { pictures: false }, texts)) throw new UnseenPictures(nameOf(pool));
}

/**
 * A local program as the model under test. It gets `{"id", "type": "reply", "conversation", "passage"}`, with `settings`
 * where some were given, and answers `{"id", "text"}`, with `reasoning`, `refusal` and `logProbabilities` if it has them.
 */
export function commandModel({ db, pool, spec, kept }: Program): ModelUnderTest {
  return {
    async reply(conversation, passage, openConversation) {
      const { run } = openConversation;
      assertText(db, pool, [...conversation.map(({ content }) => content), passage ?? '']);
      const request = { type: 'reply', conversation, passage, run, ...toldOf(spec, run) };
      const outcome = await counted('system', openConversation, () =>
        ask(pool, kept, () => request, answerUnderTest),
      );
      const reply = replyUnderTest(outcome, openConversation);
      const { logProbabilities } = outcome.given;
      return logProbabilities === undefined ? reply : { ...reply, logProbabilities };
    },
  };
}

/** A local program as an agent: `{"id", "type": "complete", "messages"}` in, `{"id", "text"}` out. */
export function commandAgent({ db, pool, spec, kept }: Program, part: ReplyPart): Agent {
  return {
    name: nameOf(pool),
    part,
    async complete<T>(messages: readonly Message[], openConversation: OpenConversation, reading: Reading<T>) {
      const { run } = openConversation;
      assertText(
        db,
        pool,
        messages.map(({ content }) => content),
      );
      const request = (before: Reply | null) => ({
        type: 'complete',
        messages: before === null ? messages : [...messages, ...askedAnew(before)],
        run,
        ...toldOf(spec, run),
      });
      return agentReply(
        part,
        await counted(part, openConversation, () => ask(pool, kept, request, reading)),
        openConversation,
      );
    },
  };
}

async function counted<T>(
  part: ReplyPart,
  { replies }: OpenConversation,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ModelFault) replies.failed(part);
    throw error;
  }
}

/** The settings that somebody gave; nothing at all where nobody did, as the requests of earlier versions had it. */
function toldOf(spec: CommandSpec, run: number): { settings?: Record<string, unknown> } {
  const { instructions, temperature, topP, maxOutputTokens, stopWords } = spec;
  const all = {
    instructions: instructions || null,
    temperature,
    topP,
    maxOutputTokens,
    seed: seedOf(spec, run),
    stopWords: stopWords.length === 0 ? null : stopWords,
  };
  const given = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  return given.length === 0 ? {} : { settings: Object.fromEntries(given) };
}

/** What a program said to one try. */
interface Said {
  readonly reply: Reply;
  readonly isFromBefore: boolean;
  readonly logProbabilities: readonly (readonly number[])[] | undefined;
}

/** Puts a request to a program until its reply can be used. */
const ask = <T>(
  pool: CommandPool,
  kept: KeptReplies,
  requestOf: (before: Reply | null) => Record<string, unknown>,
  reading: Reading<T> & { refusal?(reply: Reply): T },
): Promise<Outcome<Said, T>> =>
  usableReply<Said, T>({
    ask: (again, before) => askOnce(pool, kept, requestOf(before), again),
    read: (answer, { isSplit }) => reading.read(answer, isSplit),
    ...(reading.refusal && { refusal: reading.refusal }),
    takesCut: reading.takesCut,
    isFault: (error) => error instanceof ModelFault,
  });

async function askOnce(
  pool: CommandPool,
  kept: KeptReplies,
  request: Record<string, unknown>,
  again: number,
): Promise<Said> {
  // Two programs may be asked the same, such as two judges.
  const asked = canonicalJson({ program: pool.words, request, ...(again > 0 && { again }) });
  const hash = createHash('sha256').update(asked).digest('hex');
  const stored = kept.find(hash);
  const text = stored ?? JSON.stringify(readAnswer(await pool.ask(request)));
  if (stored === undefined) await kept.keep(hash, text);
  kept.counted(stored !== undefined);
  const { logProbabilities, ...said } = readAnswer(JSON.parse(text));
  return { reply: replyOf(said), isFromBefore: !kept.isOfJob(hash), logProbabilities };
}

/** What a program wrote, its parts told apart as those of a server are. */
function replyOf({ text, reasoning = '', refusal }: Omit<Written, 'logProbabilities'>): Reply {
  const written = splitWritten(text, reasoning !== '');
  return {
    text: written.answer || null,
    reasoning: [reasoning, written.reasoning].filter((part) => part !== '').join('\n\n') || null,
    isSplit: written.answer !== text,
    servedBy: null,
    refusal: refusal || null,
    cutOff: written.isUnclosed,
    filtered: false,
    callsTool: written.callsTool,
    tokens: [],
    inputTokens: null,
    outputTokens: null,
  };
}

type Written = z.infer<typeof ReplySchema>;

function readAnswer(answer: unknown): Written {
  const read = ReplySchema.safeParse(answer);
  if (read.success) return read.data;
  throw new ModelFault('The program answered without a "text"; it must write {"id": ..., "text": "..."}.');
}
