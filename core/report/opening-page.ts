import { labelChart, labelNote, stepText } from '../../shared/charts/label-chart.ts';
import { bothBadWords, lengthWords } from '../../shared/comparison-words.ts';
import type { EstimateReport, Preset } from '../../shared/contract/index.ts';
import {
  defaultEstimate,
  estimateSentence,
  rightInWords,
  saysInterval,
} from '../../shared/estimate-words.ts';
import { adviceWords, hasGoal } from '../../shared/goal-words.ts';
import { formatCount, formatHalfWidth, plural, signedScore } from '../../shared/number-text.ts';
import { reworded } from '../../shared/page-words.ts';
import { isBaseline, withoutIntervalWords } from '../../shared/presets.ts';
import { type Html, html } from '../platform/page/escape-html.ts';
import { chartSvg } from './chart-svg.ts';
import { leadingFailures } from './failure-section.ts';
import { firstPhaseLines, heroOf } from './headline.ts';
import type { Opening, StudyContent } from './report-content.ts';
import { goalFormatOf, percentWords, type ShownOn } from './shown-number.ts';

/** The first page, for whoever has to decide: question, answer, how sure, and what the number leaves open. */
export function openingPage(study: StudyContent, opening: Opening, numbers: ShownOn['numbers']): Html {
  if (opening.layout !== undefined) return firstPage(study, opening, numbers);
  const { estimate: report, goal } = study;
  return html`<section class="opening">
<p class="soft">${opening.question === '' ? '' : `People were asked: ${opening.question}`}</p>
<p class="answer">${estimateSentence(report)}</p>
${heroOf(report, numbers)}
<p>${sureWords(report, study.manifest.design)}${hasGoal(goal.goal) ? ` ${adviceWords(goal, goalFormatOf(goal, numbers, report.comparison !== null))}` : ''}</p>
${distribution(report, opening)}
${examplesTable(report, opening)}
${judgesPart(study)}
<h2>What was not measured</h2>
<ul>${notMeasured(study).map((line) => html`<li>${line}</li>`)}</ul>
</section>`;
}

/** The message as a manager forwards it: nothing here needs another page to be understood. */
function firstPage(study: StudyContent, opening: Opening, numbers: ShownOn['numbers']): Html {
  const { estimate: report, manifest } = study;
  return html`<section class="opening">
<p class="soft">${opening.question === '' ? '' : `People were asked: ${opening.question}`}</p>
<p class="answer">${estimateSentence(report)}</p>
${reworded(numberBeside(report, numbers), heroOf(report, numbers), 14)}
<p>${rightWords(report, manifest.design, opening.layout === 2)}</p>
${distribution(report, opening)}
${study.failures ? html`${leadingFailures(study)}\n` : null}${examplesTable(report, opening)}
<h2>What was not measured</h2>
<ul>${notMeasured(study).map((line) => html`<li>${line}</li>`)}</ul>
<h2>What to do next</h2>
<p>${nextWords(study, numbers)}</p>
</section>`;
}

/** The number in figures, where the sentence above has it not. */
const numberBeside = (report: EstimateReport, numbers: ShownOn['numbers']): Html =>
  saysInterval(report) ? firstPhaseLines(report) : heroOf(report, numbers);

const countedOf = ({ labeled, N, skipped }: EstimateReport): string =>
  `${formatCount(labeled)} of ${plural(N, 'item')} labeled${skipped.count > 0 ? `, ${formatCount(skipped.count)} skipped` : ''}.`;

/** How sure the number is, and how much was labeled. */
function rightWords(report: EstimateReport, preset: Preset, alsoOfExact: boolean): string {
  const chosen = defaultEstimate(report);
  if (chosen?.lower != null && chosen.lower === chosen.upper && !alsoOfExact) return countedOf(report);
  if (chosen && isBaseline(preset)) return `${withoutIntervalWords(preset)} ${countedOf(report)}`;
  if (chosen?.lower == null) return countedOf(report);
  return `${rightInWords(report.alpha)} ${countedOf(report)}`;
}

