import type { Turn } from '../../../../shared/contract/index.ts';
import type { JsonObject } from '../json-lines.ts';
import { speakerRoles } from '../speaker-roles.ts';
import { objectIn, textIn } from '../traces/span.ts';
import { type ChatApp, objectsOf } from './chat.ts';
import { textOfHtml } from './html-text.ts';

/** Conversations of Intercom: the first message, then parts. Beside a bot, people who took over from it are told by their name. */
export const intercom: ChatApp = {
  of: 'Intercom',
  is: (has) => has('conversation_parts.conversation_parts') || has('conversation_parts[].part_type'),
  open: (take) => ({
    read(record) {
      const source = objectIn(record, 'source');
      const { conversation_parts: inner } = objectIn(record, 'conversation_parts');
      const parts = objectsOf(inner ?? record.conversation_parts);
      const messages = [source, ...parts].filter((part) => textIn(part, 'body') !== null);
      const rating = objectIn(record, 'conversation_rating').rating;
      take({
        id: textIn(record, 'id'),
        turns: turnsOf(messages),
        more: { title: textIn(record, 'title'), conversationRating: rating },
      });
    },
  }),
};

const speakerOf = (message: JsonObject): string => {
  const type = textIn(objectIn(message, 'author'), 'type') ?? 'user';
  return type === 'lead' || type === 'contact' ? 'user' : type;
};

function turnsOf(messages: readonly JsonObject[]): Turn[] {
  const roles = speakerRoles(messages.map(speakerOf));
  return messages.map((message) => ({
    role: roles.get(speakerOf(message)) ?? 'user',
    content: textOfHtml(textIn(message, 'body') ?? ''),
  }));
}
