import type { Turn } from '../../../../shared/contract/index.ts';
import { speakerRole, speakerRoles } from '../../evidence/dialogues/speaker-roles.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { objectIn, textIn } from '../traces/span.ts';
import { type Chat, type ChatApp, objectsOf } from './chat.ts';
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

/**
 * Conversations as ParlAI writes them: `dialog` holds what was said, by one speaker after the other or in exchanges, each with the
 * speaker's name in `id`. The last reply of a model is judged; its name is the system.
 */
export const parlai: ChatApp = {
  of: 'ParlAI',
  is: (has) =>
    (has('dialog[][].text') && has('dialog[][].id')) ||
    (has('dialog[].text') &&
      has('dialog[].id') &&
      (has('dialog[].agent_idx') || has('dialog[].episode_done'))),
  open: (take) => ({ read: (record) => take(chatOf(record)) }),
};

function chatOf(record: JsonObject): Chat {
  const said = (Array.isArray(record.dialog) ? record.dialog.flat() : []).filter(isJsonObject);
  const acts = said.filter((act) => (textIn(act, 'text') ?? '').trim() !== '');
  const roles = rolesOf(acts.map(parlaiSpeaker));
  const isOfTask = acts.length > 0 && acts.every((act) => taskTurn(textIn(act, 'text')!) !== undefined);
  const read = acts.map((act): Turn => {
    const content = textIn(act, 'text')!;
    return (isOfTask && taskTurn(content)) || { role: roles.get(parlaiSpeaker(act))!, content };
  });
  const turns = read.filter(({ content }) => content !== '' && content !== '[DONE]');
  const answered = acts[read.findLastIndex(({ role }) => role === 'assistant')];
  const { model_nickname: nickname } = objectIn(record, 'task_description');
  const { dialog: _, id, context, ...more } = record;
  const rated = said.map(({ final_rating: rating }) => rating).findLast((rating) => rating !== undefined);
  const problems = objectsOf(said.map(({ problem_data: one }) => one)).filter(
    (one) => Object.keys(one).length > 0,
  );
  return {
    id: typeof id === 'string' ? id : null,
    turns: withoutRepeats([...contextOf(context), ...turns]),
    model: typeof nickname === 'string' ? nickname : answered ? parlaiSpeaker(answered) : null,
    more: { ...more, final_rating: rated, ...(problems.length > 0 && { problem_data: problems }) },
  };
}

/** What begins a text of a dialogue about a task, by the role that it tells. */
const taskRoles: Readonly<Record<string, string>> = {
  ...{
    USER: 'user',
    SYSTEM: 'assistant',
    APICALL: 'tool_call',
    APIRESP: 'tool',
    APIS: 'system',
    GOAL: 'system',
  },
};

function taskTurn(text: string): Turn | undefined {
  const [, kind, content] = /^([A-Z]{3,8}):\s?(.*)$/s.exec(text) ?? [];
  const role = kind === undefined ? undefined : taskRoles[kind];
  return role === undefined ? undefined : { role, content: content!.trim() };
}

const contextOf = (context: unknown): Turn[] =>
  objectsOf(Array.isArray(context) ? context.flat() : []).flatMap((act) =>
    textIn(act, 'text') === null ? [] : [{ role: 'system', content: textIn(act, 'text')! }],
  );

const parlaiSpeaker = (act: JsonObject): string => textIn(act, 'id') ?? String(act.agent_idx ?? '');

/** A persona is given to both who speak, and stands there twice. */
const withoutRepeats = (turns: readonly Turn[]): Turn[] =>
  turns.filter(
    ({ role, content }, at) =>
      role !== 'system' || turns.findIndex((one) => one.role === role && one.content === content) === at,
  );

const isContext = (name: string): boolean => /^(?:context|persona|task|description)$/i.test(name);
const isPerson = (name: string): boolean =>
  /^person[ _-]?\d*$|_as_human$/i.test(name) || speakerRole(name) === 'user';

/** Who asks and who answers: people ask; of two models that speak with each other, the last to speak answers. */
function rolesOf(speakers: readonly string[]): ReadonlyMap<string, string> {
  const names = [...new Set(speakers)].filter((name) => !isContext(name));
  const models = names.filter((name) => !isPerson(name));
  const last = speakers.findLast((name) => models.includes(name));
  const roleIn = (name: string): string => {
    if (isContext(name)) return 'system';
    return name === last || (models.includes(name) && names.length > models.length) ? 'assistant' : 'user';
  };
  return new Map(speakers.map((name) => [name, roleIn(name)]));
}
