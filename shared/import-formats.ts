export interface FormatFacts {
  /** What the format is called on the screen. */
  readonly name: string;
  /** How the names of such files end: what a picker of files shows. */
  readonly endings: readonly string[];
  /** Labels by item id and nothing to judge; items unless it says so. */
  readonly holds?: 'labels';
}

/**
 * Every format of files that can be imported, in the order in which they are offered. How each is told and read is in
 * `core/import/formats`, whose list lacks none of these.
 */
export const importFormats = {
  'assay-jsonl': { name: 'Assay JSON lines', endings: ['jsonl', 'ndjson', 'json', 'txt'] },
  'openai-chat-jsonl': { name: 'OpenAI chat JSON lines', endings: ['jsonl', 'ndjson', 'json'] },
  'json-records': { name: 'Other JSON records, by their fields', endings: ['jsonl', 'ndjson', 'json'] },
  'mt-bench-jsonl': { name: 'MT-Bench, JSON lines', endings: ['jsonl'] },
  'chat-app-json': {
    name: 'Chats of an app (ChatGPT, Claude, LibreChat, Slack, Intercom, Gemini)',
    endings: ['json', 'jsonl', 'ndjson'],
  },
  'helm-json': { name: 'HELM, requests of a run', endings: ['json'] },
  'lm-eval-jsonl': { name: 'lm-evaluation-harness samples', endings: ['jsonl'] },
  'preference-pairs': {
    name: 'Preferences of pairs (Chatbot Arena, AlpacaEval, PandaLM, HelpSteer, DPO)',
    endings: ['jsonl', 'ndjson', 'json', 'csv', 'tsv', 'xlsx', 'parquet'],
  },
  'traces-json': {
    name: 'Traces (OpenTelemetry, Phoenix, MLflow, Langfuse, LangSmith, OpenAI)',
    endings: ['json', 'jsonl', 'ndjson'],
  },
  csv: { name: 'Table, CSV or XLSX', endings: ['csv', 'txt', 'xlsx'] },
  tsv: { name: 'Table, TSV', endings: ['tsv', 'txt'] },
  parquet: { name: 'Table, Parquet', endings: ['parquet'] },
  'promptfoo-json': { name: 'promptfoo results, JSON or YAML', endings: ['json', 'yaml', 'yml'] },
  'promptfoo-jsonl': { name: 'promptfoo results, JSON lines', endings: ['jsonl'] },
  'promptfoo-csv': { name: 'promptfoo results, CSV', endings: ['csv'] },
  'inspect-json': { name: 'Inspect log, JSON', endings: ['json'] },
  'label-studio-json': { name: 'Label Studio export, JSON', endings: ['json'] },
  'label-studio-min': {
    name: 'Label Studio export, JSON_MIN, CSV or TSV',
    endings: ['json', 'csv', 'tsv'],
  },
  'prodigy-jsonl': { name: 'Prodigy annotations', endings: ['jsonl'] },
  'potato-jsonl': { name: 'Potato, annotated instances', endings: ['jsonl', 'json'] },
  'potato-state': { name: 'Potato, labels of one person', endings: ['json'], holds: 'labels' },
  'argilla-json': { name: 'Argilla records, JSON', endings: ['json'] },
  'argilla-1': { name: 'Argilla 1, JSON', endings: ['json', 'jsonl'] },
  'crowd-table': { name: 'Mechanical Turk or Toloka, results', endings: ['csv', 'tsv'] },
  'survey-table': {
    name: 'Survey (Qualtrics, Google Forms, Microsoft Forms and others)',
    endings: ['csv', 'tsv', 'xlsx'],
  },
  'coqa-json': { name: 'CoQA, JSON', endings: ['json'] },
  'quac-json': { name: 'QuAC, JSON', endings: ['json'] },
  'evalconvqa-json': { name: 'EvalConvQA, human annotations', endings: ['json'] },
  'open-questions-json': { name: 'HotpotQA, AmbigQA or TopiOCQA, JSON', endings: ['json', 'jsonl'] },
  'predictions-json': { name: 'Predictions for CoQA, QuAC or HotpotQA', endings: ['json', 'jsonl'] },
  'mmlu-csv': { name: 'MMLU, CSV', endings: ['csv'] },
  'squad-json': { name: 'SQuAD, JSON', endings: ['json'] },
  'canard-json': { name: 'CANARD, JSON', endings: ['json'] },
  'fed-json': { name: 'FED, JSON', endings: ['json'] },
  'mqm-tsv': { name: 'MQM of WMT, errors in translations', endings: ['tsv'] },
  'part-labels-jsonl': { name: 'FActScore or QAGS, labels of parts', endings: ['jsonl', 'json'] },
  'ragas-annotations': { name: 'Ragas, annotations of a metric', endings: ['json'] },
  'clariq-tsv': { name: 'ClariQ, TSV', endings: ['tsv'] },
  'labels-jsonl': { name: 'Labels by item id, JSON lines', endings: ['jsonl', 'ndjson'], holds: 'labels' },
  'labels-csv': { name: 'Labels by item id, CSV', endings: ['csv'], holds: 'labels' },
} as const satisfies Record<string, FormatFacts>;

export type ImportFormat = keyof typeof importFormats;

/** At least one, as a schema of choices wants it. */
export const formatIds = Object.keys(importFormats) as [ImportFormat, ...ImportFormat[]];

export const factsOf = (format: ImportFormat): FormatFacts => importFormats[format];

export const formatName = (format: ImportFormat): string => factsOf(format).name;

export const isLabelFormat = (format: ImportFormat): boolean => factsOf(format).holds === 'labels';

/** Endings of all files that can be imported, for the pickers of files. */
export const dataEndings: readonly string[] = [
  ...new Set(formatIds.flatMap((format) => factsOf(format).endings)),
];
