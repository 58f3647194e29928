import type { Turn } from '../../../../../shared/contract/index.ts';
import { parseJson } from '../../../../platform/files/parse-json.ts';
import { asText } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { callsOf, plainTurn, textOfParts } from '../chats/message-content.ts';

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that a span holds as text of JSON, as what the text says. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

const roles: Readonly<Record<string, string>> = {
  ...{
    human: 'user',
    HumanMessage: 'user',
    ai: 'assistant',
    AIMessage: 'assistant',
    AIMessageChunk: 'assistant',
  },
  ...{ model: 'assistant', SystemMessage: 'system', ToolMessage: 'tool', function: 'tool' },
};

/** The turns of what was sent to a model, in any of the shapes that instruments write; null when it holds no messages. */
export function turnsOf(given: unknown): Turn[] | null {
  const value = unpacked(given);
  if (isObject(value)) {
    const inside = ['messages', 'input', 'inputs', 'chat_history'].map((name) => value[name]);
    const list = inside.map((one) => unpacked(one)).find(Array.isArray);
    return list === undefined ? (isMessage(value) ? turnsOfMessage(value) : null) : turnsOf(list);
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(Array.isArray)) return turnsOf(value.flat());
  return value.every((one) => isObject(one) && isMessage(one))
    ? value.flatMap((one) => turnsOfMessage(one as JsonObject))
    : null;
}

const isMessage = (value: JsonObject): boolean =>
  roleOf(value) !== null || isObject(value.message) || isObject(value.kwargs) || 'message.role' in value;

function roleOf({ role, type, from }: JsonObject): string | null {
  const said = [role, from, type].find((one) => typeof one === 'string' && one !== 'message') as
    | string
    | undefined;
  if (said === undefined) return null;
  return Object.hasOwn(roles, said) ? roles[said]! : typeof role === 'string' || said in roles ? said : null;
}

/** One message as turns: its text, each call of a tool, and each result. */
function turnsOfMessage(given: JsonObject): Turn[] {
  if (isObject(given.message)) return turnsOfMessage(given.message);
  if (isObject(given.kwargs)) {
    const name = Array.isArray(given.id) ? given.id.at(-1) : undefined;
    return turnsOfMessage({ ...given.kwargs, ...(typeof name === 'string' && { type: name }) });
  }
  const message =
    'message.role' in given
      ? {
          role: given['message.role'],
          content: given['message.content'],
          tool_calls: given['message.tool_calls'],
        }
      : plainTurn(given);
  const role = roleOf(message) ?? 'user';
  const parts = Array.isArray(message.parts) ? message.parts : message.content;
  const text = textOfParts(parts);
  const calls = callsOf({ tool_calls: message.tool_calls, parts }).map((content) => ({
    role: 'tool_call',
    content,
  }));
  return [
    ...(text !== '' || calls.length === 0 ? [{ role: resultRole(role, parts), content: text }] : []),
    ...calls,
  ];
}

/** A message of nothing but results of tools speaks for them, whoever sends it. */
const resultRole = (role: string, parts: unknown): string =>
  Array.isArray(parts) &&
  parts.length > 0 &&
  parts.every((part) => isObject(part) && /^tool_(result|call_response)$/.test(String(part.type)))
    ? 'tool'
    : role;

const replyNames = ['output', 'answer', 'response', 'text', 'content', 'result', 'output_text', 'completion'];

/** The last text that a system gave, out of what a model or a whole run returned; null when there is none. */
export function replyOf(given: unknown): string | null {
  const value = unpacked(given);
  if (typeof value === 'string') return value === '' ? null : value;
  const turns = turnsOf(value);
  if (turns)
    return turns.findLast(({ role, content }) => role === 'assistant' && content !== '')?.content ?? null;
  if (Array.isArray(value)) return value.length > 0 ? replyOf(value.at(-1)) : null;
  if (!isObject(value)) return null;
  const first = [value.choices, value.generations].find((one) => Array.isArray(one) && one.length > 0);
  if (first !== undefined) return replyOf(((first as unknown[]).flat() as unknown[])[0]);
  if (isObject(value.message)) return replyOf([value.message]);
  if (Array.isArray(value.content)) return textOfParts(value.content) || null;
  const name = replyNames.find((one) => value[one] !== undefined && value[one] !== null);
  return name === undefined ? null : replyOf(value[name]);
}

/** What a run was asked, where it is no list of messages. */
export function questionOf(given: unknown): string | null {
  const value = unpacked(given);
  if (typeof value === 'string') return value === '' ? null : value;
  if (!isObject(value)) return value === undefined || value === null ? null : asText(value);
  const names = ['question', 'query', 'input', 'prompt', 'message', 'text', 'user_input'];
  const name = names.find((one) => typeof value[one] === 'string');
  if (name !== undefined) return value[name] as string;
  const inside = Object.values(value);
  return inside.length === 1 ? questionOf(inside[0]) : inside.length === 0 ? null : asText(value);
}
