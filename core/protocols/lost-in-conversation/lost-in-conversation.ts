import type { LostSettings, ProtocolPrompt, Turn, TurnKind } from '../../../shared/contract/index.ts';
import { hasTurns } from '../../../shared/contract/protocol-settings.ts';
import { replyKindWords } from '../../../shared/reply-words.ts';
import { metricById } from '../../../stats/index.ts';
import { unquoted } from '../../models/llm/reasoning.ts';
import { type RightnessParts, withRightness } from '../iqa-eval/rightness.ts';
import {
  type Agent,
  ModelFault,
  type ModelUnderTest,
  type OpenConversation,
  type Reading,
} from '../model/model-under-test.ts';
import { promptOf } from '../prompts/prompts-of-run.ts';
import { renderTemplate } from '../prompts/template.ts';
import {
  answeredBy,
  type ConversationResult,
  type KeepTurn,
  type PartReasoning,
  saidWhile,
  turnOf,
} from '../run/conversation-result.ts';
import { bulleted, type ShardedTask } from './read-shards.ts';
import { answerIn, kindOfTurn, type Verifier } from './verifier.ts';

interface LostParts {
  readonly settings: LostSettings;
  readonly model: ModelUnderTest;
  /** Null in the modes of one turn. */
  readonly user: Agent | null;
  /** Null where every reply is an answer. */
  readonly verifier: Verifier | null;
  readonly checker: RightnessParts['checker'];
  readonly openConversation: OpenConversation;
  readonly keep: KeepTurn;
}

export interface LostOutcome {
  readonly itemId: number;
  /** Instructions of one group are not independent of each other. */
  readonly cluster: string;
  readonly isRight: boolean;
  /** In [0, 1]; left out where the rule says right or wrong alone. */
  readonly score?: number;
  /** What each reply is, in order. */
  readonly replies: readonly TurnKind[];
  /** Shards that the user never told; 0 where a right answer ended the conversation before. */
  readonly untold: number;
  readonly uncopied: number;
}

/** So many messages for each shard end a conversation: a user who tells nothing would go on forever. */
const messagesPerShard = 2;

/**
 * One run of one instruction (Laban et al., 2025). With turns, a played user tells at most one shard in each; the
 * conversation ends with a right answer, or with the reply to the last shard, or after two messages for each shard. With a recap, a
 * last message then repeats all shards, and the reply to it alone counts. It scores 1 with a right answer, else 0; by a metric it scores
 * what its last attempt did, as the authors ran it, and an answer that scores 1 is right.
 *
 * @throws ModelFault when a part gives no reply that can be used
 */
export async function runInstruction(
  task: ShardedTask,
  cluster: string,
  parts: LostParts,
): Promise<ConversationResult<LostOutcome>> {
  const { settings } = parts;
  const asking = new Asking(task, parts);
  const told = new Set<number>();
  let isRight = false;
  if (!hasTurns(settings.mode)) {
    const whole = settings.mode === 'full' ? (task.whole ?? task.question) : bulleted(task.shards);
    isRight = await asking.ask(whole, { isOnlyTurn: true });
  } else {
    isRight = await tellShards(task, told, asking, parts);
  }
  const untold = hasTurns(settings.mode) && !isRight ? task.shards.length - told.size : 0;
  if (settings.mode === 'recap') {
    asking.forgetScore();
    isRight = await asking.ask(recapOf(task.shards), { note: 'All shards once more.' });
  }
  const { replies, uncopied, score } = asking;
  const isGraded = settings.correctness.by === 'metric';
  return {
    score: isGraded ? score : Number(isRight),
    outcome: { itemId: task.itemId, cluster, isRight, ...(isGraded && { score }), replies, untold, uncopied },
    flagged: uncopied + Number(untold > 0),
  };
}

