import { placesChart, placesChartNote } from '../../shared/charts/places-chart.ts';
import { seriesChart } from '../../shared/charts/series-chart.ts';
import {
  chainWords,
  concludedWords,
  correctedWords,
  goalWords,
  placeScore,
  placeWords,
  scoreWords,
  topWords,
  winRateOf,
  withinWords,
} from '../../shared/comparison-words.ts';
import type {
  EstimateReport,
  FailureShare,
  RankedPair,
  Ranking,
  Release,
  Series,
} from '../../shared/contract/index.ts';
import { formatScore, fourDigits, inPercent, isShareScale, scaleEnds } from '../../shared/number-text.ts';
import { inSentencesOf, reworded } from '../../shared/page-words.ts';
import { rankingHeading, rankingSentence } from '../../shared/ranking-words.ts';
import {
  laborWords,
  namedApart,
  releaseCaveats,
  releaseWords,
  seriesAssumptions,
  seriesSentence,
  wholeSeriesWords,
} from '../../shared/series-words.ts';
import type { CoreContext } from '../platform/context.ts';
import { pageFontFace } from '../platform/page/bundled-parts.ts';
import { Html, html } from '../platform/page/escape-html.ts';
import { htmlPage } from '../platform/page/html-page.ts';
import { chartSvg } from './chart-svg.ts';
import { collectReport, type ReportSubject } from './collect-content.ts';
import { seriesFailureTable } from './failure-section.ts';
import { rankingMessage } from './ranking-page.ts';
import {
  fillsPaper,
  hasSeriesChart,
  hasShortSentences,
  leadsWithWhole,
  namesReleasesApart,
  pageWords,
  type ReportContent,
  readStudy,
  type StudyContent,
} from './report-content.ts';
import {
  alteredStyle,
  annexStyle,
  compactStyle,
  filledStyle,
  openingStyle,
  pictureStyle,
  reportStyle,
  unsplitStyle,
} from './report-style.ts';
import { percentWords, type ShownOn, shownEstimate, signedNumber } from './shown-number.ts';
import { methodsPart, studyParts } from './study-parts.ts';

/** Several studies in one table, and what their intervals say together. */
function overviewSection({ studies, numbers }: ReportContent): Html {
  const reports = studies.map(({ estimate }) => estimate);
  const isKnown = reports.some(({ fullEvaluation }) => fullEvaluation !== null);
  return html`<h2>Overview</h2>
<table class="overview"><thead><tr><th>Study</th><th>System</th><th>Measure</th><th class="number">Estimate</th><th class="number">Interval</th><th class="number">Labels</th><th class="number">Error level</th>${isKnown ? html`<th class="number">Full evaluation</th>` : null}</tr></thead>
<tbody>${studies.map((study, i) => overviewRow(study, { number: i + 1, isKnown, numbers }))}</tbody></table>
<p>${jointNote(reports)}</p>`;
}

function overviewRow(
  { manifest, estimate: report }: StudyContent,
  { number, isKnown, numbers }: { number: number; isKnown: boolean; numbers: ShownOn['numbers'] },
): Html {
  const { comparison, scale, fullEvaluation } = report;
  const shown = (full: number) =>
    comparison ? signedNumber(full) : isShareScale(scale) ? formatScore(full, scale) : fourDigits(full);
  const { value, interval } = shownEstimate(chosenOf(report), {
    scale,
    isDifference: comparison !== null,
    numbers,
  });
  const full = fullEvaluation
    ? `${shown(fullEvaluation.value)}${fullEvaluation.complete ? '' : ` (${fullEvaluation.items} items)`}`
    : '-';
  return html`<tr data-study="${String(number)}"><td>${manifest.study}</td><td>${manifest.systems}</td><td>${report.measureName} (${scaleEnds(scale)})</td><td class="number value">${value}</td><td class="number interval">${interval}</td><td class="number">${report.labeled} of ${report.N}</td><td class="number">${Number(report.alpha.toPrecision(3))}</td>${isKnown ? html`<td class="number">${full}</td>` : null}</tr>`;
}

/** The number that a study leads with; undefined when it is not estimable. */
const chosenOf = ({ estimates, default: chosen }: EstimateReport) =>
  estimates.find(({ method, estimable }) => method === chosen && estimable);

