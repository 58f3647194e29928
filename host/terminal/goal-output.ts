import type { GoalForecast, StudyAdvice } from '../../shared/contract/index.ts';
import { adviceWords, goalLines } from '../../shared/goal-words.ts';
import {
  formatHalfWidth,
  formatSpan,
  inPercent,
  isShareScale,
  widthAhead,
} from '../../shared/number-text.ts';
import { onRight, table } from './table.ts';
import { count, figure, figureOn } from './words.ts';

type Advice = GoalForecast & Pick<StudyAdvice, 'isShare' | 'isDifference'>;

const formatOf = ({ scale, isDifference }: Advice) => ({
  ...(isDifference && { isDifference }),
  score: figureOn(scale),
  askedWidth: (width: number) => (isShareScale(scale) ? formatSpan(width, scale) : figure(width)),
  width: (halfWidth: number) => formatHalfWidth(halfWidth, scale),
  count,
});

/** What numbers of labels buy, what the goal takes, and whether to stop. */
export function forecastText(advice: Advice): string {
  const forecast = inPercent(advice);
  const { atBudget, spread } = forecast;
  const widths = table(
    [onRight('Labels'), onRight('Half-width')],
    atBudget.map((at) => [count(at.labels), `± ${widthAhead(at, forecast.scale)}`]),
  );
  const source =
    spread === 'guessed'
      ? 'guessed until the tenth label: nine of ten come to lie so'
      : 'learned from the labels so far';
  return [
    ...(atBudget.length > 0
      ? [`Expected half-width of the interval${planWords(forecast)} (spread ${source}):`, widths, '']
      : []),
    ...goalText(forecast),
  ].join('\n');
}

function planWords({ plan: { rule, labels, once } }: GoalForecast): string {
  if (rule === 2) return '';
  if (labels === null) return ' in a study without a plan';
  return once
    ? ` in a study that looks at ${count(labels)} labels only`
    : ` in a study that asks for ${count(labels)}`;
}

/** The goal and the advice, a line each. */
export function goalText(advice: Advice): string[] {
  const forecast = inPercent(advice);
  const format = formatOf(forecast);
  return [...goalLines(forecast, format), adviceWords(forecast, format)];
}
