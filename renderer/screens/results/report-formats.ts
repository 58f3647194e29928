import { jointFormats, jointLabelFormats, signedFormats } from '../../../shared/contract/estimate.ts';
import type { ReportChoice, reportFormats, Study } from '../../../shared/contract/index.ts';

export type ReportFormat = (typeof reportFormats)[number];

/** Files that most want stand in the open, the others in folds by whom they are for. */
type ReportGroup = 'most' | 'tables' | 'tools';

/** What the folds are called. */
export const reportGroups = [
  { group: 'tables', title: 'Labels and numbers as tables' },
  { group: 'tools', title: 'Labels for other tools' },
] as const satisfies { group: ReportGroup; title: string }[];

interface ReportFile {
  group: ReportGroup;
  format: ReportFormat;
  name: string;
  use: string;
}

/** The files of a report, each with what it is for; figures have a list of their own. */
const reportFiles: readonly ReportFile[] = [
  {
    group: 'most',
    format: 'html',
    name: 'Report, HTML',
    use: 'One file that opens offline, with the labels to verify it by',
  },
  { group: 'most', format: 'pdf', name: 'Report, PDF', use: 'The same in pages, without the labels' },
  {
    group: 'most',
    format: 'docx',
    name: 'Report, Word',
    use: 'A document to edit, with figures as pictures',
  },
  {
    group: 'tables',
    format: 'labels-csv',
    name: 'Labels, CSV',
    use: 'Each label with its place in the sample, probability and weight, for a spreadsheet',
  },
  {
    group: 'tables',
    format: 'tables-xlsx',
    name: 'Tables, Excel',
    use: 'Labels, items and estimates as three sheets of one workbook',
  },
  {
    group: 'tables',
    format: 'labels-jsonl',
    name: 'Labels, JSONL',
    use: 'The same, for a script; enough to recompute the estimate',
  },
  {
    group: 'tables',
    format: 'labels-jsonl-plain',
    name: 'Labels, JSONL without a header',
    use: 'One label a line and nothing else; pandas reads it in one call',
  },
  {
    group: 'tables',
    format: 'corrections-preferences',
    name: 'Corrections as preferences, JSONL',
    use: 'Prompt, correction (chosen) and reply (rejected), for training on preferences',
  },
  {
    group: 'tables',
    format: 'corrections-references',
    name: 'Corrections as references, JSONL',
    use: 'Corrected items as records to import: the corrections are their references',
  },
  {
    group: 'tables',
    format: 'annotator-work-csv',
    name: 'Work of annotators, CSV',
    use: 'All that was said: what counts, excluded annotators, practice and checks, each with its guidelines',
  },
  {
    group: 'tables',
    format: 'labels-parquet',
    name: 'Labels, Parquet',
    use: 'The columns of the CSV with their types, for pandas, DuckDB and the like',
  },
  {
    group: 'tables',
    format: 'items-parquet',
    name: 'Items, Parquet',
    use: 'The items of the sample as annotators were shown them',
  },
  {
    group: 'tables',
    format: 'estimates-parquet',
    name: 'Estimates, Parquet',
    use: 'What each method says, a row each',
  },
  {
    group: 'tables',
    format: 'dataset-card',
    name: 'Hugging Face, front page',
    use: 'README.md for a folder with labels.parquet, items.parquet and estimates.parquet',
  },
  { group: 'tables', format: 'json', name: 'Numbers, JSON', use: 'Every number of the report' },
  {
    group: 'tools',
    format: 'labels-label-studio',
    name: 'Labels for Label Studio',
    use: 'Tasks with annotations; all of a label but whether the estimate was visible',
  },
  {
    group: 'tools',
    format: 'labels-label-studio-config',
    name: 'Labeling configuration for Label Studio',
    use: 'What its project needs before the tasks are imported',
  },
  {
    group: 'tools',
    format: 'labels-argilla',
    name: 'Labels for Argilla',
    use: 'Records with responses, without the time of labeling',
  },
  {
    group: 'tools',
    format: 'labels-argilla-settings',
    name: 'Settings for Argilla',
    use: 'What its data set needs before the records: questions, fields, and the ids of users',
  },
  {
    group: 'tools',
    format: 'labels-inspect',
    name: 'Labels for Inspect',
    use: 'Scores for a log: the mean of an item’s raters, without skips. Of a comparison, the first system',
  },
  {
    group: 'tools',
    format: 'labels-inspect-epochs',
    name: 'Labels for Inspect, raters as epochs',
    use: 'Each rating by itself, for a log with as many epochs as raters',
  },
  {
    group: 'tools',
    format: 'labels-promptfoo',
    name: 'Labels for promptfoo',
    use: 'Human ratings; skips and written answers are left out',
  },
  {
    group: 'tools',
    format: 'labels-mlflow',
    name: 'Feedback for MLflow',
    use: 'Rows for mlflow.log_feedback, one a label; skips are left out',
  },
];

/** The files of a study: those of corrections where its form asks for any. */
export const filesOf = (study: Pick<Study, 'fields'> | undefined): readonly ReportFile[] =>
  study?.fields.some(({ form }) => form.kind === 'correction')
    ? reportFiles
    : reportFiles.filter(({ format }) => !format.startsWith('corrections-'));

/** The formats of figures, by what they are called. */
export const figureFormats = [
  { format: 'figure-svg', name: 'SVG' },
  { format: 'figure-png', name: 'PNG' },
] as const satisfies { format: ReportFormat; name: string }[];

/** Whether a file of this format can be of several studies. */
export const isJoint = (format: ReportFormat): boolean =>
  [...jointFormats, ...jointLabelFormats].some((joint) => joint === format);

/** Whether a file of this format has a place for a signature. */
const isSignable = (format: ReportFormat): boolean => signedFormats.some((one) => one === format);

/** What a screen hands to each of its parts that make files. */
export interface ReportProps {
  studyId: number;
  also: readonly number[];
  sign: boolean;
  /** Whether the texts of examples go with it. */
  texts: boolean;
}

/** What a file of the report is for, and what the choices of the screen do to it. */
export const purposeOf = (
  { format, use }: ReportFile,
  { also, sign }: Omit<ReportProps, 'studyId' | 'texts'>,
): string =>
  [
    use,
    ...(also.length > 0 && !isJoint(format) ? ['of this study alone'] : []),
    ...(sign && isSignable(format) ? ['signed'] : []),
  ].join('; ');

/** What the choices of the screen mean for a file of this format. */
export const choiceFor = (
  format: ReportFormat,
  { studyId, also, sign, texts }: ReportProps,
): ReportChoice => ({
  studyId,
  format,
  ...(isJoint(format) && { also: [...also], texts }),
  ...(isSignable(format) && { sign }),
});

/**
 * The report with this page's style nonce on its style elements. A `srcdoc` frame lives under the policy of the
 * page around it, and that policy admits no other inline style. The frame itself runs no script.
 */
export function previewHtml(html: string, nonce: string | undefined): string {
  if (!nonce) return html;
  return html.replaceAll(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
}