/** What the intervals of several studies say together, by the union bound (Bonferroni). */
function jointNote(reports: readonly EstimateReport[]): string {
  const levels = reports.flatMap((report) => {
    const chosen = chosenOf(report);
    return chosen && chosen.lower !== null ? [report.alpha] : [];
  });
  const sum = levels.reduce((total, alpha) => total + alpha, 0);
  const together =
    levels.length < 2
      ? ''
      : sum < 1
        ? ` All ${levels.length} hold together with probability at least ${percentWords(1 - sum)} (1 minus the sum of their error levels).`
        : ` Of all ${levels.length} together nothing can be said, as their error levels add up to 1 or more.`;
  return reworded(
    `Each interval holds by itself, at the error level of its own study.${together} For a claim that rests on all m studies, give each the level alpha/m. Pairs of systems that were drawn as one family share their alpha already.`,
    `Each interval holds by itself, at the error level of its own study.${together} For a claim that rests on all m studies at the level alpha, give each study the level alpha/m. Pairs of systems that were drawn as one family share their alpha already.`,
  );
}

/** The rankings that these studies form: one for each data set and measure with pairs of more than two systems. */
function rankingSections(content: ReportContent, withRecord: boolean): Html {
  const { rankings, studies, numbers, charts } = content;
  // A document without the pairs has no place to find one in.
  const all = isOneWhole(content) && !withRecord ? rankings.flatMap(({ pairs }) => pairs) : [];
  const ids = [...studies.map(({ estimate }) => estimate.studyId), ...all.map(({ studyId }) => studyId)];
  const numberOf = new Map([...new Set(ids)].map((id, i) => [id, i + 1]));
  return html`${rankings.map((ranking) => rankingPart(ranking, numberOf, { numbers, words: pageWords(charts), studies }))}`;
}