/** The next step, by the goal if there is one; of two systems that are not decided, what would decide them. */
export function nextWords(
  { estimate: report, goal, manifest }: Pick<StudyContent, 'estimate' | 'goal' | 'manifest'>,
  numbers: ShownOn['numbers'],
): string {
  const { labeled, skipped, N, comparison, scale } = report;
  if (labeled + skipped.count >= N) return 'Nothing: every item is labeled.';
  if (labeled === 0) return 'Label the first items.';
  if (isBaseline(manifest.design)) {
    return 'For an interval, sample by calibrated hardness and label that sample.';
  }
  if (hasGoal(goal.goal)) {
    const { words: _, ...format } = goalFormatOf(goal, numbers, report.comparison !== null);
    return adviceWords(goal, format);
  }
  const value = defaultEstimate(report)?.value ?? null;
  if (comparison?.verdict === 'undecided' && value !== null) {
    const now = `${plural(labeled, 'label')} cannot separate the two.`;
    const enough = goal.atBudget.find(({ halfWidth }) => halfWidth < Math.abs(value));
    const most = goal.atBudget.at(-1);
    if (enough) {
      return `${now} About ${formatCount(enough.labels)} would, if the difference stays near ${signedScore(value, scale)}.`;
    }
    return most ? `${now} Nor would ${formatCount(most.labels)}, if the difference stays as it is.` : now;
  }
  if (comparison) return 'Nothing: which is better is decided.';
  const widths = goal.atBudget
    .slice(0, 3)
    .map(
      ({ labels, halfWidth }) =>
        `${formatCount(labels)} labels give about ± ${formatHalfWidth(halfWidth, scale)}`,
    );
  return widths.length === 0
    ? 'Set a goal, to know when to stop.'
    : `To be surer, label more: ${widths.join(', ')}.`;
}

/** The same as earlier pages say it. */
function sureWords(report: EstimateReport, preset: Preset): string {
  const chosen = defaultEstimate(report);
  const counted = countedOf(report);
  if (chosen && isBaseline(preset)) return `${withoutIntervalWords(preset)} ${counted}`;
  if (!chosen || chosen.lower === null) return counted;
  return `The interval holds the value that labeling everything would give, but for at most ${percentWords(report.alpha, 3)} of studies. ${counted}`;
}

function distribution(report: EstimateReport, opening: Opening): Html {
  if (opening.labeled === 0) return html``;
  return html`<h2>${report.comparison ? 'How the differences are distributed' : 'How the labels are distributed'}</h2>
<figure>${chartSvg(labelChart(opening, report, opening.named === true))}
<figcaption>${labelNote(opening, report)}</figcaption></figure>
${[...bothBadWords(opening), ...lengthWords(report.comparison, opening.length)].map((line) => html`<p>${line}</p>`)}`;
}

/** Why an example stands there. */
function whyWords({ comparison }: EstimateReport, why: Opening['examples'][number]['why']): string {
  if (why === 'differing') return 'People and machine differ';
  if (!comparison) return why === 'worst' ? 'Among the worst' : 'Among the best';
  return `${why === 'worst' ? comparison.against : comparison.system} is ahead`;
}

type Example = Opening['examples'][number];

function examplesTable(report: EstimateReport, { examples, machine, layout }: Opening): Html {
  if (examples.length === 0) return html``;
  const { comparison, scale } = report;
  const score = (value: number) => `${comparison && value > 0 ? '+' : ''}${stepText(value, scale)}`;
  const conversation = ({ id, texts }: Example) => {
    if (texts === null) return html`Item ${id}`;
    return layout === undefined ? plainConversation(texts) : namedConversation(report, texts);
  };
  const row = (one: Example) =>
    html`<tr><td>${whyWords(report, one.why)}</td><td>${conversation(one)}</td><td class="number">${score(one.value)}</td>${machine === null ? null : html`<td class="number">${one.machine === null ? '-' : score(one.machine)}</td>`}</tr>`;
  return html`<h2>Examples</h2>
<table class="examples"><thead><tr><th>Why</th><th>Conversation</th><th class="number">People</th>${machine === null ? null : html`<th class="number">Machine</th>`}</tr></thead>
<tbody>${examples.map(row)}</tbody></table>`;
}

