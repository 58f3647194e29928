import type { Turn } from '../../../../shared/contract/index.ts';
import { unescaped } from '../../../../shared/html-codes.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { objectIn, textIn } from '../traces/span.ts';
import type { Chat, ChatApp } from './chat.ts';

/**
 * A day of a channel of Slack. A thread with an answer of a bot is a conversation; outside of threads each answer of a bot is one,
 * with what people said since the answer before. What people say among themselves is left behind.
 */
export const slack: ChatApp = {
  of: 'Slack',
  is: (has, text) =>
    has('ts') &&
    has('text') &&
    (has('user') || has('bot_id')) &&
    // A vocabulary has all these names, too.
    /"type"\s{0,99}:\s{0,99}"message"/.test(text),
  open(take, sink) {
    const threads = new Map<string, JsonObject[]>();
    const loose: JsonObject[] = [];
    return {
      read(record) {
        if (record.type !== 'message' || unsaid.includes(String(record.subtype))) return;
        const thread = textIn(record, 'thread_ts');
        if (thread === null) loose.push(record);
        else threads.set(thread, [...(threads.get(thread) ?? []), record]);
      },
      end() {
        let people = 0;
        for (const messages of [...threads.values(), ...exchanges(loose)]) {
          if (messages.some(isOfBot)) take(chatOf(messages));
          else people += messages.length;
        }
        if (people > 0) sink.leftBehind('messages that no bot answered', people);
      },
    };
  },
};

const unsaid = ['channel_join', 'channel_leave', 'channel_topic', 'channel_purpose', 'bot_add'];

const isOfBot = (message: JsonObject): boolean =>
  textIn(message, 'bot_id') !== null || message.subtype === 'bot_message';

/** Messages of a channel cut behind each answer of a bot, which may be several messages. */
function exchanges(messages: readonly JsonObject[]): JsonObject[][] {
  const found: JsonObject[][] = [];
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    const isNew = before === undefined || (isOfBot(before) && !isOfBot(message));
    if (isNew) found.push([message]);
    else found.at(-1)!.push(message);
  }
  return found;
}

function chatOf(messages: readonly JsonObject[]): Chat {
  const [first] = messages;
  const bot = messages.findLast(isOfBot)!;
  return {
    id: textIn(first!, 'thread_ts') ?? textIn(first!, 'ts'),
    turns: joined(messages),
    model: textIn(objectIn(bot, 'bot_profile'), 'name') ?? textIn(bot, 'username'),
    more: {},
  };
}

/** The messages as turns; an answer that a bot gave in several messages is one. */
function joined(messages: readonly JsonObject[]): Turn[] {
  const turns: { role: string; content: string }[] = [];
  for (const message of messages) {
    const role = isOfBot(message) ? 'assistant' : 'user';
    const content = plain(textIn(message, 'text') ?? '');
    const last = turns.at(-1);
    if (role === 'assistant' && last?.role === role) last.content += `\n\n${content}`;
    else turns.push({ role, content });
  }
  return turns;
}

/** Slack's marks of links and people as plain text. */
const plain = (text: string): string =>
  unescaped(
    text
      .replaceAll(/<(https?:[^<>|]{1,2000})\|([^<>]{1,2000})>/g, '$2 ($1)')
      .replaceAll(/<(https?:[^<>|]{1,2000})>/g, '$1')
      .replaceAll(
        /<([@#!][^<>|]{1,200})(?:\|([^<>]{1,200}))?>/g,
        (_, mark: string, name?: string) => name ?? mark,
      ),
  );
