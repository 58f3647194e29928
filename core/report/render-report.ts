import { ownerOnly } from '../../db/file-identity.ts';
import { getRanking } from '../../db/rankings.ts';
import { findRelease, getSeries } from '../../db/series.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { jointFormats, jointLabelFormats, signedFormats } from '../../shared/contract/estimate.ts';
import type { ReportChoice, reportFormats } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { readyForPictures } from '../data/carried-pictures.ts';
import { liveEstimateOf, whenLookedBack, whenSettled } from '../estimate/live-estimates.ts';
import { rankingOf } from '../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { assertFree, forOthers, writeWhole } from '../platform/files/write-whole.ts';
import type { Signer } from '../platform/signing/signature.ts';
import { collectReport, type ReportSubject, rankingAlpha } from './collect-content.ts';
import { assertSystemOf, toolRenderers } from './export/export-formats.ts';
import { labelsCsv } from './export/label-files.ts';
import { rowsOfAll } from './export/label-rows.ts';
import { alteredFigure, pngFigure, svgFile } from './figure-file.ts';
import { figureOf } from './figures.ts';
import { printedHtml, renderHtml } from './html-report.ts';
import { alterationSentences } from './integrity/alterations.ts';
import { checkedProject } from './integrity/project-check.ts';
import { renderJson } from './json-report.ts';
import { labelFile } from './label-header.ts';
import { sealed } from './seal.ts';

export type ReportFormat = (typeof reportFormats)[number];

type Content = string | Uint8Array;

/** What is asked for: one study, or several in one document; of figures also which. */
interface Subject extends ReportSubject {
  readonly study: StudyRow;
  readonly figure: string | undefined;
  /** Which system of a comparison, in formats of one. */
  readonly system: string | undefined;
  /** Who signs; null when nobody does. */
  readonly signer: Signer | null;
}

interface Renderer {
  readonly ending: string;
  readonly mediaType: string;
  render(context: CoreContext, subject: Subject): Content | Promise<Content>;
}

const wordMediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

function figureSvg(context: CoreContext, { study, figure }: Subject): string {
  const svg = figureOf(context, study, figure).svg();
  return alterationSentences(context).length === 0 ? svg : alteredFigure(svg);
}

/** Every way out for a study's result. A new format is one entry here and one in the contract. */
const renderers: Record<ReportFormat, Renderer> = {
  html: {
    ending: '.html',
    mediaType: 'text/html',
    render: (context, subject) => sealed('html', renderHtml(collectReport(context, subject)), subject.signer),
  },
  pdf: {
    ending: '.pdf',
    mediaType: 'application/pdf',
    render: (context, subject) => context.printPdf(printedHtml(context, subject)),
  },
  docx: {
    ending: '.docx',
    mediaType: wordMediaType,
    // Its library is large and rarely needed, so it is read when it is.
    render: async (context, subject) => (await import('./docx-report.ts')).docxReport(context, subject),
  },
  'figure-svg': {
    ending: '-figure.svg',
    mediaType: 'image/svg+xml',
    render: (context, subject) => svgFile(figureSvg(context, subject)),
  },
  'figure-png': {
    ending: '-figure.png',
    mediaType: 'image/png',
    render: async (context, subject) => (await pngFigure(figureSvg(context, subject))).png,
  },
  'labels-csv': {
    ending: '-labels.csv',
    mediaType: 'text/csv',
    render: (context, subject) => labelsCsv(rowsOfAll(context, subject)),
  },
  'labels-jsonl': {
    ending: '-labels.jsonl',
    mediaType: 'application/jsonl',
    render: (context, { study, signer }) => sealed('labels', labelFile(context, study), signer),
  },
  ...toolRenderers,
  json: {
    ending: '.json',
    mediaType: 'application/json',
    render: (context, subject) => sealed('json', renderJson(collectReport(context, subject)), subject.signer),
  },
};

/** @throws AppError NOT_FOUND, INVALID_INPUT when a format of one study is asked for several */
function studiesAskedFor(
  context: CoreContext,
  { studyId, also = [], format, figure, system, texts = true }: ReportChoice,
): Omit<Subject, 'signer'> {
  const studyIds = [...new Set([studyId, ...also])];
  if (studyIds.length > 1 && ![...jointFormats, ...jointLabelFormats].some((joint) => joint === format)) {
    throw new AppError('INVALID_INPUT', `A file of the format "${format}" is of one study.`, {
      field: 'also',
      remedy: `Ask for it study by study; several fit into: ${jointFormats.join(', ')}.`,
    });
  }
  assertSystemOf(context, studyId, system);
  return { studyIds, study: getStudy(dbOf(context), studyId), figure, system, hasTexts: texts };
}

