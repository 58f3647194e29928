import type { reportFormats } from '../../../shared/contract/index.ts';

export type ReportFormat = (typeof reportFormats)[number];

/** The files of a report, each with what it is for. */
export const reportFiles: readonly { format: ReportFormat; name: string; use: string }[] = [
  { format: 'html', name: 'Report, HTML', use: 'One file that opens offline and prints well' },
  { format: 'figure-svg', name: 'Figure, SVG', use: 'Where the estimate settles, for a paper or a slide' },
  {
    format: 'labels-csv',
    name: 'Labels, CSV',
    use: 'Each label with draw order, probability and weight, for a spreadsheet',
  },
  {
    format: 'labels-jsonl',
    name: 'Labels, JSONL',
    use: 'The same, for a script; enough to recompute the estimate',
  },
  {
    format: 'labels-label-studio',
    name: 'Labels for Label Studio',
    use: 'Tasks with annotations; all of a label but whether the estimate was visible',
  },
  {
    format: 'labels-argilla',
    name: 'Labels for Argilla',
    use: 'Records with responses; users by name, without the time of labeling',
  },
  {
    format: 'labels-inspect',
    name: 'Labels for Inspect',
    use: 'Score records, one a label; skips are left out',
  },
  {
    format: 'labels-promptfoo',
    name: 'Labels for promptfoo',
    use: 'Human ratings; skips and written answers are left out',
  },
  { format: 'json', name: 'Numbers, JSON', use: 'Every number of the report' },
];
