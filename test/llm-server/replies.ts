/** The words of a reply, or an object for what is not plain words. */
export type ReplyText =
  | string
  | { refusal: string }
  | { noChoices: true }
  | { empty: true }
  | { cutOff: string }
  | { toolCall: string }
  | { filtered: true }
  /** By another model than the one that was asked for. */
  | { text: string; model: string; system_fingerprint?: string }
  /** With the reasoning in a field of its own. */
  | { reasoning: string; text: string };

const top = [-0.1, -2.5, -4, -5, -6];

/** Log-probabilities as OpenAI gives them: one token a word. */
const tokensOf = (text: string) =>
  text.split(/(?<= )/).map((token) => ({
    token,
    logprob: top[0],
    bytes: null,
    top_logprobs: top.map((logprob, i) => ({ token: `${token}${i}`, logprob, bytes: null })),
  }));

const tokens = (text: string) => Math.ceil(text.length / 4);

/** A body of the chat completions API. */
export function chatReply(body: Record<string, unknown>, reply: ReplyText) {
  const parts: Record<string, string | true | undefined> =
    typeof reply === 'string' ? { text: reply } : { ...reply };
  const { toolCall, reasoning } = parts;
  const said = parts.text ?? parts.cutOff;
  const text = typeof said === 'string' ? said : null;
  const refusal = typeof reply === 'object' && 'refusal' in reply ? reply.refusal : null;
  const choice = {
    index: 0,
    finish_reason: finishOf(reply),
    message: {
      role: 'assistant',
      content: text,
      refusal,
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
      ...(toolCall !== undefined && {
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: toolCall, arguments: '{}' } }],
      }),
    },
    ...(body.logprobs === true && text !== null && { logprobs: { content: tokensOf(text), refusal: null } }),
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: parts.model ?? body.model,
    ...(parts.system_fingerprint !== undefined && { system_fingerprint: parts.system_fingerprint }),
    choices: typeof reply === 'object' && 'noChoices' in reply ? [] : [choice],
    usage: {
      prompt_tokens: tokens(JSON.stringify(body)),
      completion_tokens: tokens(text ?? ''),
      total_tokens: 0,
    },
  };
}

function finishOf(reply: ReplyText): string {
  if (typeof reply === 'string') return 'stop';
  if ('cutOff' in reply) return 'length';
  if ('toolCall' in reply) return 'tool_calls';
  return 'filtered' in reply ? 'content_filter' : 'stop';
}

/** A body of the responses API. */
export function responsesReply(body: Record<string, unknown>, reply: ReplyText) {
  const text = typeof reply === 'string' ? reply : '';
  const part =
    typeof reply === 'object' && 'refusal' in reply
      ? { type: 'refusal', refusal: reply.refusal }
      : { type: 'output_text', text, annotations: [], logprobs: body.top_logprobs ? tokensOf(text) : [] };
  return {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: body.model,
    output: [{ type: 'message', role: 'assistant', id: 'msg_1', content: [part] }],
    usage: { input_tokens: tokens(JSON.stringify(body)), output_tokens: tokens(text) },
  };
}
