import { getStudy, type StudyRow } from '../../db/studies.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { measureName } from '../study/measure-name.ts';
import { Html, html } from './escape-html.ts';
import { htmlPage } from './html-page.ts';
import { overviewSection } from './overview-section.ts';
import { rankingSections } from './ranking-section.ts';
import { reportStyle } from './report-style.ts';
import { studyParts } from './study-parts.ts';
import { measuredSystems } from './systems-text.ts';

/**
 * A report of one study, or of several in one document, as one HTML file: no script, nothing loaded from anywhere, fit to
 * print.
 *
 * @param withRecord whether the labels are in it, from which every number can be computed again
 */
export function htmlReport(
  context: CoreContext,
  studyIds: readonly number[],
  { withRecord = true }: { withRecord?: boolean } = {},
): string {
  const studies = studyIds.map((id) => getStudy(dbOf(context), id));
  const [first, ...others] = studies;
  const title = others.length === 0 ? first!.name : `${studies.length} studies`;
  return htmlPage({
    title: `${title} - Assay report`,
    style: reportStyle,
    body:
      others.length === 0
        ? singleReport(context, first!, withRecord)
        : jointReport(context, studies, withRecord),
  });
}

function singleReport(context: CoreContext, study: StudyRow, withRecord: boolean): Html {
  return html`<header>
<h1>${study.name}</h1>
<p class="soft">${subject(study)}, ${written(context)}</p>
</header>
<main>
${studyParts(context, study, { number: 1, withRecord })}
</main>`;
}

function jointReport(context: CoreContext, studies: readonly StudyRow[], withRecord: boolean): Html {
  const datasets = [...new Set(studies.map(({ datasetName }) => datasetName))];
  return html`<header>
<h1>Report of ${studies.length} studies</h1>
<p class="soft">On ${datasets.join(', ')}, ${written(context)}</p>
</header>
<main>
${overviewSection(context, studies)}
${rankingSections(context, studies)}
${studies.map(
  (study, i) => html`<section class="study" data-study="${String(i + 1)}">
<h2>${study.name}</h2>
<p class="soft">${subject(study)}</p>
${oneLevelDown(studyParts(context, study, { number: i + 1, withRecord }))}
</section>`,
)}
</main>`;
}

const subject = (study: StudyRow): string =>
  `${measureName(study.measure)} of ${measuredSystems(study)} on ${study.datasetName}`;

const written = (context: CoreContext): string =>
  `written ${context.now().slice(0, 16).replace('T', ' ')} UTC by Assay ${context.version}`;

/** Headings of the second level as headings of the third; text in the parts is escaped and cannot look like one. */
const oneLevelDown = ({ source }: Html): Html => new Html(source.replaceAll(/<(\/?)h2>/g, '<$1h3>'));
