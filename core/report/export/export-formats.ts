import { getStudy } from '../../../db/studies.ts';
import { AppError } from '../../../shared/errors.ts';
import { estimateReport } from '../../estimate/estimate-report.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { xlsxOf } from '../../platform/files/xlsx.ts';
import { annotatorWorkCsv } from './annotator-work.ts';
import { argillaFile, argillaSettings } from './argilla-file.ts';
import { preferencesJsonl, referencesJsonl } from './correction-files.ts';
import { isNamedCoding, plainAnswer } from './further-answers.ts';
import { inspectEpochsFile, inspectFile } from './inspect-file.ts';
import { labelsTable, plainLabelsJsonl } from './label-files.ts';
import { type LabelRow, labelRows, rowsOfAll } from './label-rows.ts';
import { labelStudioConfig, labelStudioFile } from './label-studio-file.ts';
import { type LabeledStudy, labeledStudy } from './labeled-task.ts';
import { promptfooFile } from './promptfoo-file.ts';
import { storedAnswers } from './stored-answers.ts';
import { type Kind, parquetOf, type Table, tableOf } from './table.ts';

const itemColumns: Record<string, Kind> = {
  ...{
    id: 'text',
    system: 'text',
    draw_order: 'whole',
    probability: 'number',
    s: 'number',
    question: 'text',
  },
  ...{ response: 'text', context: 'text', references: 'text', conversation: 'text', labels: 'whole' },
  ...{ skips: 'whole', final_state: 'text', final_value: 'number' },
};
const estimateColumns: Record<string, Kind> = {
  ...{ study: 'text', measure: 'text', method: 'text', name: 'text', answers_the_question: 'boolean' },
  ...{ value: 'number', lower: 'number', upper: 'number', alpha: 'number', interval: 'text' },
  ...{ estimable: 'boolean', reason: 'text', labeled: 'whole', N: 'whole' },
};

/** One row a label and draw, and decisions, with the columns of the CSV. */
const studyLabels = (context: CoreContext, studyId: number): Table =>
  labelsTable(labelRows(context, studyId));

/** One row for each drawn item and system, in draw order: what annotators were shown, and what came of it. */
function studyItems(context: CoreContext, studyId: number): Table {
  const { tasks } = labeledStudy(context, studyId);
  const rows = tasks.map(
    ({ itemId, system, draw, chat, question, response, context, references, labels }) => ({
      id: itemId,
      system,
      draw_order: draw.order,
      probability: draw.probability,
      s: draw.surrogate,
      question,
      response,
      context,
      references: JSON.stringify(references),
      conversation: JSON.stringify(chat),
      labels: labels.filter(({ kind }) => kind !== 'skip').length,
      skips: labels.filter(({ kind }) => kind === 'skip').length,
      final_state: labels[0]?.finalState ?? null,
      final_value: labels[0]?.finalValue ?? null,
    }),
  );
  return tableOf('items', rows, itemColumns);
}

/** One row for each method, on the measure's own scale; values are null where nothing can be estimated, with the reason. */
function studyEstimates(context: CoreContext, studyId: number): Table {
  const report = estimateReport(context, studyId);
  const rows = report.estimates.map(({ method, name, value, lower, upper, interval, estimable, reason }) => ({
    study: report.study,
    measure: report.measureName,
    method,
    name,
    answers_the_question: method === report.default,
    value,
    lower,
    upper,
    alpha: report.alpha,
    interval,
    estimable,
    reason,
    labeled: report.labeled,
    N: report.N,
  }));
  return tableOf('estimates', rows, estimateColumns);
}

