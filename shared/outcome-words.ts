import type { Outcome, ReplayScores, Run } from './contract/index.ts';
import { formatCount, formatPercent, plural } from './number-text.ts';

/** What became of one asked-for score or text, as lists show it. */
export const outcomeWords: Record<Outcome, string> = {
  scored: 'scored',
  unreadable: 'not readable',
  'out-of-range': 'out of range',
  refused: 'refused',
  empty: 'empty',
  cut: 'cut off before the answer',
  'tool-call': 'calls of tools',
  picture: 'with pictures, not asked',
  failed: 'failed',
};

/** A run that lost more of its scores than this says so in its state. */
const mentionedShare = 0.05;

/** Added to the state of a run: ", but 97 % not usable", where more than 5 % of what came could not be used; else empty. */
export function lostStateWords(outcomes: Run['outcomes']): string {
  const { failed: _failed, picture: _picture, ...came } = outcomes;
  const all = Object.values(came).reduce((sum, count) => sum + count, 0);
  const lost = all - (came.scored ?? 0);
  return lost > mentionedShare * all ? `, but ${formatPercent(lost / all)} not usable` : '';
}

/** Before a run: that items will not be asked about for their pictures; null where none is. */
export const withPicturesWords = (items: number): string | null =>
  items === 0
    ? null
    : `${plural(items, 'item')} with pictures or recordings will be left out. If the model takes pictures, say so at the endpoint; recordings are not sent.`;

/** Before a run: that items have not what the prompt shows; null where all have. */
export const lackingWords = (items: number): string | null =>
  items === 0 ? null : `${plural(items, 'item')} without what the prompt shows, and so without a score`;

/** That conversations of a protocol are left out for their pictures; empty where none is. */
export const conversationsLeftForPictures = (conversations: number): string =>
  conversations === 0
    ? ''
    : `${plural(conversations, 'conversation')} with pictures or recordings not asked: a model of the run takes none. If it takes pictures, say so at the endpoint and resume.`;

/** How the reason of an item begins that has not what the prompt shows: asking again changes nothing of it. */
export const lackingReasonBegins = 'The item has no ';

/**
 * What a judge's run could not use, for its page: "114 scores in 82 replies cannot be used: 100 not readable, 14 refused. They
 * count nowhere." Null where everything was used.
 *
 * @param replies those in which at least one score cannot be used
 */
export function unusableWords(outcomes: Run['outcomes'], replies: number): string | null {
  const { scored: _scored, failed: _failed, picture: _picture, ...unusable } = outcomes;
  const kinds = Object.entries(unusable).filter(([, count]) => count > 0);
  const lost = kinds.reduce((sum, [, count]) => sum + count, 0);
  if (lost === 0) return null;
  const named = kinds.map(([kind, count]) => `${formatCount(count)} ${outcomeWords[kind as Outcome]}`);
  return `${plural(lost, 'score')} in ${plural(replies, 'reply', 'replies')} cannot be used: ${named.join(', ')}. ${lost === 1 ? 'It counts' : 'They count'} nowhere.`;
}

/**
 * What a run that went through everything has not got, in sentences; empty when nothing is missing. What failed can be
 * asked for again; what came and could not be used counts nowhere. A judge's outcomes are scores, others are replies.
 */
export function missingWords({ kind, outcomes }: Pick<Run, 'kind' | 'outcomes'>): string {
  const { scored: _scored, failed = 0, picture = 0, ...unusable } = outcomes;
  const kinds = Object.entries(unusable).filter(([, count]) => count > 0);
  const lost = kinds.reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.map(([kind, count]) => `${formatCount(count)} ${outcomeWords[kind as Outcome]}`);
  return [
    failed > 0 && `${formatCount(failed)} failed. Look why; going on asks for those again.`,
    picture > 0 &&
      `${formatCount(picture)} with pictures or recordings not asked: the endpoint takes none. If its model takes pictures, say so at the endpoint and go on.`,
    lost > 0 &&
      `${kind === 'judge' ? plural(lost, 'score') : plural(lost, 'reply', 'replies')} could not be used and ${lost === 1 ? 'counts' : 'count'} nowhere: ${named.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** That more than one model answered to one name; null where one did, or the server does not say. */
export const changedModelWords = (servedBy: readonly string[]): string | null =>
  servedBy.length < 2
    ? null
    : `The model behind this name changed: ${servedBy.join(', then ')}. Figures may differ between them.`;

/** As `missingWords`, with the replies that were used as far as they go. */
export const endingWords = ({ cutReplies, ...run }: Pick<Run, 'kind' | 'outcomes' | 'cutReplies'>): string =>
  [
    missingWords(run),
    cutReplies > 0 &&
      `${plural(cutReplies, 'reply', 'replies')} cut off twice at the longest length allowed and used as far as they go. Allow more tokens.`,
  ]
    .filter(Boolean)
    .join(' ');

/**
 * What a replay says that was to change questions and changed none: its figures are those of Auto-Pred. Null where it changed some, or
 * where every question fitted.
 */
export const nothingChanged = ({
  invalid,
  changed,
  removed = 0,
  unread,
}: {
  invalid: number;
  changed: number;
  removed?: number;
  unread?: number | null;
}): string | null => {
  const lost = unread ?? 0;
  if (invalid + lost === 0) return null;
  const parts = [
    lost > 0 &&
      `${plural(lost, 'verdict')} of the detector could not be read; those questions were asked as they are.`,
    changed + removed === 0 && 'No question was changed: these are the figures of Auto-Pred.',
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' ');
};

/** What published scripts say of a replay, which know one word for a refusal; null where they say the same. */
export const asWrittenWords = ({ asWritten }: Pick<ReplayScores, 'asWritten'>): string | null =>
  asWritten === null
    ? null
    : `Read letter by letter, as published scripts do: all ${shareOf(asWritten.all)}, answerable ${shareOf(asWritten.answerable)}. ${plural(asWritten.answers, 'answer')} that refused in other words, or in none, would then count otherwise.`;

const shareOf = (share: number | null): string => (share === null ? '-' : formatPercent(share));
