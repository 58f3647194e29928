import { findLabRun, listLabRuns } from '../../db/lab-runs.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import { estimateChart } from '../../shared/charts/estimate-chart.ts';
import { subgroupChart } from '../../shared/charts/subgroup-chart.ts';
import type {
  Claim,
  EstimatePoint,
  EstimateReport,
  MethodEstimate,
  OtherCriterion,
  RuleEstimate,
  Subgroups,
} from '../../shared/contract/index.ts';
import { adviceWords, goalLines, hasGoal } from '../../shared/goal-words.ts';
import { judgeTitle } from '../../shared/judge-title.ts';
import {
  capital,
  formatPercent,
  formatScore,
  fourDigits,
  isShareScale,
  scaleEnds,
  spacedPercent,
} from '../../shared/number-text.ts';
import {
  approximateWords,
  coverageIn,
  coverageWords,
  isAbout,
  isForOneLook,
  type LabCoverage,
} from '../../shared/one-look-words.ts';
import { reworded } from '../../shared/page-words.ts';
import { openItemsWords, outdatedDecisions, ruleWords } from '../../shared/rule-words.ts';
import { sharesSentence, testedSentence, togetherText } from '../../shared/together-words.ts';
import { surrogateName } from '../estimate/surrogate/surrogate-names.ts';
import { type Html, html } from '../platform/page/escape-html.ts';
import { designs } from '../studies/design.ts';
import { agreementSection, judgeSection } from './agreement-section.ts';
import { chartSvg } from './chart-svg.ts';
import { failureSection } from './failure-section.ts';
import { headline, headlineWords } from './headline.ts';
import { methodsText, referencesFor } from './methods-text.ts';
import { judgesPart, openingPage } from './opening-page.ts';
import type { Opening, StudyContent } from './report-content.ts';
import { goalFormatOf, NUMBERS, type ShownOn, shownEstimate } from './shown-number.ts';

/** What was done to come to the number, as far as it may matter to a reader: draws, skips, what people saw, every act. */
function auditSection(study: StudyContent): Html {
  const { subject, estimate, acts, alterations } = study;
  const { drawn, estimateVisible, surrogateJudge } = subject;
  return html`<h2>What was done</h2>
<table><thead><tr><th>Draw</th><th>When (UTC)</th><th class="number">Seed</th><th class="number">Labels given before it</th></tr></thead>
<tbody>${drawn.map(drawRow)}</tbody></table>
<p>${skipSentence(estimate)} ${visibleSentence(estimateVisible)} ${surrogateJudge}</p>
${exclusionPart(study)}${alterationsPart(alterations)}
<table class="acts"><thead><tr><th>When (UTC)</th><th>What</th></tr></thead><tbody>${acts.map(actRow)}</tbody></table>`;
}

const moment = (at: string) => at.slice(0, 19).replace('T', ' ');

const drawRow = ({ generation, seed, labelsBefore, createdAt }: StudyContent['subject']['drawn'][number]) =>
  html`<tr><td>${generation === 1 ? 'First draw' : `Redraw ${generation - 1}`}</td><td>${moment(createdAt)}</td><td class="number">${seed}</td><td class="number">${labelsBefore}</td></tr>`;

const actRow = ({ at, action, words }: StudyContent['acts'][number]) =>
  html`<tr data-action="${action}"><td class="when">${moment(at)}</td><td>${words}</td></tr>`;

function skipSentence({ skipped }: EstimateReport): string {
  if (skipped.count === 0) return 'No item was skipped.';
  const reasons = skipped.reasons.map(({ reason, count }) => `${reason} (${count})`);
  return `Skipped items: ${skipped.count}; reasons: ${reasons.join(', ')}.`;
}

const visibleSentence = (visible: number): string =>
  visible === 0
    ? 'The estimate was hidden while people labeled.'
    : `The estimate was visible while ${visible} of the labels were given.`;