/** The front page of a folder that the Hugging Face library `datasets` loads: README.md beside the three Parquet files. */
function datasetCard(context: CoreContext, studyId: number): string {
  const { study, criterion } = labeledStudy(context, studyId);
  const systems = [study.systemName, ...(study.against ? [study.against.systemName] : [])];
  const plain = (text: string) => text.replaceAll(/[\s`<>|*_[\]\\#]+/g, ' ').trim();
  return [
    '---',
    'configs:',
    ...['labels', 'items', 'estimates'].flatMap((name) => [
      `- config_name: ${name}`,
      `  data_files: ${name}.parquet`,
      ...(name === 'labels' ? ['  default: true'] : []),
    ]),
    `pretty_name: ${JSON.stringify(plain(study.name))}`,
    '---',
    '',
    `# ${plain(study.name)}`,
    '',
    `Labels by people of ${systems.map(plain).join(' and ')}: ${plain(criterion)}, from ${study.scale.min} to ${study.scale.max}.`,
    '',
    '- `labels`: one row a label, with draw order and probability; `further: ...` are answers to further questions of the form',
    '- `items`: the drawn items as annotators were shown them',
    '- `estimates`: one row a method; an empty value is not estimable, `reason` says why',
    '',
  ].join('\n');
}

/** What a file is of: a study, and for formats of one system which. */
interface Of {
  readonly study: { readonly id: number };
  readonly studyIds: readonly number[];
  readonly system?: string | undefined;
}

const json = 'application/json';
const lines = 'application/jsonl';

const toolFile = (
  ending: string,
  mediaType: string,
  write: (labeled: LabeledStudy, at: string) => string,
) => ({
  ending,
  mediaType,
  render: (context: CoreContext, { study }: Of) => write(labeledStudy(context, study.id), context.now()),
});

/** A file that a tool reads beside what one system did, so it is of one system of a comparison. */
const oneSystemFile = (ending: string, write: (labeled: LabeledStudy) => string) => ({
  ending,
  mediaType: lines,
  render: (context: CoreContext, { study, system }: Of) => {
    const labeled = labeledStudy(context, study.id);
    const chosen = system ?? labeled.study.systemName;
    return write({ ...labeled, tasks: labeled.tasks.filter((task) => task.system === chosen) });
  },
});

const parquetFile = (name: string, tableOf: (context: CoreContext, studyId: number) => Table) => ({
  ending: `-${name}.parquet`,
  mediaType: 'application/vnd.apache.parquet',
  render: (context: CoreContext, { study }: Of) => parquetOf(tableOf(context, study.id)),
});

/** How a study's labels are written for other tools. A new one is an entry here and one in the contract. */
export const toolRenderers = {
  'labels-jsonl-plain': {
    ending: '-labels-plain.jsonl',
    mediaType: lines,
    render: (context: CoreContext, subject: Of) => plainLabelsJsonl(rowsOfAll(context, subject)),
  },
  'corrections-preferences': {
    ending: '-preferences.jsonl',
    mediaType: lines,
    render: (context: CoreContext, { study }: Of) => preferencesJsonl(context, study.id),
  },
  'corrections-references': {
    ending: '-references.jsonl',
    mediaType: lines,
    render: (context: CoreContext, { study }: Of) => referencesJsonl(context, study.id),
  },
  'annotator-work-csv': {
    ending: '-annotator-work.csv',
    mediaType: 'text/csv',
    render: (context: CoreContext, { study }: Of) => annotatorWorkCsv(context, study.id),
  },
  'labels-parquet': parquetFile('labels', studyLabels),
  'items-parquet': parquetFile('items', studyItems),
  'estimates-parquet': parquetFile('estimates', studyEstimates),
  'tables-xlsx': {
    ending: '.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    render: (context: CoreContext, { study: { id } }: Of) =>
      xlsxOf([studyLabels(context, id), studyItems(context, id), studyEstimates(context, id)]),
  },
  'dataset-card': {
    ending: '-README.md',
    mediaType: 'text/markdown',
    render: (context: CoreContext, { study }: Of) => datasetCard(context, study.id),
  },
  'labels-label-studio': toolFile('-label-studio.json', json, labelStudioFile),
  'labels-label-studio-config': toolFile('-label-studio.xml', 'application/xml', labelStudioConfig),
  'labels-argilla': toolFile('-argilla.json', json, argillaFile),
  'labels-argilla-settings': toolFile('-argilla-settings.json', json, argillaSettings),
  'labels-inspect': oneSystemFile('-inspect.jsonl', inspectFile),
  'labels-inspect-epochs': oneSystemFile('-inspect-epochs.jsonl', inspectEpochsFile),
  'labels-promptfoo': toolFile('-promptfoo.json', json, promptfooFile),
  'labels-mlflow': toolFile('-mlflow.jsonl', lines, mlflowFile),
};

/**
 * Checks that a system that was named is one of the study's.
 *
 * @throws AppError INVALID_INPUT
 */
export function assertSystemOf(context: CoreContext, studyId: number, system: string | undefined): void {
  const { systemName, against } = getStudy(dbOf(context), studyId);
  const names = [systemName, ...(against ? [against.systemName] : [])];
  if (system === undefined || names.includes(system)) return;
  throw new AppError('INVALID_INPUT', `The study is of ${names.join(' and ')}, not of "${system}".`, {
    field: 'system',
    remedy: 'Name one of its systems.',
  });
}

/**
 * Labels as rows for `mlflow.log_feedback`, one a line with the names of its arguments; a skip is no feedback and is left out.
 * `trace_id` is the item's id, which is the trace's where the items came from traces. Values of `metadata` are texts, as
 * MLflow stores them.
 */
function mlflowFile({ criterion, tasks }: LabeledStudy): string {
  const lines = tasks.flatMap(({ itemId, system, draw, labels }) =>
    labels.flatMap((label: LabelRow) => {
      const { kind, value, annotator, weight, durationMs, labeledAt } = label;
      if (kind === 'skip' || value === null) return [];
      const metadata = {
        system,
        draw_order: String(draw.order),
        probability: String(draw.probability),
        ...(weight !== null && { weight: String(weight) }),
        duration_ms: String(durationMs),
        labeled_at: labeledAt,
        ...(kind === 'answer' && { answer: JSON.stringify(storedAnswers(label)) }),
      };
      const source = { source_type: 'HUMAN', source_id: annotator };
      const rationale = kind === 'answer' ? 'Metric of the reply against a written answer' : null;
      const rowOf = (name: string, said: number | string, why: string | null) =>
        `${JSON.stringify({ trace_id: itemId, name, value: said, source, rationale: why, metadata })}\n`;
      const besides = Object.entries(label.further ?? {}).map(([name, said]) =>
        rowOf(name, plainAnswer(said), isNamedCoding(said) && said.note !== '' ? said.note : null),
      );
      return [rowOf(criterion, value, rationale), ...besides];
    }),
  );
  return lines.join('');
}
