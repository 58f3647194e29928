import type { JsonObject } from './json-lines.ts';

/** The text of a chat message: a text, a list of parts, or the calls of tools. Null when it is none of these. */
export function messageText({ content, tool_calls: calls }: JsonObject): string | null {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(partText).join('\n');
  if (content !== undefined && content !== null) return null;
  return Array.isArray(calls) ? calls.map(callText).join('\n') : '';
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type, text, refusal } = (part ?? {}) as JsonObject;
  if (typeof text === 'string') return text;
  if (typeof refusal === 'string') return refusal;
  return `[${typeof type === 'string' ? type : 'part that is not text'}]`;
}

function callText(call: unknown): string {
  const { name, arguments: given } = ((call as JsonObject | null)?.function ?? {}) as JsonObject;
  return `[calls ${typeof name === 'string' ? name : 'a tool'}(${typeof given === 'string' ? given : ''})]`;
}

const roleNames: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  bot: 'assistant',
  ai: 'assistant',
};

/** A turn with role and content, whose parts ShareGPT and data sets of Hugging Face call `from` and `value`. */
export function plainTurn(turn: JsonObject): JsonObject {
  if (typeof turn.from !== 'string' || 'role' in turn) return turn;
  const { from, value, ...more } = turn;
  return { role: Object.hasOwn(roleNames, from) ? roleNames[from] : from, content: value, ...more };
}