function rankingPart(
  ranking: Ranking,
  numberOf: ReadonlyMap<number, number>,
  {
    numbers,
    words,
    studies,
  }: Pick<ShownOn, 'numbers'> & { words: 'now' | 'earlier'; studies: readonly StudyContent[] },
): Html {
  const { name, measureName, datasetName, scale, places, pairs, missing, top } = ranking;
  const on = { scale, isDifference: true, numbers };
  const isWhole = name !== undefined;
  return html`<h2>Ranking of ${places.length} systems: ${measureName} on ${datasetName}</h2>
${isWhole ? html`<p class="order"><strong>${words === 'now' ? rankingHeading(ranking) : rankingSentence(ranking)}</strong></p>` : null}
<figure>${chartSvg(placesChart(ranking))}
<figcaption>${placesChartNote(words)}</figcaption></figure>
<table class="ranking"${ranking.isChained ? html` data-chained="true"` : null}><thead><tr><th>System</th><th>Place</th>${ranking.preference === undefined ? null : html`<th class="number">Bradley-Terry</th>`}</tr></thead>
<tbody>${places.map((place) => html`<tr><td class="system">${place.system}</td><td class="place">${placeWords(place)}</td>${ranking.preference === undefined ? null : html`<td class="number">${placeScore(place) ?? null}</td>`}</tr>`)}</tbody></table>
${isWhole ? rankingMessage(ranking, studies) : null}<table class="pairs"><thead><tr><th>Pair</th><th class="number">${ranking.preference === undefined ? 'Difference' : 'Net win rate'}</th><th class="number">Interval</th>${ranking.preference === undefined ? null : html`<th class="number">Win rate</th>`}<th class="number">Labeled</th><th>So far</th></tr></thead>
<tbody>${pairs.map((pair) => pairRow(pair, numberOf.get(pair.studyId), { ...on, preference: ranking.preference, words }))}
${missing.map(({ system, against }) => html`<tr><td>${system} \u2212 ${against}</td><td colspan="${ranking.preference === undefined ? '4' : '5'}">no study of this pair</td></tr>`)}</tbody></table>
<p class="soft">${reworded(
    `All statements of this ranking together hold with probability at least ${100 * (1 - ranking.alpha)} %. Each pair's interval is drawn anew at its share of the error, so it may be wider than in its own study.`,
    `All statements of this ranking together hold with probability at least ${100 * (1 - ranking.alpha)} %: the interval of each pair is drawn anew at its share of the error, so it may be wider than in the pair's own study.`,
  )} ${isWhole ? 'It takes in every pair of the ranking, whether or not it is in this report.' : 'It takes in the newest study of every pair in the project, whether or not it is in this report.'} Undecided is not equal.${withinWords(ranking)}${goalWords(ranking)}${chainWords(ranking)}${scoreWords(ranking)}${top === undefined || top === null ? '' : ` It was labeled to find ${topWords(top)}: pairs that no longer matter for that got no further labels.`}</p>`;
}

/** A pair that is in the report says which of its studies that is, and at what error level, so that it can be computed again. */
function pairRow(
  pair: RankedPair,
  number: number | undefined,
  { preference, words, ...on }: ShownOn & Pick<Ranking, 'preference'> & { words: 'now' | 'earlier' },
): Html {
  const { value, interval } = shownEstimate(pair, on);
  const corrected = correctedWords(pair, { scale: on.scale, preference }, words);
  const concluded = concludedWords(pair);
  const verdict =
    corrected === ''
      ? html`<td class="verdict">${concluded}</td>`
      : html`<td><span class="verdict">${concluded}</span> <span class="soft">${corrected}</span></td>`;
  const cells = html`<td>${pair.system} \u2212 ${pair.against}${number === undefined ? ' (not in this report)' : ''}</td><td class="number value">${value}</td><td class="number interval">${interval}</td>${preference !== undefined ? html`<td class="number">${winRateOf(pair)}</td>` : null}<td class="number">${pair.labeled} of ${pair.differing}</td>${verdict}`;
  return number === undefined
    ? html`<tr>${cells}</tr>`
    : html`<tr data-pair="${String(number)}" data-alpha="${String(pair.alpha)}">${cells}</tr>`;
}

const hasPictures = ({ opening }: StudyContent): boolean =>
  opening?.examples.some(({ texts }) => texts?.pictures !== undefined) ?? false;

/**
 * A report of one study, or of several in one document, as one HTML file: no script, nothing loaded from anywhere, fit to
 * print.
 *
 * @param withRecord whether the labels and facts are in it, from which every number can be computed again
 */
export function renderHtml(content: ReportContent, { withRecord = true } = {}): string {
  return inSentencesOf({ version: content.charts ?? 0 }, () => pageOf(content, withRecord));
}

function pageOf(stored: ReportContent, withRecord: boolean): string {
  const studies = stored.studies.map((study) => readStudy(study, stored.charts));
  const content = { ...stored, studies };
  const [first, ...others] = studies;
  const title =
    others.length === 0
      ? first!.manifest.study
      : (wholeRanking(content)?.name ?? wholeSeries(content)?.name ?? `${studies.length} studies`);
  return htmlPage({
    title: `${title} - Assay report`,
    style: `${pageFontFace()}${reportStyle}${studies.some(({ opening }) => opening) ? openingStyle : ''}${studies.some(({ opening }) => opening?.layout) ? annexStyle : ''}${hasSeriesChart(content.charts) ? compactStyle : ''}${hasShortSentences(content.charts) ? unsplitStyle : ''}${fillsPaper(content.charts) ? filledStyle : ''}${content.altered ? alteredStyle : ''}${studies.some(hasPictures) ? pictureStyle : ''}`,
    allowed: 'img-src data:; font-src data:',
    body: html`${others.length === 0 ? singleReport(content, withRecord) : jointReport(content, withRecord)}${withRecord ? factsPart(stored) : null}`,
  });
}

/** The page as it is printed, without the labels and facts. */
export const printedHtml = (context: CoreContext, subject: ReportSubject): string =>
  renderHtml(collectReport(context, subject), { withRecord: false });

function singleReport(content: ReportContent, withRecord: boolean): Html {
  const [study] = content.studies as [StudyContent];
  return html`<header>
<h1>${study.manifest.study}</h1>
<p class="soft">${subject(study)}, ${written(content)}</p>
</header>
<main>
${alteredPart(content)}${studyParts(study, { number: 1, withRecord, numbers: content.numbers })}
</main>`;
}

function jointReport(content: ReportContent, withRecord: boolean): Html {
  const { studies } = content;
  const datasets = [...new Set(studies.map(({ manifest }) => manifest.dataset))];
  const name = wholeRanking(content)?.name ?? wholeSeries(content)?.name;
  return html`<header>
