import { z } from 'zod';
import type { ReplyKind } from '../../../shared/contract/llm.ts';
import { splitWritten } from './reasoning.ts';

/** The most likely tokens at one place of a reply, the chosen one first; natural logarithms. */
export interface TokenChoice {
  readonly token: string;
  readonly logProbability: number;
  /** Log-probabilities of the top tokens, the most likely first. */
  readonly top: readonly number[];
}

/** What a reply says, whichever API it came by: the gate through which every reply of every part comes in. */
export interface Reply {
  /** The answer, without reasoning; null when the server gave no choice, an empty one, or reasoning alone. */
  readonly text: string | null;
  /** What the model wrote down while reasoning: kept and shown, never scored and never sent on. */
  readonly reasoning: string | null;
  /** Reasoning and answer came in one text and were told apart here. */
  readonly isSplit: boolean;
  readonly refusal: string | null;
  /** The model that the server says has answered, with the fingerprint of its system; null where it does not say. */
  readonly servedBy: string | null;
  /** The reply was cut off at the longest length allowed, or in the middle of its reasoning. */
  readonly cutOff: boolean;
  readonly filtered: boolean;
  /** The model asks for a tool in place of answering. */
  readonly callsTool: boolean;
  /** Those of the answer. */
  readonly tokens: readonly TokenChoice[];
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** What a reply is, as a whole. */
export function kindOfReply(
  reply: Pick<Reply, 'text' | 'refusal' | 'cutOff' | 'filtered' | 'callsTool'>,
): ReplyKind {
  const { text, refusal, cutOff, filtered, callsTool } = reply;
  if (refusal !== null || filtered) return 'refusal';
  if (callsTool) return 'tool-call';
  if (cutOff) return 'cut';
  if (text === null || text.trim() === '') return 'empty';
  return isGarbage(text) ? 'unreadable' : 'answer';
}

/** Nothing but replacement and control characters: bytes that were no text. */
const isGarbage = (text: string): boolean => /^[\p{Cc}\p{Cn}\p{Cs}\uFFFD\s]+$/u.test(text);

const count = z.number().int().nonnegative().nullish();
const TokenSchema = z.object({
  token: z.string(),
  logprob: z.number(),
  top_logprobs: z.array(z.object({ logprob: z.number() })).nullish(),
});

/** A piece of text, by itself or in a list of pieces, as servers send reasoning. */
const PiecesSchema = z.union([
  z.string(),
  z.array(z.union([z.string(), z.looseObject({ text: z.string().nullish() })])),
]);
/** A part of a message: text, a refusal, or reasoning under one of its names. */
const ContentPartSchema = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  thinking: PiecesSchema.nullish(),
  reasoning: PiecesSchema.nullish(),
});
const reasoningField = z
  .unknown()
  .transform((value) => PiecesSchema.safeParse(value).data ?? null)
  .optional();

/** What a server says of itself in a reply of either API; a name of any other kind says nothing. */
const servedFields = {
  model: z.string().nullish().catch(null),
  system_fingerprint: z.string().nullish().catch(null),
};

const ChatSchema = z.object({
  ...servedFields,
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z
        .object({
          content: z.union([z.string(), z.array(ContentPartSchema)]).nullish(),
          refusal: z.string().nullish(),
          // Names of vLLM, SGLang and DeepSeek, of OpenRouter and newer vLLM, and of Ollama.
          reasoning_content: reasoningField,
          reasoning: reasoningField,
          thinking: reasoningField,
          tool_calls: z.array(z.unknown()).nullish(),
          function_call: z.unknown().optional(),
        })
        .nullish(),
      logprobs: z.object({ content: z.array(TokenSchema).nullish() }).nullish(),
    }),
  ),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
});

