/** The words of a reply, or an object for what is not plain words. */
export type ReplyText =
  | string
  | { refusal: string }
  | { noChoices: true }
  | { empty: true }
  | { cutOff: string };

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
  const text = typeof reply === 'string' ? reply : 'cutOff' in reply ? reply.cutOff : null;
  const refusal = typeof reply === 'object' && 'refusal' in reply ? reply.refusal : null;
  const choice = {
    index: 0,
    finish_reason: typeof reply === 'object' && 'cutOff' in reply ? 'length' : 'stop',
    message: { role: 'assistant', content: text, refusal },
    ...(body.logprobs === true && text !== null && { logprobs: { content: tokensOf(text), refusal: null } }),
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices: typeof reply === 'object' && 'noChoices' in reply ? [] : [choice],
    usage: {
      prompt_tokens: tokens(JSON.stringify(body)),
      completion_tokens: tokens(text ?? ''),
      total_tokens: 0,
    },
  };
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