/** Who was left out by the rule, and what the estimate would be with them. */
function exclusionPart({ exclusion, estimate: { scale } }: StudyContent): Html {
  if (!exclusion) return html``;
  const { people, items, value, lower, upper } = exclusion;
  const shown = shownEstimate(exclusion, { scale, numbers: isShareScale(scale) ? NUMBERS : undefined });
  const interval = lower === null || upper === null ? 'without an interval' : shown.interval;
  const effect = value === null ? 'not estimable' : `${shown.value} (${interval})`;
  return html`<p>Excluded by a rule that was fixed before the first label: ${people} ${people === 1 ? 'annotator' : 'annotators'}, with ${items} ${items === 1 ? 'item' : 'items'} answered. Their labels are kept and do not count; with them the estimate would be ${effect}.</p>
`;
}

const alterationsPart = (alterations: readonly string[]): Html =>
  alterations.length === 0
    ? html`<p class="soft">${reworded('No other program changed a label, decision or act of this project, as far as a chain of hashes without a key can show.', 'No label, decision or act of this project was changed by another program since it was written, as far as a chain of hashes without a key can show.')}</p>`
    : html`<p><strong>The project was changed by another program.</strong></p>
<ul>${alterations.map((words) => html`<li>${words}</li>`)}</ul>`;

const valueWords = (value: number) => fourDigits(value);

/** What a report says of one study, under headings of the second level. The record is left out of files that nobody reads by machine. */
export function studyParts(
  study: StudyContent,
  { number, withRecord, numbers }: { number: number; withRecord: boolean; numbers: ShownOn['numbers'] },
): Html {
  const { estimate: report, history, opening } = study;
  if (opening?.layout !== undefined) return forwardedParts(study, opening, { number, withRecord, numbers });
  const start = opening
    ? html`${openingPage(study, opening, numbers)}
<h2>What the estimate rests on</h2>
${headlineWords(report, history, numbers)}`
    : headline(report, history, numbers);
  const approximate = approximateWords(report, study.oneLook);
  return html`${start}
${approximate === null ? '' : html`<p>${approximate}</p>`}
${chart(report, history)}
<h2>Every method on the same labels</h2>
${methodTable(study, numbers)}
${besideTable(study)}
${goalSection(study, numbers)}
${claimsSections(study, numbers)}
${rulesSection(study, numbers)}
${agreementSection(study)}
${judgeSection(study)}
${howPart(study, { number, withRecord })}`;
}

/** The first page, what is asked next, and an annex for researchers: folded on a screen, on pages of its own in print. */
function forwardedParts(
  study: StudyContent,
  opening: Opening,
  { number, withRecord, numbers }: { number: number; withRecord: boolean; numbers: ShownOn['numbers'] },
): Html {
  const { estimate: report, history } = study;
  const approximate = approximateWords(report, study.oneLook);
  const annex = html`<h2>What the estimate rests on</h2>
${headlineWords(report, history, numbers)}
<h2>Every method on the same labels</h2>
${methodTable(study, numbers, reworded(!withRecord, false, 9))}
${claimsSection(study.otherClaims, { scale: report.scale, numbers })}
${howPart(study, { number, withRecord })}`;
  return html`${openingPage(study, opening, numbers)}
${study.failures ? html`${failureSection(study)}\n` : null}${judgesPart(study)}
${besideTable(study)}
${approximate === null ? '' : html`<p>${approximate}</p>`}
${chart(report, history, 'Estimate over time')}
${goalSection(study, numbers)}
${subgroupSections(study, { scale: report.scale, numbers })}
${criteriaSection(study.otherCriteria, { scale: report.scale, numbers })}
${rulesSection(study, numbers)}
${agreementSection(study)}
${judgeSection(study)}
${
  withRecord
    ? html`<details class="annex"><summary>Annex for researchers: methods, audit, labels</summary>
${annex}</details>`
    : html`<section class="annex">
<h2 class="annex">Annex for researchers</h2>
${annex}</section>`
}`;
}

/** How the numbers were made, and what they can be made from again. */
const howPart = (
  study: StudyContent,
  { number, withRecord }: { number: number; withRecord: boolean },
): Html => html`${methodsPart(study)}
${reworded(html`<section class="together">${tracePart(study, { number, withRecord })}</section>`, tracePart(study, { number, withRecord }), 9)}`;

const tracePart = (
  study: StudyContent,
  { number, withRecord }: { number: number; withRecord: boolean },
): Html => html`<h2>Manifest</h2>
${manifestTable(study)}
${withRecord ? recordPart(study.record, number) : elsewhere}
${auditSection(study)}`;

