import type { StudySignal } from './contract/study.ts';
import { formatCount } from './number-text.ts';

/** How many signals a study uses, in one sentence. */
export function signalsWords(signals: readonly { leftOut: boolean }[]): string {
  const used = signals.filter(({ leftOut }) => !leftOut).length;
  if (signals.length === 0) return 'No other score in the data differs between items.';
  if (used === 0) return `None of ${signals.length} signals is used, only the machine score.`;
  const counted = used === signals.length ? String(used) : `${used} of ${signals.length}`;
  const noun = signals.length === 1 ? 'signal' : 'signals';
  return `${counted} ${noun} ${used === 1 ? 'sharpens' : 'sharpen'} the estimate.`;
}

/** Signals by what they are taken from, in the order in which the first of each comes up. */
export const signalGroups = (signals: readonly StudySignal[]): [of: string, signals: StudySignal[]][] => [
  ...Map.groupBy(signals, ({ of }) => of),
];

/** What letting a signal join a running study does. */
export const joinSentence =
  'It is frozen now and counts from the next label on. Labels given before do not speak for it, as a judge may know them.';

/** When a signal joined a study. */
export const joinedWhen = (drawsBefore: number): string =>
  drawsBefore === 0 ? 'before the first draw' : `after draw ${formatCount(drawsBefore)}`;
