import type { RuleEstimate } from '../../../shared/contract/index.ts';
import { openItemsWords, outdatedDecisions, ruleWords } from '../../../shared/rule-words.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import type { StudyContent } from './report-content.ts';
import { shownNumber } from './shown-number.ts';

/** How several annotators' labels became one value, and the estimate under the other rules; nothing for one annotator. */
export function rulesSection({ estimate, rules, outdatedDecisions: outdated }: StudyContent): Html {
  const { overlap, finalRule } = estimate;
  if (overlap === 1 && finalRule === 'mean') return html``;
  return html`<h2>Several annotators</h2>
<p>An item counts once ${overlap} ${overlap === 1 ? 'annotator has' : 'annotators have'} labeled or skipped it. ${openItemsWords(estimate).join(' ')} ${outdatedDecisions(outdated, finalRule)}</p>
<table><thead><tr><th>Final value of an item</th><th class="number">Estimate</th><th class="number">Interval</th><th class="number">Labeled</th><th class="number">Undecided</th></tr></thead>
<tbody>${rules.map(ruleRow)}</tbody></table>
<p class="soft">The rules read the same labels. Choosing among them by their numbers would bend the result; the audit trail says when the rule was changed.</p>`;
}

const ruleRow = ({ rule, isChosen, value, lower, upper, labeled, undecided }: RuleEstimate): Html =>
  html`<tr class="${isChosen ? 'chosen' : ''}" data-rule="${rule}"><td>${ruleWords[rule].name}. ${ruleWords[rule].explanation}</td>
<td class="number">${value === null ? '-' : shownNumber(value)}</td>
<td class="number">${lower === null || upper === null ? '-' : `${shownNumber(lower)} to ${shownNumber(upper)}`}</td>
<td class="number">${labeled}</td><td class="number">${undecided}</td></tr>`;