/** @throws AppError INVALID_INPUT when a format is to be signed that has no place for a signature */
async function signerFor(context: CoreContext, { format, sign }: ReportChoice): Promise<Signer | null> {
  if (!sign) return null;
  if (signedFormats.some((signed) => signed === format)) return context.signing.signer();
  throw new AppError('INVALID_INPUT', `A file of the format "${format}" has no place for a signature.`, {
    field: 'sign',
    remedy: `Formats that can be signed: ${signedFormats.join(', ')}.`,
  });
}

/** The name of the ranking that all these studies are pairs of; null where they are not of one. */
function rankingOfAll(context: CoreContext, studyIds: readonly number[]): string | null {
  const db = dbOf(context);
  const [rankingId, ...others] = new Set(studyIds.map((id) => getStudy(db, id).rankingId));
  return rankingId == null || others.length > 0 ? null : getRanking(db, rankingId).name;
}

/** The name of the series that all these studies are releases of; null where they are not of one. */
function seriesOfAll(context: CoreContext, studyIds: readonly number[]): string | null {
  const db = dbOf(context);
  const [seriesId, ...others] = new Set(studyIds.map((id) => findRelease(db, id)?.seriesId));
  return seriesId === undefined || others.length > 0 ? null : getSeries(db, seriesId).name;
}

/** What the file of a choice is called: after its study, ranking or series, and its figure if it is not the first. */
function reportName(context: CoreContext, choice: ReportChoice): string {
  const { studyIds, study, figure } = studiesAskedFor(context, choice);
  const { ending } = renderers[choice.format];
  const isFigure = choice.format === 'figure-svg' || choice.format === 'figure-png';
  const whole =
    studyIds.length > 1 ? (rankingOfAll(context, studyIds) ?? seriesOfAll(context, studyIds)) : null;
  const parts = [
    ...(whole !== null
      ? [whole]
      : [study.name, ...(studyIds.length > 1 ? [`and ${studyIds.length - 1} more`] : [])]),
    ...(isFigure && figure !== undefined && figure !== 'estimate' ? [figure] : []),
    ...(choice.system !== undefined ? [choice.system] : []),
  ];
  const stem =
    parts
      .join(' ')
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'study';
  return `${stem}${ending}`;
}

/** The name of the file that a choice makes. */
export const nameReport = (context: CoreContext, choice: ReportChoice): { fileName: string } => ({
  fileName: reportName(context, choice),
});

/** Formats that show the estimate of every look, or what a reader computes it from. */
const looksBack: ReadonlySet<ReportFormat> = new Set([...jointFormats, ...signedFormats]);

async function renderedContent(context: CoreContext, choice: ReportChoice): Promise<Content> {
  const studies = studiesAskedFor(context, choice);
  await checkedProject(context);
  await readyForPictures(dbOf(context));
  for (const studyId of studies.studyIds) {
    if (looksBack.has(choice.format)) await whenLookedBack(context, studyId, liveEstimateOf);
    else await whenSettled(context, studyId, liveEstimateOf);
    if (studies.studyIds.length > 1) await rankingOf(context, studyId, rankingAlpha);
  }
  return renderers[choice.format].render(context, { ...studies, signer: await signerFor(context, choice) });
}

/** @throws AppError NOT_FOUND, INVALID_INPUT, CONFLICT when there is nothing to print a PDF with */
export async function renderReport(context: CoreContext, choice: ReportChoice) {
  const content = await renderedContent(context, choice);
  const isText = typeof content === 'string';
  return {
    fileName: reportName(context, choice),
    mediaType: renderers[choice.format].mediaType,
    content: isText ? content : Buffer.from(content).toString('base64'),
    encoding: isText ? ('utf8' as const) : ('base64' as const),
  };
}

/** Formats that are made to be shown to others; all that leaves otherwise is labels, for this person alone. */
const shownFormats: ReadonlySet<ReportFormat> = new Set([
  'html',
  'pdf',
  'docx',
  'figure-svg',
  'figure-png',
  'json',
]);

/** Writes a report whole or not at all. @throws AppError FILE_EXISTS, FILE_NOT_FOUND, DISK_FULL */
export async function saveReport(
  context: CoreContext,
  given: ReportChoice & { path: string; overwrite: boolean },
) {
  const { path, overwrite, format } = given;
  const mode = shownFormats.has(format) ? forOthers : ownerOnly;
  // A file that may not be replaced is found before the work, and again when it is done.
  assertFree(given);
  return writeWhole(await renderedContent(context, given), { path, overwrite, mode });
}