type Texts = NonNullable<Example['texts']>;

/** Whose words are whose. */
function namedConversation({ comparison }: EstimateReport, texts: Texts): Html {
  const { question, replies, corrected = [] } = texts;
  const rightOf = (i: number) =>
    corrected
      .filter(({ reply }) => reply === i)
      .map(({ text }) => html`<div class="soft"><strong>Should have said:</strong> ${text}</div>`);
  const names = comparison ? [comparison.system, comparison.against] : [];
  return html`${question === '' ? null : html`<div><strong>User:</strong> ${question}</div>`}${replies.map((reply, i) => html`<div class="soft"><strong>${names[i] ?? 'Reply'}:</strong> ${reply}</div>${rightOf(i)}`)}${exampleImages(texts)}`;
}

/** The pictures of an example, small, and that some are not here. */
function exampleImages({ pictures = [], picturesLeft = 0 }: Texts): Html | null {
  if (pictures.length + picturesLeft === 0) return null;
  const image = ({ media, base64, width, height }: (typeof pictures)[number]) =>
    html`<img src="data:${media};base64,${base64}" width="${width}" height="${height}" alt="A picture of this item">`;
  const left = picturesLeft > 0 ? html` ${plural(picturesLeft, 'picture')} not shown here` : null;
  return html`<p class="pictures">${pictures.map(image)}${left}</p>`;
}

/** As earlier pages show it. */
const plainConversation = ({ question, replies }: Texts): Html =>
  html`<div>${question}</div>${replies.map((reply) => html`<div class="soft">${reply}</div>`)}`;

/** How far judges go with people, a sentence each. */
export function judgesPart({ judges }: StudyContent): Html {
  if (judges.length === 0) return html``;
  return html`<h2>Judge beside people</h2>
<ul>${judges.map(({ alignment }) => html`<li>${alignment.summary}</li>`)}</ul>`;
}

/** What a reader might take the number for and it is not, as far as this study knows. */
function notMeasured({ estimate, manifest, agreement, otherCriteria, subgroups }: StudyContent): string[] {
  const { N, labeled, skipped, comparison, measureName, firstPhase } = estimate;
  const beyond = (firstPhase?.populationSize ?? N) - N;
  const unread = N - labeled - skipped.count;
  const systems = comparison ? 'these two systems' : 'this system';
  return [
    ...(unread > 0
      ? [
          `${plural(unread, 'item')} of ${formatCount(N)} ${unread === 1 ? 'was' : 'were'} read by nobody for this study; ${isBaseline(manifest.design) ? 'nothing here says what people would find' : 'the interval allows for them'}.`,
        ]
      : []),
    ...(beyond > 0
      ? [
          `The other ${plural(beyond, 'item')} of the pool: neither machine nor people saw them for this study. What is said of all rests on the chance by which the ${formatCount(N)} were taken.`,
        ]
      : []),
    `Anything but ${systems} on “${manifest.dataset}”: other conversations, users and versions may score otherwise.`,
    otherCriteria.length === 0
      ? `Anything but ${measureName}: no other criterion was labeled.`
      : `How ${measureName} and the other criteria weigh against each other.`,
    ...(agreement === null ? ['How far people agree: no item has labels of two of them.'] : []),
    ...(subgroups.length === 0 && !comparison
      ? ['Where it is better and where worse: no part of the items has labels enough to compare.']
      : []),
  ];
}
