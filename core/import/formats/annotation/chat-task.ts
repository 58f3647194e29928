import type { Turn } from '../../../../shared/contract/index.ts';
import { asText, type JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { pictureOfText } from '../chats/media-part.ts';
import { messageText } from '../chats/message-content.ts';

/** What an annotation tool showed for one task. */
export interface ChatTask {
  readonly conversation: readonly Turn[];
  /** The reply under test; null when the conversation as a whole is what was judged. */
  readonly response: string | null;
  readonly system: string | null;
  readonly context: string | null;
  readonly references: readonly string[];
  readonly group: string | null;
  /** Fields with none of these meanings. */
  readonly more: JsonObject;
}

const user = /^(user|human|customer|client|person|prompter|questioner|student|speaker ?1|a)$/i;
const assistant = /^(assistant|bot|chatbot|agent|system|ai|model|gpt|teacher|speaker ?2|b)$/i;
const questionNames = ['question', 'prompt', 'instruction', 'input', 'query', 'text'];
const responseNames = ['response', 'answer', 'output', 'completion', 'generation', 'reply'];
const contextNames = ['context', 'passage', 'document'];
const referenceNames = ['reference', 'references', 'ideal', 'expected_output', 'ground_truth', 'gold'];

/** Whether a field is taken for the reply by its name alone. */
export const readsAsReply = (name: string): boolean => responseNames.includes(name);

/**
 * Reads the fields that a task shows: a list of turns of any usual shape, or a question with its response.
 *
 * @param live the turns that were made while the task was done, where the fields show none
 */
export function readChatTask(fields: JsonAt, live: readonly JsonAt[] = []): ChatTask {
  const used = new Set<string>();
  const take = (names: readonly string[]) => {
    const name = names.find((one) => !fields.get(one).isMissing);
    if (name !== undefined) used.add(name);
    return name === undefined ? null : fields.get(name);
  };
  const entries = fields.entries();
  const chat = entries.find(([, field]) => isChat(field.value));
  if (chat) used.add(chat[0]);
  const shown = entries.flatMap(([name, { value }]) => {
    const turn = used.has(name) ? null : mediaTurn(name, value);
    if (turn) used.add(name);
    return turn ? [turn] : [];
  });
  const turns = [...shown, ...(chat ? chat[1].list() : live).map(readTurn)];
  const question = take(questionNames);
  const asked = question === null ? [] : [{ role: 'user', content: asText(question.value) }];
  const reply = take(responseNames);
  const { before, response } = splitReply([...turns, ...asked], reply && asText(reply.value));
  const references = take(referenceNames);
  const context = take(contextNames);
  const task = {
    conversation: before,
    response,
    system: take(['system', 'model'])?.name() ?? null,
    context:
      context &&
      (Array.isArray(context.value) ? context.value.map(asText).join('\n\n') : asText(context.value)),
    references: references === null ? [] : textsOf(references.value),
    group: take(['group', 'conversation_id', 'topic'])?.name() ?? null,
  };
  const more = Object.fromEntries(
    entries.filter(([name]) => !used.has(name)).map(([n, { value }]) => [n, value]),
  );
  return { ...task, more };
}

/** What people saw or heard in a field of a task, as Label Studio shows it by Image or Audio: a turn of its own before the others. */
function mediaTurn(name: string, value: unknown): Turn | null {
  const picture = typeof value === 'string' ? pictureOfText(value, name) : undefined;
  return picture === undefined ? null : { role: 'user', content: picture };
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : [asText(value)]);

/** The reply is the field for it, else the last turn unless a user speaks there. */
function splitReply(turns: Turn[], reply: string | null): { before: Turn[]; response: string | null } {
  if (reply !== null) return { before: turns, response: reply };
  const last = turns.at(-1);
  if (last && last.role !== 'user') return { before: turns.slice(0, -1), response: last.content };
  return { before: turns, response: null };
}

const roleOf = (turn: JsonObject) => turn.role ?? turn.author ?? turn.speaker ?? turn.from;
const contentOf = (turn: JsonObject) => turn.content ?? turn.text ?? turn.value ?? turn.message;

function isChat(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  const first = value[0] as unknown;
  if (typeof first !== 'object' || first === null) return false;
  return roleOf(first as JsonObject) !== undefined && contentOf(first as JsonObject) !== undefined;
}

function readTurn(turn: JsonAt): Turn {
  if (!turn.isObject) {
    turn.wrong('an object', 'Write {"role": "user", "content": "text"} or {"author": "A", "text": "text"}.');
    return { role: 'user', content: '' };
  }
  const raw = turn.value as JsonObject;
  const said = roleOf(raw);
  const role = typeof said === 'string' ? said.trim() : asText(said ?? '');
  const content = contentOf(raw);
  const text = Array.isArray(content) ? (messageText({ content }) ?? '') : asText(content ?? '');
  return { role: user.test(role) ? 'user' : assistant.test(role) ? 'assistant' : role, content: text };
}
