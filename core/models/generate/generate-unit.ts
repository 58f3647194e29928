import type { EndpointRow } from '../../../db/endpoints.ts';
import type { GeneratedItem } from '../../../db/generated-texts.ts';
import { findItem, type ItemRow, listResponses } from '../../../db/items.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { GeneratedReply, Generation, Outcome, ReplyKind } from '../../../shared/contract/index.ts';
import type { Answer, Answering } from '../llm/caller.ts';
import { LlmFault } from '../llm/fault.ts';
import { kindOfReply } from '../llm/read-reply.ts';
import { type LlmRequest, type Message, requestFor } from '../llm/request.ts';
import { sentPictures, showUnsent } from '../llm/sent-pictures.ts';
import { roomAfter, usableReply } from '../llm/usable-reply.ts';
import { disagreement, tokenUncertainty, type UncertaintyScores } from './uncertainty.ts';

const usualInstructions = 'Answer the last message of the conversation, in as few words as answer it.';

/** A conversation to be continued at each of its turns under test. */
interface Dialogue {
  readonly start: readonly Message[];
  /** What the person says before each turn under test, and what the data says was answered; null when it does not. */
  readonly turns: readonly { readonly before: readonly Message[]; readonly gold: string | null }[];
}

/**
 * Cuts an item into what comes before its first turn under test and the turns themselves: the last `turnCount` messages
 * of the person.
 */
function dialogueOf(item: ItemRow, turnCount: number, generation: Generation): Dialogue {
  const messages = item.conversation.map(({ role, content }): Message => ({ role: roleOf(role), content }));
  const asked = messages.flatMap(({ role }, i) => (role === 'user' ? [i] : [])).slice(-turnCount);
  const first = asked[0] ?? messages.length;
  return {
    start: [systemMessage(item, generation), ...messages.slice(0, first)],
    turns: asked.map((from, turn) => {
      const part = messages.slice(from, asked[turn + 1] ?? messages.length);
      const answers = part.filter(({ role }) => role === 'assistant').map(({ content }) => content);
      return {
        before: part.filter(({ role }) => role !== 'assistant'),
        gold: answers.at(-1) ?? item.references[turn]?.[0] ?? null,
      };
    }),
  };
}

function systemMessage({ context }: ItemRow, { instructions, withPassage }: Generation): Message {
  const task = instructions.trim() || usualInstructions;
  const content = withPassage && context ? `${task}\n\nThe passage to answer from:\n${context}` : task;
  return { role: 'system', content };
}

const roleOf = (role: string): Message['role'] => (role === 'assistant' || role === 'system' ? role : 'user');

export interface GenerateFacts {
  readonly db: WritableDb;
  readonly generation: Generation;
  readonly endpoint: EndpointRow;
}

export type Generated =
  | { outcome: 'scored'; item: GeneratedItem; uncertainty: UncertaintyScores; cut: number }
  | { outcome: Exclude<Outcome, 'scored'> };

/** The temperature of a second sample, which must be free to differ. */
const secondTemperature = 0.7;

/** Turns under test: as many as the references, or the responses of other systems, have. */
export function dialogueOfItem({ db, generation }: GenerateFacts, itemId: number): Dialogue {
  const item = findItem(db, itemId)!;
  const turns = listResponses(db, itemId).map(({ turn }) => turn + 1);
  return dialogueOf(item, Math.max(1, item.references.length, ...turns), generation);
}

function turnRequest(
  { db, generation, endpoint }: GenerateFacts,
  messages: readonly Message[],
  { sample = 0, again = 0, room = generation.maxOutputTokens }: TurnTry = {},
): LlmRequest {
  const { temperature, seed, model } = generation;
  return requestFor(endpoint, {
    model: model || endpoint.model,
    messages,
    temperature: sample === 0 ? temperature : Math.max(temperature ?? 0, secondTemperature),
    maxOutputTokens: room,
    seed: sample === 0 ? seed : null,
    schema: null,
    logProbabilities: endpoint.logProbabilities,
    pictures: sentPictures(db, endpoint, messages),
    repeat: sample,
    again,
  });
}

/** Which sample of a turn, which try of it, and the most tokens it may take. */
interface TurnTry {
  readonly sample?: 0 | 1;
  readonly again?: number;
  readonly room?: number;
}

/** Whether the model would have to answer about pictures that it does not get. */
const isUnseen = ({ db, endpoint }: GenerateFacts, { start, turns }: Dialogue): boolean =>
  showUnsent(
    db,
    endpoint,
    [start, ...turns.map(({ before }) => before)].flat().map(({ content }) => content),
  );

