import type { Turn } from '../../../../shared/contract/index.ts';
import { parseJson } from '../../../platform/files/parse-json.ts';
import { asText } from '../../readers/json/json-at.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { pictureIn } from '../chats/media-part.ts';
import { callsOf, plainTurn, textOfParts } from '../chats/message-content.ts';
import {
  fieldsOfClass,
  isForeignMessage,
  isNamedAsItem,
  langChainRoles,
  plainMessages,
  plainPart,
  responsesMessages,
} from '../chats/plain-message.ts';

/** A value that a span holds as text of JSON, as what the text says; some tools write JSON into JSON. */
export function unpacked(value: unknown, depth = 0): unknown {
  if (typeof value !== 'string' || depth > 1 || !/^\s*[[{"]/.test(value)) return value;
  try {
    return unpacked(parseJson(value), depth + 1);
  } catch {
    return value;
  }
}

const roles: Readonly<Record<string, string | undefined>> = {
  ...langChainRoles,
  ...{ model: 'assistant', function: 'tool' },
};

/** The turns of what was sent to a model, in any of the shapes that instruments write; null when it holds no messages. */
export function turnsOf(given: unknown): Turn[] | null {
  const value = unpacked(given);
  if (isJsonObject(value)) {
    const inside = ['messages', 'input', 'inputs', 'contents', 'chat_history'].map((name) => value[name]);
    const list = inside.map((one) => unpacked(one)).find(Array.isArray);
    if (list !== undefined) return turnsOf(list);
    // What Google's ADK was sent.
    if (isJsonObject(value.new_message)) return turnsOfMessage(value.new_message);
    return isMessage(value) ? turnsOfMessage(value) : null;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(Array.isArray)) return turnsOf(value.flat());
  return value.every((one) => isJsonObject(one) && isMessage(one))
    ? value.flatMap((one) => turnsOfMessage(one as JsonObject))
    : null;
}

const isMessage = (value: JsonObject): boolean =>
  roleOf(value) !== null ||
  isForeignMessage(value) ||
  isStep(value) ||
  isJsonObject(value.message) ||
  isJsonObject(value.kwargs) ||
  'message.role' in value;

/** Items beside messages in what OpenAI's Responses API and Agents SDK write: thoughts, calls of tools, and results. */
const isStep = ({ type, raw_item: item }: JsonObject): boolean =>
  isNamedAsItem(type) || (typeof type === 'string' && isJsonObject(item));

function roleOf({ role, type, from }: JsonObject): string | null {
  const said = [role, from, type].find((one) => typeof one === 'string' && one !== 'message') as
    | string
    | undefined;
  if (said === undefined) return null;
  return Object.hasOwn(roles, said) ? roles[said]! : typeof role === 'string' || said in roles ? said : null;
}

/** One message as turns: its text, each call of a tool, and each result. */
function turnsOfMessage(given: JsonObject): Turn[] {
  const plain = plainMessages(given) as JsonObject[];
  if (plain.length !== 1 || plain[0] !== given) return plain.flatMap(turnsOfMessage);
  if (isStep(given))
    return isJsonObject(given.raw_item)
      ? turnsOfMessage(given.raw_item)
      : responsesMessages(given).flatMap(turnsOfMessage);
  const held = isJsonObject(given.message) ? given.message : fieldsOfClass(given);
  if (held) return turnsOfMessage(held);
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
  parts.every((part) => isJsonObject(part) && part.type === 'tool_result')
    ? 'tool'
    : role;

/** Fields that say what a run came to, and those that hold a text of any kind. */
const answerNames = [
  ...['final_output', 'final_answer', 'output', 'outputs', 'answer', 'response', 'reply', 'generation'],
  ...['output_text', 'completion'],
];
const textNames = ['text', 'content', 'parts', 'result', 'value'];
/** Lists that SDKs wrap their replies in, the first of which counts. */
const candidateNames = ['choices', 'generations', 'candidates'];

/**
 * The last text that a system gave, out of what a model or a whole run returned; null when there is none. It reads chat completions,
 * items of OpenAI's Responses API and Agents SDK, Anthropic's blocks, Gemini's candidates, and states of LangChain and LangGraph.
 */
export function replyOf(given: unknown): string | null {
  const value = unpacked(given);
  if (typeof value === 'string') return value === '' ? null : value;
  if (Array.isArray(value)) return replyOfList(value);
  if (!isJsonObject(value)) return null;
  if (isMessage(value)) return lastSaid(turnsOfMessage(value));
  const candidates = candidateNames.map((name) => value[name]).find(isFilled);
  if (candidates) return replyOf((candidates.flat() as unknown[])[0]);
  return (
    firstReply(value, answerNames) ??
    (Array.isArray(unpacked(value.messages)) ? replyOf(value.messages) : null) ??
    (isFilled(value.new_items) ? replyOf(value.new_items) : null) ??
    firstReply(value, textNames) ??
    replyOfOnly(value)
  );
}

const isFilled = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;

function replyOfList(list: readonly unknown[]): string | null {
  const turns = turnsOf(list);
  if (turns) return lastSaid(turns);
  if (list.length > 0 && list.every(isBlock)) return textOfParts(list.flatMap(plainPart)) || null;
  return list.length > 0 ? replyOf(list.at(-1)) : null;
}

const lastSaid = (turns: readonly Turn[]): string | null =>
  turns.findLast(({ role, content }) => role === 'assistant' && content !== '')?.content ?? null;

/** A part of one message, as Anthropic has them in `content`, OpenAI with `output_text`, and Gemini in `parts`; or a picture. */
const isBlock = (part: unknown): boolean =>
  isJsonObject(part) &&
  ((typeof part.type === 'string'
    ? /^(output_)?text$|thinking$|^tool_use$|^refusal$/.test(part.type)
    : typeof part.text === 'string' || isJsonObject(part.functionCall)) ||
    pictureIn(part) !== undefined);

function firstReply(value: JsonObject, names: readonly string[]): string | null {
  const name = names.find((one) => value[one] !== undefined && value[one] !== null && value[one] !== '');
  return name === undefined ? null : replyOf(value[name]);
}

/** What a state holds alone, as LangGraph names it after the node that wrote it. */
function replyOfOnly(value: JsonObject): string | null {
  const [[name, only] = [], another] = Object.entries(value);
  return another === undefined && isJsonObject(only) && !/^(error|exception)/i.test(name ?? '')
    ? replyOf(only)
    : null;
}

/** What a run was asked, where it is no list of messages. */
export function questionOf(given: unknown): string | null {
  const value = unpacked(given);
  if (typeof value === 'string') return value === '' ? null : value;
  if (!isJsonObject(value)) return value === undefined || value === null ? null : asText(value);
  const names = ['question', 'query', 'input', 'prompt', 'message', 'text', 'user_input'];
  const name = names.find((one) => typeof value[one] === 'string');
  if (name !== undefined) return value[name] as string;
  const inside = Object.values(value);
  return inside.length === 1 ? questionOf(inside[0]) : inside.length === 0 ? null : asText(value);
}
