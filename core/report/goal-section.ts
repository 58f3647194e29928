import { adviceWords, goalLines, hasGoal } from '../../shared/goal-words.ts';
import type { CoreContext } from '../context.ts';
import { studyAdvice } from '../plan/study-advice.ts';
import { type Html, html } from './escape-html.ts';

const format = {
  score: (value: number) => Number(value.toPrecision(3)).toString(),
  count: (value: number) => value.toLocaleString('en'),
};

/** What the study was labeled for, and where that stands; nothing where no goal was set. */
export function goalSection(context: CoreContext, studyId: number): Html {
  const forecast = studyAdvice(context, studyId);
  if (!hasGoal(forecast.goal)) return html``;
  return html`<h2>Goal</h2>
<p>${adviceWords(forecast, format)}</p>
<ul>${goalLines(forecast, format).map((line) => html`<li>${line}</li>`)}</ul>`;
}
