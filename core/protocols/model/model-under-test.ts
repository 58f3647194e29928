import type { ReplyKind, ReplyPart, Turn } from '../../../shared/contract/index.ts';
import type { Message } from '../../models/llm/request.ts';
import type { ReplyCounter } from './reply-counter.ts';

export interface ModelReply {
  /** What it answered, reasoning left out; empty where it gave no answer. */
  readonly text: string;
  readonly kind: ReplyKind;
  /** Shown, never scored and never sent on; empty without any. */
  readonly reasoning: string;
  /** What a model that reads for refusals says; missing where the words decide. */
  readonly isRefusal?: boolean;
  /** For each token the log-probabilities of the likeliest ones, the most likely first; natural logarithms. */
  readonly logProbabilities?: readonly (readonly number[])[];
}

/** A conversation under way. */
export interface OpenConversation {
  /** Tells repetitions of the same conversation apart, from 0. */
  readonly run: number;
  /** Counts what the replies of its models are. */
  readonly replies: ReplyCounter;
}

/** Which question of the data a reply is for. Live models need not know; recorded responses do. */
interface QuestionPlace extends OpenConversation {
  readonly itemId: number;
  /** The turn within the item, from 0. */
  readonly turn: number;
}

/** The conversational system that a protocol evaluates. */
export interface ModelUnderTest {
  /**
   * The next assistant turn of a conversation that ends with a user turn. A refusal is an answer, too. What is none, such as a
   * call of a tool, is given as such only once a later job has asked again in vain.
   *
   * @throws ModelFault when this reply cannot be had, RunStopped when none can
   */
  reply(conversation: readonly Turn[], passage: string | null, place: QuestionPlace): Promise<ModelReply>;
}

/** How a part reads the replies of its model. */
export interface Reading<T> {
  /**
   * What an answer says; null where it cannot be read, and is asked once more.
   *
   * @param isSplit reasoning came in the same text, so that a quotation may stand at its seam
   */
  read(answer: string, isSplit: boolean): T | null;
  /** An answer that was cut off twice is still worth reading. */
  readonly takesCut: boolean;
}

export interface AgentReply<T> {
  /** Null when no reply could be used: `kind` says why. */
  readonly value: T | null;
  readonly text: string;
  readonly kind: ReplyKind;
  readonly reasoning: string;
}

/** A language model that plays a part in a protocol: it asks, judges, rewrites or detects. */
export interface Agent {
  /** What lists call it. */
  readonly name: string;
  readonly part: ReplyPart;
  /** @throws ModelFault when no reply can be had, RunStopped when none can */
  complete<T>(
    messages: readonly Message[],
    openConversation: OpenConversation,
    reading: Reading<T>,
  ): Promise<AgentReply<T>>;
}

/** For parts whose answer is used as it is written. */
export const asWritten: Reading<string> = { read: (answer) => answer.trim() || null, takesCut: false };

/** One conversation cannot go on; the others can. */
export class ModelFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelFault';
  }
}

/** A conversation shows pictures to a model that takes text alone: it is left out, and can be asked once the model takes them. */
export class UnseenPictures extends ModelFault {
  constructor(who: string) {
    super(`It shows pictures, and ${who} takes text alone.`);
    this.name = 'UnseenPictures';
  }
}
