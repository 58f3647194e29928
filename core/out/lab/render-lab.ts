import { stringify } from 'csv-stringify/sync';
import type { LabRow, LabRun, labFormats } from '../../../shared/contract/index.ts';
import { LabRowSchema } from '../../../shared/contract/lab.ts';
import { labHtml } from './lab-html.ts';

type Format = (typeof labFormats)[number];

interface RenderedLab {
  fileName: string;
  mediaType: string;
  content: string;
}

const mediaTypes: Record<Format, string> = {
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
};

/** A back-test as a file. */
export function renderLab(run: LabRun, format: Format): RenderedLab {
  const render: Record<Format, () => string> = {
    csv: () => rowsCsv(run.rows),
    json: () => `${JSON.stringify(run, null, 2)}\n`,
    html: () => labHtml(run),
  };
  return {
    fileName: `back-test-${run.id}.${format}`,
    mediaType: mediaTypes[format],
    content: render[format](),
  };
}

const columns = Object.keys(LabRowSchema.shape) as (keyof LabRow)[];

/** One line a row, columns named as the row's fields; what is not estimable is empty. */
const rowsCsv = (rows: readonly LabRow[]): string =>
  stringify(
    rows.map((row) => columns.map((column) => cell(row[column]))),
    { header: true, columns: [...columns] },
  );

/** Numbers with all their digits; text that begins like a formula gets an apostrophe before it. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