<h1>${name ?? `Report of ${studies.length} studies`}</h1>
<p class="soft">On ${datasets.join(', ')}, ${written(content)}</p>
</header>
<main>
${alteredPart(content)}${isOneWhole(content) ? wholeBody(content, withRecord) : jointBody(content, withRecord)}
</main>`;
}

/** Whether a document is of one ranking or series, which it leads with, and keeps its studies for those who ask: 12 systems have 66. */
const isOneWhole = (content: ReportContent): boolean =>
  leadsWithWhole(content.charts) && (wholeRanking(content) ?? wholeSeries(content)) !== undefined;

function jointBody(content: ReportContent, withRecord: boolean): Html {
  const name = wholeRanking(content)?.name ?? wholeSeries(content)?.name;
  // What a ranking or a series is read for stands first; in other documents the studies are as important as what they form.
  const first = name === undefined ? overviewSection(content) : formed(content);
  const second = name === undefined ? formed(content) : overviewSection(content);
  const sections = studySections(content, withRecord);
  // Of a series the line over the releases is what is read; earlier pages had every release in full under it.
  const isFolded = wholeSeries(content) !== undefined && hasSeriesChart(content.charts);
  return html`${first}
${second}
${
  isFolded
    ? html`<details class="annex"><summary>Each release in full</summary>
${sections}
</details>`
    : sections
}`;
}

const studySections = (content: ReportContent, withRecord: boolean): Html[] =>
  content.studies.map((_, at) => studySection(content, at, withRecord));

function studySection({ studies, numbers }: ReportContent, at: number, withRecord: boolean): Html {
  const study = studies[at]!;
  const number = at + 1;
  return html`<section class="study" data-study="${String(number)}">
<h2>${study.manifest.study}</h2>
<p class="soft">${subject(study)}</p>
${oneLevelDown(studyParts(study, { number, withRecord, numbers }))}
</section>`;
}

/** What a ranking or a series comes to. On a screen each of its studies is folded under it, on paper those that say the most follow. */
function wholeBody(content: ReportContent, withRecord: boolean): Html {
  const series = wholeSeries(content);
  const question = content.studies[0]!.opening?.question ?? '';
  const asked = series || question === '' ? null : html`<p class="soft">People were asked: ${question}</p>\n`;
  return html`${asked}${rankingSections(content, withRecord)}${seriesSections(content)}
${withRecord ? foldedStudies(content, series ? 'release' : 'pair') : series ? newestRelease(content, series) : pairsAnnex(content)}`;
}

const foldedStudies = (content: ReportContent, what: string): Html =>
  html`<details class="annex"><summary>Each ${what} in full</summary>
${overviewSection(content)}
${studySections(content, true)}
</details>`;

function newestRelease(content: ReportContent, { releases }: Series): Html {
  const newest = releases.at(-1)!.studyId;
  const at = content.studies.findIndex(({ estimate }) => estimate.studyId === newest);
  return html`<p class="soft">The newest release follows in full. Earlier ones are in the HTML form of this report.</p>
${studySection(content, at, false)}`;
}

/** One pair stands for how all were drawn and estimated. */
const pairsAnnex = ({ studies: [first] }: ReportContent): Html =>
  html`<section class="annex">
<h2 class="annex">Annex for researchers</h2>
<p class="soft">All pairs were drawn and estimated alike. Of ${first!.manifest.study}:</p>
${methodsPart(first!)}
<p class="soft">Each pair in full, with its labels and examples, is in the HTML form of this report.</p>
</section>`;

/** Above the first number: that another program changed the project, and what. */
const alteredPart = ({ altered = [] }: ReportContent): Html | null =>
  altered.length === 0
    ? null
    : html`<section class="altered">
<p><strong>Another program changed this project.</strong> The numbers rest on what the file holds now, and this report was written all the same.</p>
<ul>${altered.map((words) => html`<li>${words}</li>`)}</ul>
</section>
`;

/** What studies form together: rankings, and series of releases. */
const formed = (content: ReportContent): Html =>
  html`${rankingSections(content, true)}${seriesSections(content)}`;

/** The ranking that a document is the report of: every study in it is one of its pairs. */
function wholeRanking({ rankings, studies }: ReportContent): ReportContent['rankings'][number] | undefined {
  const [ranking, ...others] = rankings;
  if (ranking?.name === undefined || others.length > 0) return undefined;
  const ofPairs = new Set(ranking.pairs.map(({ studyId }) => studyId));
  return studies.every(({ estimate }) => ofPairs.has(estimate.studyId)) ? ranking : undefined;
}

/** Where verification finds what the page was made from; the labels stand with their studies. */
const factsId = 'facts';

function factsPart({ studies, ...about }: ReportContent): Html {
  const withoutRecords = studies.map(({ record: _, ...study }) => study);
  return html`
