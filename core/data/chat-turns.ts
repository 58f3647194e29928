import type { Turn } from '../../shared/contract/index.ts';

/** A conversation with the replies of a system to it. */
interface Chat<T> {
  /** What was said before the first turn that a reply answers. */
  readonly before: readonly T[];
  /** Each reply, with the turn that it answers; undefined where there is none. */
  readonly replies: readonly { readonly prompt: T | undefined; readonly text: string }[];
}

/**
 * Which turns replies answer: of k replies the last k turns of the user; those for which there are too few begin the conversation. What
 * else was said between these turns is not said to who answers them. A single reply answers the conversation as a whole.
 */
export function chatTurns<T extends Turn>(conversation: readonly T[], replies: readonly string[]): Chat<T> {
  if (replies.length <= 1) {
    return { before: conversation, replies: replies.map((text) => ({ prompt: undefined, text })) };
  }
  const asked = conversation.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-replies.length);
  const without = replies.length - asked.length;
  return {
    before: conversation.slice(0, asked[0]),
    replies: replies.map((text, i) => ({ prompt: conversation[asked[i - without]!], text })),
  };
}

/** A chat as it was said, with each reply at its place, up to a reply and with that at the end; all of it unless said. */
export function saidTurns(
  { before, replies }: Chat<Turn>,
  last = replies.length - 1,
): Pick<Turn, 'role' | 'content'>[] {
  const said = replies.slice(0, last + 1).flatMap(({ prompt, text }): Turn[] => {
    return [...(prompt ? [prompt] : []), { role: 'assistant', content: text }];
  });
  return [...before, ...said].map(({ role, content }) => ({ role, content }));
}
