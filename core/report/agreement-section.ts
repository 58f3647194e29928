import { figureWords } from '../../shared/agreement-words.ts';
import type { AgreementFigure, Coefficient } from '../../shared/contract/index.ts';
import { correctedNote, judgeFigureWords, yesNoRows } from '../../shared/judge-figure-words.ts';
import { formatFixed, formatScore, fourDigits } from '../../shared/number-text.ts';
import { reworded } from '../../shared/page-words.ts';
import { type Html, html } from '../platform/page/escape-html.ts';
import type { ReportedCriterion, StudyContent } from './report-content.ts';
import { percentWords, shownInterval } from './shown-number.ts';

/** How far the annotators agree and what was decided where they do not; nothing in a study of one annotator. */
export function agreementSection({ agreement: reported, subject }: StudyContent): Html {
  if (!reported) return html``;
  const { annotators, criteria, interval, basis, resamples, seed } = reported;
  const names = new Map(annotators.map(({ id, name }) => [id, name]));
  return html`<h2>Agreement of the annotators</h2>
${criteria.map((one, i) => criterionTable(one, names, i === 0 && subject.asked === 'rating' ? subject.scale : null))}
<p class="soft">${basis} Intervals: ${interval}${resamples > 0 ? `; ${String(resamples)} resamples, seed ${String(seed)}` : ''}.</p>
<p>${decisionSentence(reported.adjudications)}</p>`;
}

type Adjudications = NonNullable<StudyContent['agreement']>['adjudications'];

function criterionTable(
  { criterion, compared, items, completeItems, figures, skips, pairs }: ReportedCriterion,
  names: ReadonlyMap<number, string>,
  scale: StudyContent['subject']['scale'] | null,
): Html {
  const nameOf = (id: number) => names.get(id) ?? '';
  return html`<h3>${criterion}</h3>
<p class="soft">${String(items)} items with labels of at least two annotators, ${String(completeItems)} labeled by everybody; compared by ${compared}.</p>
<table><thead><tr><th>Coefficient</th><th class="number">Value</th><th class="number">Approximate interval</th><th class="number">Items</th></tr></thead>
<tbody>${figures.map((one) => figureRow(one.name, one, scale))}
${skips.figures.map((one) => figureRow(`Skipped or not: ${one.name}`, one, null))}
${pairs.flatMap(({ first, second, figures: ofPair }) =>
  ofPair.map((one) => figureRow(`${nameOf(first)}, ${nameOf(second)}: ${one.name}`, one, scale)),
)}</tbody></table>`;
}

function figureRow(
  name: string,
  { id, value, reason, lower, upper, intervalReason, items }: AgreementFigure,
  scale: StudyContent['subject']['scale'] | null,
): Html {
  const shown = (figure: number) =>
    reworded(
      figureWords(id, figure, scale),
      id === 'percent' ? percentWords(figure) : fourDigits(figure),
      10,
    );
  const interval =
    value === null
      ? reason
      : lower === null || upper === null
        ? intervalReason
        : `${shown(lower)} to ${shown(upper)}`;
  return html`<tr><td>${name}</td><td class="number">${value === null ? '-' : shown(value)}</td><td class="number">${interval ?? ''}</td><td class="number">${String(items)}</td></tr>`;
}

function decisionSentence({
  rule,
  differing,
  decided,
  needed,
  neededAndDecided,
  takenBack,
}: Adjudications): string {
  if (differing === 0) return 'No two annotators gave different answers to one item.';
  const counts = `On ${differing} items annotators differ; ${decided} of these (${percentWords(decided / differing)}) were decided by adjudication, ${takenBack} decisions were taken back.`;
  if (rule === 'mean')
    return `${counts} The final value is the mean of the annotators; decisions are not read.`;
  return `${counts} The rule of the study (${rule}) leaves ${needed} to a decision, of which ${neededAndDecided} are decided.`;
}

/** What tells most in a short form: agreement with chance removed, and how closely a judge follows people. */
const shownCoefficients: readonly Coefficient['id'][] = ['krippendorff-alpha', 'pearson', 'spearman'];

/**
 * How far each judge of the criterion agrees with the people of this study, by its design's weights; nothing where no
 * judge scored the criterion, or nobody has labeled.
 */
