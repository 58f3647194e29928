const ending = /<\/(?:think|thinking|thought|thoughts|reasoning)>/i;
const beginning = /^\s*<(?:think|thinking|thought|thoughts|reasoning)>/i;

/**
 * What a model answers, without what it wrote down while thinking. Where `foreign` texts that it was shown hold such a
 * tag themselves nothing is cut: what follows the tag may then be their words.
 */
export function withoutReasoning(reply: string, foreign: readonly string[]): string {
  if (!ending.test(reply)) return beginning.test(reply) ? '' : reply;
  if (foreign.some((text) => ending.test(text))) return reply;
  const [last] = [...reply.matchAll(new RegExp(ending, 'gi'))].slice(-1);
  return reply.slice(last!.index + last![0].length);
}

/** A text without quotation marks around all of it. */
export const unquoted = (text: string): string =>
  text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
