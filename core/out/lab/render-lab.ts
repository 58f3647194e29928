import { stringify } from 'csv-stringify/sync';
import type { LabRow, labFormats } from '../../../shared/contract/index.ts';
import { LabRowSchema } from '../../../shared/contract/lab.ts';
import type { CoreContext } from '../../platform/context.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { labHtml } from './lab-html.ts';
import { labRunOf } from './lab-runs.ts';

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

/** A back-test as a file. @throws AppError NOT_FOUND */
export function renderLab(
  context: CoreContext,
  { runId, format }: { runId: number; format: Format },
): RenderedLab {
  const run = labRunOf(context, runId);
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

/** Writes a back-test to a path. @throws AppError NOT_FOUND; what writing a file throws */
export const saveLab = (
  context: CoreContext,
  { path, overwrite, ...choice }: { runId: number; format: Format; path: string; overwrite: boolean },
) => writeWhole(renderLab(context, choice).content, { path, overwrite });

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
