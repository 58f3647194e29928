import type { Turn } from '../../../../shared/contract/index.ts';

export interface ModelReply {
  readonly text: string;
  /** For each token the log-probabilities of the likeliest ones, the most likely first; natural logarithms. */
  readonly logProbabilities?: readonly (readonly number[])[];
}

/** Which question of the data a reply is for. Live models need not know; recorded responses do. */
export interface QuestionPlace {
  readonly itemId: number;
  /** The turn within the item, from 0. */
  readonly turn: number;
  /** Tells repetitions of the same conversation apart, from 0. */
  readonly run: number;
}

/** The conversational system that a protocol evaluates. */
export interface ModelUnderTest {
  /**
   * The next assistant turn of a conversation that ends with a user turn.
   *
   * @throws ModelFault when this reply cannot be had, RunStopped when none can
   */
  reply(conversation: readonly Turn[], passage: string | null, place: QuestionPlace): Promise<ModelReply>;
}

export interface AgentMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A language model that plays a part in a protocol: it asks, judges, rewrites or detects. */
export interface Agent {
  /** What lists call it. */
  readonly name: string;
  /** @throws ModelFault when this reply cannot be had, RunStopped when none can */
  complete(messages: readonly AgentMessage[], run: number): Promise<string>;
}

/** One conversation cannot go on; the others can. */
export class ModelFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelFault';
  }
}
