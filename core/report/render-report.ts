import { getStudy } from '../../db/studies.ts';
import type { reportFormats } from '../../shared/contract/index.ts';
import { otherClaims } from '../claims/other-claims.ts';
import { otherCriteria } from '../claims/other-criteria.ts';
import { reportedSubgroups } from '../claims/subgroups.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { estimateHistory, estimateReport } from '../estimate/estimate-report.ts';
import { toolRenderers } from '../export/export-formats.ts';
import { writeWhole } from '../files/write-whole.ts';
import { studyAdvice } from '../plan/study-advice.ts';
import { estimateSvg } from './estimate-svg.ts';
import { htmlReport } from './html-report.ts';
import { labelsCsv } from './label-files.ts';
import { labelFile, reportRecord } from './label-header.ts';
import { labelRows } from './label-rows.ts';
import { manifestOf } from './manifest.ts';

export type ReportFormat = (typeof reportFormats)[number];

interface Renderer {
  readonly ending: string;
  readonly mediaType: string;
  render(context: CoreContext, studyId: number): string;
}

/** Every way out for a study's result. A new format is one entry here and one in the contract. */
const renderers: Record<ReportFormat, Renderer> = {
  html: { ending: '.html', mediaType: 'text/html', render: htmlReport },
  'figure-svg': { ending: '-figure.svg', mediaType: 'image/svg+xml', render: figureSvg },
  'labels-csv': {
    ending: '-labels.csv',
    mediaType: 'text/csv',
    render: (context, studyId) => labelsCsv(labelRows(context, studyId)),
  },
  'labels-jsonl': {
    ending: '-labels.jsonl',
    mediaType: 'application/jsonl',
    render: (context, studyId) => labelFile(context, getStudy(dbOf(context), studyId)),
  },
  ...toolRenderers,
  json: { ending: '.json', mediaType: 'application/json', render: jsonReport },
};

/** The chart of the report as a file of its own. */
function figureSvg(context: CoreContext, studyId: number): string {
  const { source } = estimateSvg(estimateReport(context, studyId), estimateHistory(context, studyId));
  const named = source.includes('xmlns=')
    ? source
    : source.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named.replace('font-family="inherit"', 'font-family="sans-serif"')}\n`;
}

function jsonReport(context: CoreContext, studyId: number): string {
  const study = getStudy(dbOf(context), studyId);
  const content = {
    manifest: manifestOf(context, study),
    estimate: estimateReport(context, studyId),
    history: estimateHistory(context, studyId),
    goal: studyAdvice(context, studyId),
    subgroups: reportedSubgroups(context, studyId),
    otherCriteria: otherCriteria(context, studyId),
    otherClaims: otherClaims(context, studyId),
    record: reportRecord(context, study),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function renderReport(context: CoreContext, studyId: number, format: ReportFormat) {
  const { ending, mediaType, render } = renderers[format];
  const { name } = getStudy(dbOf(context), studyId);
  const stem = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'study';
  return { fileName: `${stem}${ending}`, mediaType, content: render(context, studyId) };
}

/** Writes a report whole or not at all. @throws AppError FILE_EXISTS, FILE_NOT_FOUND, DISK_FULL */
export function saveReport(
  context: CoreContext,
  given: { studyId: number; format: ReportFormat; path: string; overwrite: boolean },
) {
  const { content } = renderReport(context, given.studyId, given.format);
  return writeWhole(content, given);
}
