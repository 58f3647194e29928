import type { QuestionKind, QuestionKinds, UnresolvedCause } from './contract/index.ts';
import { formatCount, formatPercent, plural } from './number-text.ts';

export const questionKindWords: Record<QuestionKind, string> = {
  fits: 'fits',
  unresolved: 'unresolved reference',
  incoherent: 'incoherent',
  'answer-changed': 'right answer changed',
};

export const unresolvedCauseWords: Record<UnresolvedCause, string> = {
  'incorrect-prediction': 'incorrect prediction',
  'open-question': 'open question',
  'no-prediction': 'no prediction',
  'extra-gold': 'extra gold information',
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
    ...causeLines(found),
    ...(detector
      ? [
          `The detector beside them: precision ${shareOf(detector.precision)}, recall ${shareOf(detector.recall)}, of unresolved references ${shareOf(detector.recallOfUnresolved)}.`,
        ]
      : []),
  ];
}

/** Why references are unresolved, beside what the paper found (section 5.1); nothing where nobody said. */
function causeLines({ unresolved, causes }: QuestionKinds): string[] {
  const { incorrectPrediction, openQuestion, noPrediction, extraGold, open } = causes;
  const given = unresolved - open;
  if (given === 0) return [];
  const part = (words: string, count: number, paper: string) =>
    `${words} ${formatCount(count)} (${formatPercent(count / given)}; Li et al. ${paper} %)`;
  const parts = [
    part('incorrect prediction', incorrectPrediction, '39.8'),
    part('open question', openQuestion, '37.0'),
    part('no prediction', noPrediction, '9.5'),
    part('extra gold information', extraGold, '13.6'),
  ];
  return [
    `Causes of ${plural(given, 'unresolved reference')}: ${parts.join(', ')}${open === 0 ? '' : `; ${formatCount(open)} without a cause`}.`,
  ];
}

const shareOf = (share: number | null): string => (share === null ? 'not defined' : formatPercent(share));