/** A paragraph for the methods section of a paper, and what it cites. */
export const methodsPart = (study: StudyContent): Html => html`<h2>Methods</h2>
<p>${methodsText(study)}</p>
<h2>References</h2>
<ol class="references">${referencesFor(study).map((text) => html`<li>${text}</li>`)}</ol>`;

const recordPart = (record: string, number: number): Html =>
  html`<details><summary>The labels behind these numbers</summary>
<p class="soft">One JSON line each, people numbered. Save this page and run "assay verify" on it, or follow the published recipe, to compute every number again.</p>
<pre class="record" id="${number === 1 ? 'record' : `record-${number}`}">${record}</pre></details>`;

const elsewhere = html`<p class="soft">The labels behind these numbers are left out of this document. They are in the HTML form of the report, from which "assay verify" computes every number again, and in the label files (CSV, JSON Lines).</p>`;

function chart(
  report: EstimateReport,
  history: readonly EstimatePoint[],
  title = 'Where does the estimate settle?',
): Html {
  if (history.length < 2) return html``;
  return html`<h2>${title}</h2>
<figure>${chartSvg(estimateChart(report, history))}
<figcaption>Solid: the estimate after each label, with its interval, where it has one, as the band. Every other line is named at its end. The axis shows the part of the scale that holds them.</figcaption></figure>`;
}

/** @param isShort whether methods without a number share a row for each reason, as nobody computes them again from a printed page */
function methodTable(
  { estimate: report, oneLook }: StudyContent,
  numbers: ShownOn['numbers'],
  isShort = false,
): Html {
  const on = { scale: report.scale, numbers };
  const basis = (e: MethodEstimate) =>
    e.interval && isForOneLook(e)
      ? `${e.assumptions} ${capital(spacedPercent(e.interval))}: ${coverageWords(oneLook, e.method)}.`
      : e.assumptions;
  const row = (
    e: MethodEstimate,
  ) => html`<tr class="${e.method === report.default ? 'chosen' : ''}" data-method="${e.method}">
<td>${e.name}</td><td class="number value">${shownEstimate(e, on).value}</td>
<td class="number interval">${shownEstimate(e, on).interval}</td>
<td>${e.estimable ? basis(e) : e.reason}</td></tr>`;
  const isOwn = (e: MethodEstimate) => !isShort || e.estimable || e.method === report.default;
  const without = Map.groupBy(
    report.estimates.filter((e) => !isOwn(e)),
    ({ reason }) => reason,
  );
  const sharedRow = ([reason, found]: [string | null, MethodEstimate[]]) =>
    html`<tr><td>${found.map(({ name }) => name).join(', ')}</td><td class="number">-</td><td class="number">-</td><td>${reason}</td></tr>`;
  return html`<table><thead><tr><th>Method</th><th class="number">Value</th><th class="number">Interval</th><th>What it rests on, or why there is no number</th></tr></thead>
<tbody>${report.estimates.filter(isOwn).map(row)}${[...without].map(sharedRow)}</tbody></table>`;
}

function besideTable({ estimate, opening }: StudyContent): Html {
  const { judges, fullEvaluation, consistencyRatio, skipped, scale } = estimate;
  // Pages with a first page have the digits of the screen.
  const score = opening ? (value: number) => formatScore(value, scale) : valueWords;
  const share = opening ? (value: number) => formatPercent(value) : valueWords;
  const rows = [
    ...judges.map(({ name, value, items, alsoSurrogate }) =>
      besideRow(
        `${reworded(judgeTitle(name), `Judge ${name}`, 10)} alone`,
        score(value),
        `${items} items${alsoSurrogate ? (opening?.layout ? '; also the machine score' : '; also used as surrogate') : ''}`,
      ),
    ),
    ...(fullEvaluation
      ? [
          besideRow(
            'Full evaluation',
            score(fullEvaluation.value),
            `${fullEvaluation.items} items${fullEvaluation.complete ? '' : '; some of the pool are missing'}`,
          ),
        ]
      : []),
    ...(consistencyRatio === null
      ? []
      : [
          besideRow(
            'Consistency ratio',
            share(consistencyRatio),
            '1 - |estimate - full| / |full|, of this one run',
          ),
        ]),
    ...skipped.reasons.map(({ reason, count }) => besideRow('Skipped', String(count), reason)),
  ];
  if (rows.length === 0) return html``;
  return html`<h2>Beside it</h2><table><tbody>${rows}</tbody></table>`;
}