export function judgeSection({ judges: found, subject }: StudyContent): Html {
  if (found.length === 0) return html``;
  return html`<h2>Judges beside people</h2>
<table><thead><tr><th>Judge</th><th class="number">Items</th><th class="number">People</th><th class="number">Judge</th><th>Agreement (approximate interval)</th></tr></thead>
<tbody>${found.map((one) => alignmentRow(one, subject.scale))}</tbody></table>
${found.map(worthPart)}${found.map(yesNoPart)}${found.map(replacementPart)}<p class="soft">${found[0]!.alignment.basis} Means and coefficients are weighted by the draw. Intervals: ${found[0]!.alignment.interval} They are not the study's own interval.</p>`;
}

/** What a judge is worth in labels; earlier reports do not say. */
function worthPart({ alignment: { judge, yesNo, labelFactor, labelFactorReason } }: JudgeBesidePeople): Html {
  if (yesNo === undefined) return html``;
  return html`<p>Labels needed with ${judge}: ${
    labelFactor === null
      ? (labelFactorReason ?? 'not estimable')
      : `${percentWords(1 / labelFactor)} of those without it`
  }.</p>
`;
}

/** What a judge of yes and no misses, and what its share comes to without that; earlier reports have none. */
function yesNoPart({ alignment }: JudgeBesidePeople): Html {
  const rows = yesNoRows(alignment);
  if (rows.length === 0) return html``;
  return html`<h3>How good is ${alignment.judge} at yes and no?</h3>
<table><thead><tr><th>Figure</th><th>Share (interval)</th></tr></thead>
<tbody>${rows.map(([name, figure]) => html`<tr><td>${name}</td><td>${judgeFigureWords(figure, formatFixed)}</td></tr>`)}</tbody></table>
<p class="soft">${correctedNote}</p>
`;
}

const raterWords = { experts: 'experts', trained: 'trained people', crowd: 'crowd workers' } as const;

/** Whether a judge may stand for the people who rated, by the test of Calderon, Reichart and Dror (2025); earlier reports have none. */
function replacementPart({ alignment: { judge }, replacement }: JudgeBesidePeople): Html {
  if (!replacement) return html``;
  const { lacks, advantage, byRaters, people, items, score } = replacement;
  if (byRaters.length === 0 || advantage.value === null)
    return html`<p>Whether ${judge} may replace the people is not estimable: it ${lacks.join(', and ')}.</p>
`;
  const { value, lower, upper } = advantage;
  const ends = lower === null || upper === null ? 'no interval' : shownInterval(lower, upper, formatFixed);
  return html`<h3>May ${judge} replace the people?</h3>
<table><thead><tr><th>If the people are</th><th class="number">Epsilon</th><th class="number">Winning rate</th><th>By the test</th></tr></thead>
<tbody>${byRaters.map(
    ({ raters, epsilon, winningRate, passes }) =>
      html`<tr><td>${raterWords[raters]}</td><td class="number">${String(epsilon)}</td><td class="number">${formatFixed(winningRate)}</td><td>${passes ? 'may replace them' : 'may not replace them'}</td></tr>`,
  )}</tbody></table>
<p>Advantage probability: ${formatFixed(value)} (${ends}), over ${String(people)} people and ${String(items)} items, by ${score === 'rmse' ? 'distance' : 'agreement'}.</p>
<p class="soft">Alternative annotator test of Calderon, Reichart and Dror (2025). The winning rate is the share of people the judge beats; it passes from .5. Epsilon is what it may be behind, because it costs less. The interval is approximate, 95 %, at one look: a jackknife over items.${reworded(' Items of one conversation or passage count together.', '', 12)} Items count once each, whatever the draw.</p>
`;
}

type JudgeBesidePeople = StudyContent['judges'][number];

const alignmentRow = (
  { alignment, alsoSurrogate }: JudgeBesidePeople,
  scale: StudyContent['subject']['scale'],
): Html => {
  const numberOrDash = (value: number | null) =>
    value === null ? '-' : reworded(formatScore(value, scale), fourDigits(value), 10);
  return html`<tr><td>${alignment.judge}${alsoSurrogate ? reworded(' (also the machine score)', ' (also used as surrogate)', 9) : ''}</td><td class="number">${alignment.items}</td><td class="number">${numberOrDash(alignment.humanMean)}</td><td class="number">${numberOrDash(alignment.judgeMean)}</td><td>${alignment.coefficients.filter(({ id }) => shownCoefficients.includes(id)).map(coefficientLine)}</td></tr>`;
};

function coefficientLine({ name, value, lower, upper, reason }: Coefficient): Html {
  if (value === null) return html`<div>${name}: ${reason ?? 'not estimable'}</div>`;
  const interval =
    lower === null || upper === null ? 'no interval' : `${shownInterval(lower, upper, formatFixed)}`;
  return html`<div>${name}: ${formatFixed(value)} (${interval})</div>`;
}
