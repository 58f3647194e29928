import type { GoalForecast, StudyGoal } from './contract/plan.ts';
import { formatHalfWidths } from './number-text.ts';
import { reworded } from './page-words.ts';

/** How numbers are written where the words stand. */
interface GoalFormat {
  /** How a sentence says it: reports keep the words that they were made with. */
  readonly words?: 'report';
  /** A value on the measure's own scale. */
  score(value: number): string;
  /** Half the width of an interval to come; earlier pages write it as a value. */
  width?(halfWidth: number): string;
  /** Half the width that is asked for, where it is not written as a value. */
  askedWidth?(halfWidth: number): string;
  count(value: number): string;
  /** Whether the score is a difference of two systems. */
  readonly isDifference?: boolean;
}

export const hasGoal = ({ targetHalfWidth, threshold, budget }: StudyGoal): boolean =>
  targetHalfWidth !== null || threshold !== null || budget !== null;

const widthOf = (halfWidth: number, format: GoalFormat) =>
  format.width?.(halfWidth) ?? format.score(halfWidth);

const askedWidth = (halfWidth: number, format: GoalFormat) =>
  format.askedWidth?.(halfWidth) ?? format.score(halfWidth);

/** Where a study before its tenth label will have an interval, "± 0.10 to 0.18"; after it, "about ± 0.13". */
const expectedWidth = (
  { halfWidth, likely }: GoalForecast['atBudget'][number],
  { scale }: GoalForecast,
  format: GoalFormat,
) => (likely ? `± ${formatHalfWidths(likely, scale)}` : `about ± ${widthOf(halfWidth, format)}`);

/** How many labels something takes by a guess: "12 to 40 labels". */
export function likelyLabelsWords(
  { least, most }: { least: number; most: number },
  populationSize: number,
  count: (value: number) => string,
): string {
  if (least >= populationSize) return `all ${count(populationSize)}`;
  if (least === most) return `about ${count(least)}`;
  return `${count(least)} to ${most >= populationSize ? `all ${count(populationSize)}` : count(most)}`;
}

const labelsOf = (count: number, format: GoalFormat) =>
  `${format.count(count)} ${count === 1 ? 'label' : 'labels'}`;

/** Where the interval will next be narrower, from the tenth label on; empty when no look is to come. */
export function lookWords(forecast: GoalForecast, format: GoalFormat): string {
  const { nextLook, spread } = forecast;
  if (!nextLook || spread !== 'learned') return '';
  const at = `At ${labelsOf(nextLook.labels, format)} the interval will be about ± ${widthOf(nextLook.halfWidth, format)}.`;
  return `${at}${reworded(looksWhereGrown(forecast) ? ' It also narrows where a larger sample ends.' : '', '', 11)}`;
}

/** Whether a sample that grows is looked at before the next look: it is planned for where it then ends. */
export const looksWhereGrown = ({ nextLook, plan }: Pick<GoalForecast, 'nextLook' | 'plan'>): boolean =>
  nextLook !== null && plan.labels !== null && !plan.once && nextLook.labels > plan.labels;

/** Whether to stop, and what to go on for. */
export function adviceWords(forecast: GoalForecast, format: GoalFormat): string {
  const words = stopWords(forecast, format);
  return forecast.advice.stop ? words : `${words} ${lookWords(forecast, format)}`.trim();
}

const sideWords = ({ verdict, value }: NonNullable<GoalForecast['threshold']>, format: GoalFormat): string =>
  verdict === 'within'
    ? 'the interval holds no difference that matters'
    : `the interval lies ${verdict} ${format.score(value)}`;

/** What a spent budget leaves open; in earlier reports, which do not say how parts are joined, the threshold only. */
function openWords({ goal, target, threshold }: GoalForecast, format: GoalFormat): string {
  const open = [
    ...(goal.parts !== undefined && goal.targetHalfWidth !== null && target && target.more > 0
      ? [`± ${askedWidth(goal.targetHalfWidth, format)} is not reached`]
      : []),
    ...(threshold?.verdict === 'open'
      ? [`whether the score is above ${format.score(threshold.value)} stays open`]
      : []),
  ];
  return open.length === 0 ? '' : `, and ${open.join(', and ')}`;
}