const PartSchema = z.object({
  type: z.string(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
  logprobs: z.array(TokenSchema).nullish(),
});
const ResponsesSchema = z.object({
  ...servedFields,
  output: z.array(
    z.object({
      type: z.string(),
      content: z.array(PartSchema).nullish(),
      summary: z.array(PartSchema).nullish(),
    }),
  ),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish(),
});

/** Reads a body of the chat completions or the responses API; undefined when it is neither. */
export function readReply(json: unknown): Reply | undefined {
  const chat = ChatSchema.safeParse(json);
  if (chat.success) return fromChat(chat.data);
  const responses = ResponsesSchema.safeParse(json);
  return responses.success ? fromResponses(responses.data) : undefined;
}

type Pieces = z.infer<typeof PiecesSchema> | null | undefined;

const joined = (pieces: Pieces): string =>
  typeof pieces === 'string'
    ? pieces
    : (pieces ?? []).map((piece) => (typeof piece === 'string' ? piece : (piece.text ?? ''))).join('');

function fromChat({ choices: [choice], usage, ...server }: z.infer<typeof ChatSchema>): Reply {
  const { message } = choice ?? {};
  const reason = choice?.finish_reason ?? '';
  const content = message?.content ?? '';
  const pieces = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const thoughts = pieces.map(({ type, text, thinking, reasoning }) =>
    isThought(type) ? joined(thinking ?? reasoning ?? text) : '',
  );
  return assembled({
    text: pieces.map(({ type, text }) => (isThought(type) ? '' : (text ?? ''))).join(''),
    reasoning: [
      joined(message?.reasoning_content ?? message?.reasoning ?? message?.thinking),
      ...thoughts,
    ].join(''),
    servedBy: servedBy(server),
    refusal: message?.refusal || pieces.map(({ refusal }) => refusal ?? '').join('') || null,
    cutOff: reason === 'length' || reason === 'max_tokens',
    filtered: reason === 'content_filter',
    callsTool:
      reason === 'tool_calls' ||
      reason === 'function_call' ||
      (message?.tool_calls ?? []).length > 0 ||
      Boolean(message?.function_call),
    tokens: tokensOf(choice?.logprobs?.content ?? []),
    inputTokens: usage?.prompt_tokens ?? null,
    outputTokens: usage?.completion_tokens ?? null,
  });
}

const isThought = (type: string): boolean => /^(?:thinking|reasoning|redacted_thinking)/.test(type);

function fromResponses({ output, usage, ...reply }: z.infer<typeof ResponsesSchema>): Reply {
  const said = output.filter(({ type }) => type === 'message').flatMap(({ content }) => content ?? []);
  const thought = output
    .filter(({ type }) => type === 'reasoning')
    .flatMap(({ content, summary }) => ((content ?? []).length > 0 ? content! : (summary ?? [])));
  const reason = reply.incomplete_details?.reason;
  return assembled({
    text: said.map(({ text }) => text ?? '').join(''),
    reasoning: thought.map(({ text }) => text ?? '').join('\n'),
    servedBy: servedBy(reply),
    refusal: said.map(({ refusal }) => refusal ?? '').join('') || null,
    cutOff: reason === 'max_output_tokens',
    filtered: reason === 'content_filter',
    callsTool: output.some(({ type }) => /_call$/.test(type)),
    tokens: said.flatMap(({ logprobs }) => tokensOf(logprobs ?? [])),
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
  });
}

/** Letters of a name that are kept. */
const longestName = 120;

function servedBy({
  model,
  system_fingerprint: fingerprint,
}: z.infer<z.ZodObject<typeof servedFields>>): string | null {
  if (!model) return null;
  return `${model}${fingerprint ? ` (${fingerprint})` : ''}`.slice(0, longestName);
}

/** A reply with reasoning that stands in its text told apart from the answer. */
function assembled(
  given: Omit<Reply, 'text' | 'reasoning' | 'isSplit'> & { text: string; reasoning: string },
): Reply {
  const isSplitByServer = given.reasoning.trim() !== '';
  const written = splitWritten(given.text, isSplitByServer);
  const isSplit = written.answer !== given.text;
  const reasoning = [given.reasoning.trim(), written.reasoning].filter((text) => text !== '').join('\n\n');
  return {
    ...given,
    text: written.answer || null,
    reasoning: reasoning || null,
    isSplit: isSplit && given.text.trim() !== '',
    cutOff: given.cutOff || written.isUnclosed,
    callsTool: given.callsTool || written.callsTool,
    tokens: isSplit ? lastTokens(given.tokens, written.answer) : given.tokens,
  };
}

/** The tokens that make up the end of a reply. */
function lastTokens(tokens: readonly TokenChoice[], answer: string): TokenChoice[] {
  let length = 0;
  let from = tokens.length;
  while (from > 0 && length < answer.length) length += tokens[--from]!.token.length;
  return tokens.slice(from);
}

const tokensOf = (tokens: readonly z.infer<typeof TokenSchema>[]): TokenChoice[] =>
  tokens.map(({ token, logprob, top_logprobs }) => ({
    token,
    logProbability: logprob,
    top: (top_logprobs ?? []).map((choice) => choice.logprob).sort((a, b) => b - a),
  }));
