import type { ReplyCounts, ReplyKind, ReplyPart } from './contract/index.ts';
import { formatCount, plural } from './number-text.ts';

/** What a reply is, in words that follow a colon. */
export const replyKindWords: Record<ReplyKind, string> = {
  answer: 'an answer',
  refusal: 'it refused, or a filter did',
  empty: 'its replies were empty',
  'tool-call': 'it called a tool, which Assay does not run',
  cut: 'its replies were cut off before the answer; allow more tokens',
  unreadable: 'its replies could not be read',
};

/** An answer as people read it; of one without words what happened. */
export const shownAnswer = ({
  answer,
  reply,
}: {
  readonly answer: string;
  readonly reply?: ReplyKind | undefined;
}): string =>
  answer.trim() !== '' ? answer : reply ? `(no answer: ${replyKindWords[reply]})` : '(no answer)';

/** Whose replies they are. */
export const replyPartWords: Record<ReplyPart, string> = {
  system: 'Model under test',
  detector: 'Detector',
  rewriter: 'Rewriter',
  generator: 'Generator',
  'leak-checker': 'Leak checker',
  user: 'Played user',
  judge: 'Judge',
  'refusal-checker': 'Refusal checker',
  'answer-checker': 'Answer checker',
  verifier: 'Verifier',
};

/** Kinds of replies by their counts, in the order in which they are shown. */
export const replyColumns = [
  ['answered', 'answered'],
  ['refused', 'refused'],
  ['empty', 'empty'],
  ['cut', 'cut off'],
  ['toolCalls', 'tool calls'],
  ['unreadable', 'unreadable'],
  ['failed', 'failed'],
  ['askedAgain', 'asked again'],
  ['reasoned', 'with reasoning'],
] as const satisfies readonly (readonly [keyof ReplyCounts, string])[];

/** Replies of one part: "57 answered, 2 empty, 1 tool calls". What did not occur is left out. */
export const replyCountWords = (counts: ReplyCounts): string =>
  replyColumns
    .filter(([name]) => counts[name] > 0)
    .map(([name, words]) => `${formatCount(counts[name])} ${words}`)
    .join(', ');

/** A sentence for each part with replies that are no answer; empty where all are answers or refusals. */
export const uselessReplies = (replies: readonly ReplyCounts[]): string =>
  replies
    .flatMap((counts) => {
      const { part, empty, cut, toolCalls, unreadable } = counts;
      const useless = empty + cut + toolCalls + unreadable;
      if (useless === 0) return [];
      const kinds = replyColumns
        .slice(2, 6)
        .filter(([name]) => counts[name] > 0)
        .map(([name, words]) => `${formatCount(counts[name])} ${words}`);
      return [
        `${replyPartWords[part]}: ${plural(useless, 'reply', 'replies')} without a whole answer (${kinds.join(', ')}).`,
      ];
    })
    .join(' ');
