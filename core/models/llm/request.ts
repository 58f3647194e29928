import { hash } from 'node:crypto';
import type { EndpointSettings, JsonMode } from '../../../shared/contract/index.ts';
import { contentParts, type SentPictures, tokensOfPicture } from './sent-pictures.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What is asked of a model, apart from where. */
export interface Question {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly temperature: number | null;
  /** Left out, the server's own. */
  readonly topP?: number | null;
  readonly maxOutputTokens: number;
  readonly seed: number | null;
  /** A reply ends before any of these; the Responses API has none. */
  readonly stopWords?: readonly string[];
  /** Asks for JSON of this schema; null for free text. */
  readonly schema: { readonly name: string; readonly schema: Record<string, unknown> } | null;
  readonly logProbabilities: boolean;
  /** Pictures that messages of the user show; others stand as the text that names them. */
  readonly pictures?: SentPictures;
  /** Tells repeats of the same question apart. */
  readonly repeat: number;
  /** Counts the tries after the first, where the replies to those before could not be used. */
  readonly again?: number;
}

/** A request as it is sent, and the SHA-256 that its reply is stored under. */
export interface LlmRequest {
  readonly hash: string;
  /** Canonical JSON of address, body and repeat: what the hash is of. It holds no key. */
  readonly canonical: string;
  readonly path: '/chat/completions' | '/responses';
  readonly body: Readonly<Record<string, unknown>>;
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
}

type Where = Pick<EndpointSettings, 'baseUrl' | 'preset' | 'api' | 'jsonMode'>;

const topLogProbabilities = 5;

/** The request that puts a question to an endpoint. */
export function requestFor(where: Where, question: Question): LlmRequest {
  const path = where.api === 'chat' ? '/chat/completions' : '/responses';
  const body = where.api === 'chat' ? chatBody(where, question) : responsesBody(where, question);
  const { repeat, again = 0, pictures } = question;
  const canonical = canonicalJson({
    baseUrl: where.baseUrl,
    path,
    body,
    repeat,
    ...(again > 0 && { again }),
  });
  return {
    hash: hash('sha256', canonical),
    canonical,
    path,
    body,
    inputTokens:
      approximateTokens(canonical) +
      (pictures?.values().reduce((sum, picture) => sum + tokensOfPicture(picture), 0) ?? 0),
    maxOutputTokens: question.maxOutputTokens,
  };
}

/** OpenAI's newer models refuse `max_tokens`; most other servers know nothing else. */
const newLimitName: readonly EndpointSettings['preset'][] = ['openai', 'azure'];

function chatBody({ preset, jsonMode }: Where, question: Question): Record<string, unknown> {
  const { model, temperature, maxOutputTokens, seed, schema, logProbabilities } = question;
  const { topP = null, stopWords = [] } = question;
  return {
    model,
    messages: messagesOf(question, 'chat'),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(stopWords.length > 0 && { stop: stopWords }),
    [newLimitName.includes(preset) ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
    ...(seed !== null && { seed }),
    ...(schema && responseFormat(jsonMode, schema)),
    ...(logProbabilities && { logprobs: true, top_logprobs: topLogProbabilities }),
  };
}

function messagesOf({ messages, pictures }: Question, api: EndpointSettings['api']) {
  if (pictures === undefined || pictures.size === 0) return messages;
  return messages.map(({ role, content }) => ({
    role,
    content: role === 'user' ? contentParts(content, pictures, api) : content,
  }));
}

function responseFormat(mode: JsonMode, { name, schema }: NonNullable<Question['schema']>) {
  if (mode === 'prompt-only') return {};
  if (mode === 'json-object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
}

/** The Responses API has no seed; replies are not kept on the server. */
function responsesBody({ jsonMode }: Where, question: Question): Record<string, unknown> {
  const { model, temperature, topP = null, maxOutputTokens, schema, logProbabilities } = question;
  const format =
    jsonMode === 'json-schema' ? { type: 'json_schema', strict: true, ...schema } : { type: 'json_object' };
  return {
    model,
    input: messagesOf(question, 'responses'),
    store: false,
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    max_output_tokens: maxOutputTokens,
    ...(schema && jsonMode !== 'prompt-only' && { text: { format } }),
    ...(logProbabilities && {
      top_logprobs: topLogProbabilities,
      include: ['message.output_text.logprobs'],
    }),
  };
}

/** JSON with the keys of every object in order, so that equal requests are equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value));

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const parts = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(parts)
      .sort()
      .map((key) => [key, inOrder(parts[key])]),
  );
}

const charactersPerToken = 4;

/** Tokens of a text by the rule of thumb of four characters each; only for estimates and limits, never for a bill. */
export const approximateTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);