const budgetLeft = (budget: number, { toGo, labeled }: GoalForecast): number =>
  toGo?.budget ?? budget - labeled;

function stopWords(forecast: GoalForecast, format: GoalFormat): string {
  const { advice, goal, threshold, labeled, hasInterval } = forecast;
  switch (advice.reason) {
    case 'all-labeled':
      return 'Every item is done: there is nothing left to label.';
    case 'target-reached':
      return `You can stop: the interval is as narrow as ± ${askedWidth(goal.targetHalfWidth!, format)}.`;
    case 'threshold-decided':
      return `You can stop: ${sideWords(threshold!, format)}.`;
    case 'goal-reached':
      return `You can stop: the interval is as narrow as ± ${askedWidth(goal.targetHalfWidth!, format)}, and ${sideWords(threshold!, format)}.`;
    case 'budget-spent':
      return `You can stop: the budget of ${labelsOf(goal.budget!, format)} is spent${openWords(forecast, format)}.`;
    case 'continue':
      break;
  }
  if (!hasGoal(goal)) return 'No goal is set, so nothing says when to stop.';
  if (!hasInterval && goal.budget === null) {
    return 'This method has no interval, so only a budget can tell when to stop.';
  }
  if (advice.remainingLabels === null) {
    return labeled === 0
      ? 'No label yet: until the tenth, the forecast is a guess.'
      : 'Go on: the forecast learns from the labels from the tenth on.';
  }
  if (threshold?.tooClose && goal.budget !== null && goal.targetHalfWidth === null) {
    return `The ${labelsOf(budgetLeft(goal.budget, forecast), format)} left in the budget will hardly decide it.`;
  }
  return `Go on: about ${labelsOf(advice.remainingLabels, format)} more.`;
}

/** What each part of the goal is expected to take, a sentence each. */
export function goalLines(forecast: GoalForecast, format: GoalFormat): string[] {
  return [
    joinLine(forecast.goal),
    targetLine(forecast, format),
    thresholdLine(forecast, format),
    budgetLine(forecast, format),
  ].filter((line) => line !== null);
}

/** Whether width and threshold must both hold, where both are asked for. Earlier reports do not say it. */
function joinLine({ targetHalfWidth, threshold, parts }: StudyGoal): string | null {
  if (targetHalfWidth === null || threshold === null || parts === undefined) return null;
  return parts === 'all' ? 'Both must hold:' : 'Whichever is met first is enough:';
}

/** Labels saved by another plan are worth a word from a twentieth on. */
const NOTICEABLY_FEWER = 0.95;

/** Only where it differs from the labels in all. */
const fromHere = (labeled: number, more: number, format: GoalFormat) =>
  labeled === 0 ? '' : `, ${format.count(more)} from here`;

function targetLine(
  { goal, target, labeled, populationSize, spread }: GoalForecast,
  format: GoalFormat,
): string | null {
  if (!target || goal.targetHalfWidth === null) return null;
  const width = `± ${askedWidth(goal.targetHalfWidth, format)}`;
  if (target.more === 0) return `${width} is reached.`;
  if (target.likely && spread === 'guessed')
    return guessedTargetLine(target, target.likely, populationSize, format, width);
  if (!target.reachable) return `${width} takes all ${format.count(populationSize)} items.`;
  const { ifAskedFor } = target;
  const asked =
    ifAskedFor !== null && ifAskedFor < NOTICEABLY_FEWER * target.labels
      ? `, or ${format.count(ifAskedFor)} in a study that asks for so many from the start`
      : '';
  const { least, most } = target.likely ?? { least: 0, most: 0 };
  const upTo = most >= populationSize ? 'all items' : format.count(most);
  const likely = least < most ? ` (usually ${format.count(least)} to ${upTo})` : '';
  return `${width} takes about ${labelsOf(target.labels, format)}${fromHere(labeled, target.more, format)}${likely}${asked}.`;
}

