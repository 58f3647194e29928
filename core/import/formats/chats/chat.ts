import type { Turn } from '../../../../shared/contract/index.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readChatRecord } from './chat-record.ts';

/** One conversation that an app has kept, as it was last shown there. */
export interface Chat {
  readonly id: string | null;
  readonly turns: readonly Turn[];
  /** Which model answered, where the app says. */
  readonly model?: string | null;
  /** What stays with the item beside its texts. */
  readonly more: JsonObject;
}

/** Takes the records of a file one after another; some apps have a conversation in several of them. */
interface ChatReader {
  read(record: JsonObject): void;
  end?(): void;
}

/** An app that exports conversations. */
export interface ChatApp {
  /** Whose exports they are, for the person who may know better. */
  readonly of: string;
  /** Whether records with these fields are its own; `has` is asked by paths as `JsonWalker` names them, `text` is how the file begins. */
  is(has: (path: string) => boolean, text: string): boolean;
  open(take: (chat: Chat) => void, sink: ItemSink): ChatReader;
}

/**
 * Makes an item of a conversation: the last turn of the assistant is what is judged; one without a reply is left behind.
 *
 * @returns whether there was a reply
 */
export function handOnChat(
  { id, turns, model, more }: Chat,
  place: string,
  at: FilePlace,
  sink: ItemSink,
): boolean {
  const messages = turns.filter(({ content }) => content.trim() !== '');
  if (!messages.some(({ role }) => role === 'assistant')) {
    sink.leftBehind('conversations without a reply');
    return false;
  }
  const kept = Object.entries(more).filter(([, value]) => value !== undefined && value !== null);
  readChatRecord(
    { ...Object.fromEntries(kept), id: id ?? place, messages, ...(model && { model }) },
    place,
    at,
    sink,
  );
  return true;
}

export const objectsOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
