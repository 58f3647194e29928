import { adviceWords, goalLines, hasGoal } from '../../../shared/goal-words.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import type { StudyContent } from './report-content.ts';

const format = {
  score: (value: number) => Number(value.toPrecision(3)).toString(),
  count: (value: number) => value.toLocaleString('en'),
};

/** What the study was labeled for, and where that stands; nothing where no goal was set. */
export function goalSection({ goal: forecast }: StudyContent): Html {
  if (!hasGoal(forecast.goal)) return html``;
  return html`<h2>Goal</h2>
<p>${adviceWords(forecast, format)}</p>
<ul>${goalLines(forecast, format).map((line) => html`<li>${line}</li>`)}</ul>`;
}
