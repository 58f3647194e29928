import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { AgentSpec } from '../../../../shared/contract/index.ts';
import { canonicalJson } from '../../llm/request.ts';
import type { CommandPool } from './command-pool.ts';
import { seedOf } from './endpoint-model.ts';
import { type Agent, ModelFault, type ModelReply, type ModelUnderTest } from './model-under-test.ts';

/** Where the replies of a local program are kept during a run. */
export interface KeptReplies {
  find(hash: string): string | undefined;
  keep(hash: string, reply: string): Promise<void>;
  /** Counts a reply, stored or new. */
  counted(isStored: boolean): void;
}

type CommandSpec = Extract<AgentSpec, { kind: 'command' }>;

const ReplySchema = z.object({
  text: z.string(),
  logProbabilities: z.array(z.array(z.number())).optional(),
});

/**
 * A local program as the model under test. It gets `{"id", "type": "reply", "conversation", "passage"}`, with `settings`
 * where some were given, and answers `{"id", "text"}`, with `logProbabilities` if it has them.
 */
export function commandModel(pool: CommandPool, spec: CommandSpec, kept: KeptReplies): ModelUnderTest {
  return {
    reply: (conversation, passage, { run }) =>
      askOnce(pool, kept, { type: 'reply', conversation, passage, run, ...toldOf(spec, run) }),
  };
}

/** A local program as an agent: `{"id", "type": "complete", "messages"}` in, `{"id", "text"}` out. */
export function commandAgent(pool: CommandPool, spec: CommandSpec, kept: KeptReplies): Agent {
  return {
    name: pool.words.map((word) => path.basename(word)).join(' '),
    complete: async (messages, run) =>
      (await askOnce(pool, kept, { type: 'complete', messages, run, ...toldOf(spec, run) })).text,
  };
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

async function askOnce(
  pool: CommandPool,
  kept: KeptReplies,
  request: Record<string, unknown>,
): Promise<ModelReply> {
  // Two programs may be asked the same, such as two judges.
  const asked = canonicalJson({ program: pool.words, request });
  const hash = createHash('sha256').update(asked).digest('hex');
  const stored = kept.find(hash);
  const text = stored ?? JSON.stringify(readAnswer(await pool.ask(request)));
  if (stored === undefined) await kept.keep(hash, text);
  kept.counted(stored !== undefined);
  return readAnswer(JSON.parse(text));
}

function readAnswer(answer: unknown): ModelReply {
  const read = ReplySchema.safeParse(answer);
  if (!read.success) {
    throw new ModelFault('The program answered without a "text"; it must write {"id": ..., "text": "..."}.');
  }
  const { text, logProbabilities } = read.data;
  return logProbabilities === undefined ? { text } : { text, logProbabilities };
}