/** What a width takes before the tenth label. */
function guessedTargetLine(
  { labels, ifAskedFor, likelyIfAskedFor }: NonNullable<GoalForecast['target']>,
  likely: { least: number; most: number },
  populationSize: number,
  { count }: GoalFormat,
  width: string,
): string {
  const write = (ends: { least: number; most: number }) => likelyLabelsWords(ends, populationSize, count);
  const asked =
    likelyIfAskedFor && ifAskedFor !== null && ifAskedFor < NOTICEABLY_FEWER * labels
      ? `, or ${write(likelyIfAskedFor)} in a study that asks for so many from the start`
      : '';
  return `${width} takes ${write(likely)} labels${asked}.`;
}

function thresholdLine({ threshold, goal, populationSize }: GoalForecast, format: GoalFormat): string | null {
  if (!threshold) return null;
  const written = (score: number) => format.score(score).replace(/^-/, '\u2212');
  const value = written(threshold.value);
  const { expected, undecided, fewest, most } = threshold;
  if (threshold.verdict === 'within') return 'Decided: there is no difference that matters.';
  if (threshold.verdict !== 'open') return decidedLine(threshold, format);
  if (!expected) {
    const { least: from, most: to } = undecided.likely ?? { least: undecided.from, most: undecided.to };
    const labels = labelsOf(undecided.labels, format);
    if (format.words === 'report') {
      return `With ${labels} it stays open whether a value between ${written(from)} and ${written(to)} is above ${value}; one farther off is usually told.`;
    }
    return undecided.labels >= populationSize
      ? `Above ${value}? All ${format.count(populationSize)} items decide it.`
      : `Above ${value}? ${labels} usually decide it if the score is below ${written(from)} or above ${written(to)}.`;
  }
  const upTo = most! >= populationSize ? 'all items' : format.count(most!);
  const range = `anything from ${format.count(fewest!)} to ${upTo}`;
  if (threshold.tooClose) {
    const limit =
      goal.budget === null ? 'to tell by a sample' : `for a budget of ${labelsOf(goal.budget, format)}`;
    const takes = expected.reachable
      ? `about ${labelsOf(expected.labels, format)}`
      : `all ${format.count(populationSize)} items`;
    return `Too close to ${value} ${limit}: if the estimate stays, it takes ${takes} (${range}).`;
  }
  return `If the estimate stays, about ${labelsOf(expected.labels, format)} tell whether it is above ${value}, ${format.count(
    expected.more,
  )} from here (${range}).`;
}

function decidedLine(
  { verdict, value, afterStopping }: NonNullable<GoalForecast['threshold']>,
  format: GoalFormat,
): string {
  const decided = format.isDifference
    ? `Decided: ${verdict === 'within' ? 'there is no difference that matters' : `the difference is ${verdict} ${value === 0 ? '0' : format.score(value)}`}.`
    : `Decided: the score is ${verdict} ${format.score(value)}.`;
  if (!afterStopping) return decided;
  const { labels, value: rather } = afterStopping;
  return format.words === 'report'
    ? `${decided} That came out at ${labelsOf(labels, format)}; a value at which one stops for that reason lies too far off by chance, and the score is rather ${format.score(rather)} (median-unbiased, approximate).`
    : `${decided} Corrected for stopping early, at ${labelsOf(labels, format)}: ${format.score(rather)} (median-unbiased, approximate).`;
}

function budgetLine(forecast: GoalForecast, format: GoalFormat): string | null {
  const { goal, atBudget, labeled } = forecast;
  const { budget } = goal;
  if (budget === null || labeled >= budget) return null;
  const at = atBudget.find(({ labels }) => labels === budget);
  if (labeled === 0)
    return at ? `At ${labelsOf(budget, format)} expect ${expectedWidth(at, forecast, format)}.` : null;
  const left = `${labelsOf(budgetLeft(budget, forecast), format)} of the budget left`;
  return at
    ? `${left}; at ${format.count(budget)} expect ${expectedWidth(at, forecast, format)}.`
    : `${left}.`;
}
