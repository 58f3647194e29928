import type { GoalForecast, LabelStanding, OpenStanding } from '../../../shared/contract/index.ts';
import { valueSentence } from '../../../shared/estimate-words.ts';
import { adviceWords, hasGoal, looksWhereGrown } from '../../../shared/goal-words.ts';
import { formatSpan, inPercent } from '../../../shared/number-text.ts';
import { formatHalfWidth, isExact, plural, writtenEstimate } from '../../api/format.ts';
import { goalFormat } from '../../ui/goal-advice.tsx';

type Hidden = Extract<LabelStanding, { kind: 'hidden' }>['because'];

/** Why the estimate cannot be shown to whoever labels. */
export const hiddenWords: Readonly<Record<Hidden, string>> = {
  practice: 'In practice there is no estimate.',
  'handed-out': 'The estimate stays with the person who sent you these items. Seeing it would sway you.',
  team: 'Several people label this study, so the estimate stays hidden while they do: seeing it would sway them.',
  ranking: 'A ranking has one estimate for each pair of systems: they are in Results.',
};

/** What the strip says, each part a few words; null where there is nothing to say yet. */
interface StripWords {
  readonly value: string | null;
  readonly interval: string | null;
  readonly counted: string;
  /** Half the width of the interval, beside the one that is asked for. */
  readonly width: string | null;
  /** What is ahead: the goal, or the planned look. */
  readonly ahead: string;
}

const labelsOf = (count: number) => plural(count, 'label');

/** Half the width of the interval; null where there is none, or nothing is left open. */
function halfWidthOf({ lower, upper, scale }: OpenStanding): number | null {
  if (lower === null || upper === null || isExact({ lower, upper }, scale)) return null;
  return (upper - lower) / 2;
}

/** What stands in the strip while one labels. */
export function stripWords(given: OpenStanding): StripWords {
  const standing = inPercent(given);
  const { scale, isDifference, forecast } = standing;
  const { value, interval } = writtenEstimate(standing, scale, { isSigned: isDifference });
  const halfWidth = halfWidthOf(standing);
  const target = forecast.goal.targetHalfWidth;
  const asked = target === null ? '' : `, goal ± ${formatSpan(target, scale)}`;
  return {
    value,
    interval: value === null ? null : (rangeWords(interval) ?? 'no interval yet'),
    counted: `${labelsOf(forecast.labeled)} counted`,
    width: halfWidth === null ? null : `± ${formatHalfWidth(halfWidth, scale)}${asked}`,
    ahead: aheadWords(standing),
  };
}

/** The advice where a goal is set; else how far the planned look is, or where the interval will next be narrower. */
function aheadWords({ forecast }: OpenStanding): string {
  if (hasGoal(forecast.goal)) return adviceWords(forecast, goalFormat(forecast));
  const left = forecast.toGo?.look ?? 0;
  if (left > 0) return `${labelsOf(left)} to go.`;
  const next = forecast.nextLook;
  if (next === null) return '';
  const sooner = looksWhereGrown(forecast) ? ', or where a larger sample ends' : '';
  return `The interval will next be narrower at ${labelsOf(next.labels)}${sooner}.`;
}

/** The number in one sentence; that of a difference names no system, as nothing does where people label. */
export function standingSentence(standing: OpenStanding): string {
  const { value, lower, upper, scale, isDifference, isShare } = standing;
  if (value === null) return 'Not estimable yet.';
  if (!isDifference) return valueSentence({ value, lower, upper }, { ...scale, isShare });
  const written = writtenEstimate(standing, scale, { isSigned: true });
  const range = rangeWords(written.interval);
  return `The difference is ${range === 'exact' ? 'exactly' : 'about'} ${written.value}${
    range === null ? '; there is no interval yet' : range === 'exact' ? '' : `, ${range}`
  }.`;
}

/** "between 3.1 and 3.9", of an interval as it is written everywhere. */
const rangeWords = (interval: string | null) =>
  interval?.includes(' to ') ? `between ${interval.replace(' to ', ' and ')}` : interval;

/** That a goal is met or a budget spent, without a number that could sway; null while neither is so. */
export function goalMetWords({ goal, advice: { stop, reason } }: GoalForecast): string | null {
  if (!hasGoal(goal) || !stop) return null;
  if (reason === 'all-labeled') return 'Every item is done: there is nothing left to label.';
  return reason === 'budget-spent'
    ? 'The budget of this study is spent.'
    : 'The goal of this study is reached: no more labels are needed.';
}

const FIRST_NOTE_AT = 10;

/**
 * What a label brought that is worth a word: the tenth one, the planned look, the goal. Null where there is nothing.
 *
 * @param isShown whether the number itself may be said
 */
export function noteBetween(before: OpenStanding, now: OpenStanding, isShown: boolean): string | null {
  const notes: string[] = [];
  const reached = (labels: number | null, skips = 0) =>
    labels !== null &&
    before.forecast.labeled + skips * before.skipped < labels &&
    now.forecast.labeled + skips * now.skipped >= labels;
  const { labels: look } = now.forecast.plan;
  if (reached(look, 1)) notes.push(`The planned ${labelsOf(look!)} ${look === 1 ? 'is' : 'are'} done.`);
  else if (isShown && reached(FIRST_NOTE_AT)) notes.push('Ten labels are in.');
  if (notes.length > 0 && isShown) notes.push(standingSentence(now));
  const met = goalMetWords(now.forecast);
  if (met !== null && goalMetWords(before.forecast) === null) {
    notes.push(isShown ? adviceWords(now.forecast, goalFormat(now.forecast)) : met);
  }
  return notes.length === 0 ? null : notes.join(' ');
}