const besideRow = (name: string, value: string, note: string) =>
  html`<tr><td>${name}</td><td class="number">${value}</td><td>${note}</td></tr>`;

function manifestTable({ manifest, subject }: StudyContent): Html {
  const rows = Object.entries(manifest).map(
    ([name, value]) => html`<tr><td>${name}</td><td><code>${String(value)}</code></td></tr>`,
  );
  return html`<table><tbody>${rows}</tbody></table>
<p class="soft">Design: ${designs[manifest.design].description}. Surrogate: ${surrogateName(subject.surrogate)}.</p>`;
}

/** What the study was labeled for, and where that stands; nothing where no goal was set. */
function goalSection(
  { goal: forecast, opening, estimate: { comparison } }: StudyContent,
  numbers: ShownOn['numbers'],
): Html {
  if (!hasGoal(forecast.goal)) return html``;
  const { words, ...plain } = goalFormatOf(forecast, numbers, comparison !== null);
  const format = opening?.layout ? plain : { ...plain, words };
  return html`<h2>Goal</h2>
${opening?.layout ? null : html`<p>${adviceWords(forecast, format)}</p>`}
<ul>${goalLines(forecast, format).map((line) => html`<li>${line}</li>`)}</ul>`;
}

/** How several annotators' labels became one value, and the estimate under the other rules; nothing for one annotator. */
function rulesSection(
  { estimate, rules, outdatedDecisions: outdated }: StudyContent,
  numbers: ShownOn['numbers'],
): Html {
  const { overlap, finalRule } = estimate;
  if (overlap === 1 && finalRule === 'mean') return html``;
  return html`<h2>Several annotators</h2>
<p>An item counts once ${overlap} ${overlap === 1 ? 'annotator has' : 'annotators have'} labeled or skipped it. ${openItemsWords(estimate).join(' ')} ${outdatedDecisions(outdated, finalRule)}</p>
<table><thead><tr><th>Final value of an item</th><th class="number">Estimate</th><th class="number">Interval</th><th class="number">Labeled</th><th class="number">Undecided</th></tr></thead>
<tbody>${rules.map((rule) => ruleRow(rule, { scale: estimate.scale, numbers }))}</tbody></table>
<p class="soft">The rules read the same labels. ${reworded('Choosing among them by their numbers would bias the result. The audit trail says when the rule was changed.', 'Choosing among them by their numbers would bend the result; the audit trail says when the rule was changed.')}</p>`;
}

function ruleRow(row: RuleEstimate, on: ShownOn): Html {
  const { rule, isChosen, labeled, undecided } = row;
  const { value, interval } = shownEstimate(row, on);
  return html`<tr class="${isChosen ? 'chosen' : ''}" data-rule="${rule}"><td>${ruleWords[rule].name}. ${ruleWords[rule].explanation}</td>
<td class="number">${value}</td>
<td class="number">${row.lower === null || row.upper === null ? '-' : interval}</td>
<td class="number">${labeled}</td><td class="number">${undecided}</td></tr>`;
}

/**
 * How often intervals for one look held in the newest back-tests on a study's own data, at the look that it declared; none for
 * studies that look as they like.
 */
export function oneLookCoverage(
  db: ReadableDb,
  { datasetId, systemName: system, measure, surrogate, alpha, against }: StudyRow,
  { lookPlan, looks }: EstimateReport,
): LabCoverage[] {
  const [look] = looks;
  if (lookPlan?.kind !== 'once' || look === undefined || against) return [];
  const question = { datasetId, system, measure, surrogate, alpha };
  const found = new Map<string, LabCoverage>();
  for (const run of listLabRuns(db)) {
    if (!isAbout(run, question)) continue;
    for (const one of coverageIn(findLabRun(db, run.id)!, system, look)) {
      if (!found.has(one.method)) found.set(one.method, one);
    }
  }
  return [...found.values()];
}

