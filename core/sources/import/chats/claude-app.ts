import { messageText } from '../message-content.ts';
import { textIn } from '../traces/span.ts';
import { type ChatApp, objectsOf } from './chat.ts';

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
