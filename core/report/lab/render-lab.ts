import { stringify } from 'csv-stringify/sync';
import { curvesOf, figureOf, hiddenAtFirst, labFigureChart } from '../../../shared/charts/lab-figures.ts';
import type { LabPopulation, LabRow, LabRun, labFormats } from '../../../shared/contract/index.ts';
import { LabRowSchema } from '../../../shared/contract/lab.ts';
import { lookPlanWords } from '../../../shared/plan-words.ts';
import { surrogateName } from '../../estimate/surrogate/surrogate-names.ts';
import type { CoreContext } from '../../platform/context.ts';
import { csvCell } from '../../platform/files/csv-cell.ts';
import { forOthers, writeWhole } from '../../platform/files/write-whole.ts';
import { pageFontFace } from '../../platform/page/bundled-parts.ts';
import { Html, html } from '../../platform/page/escape-html.ts';
import { htmlPage } from '../../platform/page/html-page.ts';
import { chartSvg } from '../chart-svg.ts';
import { reportStyle } from '../report-style.ts';
import { labRunOf } from './lab-runs.ts';

type LabFormat = (typeof labFormats)[number];

interface RenderedLab {
  fileName: string;
  mediaType: string;
  content: string;
}

const labMediaTypes: Record<LabFormat, string> = {
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
};

/** A back-test as a file. @throws AppError NOT_FOUND */
export function renderLab(
  context: CoreContext,
  { runId, format }: { runId: number; format: LabFormat },
): RenderedLab {
  const run = labRunOf(context, runId);
  const render: Record<LabFormat, () => string> = {
    csv: () => rowsCsv(run.rows),
    json: () => `${JSON.stringify(run, null, 2)}\n`,
    html: () => labHtml(run),
  };
  return {
    fileName: `back-test-${run.id}.${format}`,
    mediaType: labMediaTypes[format],
    content: render[format](),
  };
}

/** Writes a back-test to a path. @throws AppError NOT_FOUND; what writing a file throws */
export const saveLab = (
  context: CoreContext,
  { path, overwrite, ...choice }: { runId: number; format: LabFormat; path: string; overwrite: boolean },
) => writeWhole(renderLab(context, choice).content, { path, overwrite, mode: forOthers });

const rowFields = Object.keys(LabRowSchema.shape) as (keyof LabRow)[];

/** One line a row, columns named as the row's fields; what is not estimable is empty. */
const rowsCsv = (rows: readonly LabRow[]): string =>
  stringify(
    rows.map((row) => rowFields.map((column) => csvCell(row[column]))),
    { header: true, columns: [...rowFields] },
  );

const number = (value: number | null, digits = 3) =>
  value === null ? '-' : Number(value.toPrecision(digits)).toString();
const percentOrDash = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(1)} %`);

/** A back-test as one HTML file: no script, nothing loaded from anywhere, fit to print. */
function labHtml(run: LabRun): string {
  const { request } = run;
  return htmlPage({
    title: `Back-test of ${run.datasetName}`,
    style: `${pageFontFace()}${reportStyle}`,
    allowed: 'font-src data:',
    body: html`<header>
<h1>Back-test: ${run.measureName} on ${run.datasetName}</h1>
<p class="soft">${request.seeds} runs of every method, seeds from ${request.firstSeed} on, surrogate: ${surrogateName(request.surrogate)}, ${lookPlanWords(request.plan)}, made ${run.createdAt.slice(0, 16).replace('T', ' ')} UTC.</p>
</header>
<main>
${run.populations.map((population) => populationPart(run, population))}
<h2>What the columns are</h2>
<p>RMSE and mean absolute error are of single runs, on the measure's own scale. "Consistency" is 1 - |error| / |full evaluation|, of single runs. Then it is of the mean of all runs, as HumCoE reports it. tau_v and tau_e are Eq. 6 of HumCoE: variance and mean squared error over the runs. "Equal error" is the size of a simple random sample whose plain mean has the same RMSE. Coverage is the share of runs whose interval holds the full evaluation, after this many labels and at every look.</p>
</main>`,
  });
}

function populationPart(run: LabRun, population: LabPopulation): Html {
  const rows = run.rows.filter(({ system }) => system === population.system);
  return html`<h2>${population.system}</h2>
<p>Full evaluation ${number(population.truth, 4)} (scale ${population.scale.min} to ${population.scale.max}) over ${population.N} labeled items; surrogate: ${population.surrogate}, mean ${number(population.surrogateMean, 4)}, correlation ${number(population.correlation, 2)}. Uncertainty: ${population.uncertainty}.${signalsSentence(population)}</p>
${errorFigure(run, population, rows)}
<table><thead><tr>${['Method', 'Labels', 'Bias', 'RMSE', 'Mean error', 'Consistency, one run', 'of the mean', 'tau_v', 'tau_e', 'Equal error', 'Coverage', 'all looks', 'Half-width'].map((title, i) => html`<th${i > 0 ? new Html(' class="number"') : ''}>${title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => rowPart(run, row))}</tbody></table>`;
}

const signalsSentence = ({ signals }: LabPopulation): string =>
  signals
    ? ` Signals of the presets: ${signals.all} beside the surrogate${signals.carried > 0 ? `, ${signals.carried} of them labels of other systems` : ''}.`
    : '';

/** The errors as the Lab's screen shows them first. */
function errorFigure({ methods, request }: LabRun, { scale }: LabPopulation, rows: readonly LabRow[]): Html {
  const figure = figureOf('rmse');
  const hidden = methods.filter(({ id }) => hiddenAtFirst.includes(id));
  const shown = methods.filter((method) => !hidden.includes(method));
  const curves = curvesOf(rows, shown, figure);
  const names = hidden.map(({ name }) => name).join(', ');
  const left = hidden.length === 0 ? '' : ` Far off, and in the table alone: ${names}.`;
  return html`<figure>${chartSvg(labFigureChart({ curves, figure, scale, alpha: request.alpha, height: 340 }))}
<figcaption>${figure.meaning}${left}</figcaption></figure>`;
}

function rowPart({ methods }: LabRun, row: LabRow): Html {
  const name = methods.find(({ id }) => id === row.method)?.name ?? row.method;
  if (row.rmse === null) {
    return html`<tr><td>${name}</td><td class="number">${row.budget}</td><td colspan="11">${row.reason}</td></tr>`;
  }
  const cells = [
    number(row.bias),
    number(row.rmse),
    number(row.meanAbsError),
    percentOrDash(row.consistencySingleRun),
    percentOrDash(row.consistencyOfMean),
    number(row.tauV),
    number(row.tauE),
    number(row.equalErrorLabels, 2),
    percentOrDash(row.coverage),
    percentOrDash(row.coverageAllT),
    number(row.meanHalfWidth),
  ];
  return html`<tr><td>${name}</td><td class="number">${row.budget}</td>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`;
}
