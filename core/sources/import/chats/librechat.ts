import type { Turn } from '../../../../shared/contract/index.ts';
import type { JsonObject } from '../json-lines.ts';
import { textOfParts } from '../message-content.ts';
import { objectIn, textIn } from '../traces/span.ts';
import { type ChatApp, objectsOf } from './chat.ts';
import { wayTo } from './message-tree.ts';

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
      const answered = way.findLast((message) => turnOf(message).role === 'assistant') ?? {};
      take({
        id: textIn(record, 'conversationId'),
        turns: way.map(turnOf),
        model: textIn(answered, 'model') ?? textIn(objectIn(record, 'options'), 'model'),
        more: { title: record.title },
      });
    },
  }),
};

const flat = (messages: readonly JsonObject[]): JsonObject[] =>
  messages.flatMap((message) => [message, ...flat(objectsOf(message.children))]);

const turnOf = (message: JsonObject): Turn => ({
  role: isOfUser(message) ? 'user' : 'assistant',
  content: textIn(message, 'text') ?? textOfParts(message.content),
});

const isOfUser = ({ isCreatedByUser, sender }: JsonObject): boolean =>
  typeof isCreatedByUser === 'boolean' ? isCreatedByUser : sender === 'User';
