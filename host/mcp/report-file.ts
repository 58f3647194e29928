import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { reportFormats } from '../../shared/contract/estimate.ts';

type ReportFormat = (typeof reportFormats)[number];

/** What the name of a file of each format ends with. */
export const reportEndings: Readonly<Record<ReportFormat, string>> = {
  html: '.html',
  pdf: '.pdf',
  docx: '.docx',
  'figure-svg': '.svg',
  'figure-png': '.png',
  'labels-csv': '.csv',
  'labels-jsonl': '.jsonl',
  'labels-jsonl-plain': '.jsonl',
  'corrections-preferences': '.jsonl',
  'corrections-references': '.jsonl',
  'annotator-work-csv': '.csv',
  'labels-parquet': '.parquet',
  'items-parquet': '.parquet',
  'estimates-parquet': '.parquet',
  'tables-xlsx': '.xlsx',
  'labels-label-studio': '.json',
  'labels-label-studio-config': '.xml',
  'labels-argilla': '.json',
  'labels-argilla-settings': '.json',
  'labels-inspect': '.jsonl',
  'labels-inspect-epochs': '.jsonl',
  'labels-promptfoo': '.json',
  'labels-mlflow': '.jsonl',
  'dataset-card': '.md',
  json: '.json',
};

/** A path that a tool may write to, or why it may not. */
type Place = { readonly file: string } | { readonly refused: string };

const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** The real folder that a path lies in, links followed; undefined where there is none. */
function realFolderOf(file: string): string | undefined {
  try {
    return realpathSync.native(path.dirname(path.resolve(file)));
  } catch {
    return undefined;
  }
}

/** A hidden name, or on Windows one that is a stream of another file. */
const isStrange = (name: string): boolean => name.startsWith('.') || name.includes(':');

/**
 * Where a tool may write a report: a new file in the folder of the project or below it, links followed, that ends as its format
 * does, and of which no part is hidden. A settings file of another program is none of these.
 */
export function placeOfReport(project: string, format: ReportFormat, out: string): Place {
  const ending = reportEndings[format];
  if (!isThere(project)) return { refused: `There is no project ${project}.` };
  const home = path.dirname(realpathSync.native(path.resolve(project)));
  const folder = realFolderOf(out);
  if (folder === undefined) return { refused: `There is no folder ${path.dirname(out)}.` };
  const file = path.join(folder, path.basename(out));
  const within = path.relative(home, file);
  if (within === '' || within.startsWith('..') || path.isAbsolute(within)) {
    return { refused: `A report is written into the folder of its project, ${home}, or below it.` };
  }
  if (within.split(path.sep).some(isStrange)) {
    return { refused: 'A report is not written to a hidden file or folder.' };
  }
  if (!file.toLowerCase().endsWith(ending) || path.basename(file).length === ending.length) {
    return { refused: `The name of a file of the format ${format} ends with ${ending}.` };
  }
  if (isThere(file)) return { refused: `There is already a file named ${path.basename(file)}.` };
  return { file };
}

/** Where a tool may make a project: in a folder that is there, under a name that is neither hidden nor a link. */
export function placeOfProject(project: string): Place {
  const folder = realFolderOf(project);
  if (folder === undefined) return { refused: `There is no folder ${path.dirname(project)}.` };
  const file = path.join(folder, path.basename(project));
  if (isStrange(path.basename(file))) return { refused: 'A project has no hidden name.' };
  if (isThere(file)) return { refused: `${path.basename(file)} is a link to nothing.` };
  return { file };
}
