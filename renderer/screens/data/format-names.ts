import type { ImportFormat } from '../../../shared/contract/index.ts';

const names: Record<ImportFormat, string> = {
  'assay-jsonl': 'Assay JSON lines',
  'openai-chat-jsonl': 'OpenAI chat JSON lines',
  csv: 'Table, CSV',
  tsv: 'Table, TSV',
  parquet: 'Table, Parquet',
  'promptfoo-json': 'promptfoo results, JSON',
  'inspect-json': 'Inspect log, JSON',
  'label-studio-json': 'Label Studio export, JSON',
  'argilla-json': 'Argilla records, JSON',
  'coqa-json': 'CoQA, JSON',
  'quac-json': 'QuAC, JSON',
  'clariq-tsv': 'ClariQ, TSV',
  'labels-jsonl': 'Labels by item id, JSON lines',
  'labels-csv': 'Labels by item id, CSV',
};

export const formatName = (format: ImportFormat): string => names[format];
export const formatChoices = Object.entries(names).map(([value, label]) => ({ value, label }));
export const isLabelFormat = (format: ImportFormat): boolean => format.startsWith('labels-');
