import { z } from 'zod';

/** The most likely tokens at one place of a reply, the chosen one first; natural logarithms. */
export interface TokenChoice {
  readonly token: string;
  readonly logProbability: number;
  /** Log-probabilities of the top tokens, the most likely first. */
  readonly top: readonly number[];
}

/** What a reply says, whichever API it came by. */
export interface Reply {
  /** Null when the server gave no choice, or an empty one. */
  readonly text: string | null;
  readonly refusal: string | null;
  /** The reply was cut off at the longest length allowed. */
  readonly cutOff: boolean;
  readonly filtered: boolean;
  readonly tokens: readonly TokenChoice[];
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

const count = z.number().int().nonnegative().nullish();
const TokenSchema = z.object({
  token: z.string(),
  logprob: z.number(),
  top_logprobs: z.array(z.object({ logprob: z.number() })).nullish(),
});

const ChatSchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
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
  output: z.array(z.object({ type: z.string(), content: z.array(PartSchema).nullish() })),
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

function fromChat({ choices: [choice], usage }: z.infer<typeof ChatSchema>): Reply {
  return {
    text: choice?.message?.content || null,
    refusal: choice?.message?.refusal || null,
    cutOff: choice?.finish_reason === 'length',
    filtered: choice?.finish_reason === 'content_filter',
    tokens: tokensOf(choice?.logprobs?.content ?? []),
    inputTokens: usage?.prompt_tokens ?? null,
    outputTokens: usage?.completion_tokens ?? null,
  };
}

function fromResponses({ output, usage, ...reply }: z.infer<typeof ResponsesSchema>): Reply {
  const parts = output.flatMap(({ content }) => content ?? []);
  const reason = reply.incomplete_details?.reason;
  return {
    text: parts.map(({ text }) => text ?? '').join('') || null,
    refusal: parts.map(({ refusal }) => refusal ?? '').join('') || null,
    cutOff: reason === 'max_output_tokens',
    filtered: reason === 'content_filter',
    tokens: parts.flatMap(({ logprobs }) => tokensOf(logprobs ?? [])),
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
  };
}

const tokensOf = (tokens: readonly z.infer<typeof TokenSchema>[]): TokenChoice[] =>
  tokens.map(({ token, logprob, top_logprobs }) => ({
    token,
    logProbability: logprob,
    top: (top_logprobs ?? []).map((choice) => choice.logprob).sort((a, b) => b - a),
  }));
