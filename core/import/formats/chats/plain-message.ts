import { asText } from '../../readers/json/json-at.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';

/** The roles of messages that LangChain names by their class or kind. */
export const langChainRoles: Readonly<Record<string, string | undefined>> = Object.assign(
  Object.create(null),
  {
    ...{
      human: 'user',
      HumanMessage: 'user',
      ai: 'assistant',
      AIMessage: 'assistant',
      AIMessageChunk: 'assistant',
    },
    ...{ SystemMessage: 'system', ToolMessage: 'tool' },
  },
);

/** Items beside messages in OpenAI's Responses API: thoughts, calls of tools, and what these gave back. */
const responsesItem = /^(?:reasoning|[a-z_]{1,40}_call(?:_output)?)$/;

/** Whether a type is one of such items; other files have types of these names, too, a trace has not. */
export const isNamedAsItem = (type: unknown): boolean => typeof type === 'string' && responsesItem.test(type);

/** Whether an object without a role is a message all the same, by the library that wrote it. */
export const isForeignMessage = (one: JsonObject): boolean =>
  langChainMessage(one) !== undefined || pydanticMessage(one) !== undefined || isResponsesItem(one);

const isResponsesItem = ({ role, type, ...more }: JsonObject): boolean =>
  role === undefined &&
  isNamedAsItem(type) &&
  ['call_id', 'summary', 'encrypted_content', 'action', 'queries'].some((name) => name in more);

/**
 * One message as those that readers know: with `role` and `content`, whose calls of tools are parts of the type `tool_use` or
 * `tool_calls`, and whose results are messages of the role `tool`, in the order in which they were written. It reads what the AI SDK
 * (messages of models and of pages), OpenTelemetry, Bedrock, Gemini, LangChain, Pydantic AI, Anthropic's own tools and OpenAI's Responses API write.
 *
 * @returns the message itself, and no copy, where it is plain already; none for a thought
 */
export function plainMessages(message: unknown): unknown[] {
  if (!isJsonObject(message)) return [message];
  if (isResponsesItem(message)) return responsesMessages(message);
  const given = langChainMessage(message) ?? pydanticMessage(message) ?? message;
  const { parts, ...others } = given;
  const list = given.content === undefined || given.content === null ? parts : given.content;
  if (!Array.isArray(list)) return [given];
  const read = list.map(plainPart);
  const isPlain = list === given.content && read.every((one, at) => one.length === 1 && one[0] === list[at]);
  return isPlain ? [given] : inOrder(others, read.flat());
}

/** Such an item as the message that it stands for. */
export function responsesMessages({ type, ...item }: JsonObject): JsonObject[] {
  if (type === 'reasoning') return [];
  if (String(type).endsWith('_output')) return [{ role: 'tool', content: resultText(item.output) }];
  const { name = String(type).replace(/_call$/, ''), arguments: given, input, action } = item;
  const args = given ?? input ?? action ?? '';
  return [
    { role: 'assistant', content: null, tool_calls: [{ function: { name, arguments: asText(args) } }] },
  ];
}

/** What LangChain wrote with the name of its class in `id` and its fields in `kwargs`, as one object whose type is the class. */
export function fieldsOfClass({ id, kwargs }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(kwargs)) return undefined;
  const name = Array.isArray(id) ? id.at(-1) : undefined;
  return { ...kwargs, ...(typeof name === 'string' && { type: name }) };
}

function langChainMessage(given: JsonObject): JsonObject | undefined {
  const { role, from, type, data, id, ...message } = given;
  if (role !== undefined || from !== undefined) return undefined;
  const name = Array.isArray(id) ? id.at(-1) : type;
  const kind =
    langChainRoles[String(name)] ?? (/^(?:system|tool)$/.test(String(type)) ? String(type) : undefined);
  const held = fieldsOfClass(given) ?? (isJsonObject(data) ? data : message);
  if (kind === undefined || !('content' in held)) return undefined;
  const { type: _, tool_calls: calls, ...more } = held;
  const isCalling = Array.isArray(calls) && calls.length > 0;
  return { ...more, role: kind, ...(isCalling && { tool_calls: calls }) };
}

/** What Pydantic AI keeps of a run: requests and responses of parts, each of which says what it is. */
function pydanticMessage({ kind, parts }: JsonObject): JsonObject | undefined {
  if (!(kind === 'request' || kind === 'response') || !Array.isArray(parts)) return undefined;
  const isKnown = parts.every((part) => isJsonObject(part) && typeof part.part_kind === 'string');
  return isKnown ? { role: kind === 'request' ? 'user' : 'assistant', parts } : undefined;
}