<details><summary>What this page was made from</summary>
<p class="soft">All that stands above, as data. "assay verify" computes what follows from the labels again, and makes the page anew from the rest.</p>
<pre id="${factsId}">${JSON.stringify({ ...about, studies: withoutRecords })}</pre></details>`;
}

const subject = ({ manifest, estimate }: StudyContent): string =>
  `${estimate.measureName} of ${manifest.systems} on ${manifest.dataset}`;

const written = ({ writtenAt, assayVersion }: ReportContent): string =>
  `written ${writtenAt.slice(0, 16).replace('T', ' ')} UTC by Assay ${assayVersion}`;

/** Headings of the second level as headings of the third; text in the parts is escaped and cannot look like one. */
const oneLevelDown = ({ source }: Html): Html => new Html(source.replaceAll(/<(\/?)h2>/g, '<$1h3>'));

/** Release after release: what each came to, how it differs from the one before, and what its labels cost. */
function seriesSections(content: ReportContent): Html {
  const { series = [], studies, numbers } = content;
  const contents = new Map(studies.map((study) => [study.estimate.studyId, study]));
  return html`${series.map((one) => seriesPart(one, contents, numbers, content))}`;
}

/** The series that a document is the report of: every study in it is one of its releases. */
function wholeSeries({ series = [], rankings, studies }: ReportContent): Series | undefined {
  const [only, ...others] = series;
  if (!only || others.length > 0 || rankings.length > 0) return undefined;
  const ofReleases = new Set(only.releases.map(({ studyId }) => studyId));
  return studies.every(({ estimate }) => ofReleases.has(estimate.studyId)) ? only : undefined;
}

/** How failure modes changed since the previous release, by what a report has of the items that both answered. */
const changesIn =
  (
    { studyId, difference }: Release,
    previous: Release | undefined,
    differences: NonNullable<ReportContent['differences']>,
  ) =>
  (beforeStudyId: number, name: string): FailureShare | undefined => {
    if (previous?.studyId !== beforeStudyId || difference?.kind !== 'estimate') return undefined;
    if (difference.differing === 0) return reworded({ value: 0, lower: 0, upper: 0 }, undefined, 12);
    const record = differences.find((one) => one.studyId === studyId);
    return record?.failures?.find((one) => one.name === name)?.stated;
  };

function seriesPart(
  stored: Series,
  contents: ReadonlyMap<number, StudyContent>,
  numbers: ShownOn['numbers'],
  { charts, differences = [] }: Pick<ReportContent, 'charts' | 'differences'>,
): Html {
  const series = namesReleasesApart(charts) ? { ...stored, releases: namedApart(stored.releases) } : stored;
  const { name, releases } = series;
  // Earlier pages had no chart of the releases, and no failures.
  const chart = hasSeriesChart(charts) ? seriesChart(series) : null;
  const failures = hasSeriesChart(charts)
    ? seriesFailureTable(
        releases.map((release, i) => ({
          ...{ system: release.system, studyId: release.studyId },
          failures: contents.get(release.studyId)?.failures,
          changeSince: changesIn(release, releases[i - 1], differences),
        })),
      )
    : null;
  const judges = [wholeSeriesWords(releases), ...releaseCaveats(releases)].filter(Boolean).join(' ');
  const kinds = new Set(releases.map(({ studyId }) => kindOf(contents.get(studyId))));
  const kind = reworded(kinds.size === 1 ? [...kinds][0]! : null, null, 9);
  const told = releases.filter(({ studyId }) => contents.has(studyId)).length;
  const elsewhere =
    told === releases.length
      ? ''
      : reworded(
          ` ${releases.length - told} of the ${releases.length} releases are not shown in full in this report.`,
          ` ${releases.length - told} of the ${releases.length} releases are not told in full in this report.`,
        );
  return html`<h2>Release after release: ${name}</h2>
