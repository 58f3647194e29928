import type { ReplyKind } from '../../../shared/contract/llm.ts';
import { kindOfReply, type Reply } from './read-reply.ts';

/** A reply to one try, whoever gave it. */
interface Tried {
  readonly reply: Reply;
  /** Stored before this job began. */
  readonly isFromBefore: boolean;
}

/** What the tries of one request came to. */
export interface Outcome<T extends Tried, V> {
  readonly given: T;
  readonly kind: ReplyKind;
  /** What was read from it; null where it cannot be used. */
  readonly value: V | null;
  /** Replies in all, those of earlier jobs included. */
  readonly tries: number;
  /** An earlier job had no usable reply either. */
  readonly wasTriedBefore: boolean;
}

interface Trying<T extends Tried, V> {
  /** Asks for the try of that number, from 0. `before` is the reply that could not be used. */
  ask(number: number, before: Reply | null): Promise<T>;
  /** What is in an answer; null where it cannot be read. */
  read(answer: string, reply: Reply): V | null;
  /** What a refusal is worth; left out where it cannot be used. */
  readonly refusal?: (reply: Reply) => V;
  /** An answer that was cut off again counts as far as it goes. */
  readonly takesCut: boolean;
  /** Only stored replies answer, so that a second one is the last. */
  readonly asksNobody?: boolean | undefined;
  /** Whether a try after the first may fail, which leaves the reply before it. */
  isFault(error: unknown): boolean;
}

/** Asked once more in the same job: chance may have made them. */
const askedAgain: readonly ReplyKind[] = ['empty', 'cut', 'unreadable'];
const triesOfJob = 2;

/**
 * Asks until a reply can be used. One that is empty, cut off or unreadable is asked once more, one that refuses or calls a tool
 * is not; a later job asks again for what still has none. Every reply stays stored under its own try.
 */
export async function usableReply<T extends Tried, V>(trying: Trying<T, V>): Promise<Outcome<T, V>> {
  let asked = 0;
  let before: Outcome<T, V> | undefined;
  let longest: Outcome<T, V> | undefined;
  for (let number = 0; ; number++) {
    let given: T;
    try {
      given = await trying.ask(number, before?.given.reply ?? null);
    } catch (error) {
      if (!before || !trying.isFault(error)) throw error;
      return longest ?? { ...before, value: null };
    }
    if (!given.isFromBefore) asked++;
    const wasTriedBefore = before !== undefined && (before.wasTriedBefore || before.given.isFromBefore);
    const outcome = { given, ...readOne(trying, given.reply), tries: number + 1, wasTriedBefore };
    const { kind, value } = outcome;
    const isWhole = value !== null && kind !== 'cut';
    if (isWhole) return outcome;
    if (value !== null && trying.takesCut) longest = outcome;
    if (longest && number > 0) return longest;
    const most = askedAgain.includes(kind) ? triesOfJob : 1;
    if ((trying.asksNobody ? number + 1 : asked) >= most) return longest ?? { ...outcome, value: null };
    before = outcome;
  }
}

function readOne<T extends Tried, V>(
  { read, refusal }: Trying<T, V>,
  reply: Reply,
): { kind: ReplyKind; value: V | null } {
  const kind = kindOfReply(reply);
  if (kind === 'refusal') return { kind, value: refusal?.(reply) ?? null };
  if (reply.text === null || kind === 'tool-call' || kind === 'empty' || kind === 'unreadable')
    return { kind, value: null };
  const value = read(reply.text, reply);
  return { kind: value === null && kind === 'answer' ? 'unreadable' : kind, value };
}

/** Twice the room for each time that a reply was cut off, so that it is not paid for unchanged. Tokens. */
export const roomAfter = (limit: number, isCut: boolean): number =>
  isCut ? Math.min(100_000, 2 * limit) : limit;
