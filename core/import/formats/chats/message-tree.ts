import type { Turn } from '../../../../shared/contract/index.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { objectIn, textIn } from '../traces/span.ts';
import { type Chat, type ChatApp, objectsOf } from './chat.ts';
import { textOfParts } from './message-content.ts';

/** A conversation of LibreChat, whose messages are a list or a tree of `children`; the way to the last of them is read. */
export const librechat: ChatApp = {
  of: 'LibreChat',
  is: (has) => has('conversationId') && (has('messages[].isCreatedByUser') || has('messages[].sender')),
  open: (take, sink) => ({
    read(record) {
      const messages = flat(objectsOf(record.messages));
      const byId = new Map(messages.map((message) => [String(message.messageId), message] as const));
      const last = messages.at(-1);
      const way = last ? wayTo(String(last.messageId), byId, (one) => one.parentMessageId) : [];
      const others = messages.length - way.length;
      if (others > 0) sink.leftBehind('messages edited or answered again afterwards', others);
      const answered = way.findLast((message) => turnOfLibrechat(message).role === 'assistant') ?? {};
      take({
        id: textIn(record, 'conversationId'),
        turns: way.map(turnOfLibrechat),
        model: textIn(answered, 'model') ?? textIn(objectIn(record, 'options'), 'model'),
        more: { title: record.title },
      });
    },
  }),
};

const flat = (messages: readonly JsonObject[]): JsonObject[] =>
  messages.flatMap((message) => [message, ...flat(objectsOf(message.children))]);

const turnOfLibrechat = (message: JsonObject): Turn => ({
  role: isOfUser(message) ? 'user' : 'assistant',
  content: textIn(message, 'text') ?? textOfParts(message.content),
});

const isOfUser = ({ isCreatedByUser, sender }: JsonObject): boolean =>
  typeof isCreatedByUser === 'boolean' ? isCreatedByUser : sender === 'User';

/** `conversations.json` of ChatGPT: each conversation is a tree of messages, of which the way to `current_node` was shown last. */
export const chatgpt: ChatApp = {
  of: 'ChatGPT',
  is: (has) => has('mapping') && has('current_node'),
  open: (take, sink) => ({
    read(record) {
      const nodes = new Map(
        Object.entries(objectIn(record, 'mapping')).filter((entry): entry is [string, JsonObject] =>
          isJsonObject(entry[1]),
        ),
      );
      const last = textIn(record, 'current_node') ?? [...nodes.keys()].at(-1) ?? '';
      const way = wayTo(last, nodes, ({ parent }) => parent).map((node) => objectIn(node, 'message'));
      const others = [...nodes.values()].filter(
        (node) => turnOf(objectIn(node, 'message')) !== null && !way.includes(objectIn(node, 'message')),
      ).length;
      if (others > 0) sink.leftBehind('messages edited or answered again afterwards', others);
      take(chatOf(record, way));
    },
  }),
};

function chatOf(record: JsonObject, way: readonly JsonObject[]): Chat {
  const answered = way.findLast((message) => turnOf(message)?.role === 'assistant') ?? {};
  return {
    id: textIn(record, 'conversation_id') ?? textIn(record, 'id'),
    turns: way.map(turnOf).filter((turn) => turn !== null),
    model: textIn(objectIn(answered, 'metadata'), 'model_slug') ?? textIn(record, 'default_model_slug'),
    more: { title: record.title },
  };
}

/** What a message says; null where it is hidden, empty, or a thought before the reply. */
function turnOf(message: JsonObject): Turn | null {
  const role = textIn(objectIn(message, 'author'), 'role');
  const content = objectIn(message, 'content');
  if (role === null || role === 'system') return null;
  if (objectIn(message, 'metadata').is_visually_hidden_from_conversation === true) return null;
  if (unsaid.includes(String(content.content_type))) return null;
  const text = saidIn(content);
  if (text.trim() === '') return null;
  // What the assistant writes to a tool is no reply.
  const to = textIn(message, 'recipient');
  if (role === 'assistant' && to !== null && to !== 'all')
    return { role: 'tool_call', content: `${to}(${text})` };
  return { role, content: text };
}

const unsaid = ['thoughts', 'reasoning_recap', 'user_editable_context', 'model_editable_context'];

function saidIn(content: JsonObject): string {
  const parts = Array.isArray(content.parts) ? (content.parts as unknown[]) : null;
  if (parts === null) return textIn(content, 'text') ?? textIn(content, 'result') ?? '';
  return parts
    .map((part) =>
      typeof part === 'string' ? part : isJsonObject(part) ? (textIn(part, 'text') ?? pictureName(part)) : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}

const pictureName = ({ content_type: type }: JsonObject): string =>
  `[${typeof type === 'string' ? type.replace(/_asset_pointer$/, '').replaceAll('_', ' ') : 'part that is not text'}]`;

/**
 * The way through a tree of messages to one of them, first message first: what an app shows where a question was edited or a
 * reply made again. A message that is its own forefather ends it.
 *
 * @param last the key of the message that the way leads to
 */
export function wayTo<T>(last: string, byKey: ReadonlyMap<string, T>, parentOf: (one: T) => unknown): T[] {
  const way: T[] = [];
  const seen = new Set<string>();
  for (let key: unknown = last; typeof key === 'string' && !seen.has(key); ) {
    const one = byKey.get(key);
    if (one === undefined) break;
    seen.add(key);
    way.push(one);
    key = parentOf(one);
  }
  return way.reverse();
}
