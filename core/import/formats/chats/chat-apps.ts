import type { FileHead } from '../../readers/file-head.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { format } from '../format.ts';
import { type Chat, type ChatApp, handOnChat, objectsOf } from './chat.ts';
import { aiStudio, claudeApp, geminiActivity, geminiContents, intercom, parlai } from './message-lists.ts';
import { chatgpt, librechat } from './message-tree.ts';
import { slack } from './slack.ts';

const apps: readonly ChatApp[] = [
  chatgpt,
  claudeApp,
  librechat,
  intercom,
  aiStudio,
  geminiContents,
  geminiActivity,
  slack,
  parlai,
];

/** The field of a page of an API that lists conversations. */
const lists = ['conversations'];

/** The app whose export a file is, by the fields that its beginning shows. */
function appOf({ isJson, isList, paths, text }: FileHead): ChatApp | undefined {
  if (!isJson) return undefined;
  const starts = isList ? ['[].'] : ['', ...lists.map((name) => `${name}[].`)];
  return starts
    .map((start) => apps.find((app) => app.is((path) => paths.has(`${start}${path}`), text)))
    .find(Boolean);
}

const conversationsIn = (record: JsonObject): JsonObject[] => {
  const name = lists.find((one) => Array.isArray(record[one]));
  return name === undefined ? [record] : objectsOf(record[name]);
};

/** Conversations as chat apps export them. */
export const chatApps = format('chat-app-json', {
  from: 'exports of ChatGPT, the Claude app, LibreChat, Intercom, Slack (a channel’s days); ParlAI; Gemini’s Takeout, AI Studio and `contents`',
  becomes:
    'one item per conversation, as it was last shown; the last reply is judged. Of Slack each thread, or exchange, that a bot answered',
  recognize(head) {
    const app = appOf(head);
    return app ? `The records are those of ${app.of}.` : null;
  },
  read(at, sink, { head }) {
    const app = appOf(head) ?? chatgpt;
    let [taken, kept] = [0, 0];
    const take = (chat: Chat) => {
      taken += 1;
      if (handOnChat(chat, `chat-${taken}`, at, sink)) kept += 1;
    };
    const chats = app.open(take, sink);
    const reader = jsonRecordsReader(at, head, (record) => {
      for (const one of conversationsIn(record)) chats.read(one);
    });
    return {
      cutsAnywhere: reader.cutsAnywhere ?? false,
      read: (block) => reader.read(block),
      breakOff: () => chats.end?.(),
      end() {
        reader.end();
        chats.end?.();
        if (kept === 0 && at.problems.count === 0) refuseUnanswered(app, at);
      },
    };
  },
});

/** People among themselves, or questions that nobody answered, are nothing to judge. */
const refuseUnanswered = ({ of }: ChatApp, at: FilePlace): void =>
  at.problems.add(
    0,
    '',
    `This looks like an export of ${of}, but no assistant or bot answers in it.`,
    'Choose a file with conversations in which one answers; or write who answers as {"messages": [{"role": "assistant", ...}]}.',
  );