/** Tells shard by shard, marking those told. */
async function tellShards(
  { shards }: ShardedTask,
  told: Set<number>,
  asking: Asking,
  { settings, user, openConversation }: LostParts,
): Promise<boolean> {
  const prompt = promptOf(settings, 'sharded-user');
  /** What the user has told so far, in the user's words. */
  const said: string[] = [];
  for (let message = 0; message < messagesPerShard * shards.length && told.size < shards.length; message++) {
    // The first shard is what the user begins with, as it is written.
    const next =
      message === 0
        ? { text: shards[0]!, shard: 0, reasoning: '' }
        : await nextMessage(shards, told, asking.conversation, { user: user!, prompt, openConversation });
    const text = settings.mode === 'snowball' && said.length > 0 ? snowballOf(said, next.text) : next.text;
    if (next.shard !== null) {
      told.add(next.shard);
      said.push(next.text);
    }
    const isRight = await asking.ask(text, {
      note: next.shard === null ? 'No shard.' : `Shard ${next.shard + 1} of ${shards.length}.`,
      before: saidWhile('user', next.reasoning),
    });
    if (isRight) return true;
  }
  return false;
}

const recapOf = (shards: readonly string[]): string =>
  `To sum up, this is all that I want:\n\n${bulleted(shards)}\n\nTake all of it into account and give me the whole answer now.`;

const snowballOf = (said: readonly string[], next: string): string =>
  `As I said:\n${bulleted(said)}\n\nBesides:\n\n${next}`;

interface AskedHow {
  /** With one turn, the reply is taken for an answer (as the authors ran it). */
  readonly isOnlyTurn?: boolean;
  readonly note?: string;
  readonly before?: readonly PartReasoning[];
}

/** Puts messages to the model under test, and tells what its replies are and whether their answers are right. */
class Asking {
  readonly conversation: Turn[] = [];
  readonly replies: TurnKind[] = [];
  uncopied = 0;
  /** Of the last attempt, in [0, 1]; 0 before any. */
  score = 0;
  readonly #task: ShardedTask;
  readonly #parts: LostParts;

  constructor(task: ShardedTask, parts: LostParts) {
    this.#task = task;
    this.#parts = parts;
  }

  /** Only what comes from here on counts. */
  forgetScore(): void {
    this.score = 0;
  }

  /** Whether the reply to a message holds a right answer. */
  async ask(asked: string, { isOnlyTurn = false, note = '', before = [] }: AskedHow): Promise<boolean> {
    const { model, verifier, openConversation, keep } = this.#parts;
    const task = this.#task;
    const place = { itemId: task.itemId, turn: this.replies.length, ...openConversation };
    this.conversation.push({ role: 'user', content: asked });
    const reply = await model.reply(this.conversation, task.passage, place);
    this.conversation.push({ role: 'assistant', content: reply.text });
    const { kind, reasoning } = await kindOfTurn(
      isOnlyTurn ? null : verifier,
      { task, asked, reply },
      openConversation,
    );
    this.replies.push(kind);
    const found = kind === 'attempt' ? await answerIn(verifier, { asked, reply }, openConversation) : null;
    if (found?.isCopied === false) this.uncopied++;
    const given = found === null ? null : await this.#scoreOf(found.answer);
    if (given !== null) this.score = given;
    const isRight = given === null ? null : given === 1;
    const isGraded = this.#parts.settings.correctness.by === 'metric';
    await keep(
      turnOf({
        ...{ kind: 'request', cell: 0, asked },
        ...answeredBy(reply, [
          ...before,
          ...saidWhile('verifier', [reasoning, found?.reasoning ?? ''].filter(Boolean).join('\n\n')),
        ]),
        ...(found !== null && { goldAnswers: [...task.goldAnswers] }),
        isRefused: kind === 'refusal',
        ...(isGraded ? { score: given } : { isRight }),
        note: [note, noteOf(kind, found)].filter((part) => part !== '').join(' '),
      }),
    );
    return isRight === true;
  }

