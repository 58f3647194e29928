import type { ImportFormat } from '../../../shared/contract/index.ts';

/** Formats that hold labels by item id and nothing to judge. */
export const isLabelFormat = (format: ImportFormat): boolean =>
  format === 'labels-jsonl' || format === 'labels-csv';

/** Exports of other tools that hold items with their labels: a study takes the labels alone. */
const withLabels: ReadonlySet<ImportFormat> = new Set([
  'label-studio-json',
  'argilla-json',
  'inspect-json',
  'promptfoo-json',
]);

export const canLabelStudy = (format: ImportFormat): boolean =>
  isLabelFormat(format) || withLabels.has(format);
