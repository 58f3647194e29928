import type { ProtocolPrompt, TurnKind } from '../../../shared/contract/index.ts';
import { turnKinds } from '../../../shared/contract/protocol-scores.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import { unquoted } from '../../models/llm/reasoning.ts';
import { isNoAnswer } from '../conversations/refusal.ts';
import {
  type Agent,
  ModelFault,
  type ModelReply,
  type OpenConversation,
  type Reading,
} from '../model/model-under-test.ts';
import { verdictWord } from '../model/verdict-word.ts';
import { renderTemplate } from '../prompts/template.ts';
import { bulleted, type ShardedTask } from './read-shards.ts';

/** Who tells what a reply is, and copies the answer out of it. */
export interface Verifier {
  readonly agent: Agent;
  readonly kindText: ProtocolPrompt;
  readonly copyText: ProtocolPrompt;
  readonly answerDescription: string;
}

interface VerifiedReply {
  readonly task: ShardedTask;
  /** The last message of the user. */
  readonly asked: string;
  readonly reply: ModelReply;
}

const kindWord = verdictWord(turnKinds.map((kind) => kind.toUpperCase()));

/**
 * What a reply is. A refusal by the interface and a reply without an answer need no verifier; without one, every other reply is an
 * attempt.
 *
 * @throws ModelFault when no verdict can be read
 */
export async function kindOfTurn(
  verifier: Verifier | null,
  { task, asked, reply }: VerifiedReply,
  openConversation: OpenConversation,
): Promise<{ kind: TurnKind; reasoning: string }> {
  if (reply.kind === 'refusal') return { kind: 'refusal', reasoning: '' };
  if (isNoAnswer(reply) || reply.text.trim() === '') return { kind: 'missing', reasoning: '' };
  if (verifier === null) return { kind: 'attempt', reasoning: '' };
  const values = {
    first: task.shards[0]!,
    shards: bulleted(task.shards.slice(1)),
    answer_description: verifier.answerDescription,
    asked,
    reply: reply.text,
  };
  const { value, kind, reasoning } = await verifier.agent.complete(
    [
      { role: 'system', content: renderTemplate(verifier.kindText.instructions, values) },
      { role: 'user', content: renderTemplate(verifier.kindText.message, values) },
    ],
    openConversation,
    kindWord,
  );
  const found = turnKinds.find((one) => one.toUpperCase() === value);
  if (found === undefined) {
    throw new ModelFault(`The verifier did not say what a reply is: ${replyKindWords[kind]}.`);
  }
  return { kind: found, reasoning };
}

/** An answer as it stands in a reply. */
interface CopiedAnswer {
  readonly answer: string;
  /** False where the verifier copied nothing that stands there: the whole reply is then the answer. */
  readonly isCopied: boolean;
  readonly reasoning: string;
}

/** The answer that a reply holds, copied by the verifier; without one it is the reply. */
export async function answerIn(
  verifier: Verifier | null,
  { asked, reply }: Omit<VerifiedReply, 'task'>,
  openConversation: OpenConversation,
): Promise<CopiedAnswer> {
  const whole = reply.text.trim();
  if (verifier === null) return { answer: whole, isCopied: true, reasoning: '' };
  const values = { answer_description: verifier.answerDescription, asked, reply: reply.text };
  const { value, reasoning } = await verifier.agent.complete(
    [
      { role: 'system', content: renderTemplate(verifier.copyText.instructions, values) },
      { role: 'user', content: renderTemplate(verifier.copyText.message, values) },
    ],
    openConversation,
    copyFrom(whole),
  );
  return { answer: value ?? whole, isCopied: value !== null, reasoning };
}

/** What stands between the first and the last words of a long copy. */
const gap = '[...]';

/** A copy that stands in the reply, letter by letter; of one with a gap, all from its first words to its last. */
const copyFrom = (reply: string): Reading<string> => ({
  takesCut: false,
  read(answer) {
    const copied = answer.trim();
    const found = [copied, unquoted(copied)].find((one) => one !== '' && reply.includes(one));
    if (found !== undefined) return found;
    const [first = '', last = '', ...others] = copied.split(gap).map((part) => part.trim());
    if (first === '' || last === '' || others.length > 0) return null;
    const from = reply.indexOf(first);
    const to = reply.lastIndexOf(last);
    return from >= 0 && to >= from + first.length ? reply.slice(from, to + last.length) : null;
  },
});
