import type { QuestionKind, QuestionKinds } from './contract/index.ts';
import { formatCount, formatPercent, plural } from './number-text.ts';

export const questionKindWords: Record<QuestionKind, string> = {
  fits: 'fits',
  unresolved: 'unresolved reference',
  incoherent: 'incoherent',
  'answer-changed': 'right answer changed',
};

/** What people say of the questions of a replay, in sentences; empty where nobody said anything. */
export function questionKindLines(found: QuestionKinds): string[] {
  const { judged, undecided, annotators, unresolved, incoherent, answerChanged, invalid, detector } = found;
  if (judged === 0) return [];
  const { share, lower, upper } = invalid;
  const all = unresolved + incoherent + answerChanged;
  const part = (count: number) => (all === 0 ? '' : ` (${formatPercent(count / all)})`);
  const ends = lower === null || upper === null ? '' : `, ${formatPercent(lower)} to ${formatPercent(upper)}`;
  return [
    `By ${plural(annotators, 'person', 'people')}, of ${plural(judged, 'question')}${undecided === 0 ? '' : ` (${formatCount(undecided)} undecided)`}: ${share === null ? 'none decided' : `${formatPercent(share)} do not fit${ends}`}.`,
    `Unresolved reference ${formatCount(unresolved)}${part(unresolved)}, incoherent ${formatCount(incoherent)}${part(incoherent)}, right answer changed ${formatCount(answerChanged)}${part(answerChanged)}.`,
    ...(detector
      ? [
          `The detector beside them: precision ${shareOf(detector.precision)}, recall ${shareOf(detector.recall)}, of unresolved references ${shareOf(detector.recallOfUnresolved)}.`,
        ]
      : []),
  ];
}

const shareOf = (share: number | null): string => (share === null ? 'not defined' : formatPercent(share));
