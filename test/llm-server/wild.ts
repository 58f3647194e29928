import type { Fault } from './faults.ts';
import type { ReplyText } from './replies.ts';
import type { Asked, LlmServerOptions } from './server.ts';

/** Looks like what every part looks for, and is none of it. */
export const thought = 'SECRET THOUGHT that So, the answer is: NOT THIS. INVALID: no.';

/** What models do in place of answering in plain words, and the ways in which they write their reasoning down. */
const ways: readonly ((text: string) => ReplyText)[] = [
  (text) => `<think>${thought}</think>\n${text}`,
  () => ({ refusal: 'I will not.' }),
  (text) => `${thought}\n</think>\n\n${text}`,
  (text) => ({ reasoning: thought, text }),
  () => ({ empty: true }),
  (text) => `<thinking>\n${thought}\n</thinking>\n\n${text}`,
  (text) => `[THINK]${thought}[/THINK]${text}`,
  () => ({ toolCall: 'search' }),
  () => ({ cutOff: `<think>${thought}` }),
  // Half a block, though the server says that the reply is whole.
  () => `<think>\n${thought}`,
  (text) =>
    `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${text}`,
  () => ({ noChoices: true }),
  () => ({ filtered: true }),
  () => '\uFFFD\uFFFD',
  () => `<tool_call>{"name": "search"}</tool_call>`,
];

const faults: readonly Fault[] = [
  { kind: 'hang' },
  { kind: 'html', status: 200 },
  { kind: 'wrong-shape' },
  { kind: 'status', status: 500 },
  { kind: 'reset-midway' },
  { kind: 'truncated' },
];

/**
 * A server that does something else to each request, until it is healed: then it only thinks aloud.
 *
 * @param from which of the ways comes first
 */
export function wildServer(
  wellSaid: (asked: Pick<Asked, 'body'>) => string,
  from = 0,
): { options: LlmServerOptions; heal(): void } {
  let isWell = false;
  let asked = from;
  return {
    options: {
      reply: (one) =>
        isWell ? `<think>${thought}</think>${wellSaid(one)}` : ways[asked++ % ways.length]!(wellSaid(one)),
      fault: ({ index }) =>
        !isWell && index % 7 === 6 ? faults[Math.floor(index / 7) % faults.length]! : null,
    },
    heal() {
      isWell = true;
    },
  };
}
