import type { Turn } from '../../../../shared/contract/index.ts';
import { speakerRoles } from '../../evidence/dialogues/speaker-roles.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { objectIn, textIn } from '../traces/span.ts';
import { type ChatApp, objectsOf } from './chat.ts';
import { textOfHtml } from './html-text.ts';
import { messageText } from './message-content.ts';

const roleOf = ({ role }: JsonObject): string => (role === 'model' ? 'assistant' : String(role ?? 'user'));

/** Requests in the way of Gemini's API: `contents` with parts, the model's last one the reply. */
export const geminiContents: ChatApp = {
  of: "Gemini's API",
  is: (has) => has('contents[].parts'),
  open: (take) => ({
    read: (record) =>
      take({
        id: textIn(record, 'id') ?? textIn(record, 'key'),
        turns: objectsOf(record.contents).map((content) => ({
          role: roleOf(content),
          content: saidIn(objectsOf(content.parts)),
        })),
        model: textIn(record, 'model') ?? textIn(record, 'modelVersion'),
        more: {},
      }),
  }),
};

/** A prompt saved by AI Studio. */
export const aiStudio: ChatApp = {
  of: 'AI Studio',
  is: (has) => has('chunkedPrompt.chunks'),
  open: (take) => ({
    read: (record) =>
      take({
        id: null,
        turns: objectsOf(objectIn(record, 'chunkedPrompt').chunks)
          .filter(({ isThought }) => isThought !== true)
          .map((chunk): Turn => ({ role: roleOf(chunk), content: textIn(chunk, 'text') ?? '' })),
        model: textIn(objectIn(record, 'runSettings'), 'model')?.replace(/^models\//, '') ?? null,
        more: {},
      }),
  }),
};

/** Gemini in Google Takeout: one question with its reply a record, without the conversation that they stood in. */
export const geminiActivity: ChatApp = {
  of: 'Gemini (Google Takeout)',
  is: (has) => has('header') && has('title') && has('safeHtmlItem[].html'),
  open: (take, sink) => ({
    read(record) {
      const replies = objectsOf(record.safeHtmlItem).map((part) => textOfHtml(textIn(part, 'html') ?? ''));
      const asked = /^(?:Prompted|Gefragt|Said)[:\s]\s{0,9}(.+)$/su.exec(textIn(record, 'title') ?? '')?.[1];
      if (asked === undefined) {
        sink.leftBehind('activities that are not a question');
        return;
      }
      const turns = [
        { role: 'user', content: asked },
        { role: 'assistant', content: replies.join('\n\n') },
      ];
      take({ id: null, turns, model: 'Gemini', more: { time: record.time } });
    },
  }),
};

const saidIn = (parts: readonly JsonObject[]): string =>
  parts
    .filter(({ thought }) => thought !== true)
    .map((part) => textIn(part, 'text') ?? '')
    .filter((text) => text !== '')
    .join('\n');

/** `conversations.json` of the Claude app. */
export const claudeApp: ChatApp = {
  of: 'the Claude app',
  is: (has) => has('chat_messages[].sender'),
  open: (take) => ({
    read: (record) =>
      take({
        id: textIn(record, 'uuid'),
        turns: objectsOf(record.chat_messages).map((message) => ({
          role: message.sender === 'human' ? 'user' : 'assistant',
          content: textIn(message, 'text') ?? messageText({ content: message.content }) ?? '',
        })),
        model: textIn(record, 'model'),
        more: { title: textIn(record, 'name') },
      }),
  }),
};

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