/** A part as those that readers know; none where nothing of it was said. */
export function plainPart(part: unknown): unknown[] {
  if (!isJsonObject(part)) return [part];
  const { type, toolUse, toolResult } = part;
  // Gemini's API and its library for Python write these names in two ways.
  const { functionCall = part.function_call, functionResponse = part.function_response } = part;
  if (isJsonObject(toolUse)) return [called(toolUse.name, toolUse.input)];
  if (isJsonObject(toolResult)) return [returned(toolResult.content)];
  if (isJsonObject(functionCall)) return [called(functionCall.name, functionCall.args)];
  if (isJsonObject(functionResponse)) return [returned(functionResponse.response)];
  if ('reasoningContent' in part || 'cachePoint' in part || type === 'step-start') return [];
  if (typeof part.part_kind === 'string') return pydanticPart(part);
  if (typeof type !== 'string') return [part];
  // OpenTelemetry has texts, calls and results by its own names.
  if (type === 'text' && typeof part.text !== 'string' && typeof part.content === 'string')
    return [{ type, text: part.content }];
  if (type === 'tool_call') return [called(part.name, part.arguments ?? part.args ?? part.input)];
  if (type === 'tool_call_response') return [returned(part.response ?? part.result)];
  if (type === 'tool-call') return [called(part.toolName, part.input ?? part.args)];
  if (type === 'tool-result') return [returned(part.output ?? part.result)];
  if (type === 'tool-invocation' && isJsonObject(part.toolInvocation)) return pagePart(part.toolInvocation);
  if (type === 'dynamic-tool' || (type.startsWith('tool-') && 'state' in part))
    return pagePart({ toolName: type.slice('tool-'.length), ...part });
  if (/^(?:server|mcp)_tool_use$/.test(type)) return [called(part.name, part.input)];
  if (/^[a-z_]{1,40}_tool_result$/.test(type)) return [returned(part.content)];
  return [part];
}

const called = (name: unknown, input: unknown): JsonObject => ({
  type: 'tool_use',
  name,
  input: input ?? '',
});
const returned = (content: unknown): JsonObject => ({ type: 'tool_result', content });

/** A call as the AI SDK keeps it for a page, with what it gave back where it has ended. */
function pagePart({ toolName, input, args, output, result, errorText }: JsonObject): JsonObject[] {
  const came = output ?? result ?? errorText;
  const call = called(toolName, input ?? args);
  return came === undefined || came === null ? [call] : [call, returned(came)];
}

function pydanticPart(part: JsonObject): unknown[] {
  const { part_kind: kind, content } = part;
  if (kind === 'thinking') return [];
  if (kind === 'tool-call') return [called(part.tool_name, part.args)];
  if (kind === 'tool-return' || kind === 'retry-prompt') return [returned(content)];
  if (kind === 'system-prompt') return [{ type: 'system_prompt', text: asText(content) }];
  // A prompt may be a list of texts and pictures.
  return Array.isArray(content)
    ? content.map((one: unknown) => (typeof one === 'string' ? { type: 'text', text: one } : one))
    : [{ type: 'text', text: asText(content) }];
}

/** Parts as messages, one after the other: a text after a call is said after it, and a result is the tool's. */
function inOrder({ role, ...others }: JsonObject, parts: readonly unknown[]): JsonObject[] {
  const messages: { role: unknown; content: unknown[] | string }[] = [];
  let isOpen = false;
  for (const part of parts) {
    const { type, text, content } = (isJsonObject(part) ? part : {}) as JsonObject;
    const last = messages.at(-1);
    if (type === 'tool_result') messages.push({ role: 'tool', content: resultText(content) });
    else if (type === 'system_prompt') messages.push({ role: 'system', content: String(text) });
    else if (isOpen && last && Array.isArray(last.content) && !(isCall(last.content.at(-1)) && !isCall(part)))
      last.content.push(part);
    else messages.push({ role, content: [part] });
    isOpen = type !== 'tool_result' && type !== 'system_prompt';
  }
  // What else the message holds, such as its time, stays with its first part.
  return messages.map((one, at) => (at === 0 ? { ...others, ...one } : one));
}

const isCall = (part: unknown): boolean => isJsonObject(part) && part.type === 'tool_use';

/** What a tool gave back: a text, a value as JSON, or parts, in the ways that libraries wrap them. */
function resultText(given: unknown): string | unknown[] {
  const value = unwrapped(given);
  if (!Array.isArray(value)) return asText(value);
  const areParts = value.length > 0 && value.every((one) => isJsonObject(one) && isPart(one));
  return areParts
    ? value.map((one) => ('json' in one ? { type: 'text', text: asText(one.json) } : one))
    : asText(value);
}

/** The AI SDK names the kind of a result beside it; Gemini holds a text in an object. */
function unwrapped(given: unknown): unknown {
  if (!isJsonObject(given)) return given;
  const { type, value } = given;
  return typeof type === 'string' && /^(?:error-)?(?:text|json)$|^content$/.test(type) && 'value' in given
    ? value
    : given;
}

const isPart = (one: JsonObject): boolean =>
  typeof one.type === 'string' || typeof one.text === 'string' || 'json' in one || isJsonObject(one.image);