<p class="order"><strong>${seriesSentence(series)}</strong></p>
${
  chart &&
  html`<figure>${chartSvg(chart)}
<figcaption>Each dot is the estimate of a release; the line is its interval.</figcaption></figure>
`
}<table class="series"><thead><tr><th>Release</th><th class="number">Estimate</th><th class="number">Interval</th>${kind === null ? html`<th>Kind of interval</th>` : null}<th class="number">Labeled</th><th class="number">Labels spent</th><th class="number">Saved by reuse</th></tr></thead>
<tbody>${releases.map((release) => releaseRow(release, contents.get(release.studyId), { numbers, isKindSaid: kind !== null }))}</tbody></table>
${kind === null ? null : html`<p class="soft">Each interval: ${kind}.</p>\n`}<p>${judges === '' ? '' : `${judges} `}${laborWords(series)} A label is what one person says of one item, skips among them.${elsewhere}</p>
<table class="differences"><thead><tr><th>Release</th><th>${reworded('Against the previous release', 'Beside the release before', 9)}</th><th class="number">Pairs</th><th>Labels not taken over</th></tr></thead>
<tbody>${releases.slice(1).map((release) => differenceRow(release, contents.get(release.studyId)))}</tbody></table>
${
  failures &&
  html`${failures}
`
}<p class="soft">${seriesAssumptions()} ${reworded(
    'The interval of a difference is that of rule 3 for (later - earlier + 1)/2 on the items whose replies differ, at the error level of the later study. It is multiplied by their share of the items that both answered. Equal replies have difference 0 without a label.',
    'The interval of a difference is that of rule 3 for (later - earlier + 1)/2 on the items whose replies differ, times their share of the items that both answered, at the error level of the later study; equal replies have difference 0 without a label.',
  )} A pair is an item that both studies have labeled.</p>`;
}

function releaseRow(
  release: Release,
  content: StudyContent | undefined,
  { numbers, isKindSaid }: Pick<ShownOn, 'numbers'> & { isKindSaid: boolean },
): Html {
  const { system, scale, isShare, labeled, drawn, labelsSpent, labelsSaved } = release;
  const { value, interval } = shownEstimate(release, { scale: inPercent({ scale, isShare }).scale, numbers });
  return html`<tr><td class="system">${system}</td><td class="number value">${value}</td><td class="number interval">${interval}</td>${isKindSaid ? null : html`<td>${kindOf(content)}</td>`}<td class="number">${labeled} of ${drawn}${waitingWords(labeled, content)}</td><td class="number">${labelsSpent}</td><td class="number">${labelsSaved}</td></tr>`;
}

/** What of the labeled items the estimate does not count yet, as it goes by the order of the draw. */
function waitingWords(labeled: number, content: StudyContent | undefined): string {
  const counted = content?.estimate.labeled ?? labeled;
  return counted < labeled ? ` (${counted} count; the others wait for items drawn before them)` : '';
}

/** The interval that a study leads with, by its kind, error level and rule. */
function kindOf(content: StudyContent | undefined): string {
  if (!content) return 'not in this report';
  const { estimates, default: leading, alpha } = content.estimate;
  const kind = estimates.find(({ method }) => method === leading)?.interval ?? 'none';
  return `${kind}; error level ${alpha}, rule ${content.manifest.bettingRule}`;
}

function differenceRow(release: Release, content: StudyContent | undefined): Html {
  const { system, difference } = release;
  const pairs = difference?.kind === 'estimate' ? `${difference.pairs} of ${difference.differing}` : '-';
  return html`<tr><td class="system">${system}</td><td class="verdict">${releaseWords(release)}</td><td class="number">${pairs}</td><td>${whatNotReused(release, content)}</td></tr>`;
}

/** What was not taken over from the release before, and why; answers that people wrote hold for every reply. */
function whatNotReused({ difference, notReused }: Release, content: StudyContent | undefined): string {
  if (notReused !== null) return `All: ${notReused}`;
  if (difference?.kind !== 'estimate') return '-';
  const { differing, changed } = difference;
  const isWritten = content?.subject.asked === 'answer';
  const parts = [
    ...(differing > 0 && !isWritten ? [`${differing} items whose replies differ`] : []),
    ...(changed > 0 ? [`${changed} items of one id that ask something else by now`] : []),
  ];
  return parts.length === 0 ? 'none' : parts.join('; ');
}