/** The first request of an item as it is looked up before a run. */
export function lookOfItem(facts: GenerateFacts, itemId: number) {
  const dialogue = dialogueOfItem(facts, itemId);
  if (isUnseen(facts, dialogue)) return { request: undefined, flagged: 0, withPictures: 1 };
  const { start, turns } = dialogue;
  const request = turns[0] && turnRequest(facts, [...start, ...turns[0].before]);
  return { request, flagged: 0, withPictures: 0 };
}

/** The request for the first turn of an item, the only one that is known beforehand; undefined when none is asked. */
export const firstRequest = (facts: GenerateFacts, itemId: number): LlmRequest | undefined =>
  lookOfItem(facts, itemId).request;

/** What a turn was answered with, the last try of it. */
export type TurnReply = Omit<GeneratedReply, 'itemId' | 'externalId'>;

/**
 * Has a model answer every turn of an item, on the history that was asked for.
 *
 * @param note gets the reply to each turn, also one that cannot be used
 */
export async function generateUnit(
  facts: GenerateFacts,
  itemId: number,
  caller: Answering,
  note: (reply: TurnReply) => void = () => {},
): Promise<Generated> {
  const dialogue = dialogueOfItem(facts, itemId);
  const { start, turns } = dialogue;
  if (turns.length === 0) return { outcome: 'failed' };
  if (isUnseen(facts, dialogue)) return { outcome: 'picture' };
  const history = [...start];
  const answers: Answer[] = [];
  const seconds: Answer[] = [];
  for (const [turn, { before, gold }] of turns.entries()) {
    history.push(...before);
    const answer = await answerOrOutcome(caller, facts, history, {
      note: (reply) => note({ turn, ...reply }),
    });
    if (typeof answer === 'string') return { outcome: answer };
    answers.push(answer);
    if (facts.generation.secondSample && answer.reply.tokens.length === 0) {
      const second = await answerOrOutcome(caller, facts, history, { sample: 1 });
      if (typeof second !== 'string') seconds.push(second);
    }
    const own = answer.reply.text!;
    history.push({ role: 'assistant', content: facts.generation.history === 'own' ? own : (gold ?? own) });
  }
  const texts = answers.map(({ reply }) => reply.text!);
  const others = seconds.map(({ reply }) => reply.text!);
  return {
    outcome: 'scored',
    cut: answers.filter(({ reply }) => kindOfReply(reply) === 'cut').length,
    item: { itemId, texts, tokens: answers.map(({ reply }) => tokensAsJson(reply)) },
    uncertainty:
      others.length === texts.length
        ? disagreement(texts, others)
        : tokenUncertainty(answers.flatMap(({ reply }) => reply.tokens)),
  };
}

const tokensAsJson = ({ tokens }: Answer['reply']): string | null =>
  tokens.length === 0 ? null : JSON.stringify(tokens);

/** The answer to a turn, asked for once more where it cannot be used, or what came in its place. */
async function answerOrOutcome(
  caller: Answering,
  facts: GenerateFacts,
  messages: readonly Message[],
  { sample = 0, note = () => {} }: { sample?: 0 | 1; note?: (reply: Omit<TurnReply, 'turn'>) => void } = {},
): Promise<Answer | Exclude<Outcome, 'scored'>> {
  let room = facts.generation.maxOutputTokens;
  try {
    const { given, kind, value } = await usableReply<Answer, string>({
      async ask(again, before) {
        room = roomAfter(room, before?.cutOff ?? false);
        return caller.call(turnRequest(facts, messages, { sample, again, room }));
      },
      read: (answer) => answer,
      takesCut: true,
      asksNobody: caller.asksNobody,
      isFault: (error) => error instanceof LlmFault,
    });
    note({ kind, answer: given.reply.text, reasoning: given.reply.reasoning, callHash: given.hash });
    return value === null ? outcomeOfKind[kind] : given;
  } catch (error) {
    if (!(error instanceof LlmFault)) throw error;
    note({ kind: null, answer: null, reasoning: null, callHash: null });
    return error.kind === 'content-filter' ? 'refused' : 'failed';
  }
}

const outcomeOfKind = {
  answer: 'unreadable',
  refusal: 'refused',
  empty: 'empty',
  'tool-call': 'tool-call',
  cut: 'cut',
  unreadable: 'unreadable',
} as const satisfies Record<ReplyKind, Exclude<Outcome, 'scored'>>;