  /** In [0, 1]. */
  async #scoreOf(finalAnswer: string): Promise<number> {
    const { settings, checker, openConversation } = this.#parts;
    const { correctness } = settings;
    if (correctness.by === 'metric') return gradeOf(finalAnswer, this.#task, correctness.metric);
    const asked = { task: this.#task, exchanges: [], finalAnswer, isCorrect: null };
    const { isCorrect } = await withRightness(asked, {
      correctness,
      checker,
      openConversation,
    });
    if (isCorrect === null) throw new ModelFault('The model that tells right answers gave no verdict.');
    return Number(isCorrect);
  }
}

/** The best value of a metric over the gold answers, in [0, 1]. */
function gradeOf(answer: string, { goldAnswers }: ShardedTask, id: string): number {
  const metric = metricById(id)!;
  return Math.max(...goldAnswers.map((gold) => metric.score(answer, [gold]) ?? 0));
}

function noteOf(kind: TurnKind, found: { answer: string; isCopied: boolean } | null): string {
  if (found === null) return `The reply is: ${kind}.`;
  return found.isCopied
    ? `The reply is: attempt. Its answer: ${found.answer}`
    : 'The reply is: attempt. The verifier copied no answer that stands in it; all of it counts.';
}

/** What a played user says, and which shard it tells by that. */
interface UserMessage {
  readonly text: string;
  /** Its place in the instruction, from 0; null where it tells nothing new. */
  readonly shard: number | null;
  readonly reasoning: string;
}

interface UserParts {
  readonly user: Agent;
  readonly prompt: ProtocolPrompt;
  readonly openConversation: OpenConversation;
}

/**
 * The next message of a user who tells an instruction shard by shard (Laban et al., 2025).
 *
 * @param told places of the shards told so far
 * @throws ModelFault when no reply says which shard it tells, and what
 */
async function nextMessage(
  shards: readonly string[],
  told: ReadonlySet<number>,
  conversation: readonly Turn[],
  { user, prompt, openConversation }: UserParts,
): Promise<UserMessage> {
  const numbered = (isTold: boolean) =>
    shards.flatMap((shard, i) => (told.has(i) === isTold ? [`${i + 1}. ${shard}`] : [])).join('\n');
  const values = {
    conversation: conversation
      .map(({ role, content }) => `${role === 'assistant' ? 'Assistant' : 'You'}: ${content}`)
      .join('\n'),
    told: numbered(true),
    untold: numbered(false),
  };
  const { value, kind, reasoning } = await user.complete(
    [
      { role: 'system', content: renderTemplate(prompt.instructions, values) },
      { role: 'user', content: renderTemplate(prompt.message, values) },
    ],
    openConversation,
    messageOf(shards.length, told),
  );
  if (value === null) {
    throw new ModelFault(
      `The played user did not say which shard it gives, and what: ${replyKindWords[kind]}.`,
    );
  }
  return { ...value, reasoning };
}

/** "Shard: 2", or none, on the first line and "Message: ..." after it; a shard that was told before is told no second time. */
function messageOf(count: number, told: ReadonlySet<number>): Reading<Omit<UserMessage, 'reasoning'>> {
  return {
    takesCut: false,
    read(answer) {
      const lines = answer.split('\n').filter((line) => line.trim() !== '');
      const named = fieldIn(lines[0], 'shard');
      const first = fieldIn(lines[1], 'message');
      if (named === null || first === null) return null;
      const text = unquoted([first, ...lines.slice(2)].join('\n').trim());
      if (text === '') return null;
      if (named.toLowerCase().replace('.', '') === 'none') return { text, shard: null };
      const number = Number(named);
      if (!Number.isInteger(number) || number < 1 || number > count) return null;
      return { text, shard: told.has(number - 1) ? null : number - 1 };
    },
  };
}

/** What stands behind "Name:" on a line, marks of emphasis left out; null on any other line. */
function fieldIn(line: string | undefined, name: string): string | null {
  const plain = (line ?? '').replaceAll('*', '').trim();
  return plain.toLowerCase().startsWith(`${name}:`) ? plain.slice(name.length + 1).trim() : null;
}