/** Value and interval of a row. */
function valueCells(
  row: { value: number | null; lower: number | null; upper: number | null },
  on: ShownOn,
): Html {
  const { value, interval } = shownEstimate(row, on);
  return html`<td class="number">${value}</td>
<td class="number">${interval}</td>`;
}

/** Subgroups, other criteria and other claims of a study: what its labels say beyond the estimate. */
function claimsSections(
  { estimate, subgroups, otherCriteria, otherClaims }: StudyContent,
  numbers: ShownOn['numbers'],
): Html {
  const on = { scale: estimate.scale, numbers };
  return html`${subgroupSections({ estimate, subgroups }, on)}
${criteriaSection(otherCriteria, on)}
${claimsSection(otherClaims, on)}`;
}

/** What is said of every division stands under the first chart and the last table; earlier pages said it in each. */
function subgroupSections(
  { estimate, subgroups }: Pick<StudyContent, 'estimate' | 'subgroups'>,
  on: ShownOn,
): Html {
  return html`${subgroups.map((found, i) => {
    const isNoted = subgroups[i + 1]?.assumptions !== found.assumptions;
    return subgroupSection(found, estimate.measureName, {
      ...on,
      ...reworded({ isCaptioned: i === 0, isNoted }, { isCaptioned: true, isNoted: true }, 9),
    });
  })}`;
}

function subgroupSection(
  found: Subgroups,
  measure: string,
  { isCaptioned, isNoted, ...on }: ShownOn & { isCaptioned: boolean; isNoted: boolean },
): Html {
  const more = found.omitted > 0 ? ` ${found.omitted} smaller ones are left out.` : '';
  const caption = html`
<figcaption>Dots: the subgroups; broken lines: their approximate intervals, each for one look at one subgroup. Dashes: all items. Not the study's own interval.</figcaption>`;
  return html`<h2>By ${found.name}</h2>
<figure>${chartSvg(subgroupChart(found, measure))}${isCaptioned ? caption : null}</figure>
<table><thead><tr><th>${found.name}</th><th class="number">Items</th><th class="number">Labeled</th><th class="number">Value</th><th class="number">Approximate interval</th><th>Note</th></tr></thead>
<tbody>${found.subgroups.map(
    (one) =>
      html`<tr><td>${one.level}</td><td class="number">${String(one.items)}</td><td class="number">${String(one.labeled)}</td>${valueCells(one, on)}<td>${one.reason ?? (one.skipped > 0 ? `${one.skipped} skipped` : '')}</td></tr>`,
  )}</tbody></table>
<p>${testedSentence(found) ?? ''}</p>
${isNoted || more !== '' ? html`<p class="soft">${isNoted ? found.assumptions : ''}${isNoted ? more : more.trim()}</p>` : null}`;
}

function criteriaSection(criteria: readonly OtherCriterion[], { scale, numbers }: ShownOn): Html {
  if (criteria.length === 0) return html``;
  return html`<h2>Other criteria on the same items</h2>
<table><thead><tr><th>Criterion</th><th class="number">Value</th><th class="number">Interval</th><th>Labels</th><th>All criteria together</th></tr></thead>
<tbody>${criteria.map(
    (one) =>
      html`<tr><td>${one.criterion} (${scaleEnds(one.scale)})</td>${valueCells(one, { scale: one.scale, numbers })}<td>${one.estimable ? String(one.labeled) : one.reason}</td><td>${togetherText(one) ?? ''}</td></tr>`,
  )}</tbody></table>
<p class="soft">Each criterion has a sequence of its own over the same draw; its interval holds by itself, at the study's error level. ${sharesSentence(criteria, scale) ?? ''}</p>`;
}

function claimsSection(claims: readonly Claim[], on: ShownOn): Html {
  if (claims.length === 0) return html``;
  return html`<h2>Other claims (approximate)</h2>
<table><thead><tr><th>Claim</th><th class="number">Value</th><th class="number">Interval</th><th>What it rests on, or why there is no number</th></tr></thead>
<tbody>${claims.map(
    (claim) =>
      html`<tr><td>${claim.name}</td>${valueCells(claim, on)}<td>${claim.estimable ? `${spacedPercent(claim.interval ?? '')}. ${claim.assumptions} (${claim.evidence})` : claim.reason}</td></tr>`,
  )}</tbody></table>`;
}
