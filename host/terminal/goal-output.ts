import type { GoalForecast } from '../../shared/contract/index.ts';
import { adviceWords, goalLines } from '../../shared/goal-words.ts';
import { formatHalfWidth, widthAhead } from '../../shared/number-text.ts';
import { onRight, table } from './table.ts';
import { count, figure } from './words.ts';

const formatOf = ({ scale }: GoalForecast) => ({
  score: figure,
  width: (halfWidth: number) => formatHalfWidth(halfWidth, scale),
  count,
});

/** What numbers of labels buy, what the goal takes, and whether to stop. */
export function forecastText(forecast: GoalForecast): string {
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
export const goalText = (forecast: GoalForecast): string[] => [
  ...goalLines(forecast, formatOf(forecast)),
  adviceWords(forecast, formatOf(forecast)),
];
