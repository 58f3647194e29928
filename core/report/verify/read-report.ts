import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';
import { z } from 'zod';
import type { ReadableDb } from '../../../db/types.ts';
import { EstimatePointSchema } from '../../../shared/contract/estimate.ts';
import { AppError } from '../../../shared/errors.ts';
import { type LabelRecord, StatedEstimateSchema } from '../../import/formats/labels/label-record.ts';
import { parsedJson } from '../../platform/files/parse-json.ts';
import { openedHead } from '../../studies/annotators/sealed-ref.ts';
import { isReadInPercent, type ReportContent } from '../report-content.ts';
import { type SealedKind, unsealed } from '../seal.ts';
import { checkHtml, checkOldPage, studiesInHtml } from './check-html.ts';
import { checkOverview, type OverviewStudy } from './check-overview.ts';
import { checkEstimates, checkHistory } from './check-record.ts';
import { type Check, compareNumber } from './checks.ts';
import { faultOfJson } from './plain-json.ts';
import { contentOfHtml, contentOfJson } from './read-content.ts';
import { type ReadRecord, readRecord } from './read-record.ts';
import type { Recomputed } from './recompute.ts';

export type ReportKind = 'labels' | 'JSON report' | 'HTML report' | 'checks';

/** A study of a file. */
export interface Part {
  source: ReadRecord;
  /** What the file states of the study beside its labels. */
  check(found: Recomputed): Check[];
}

export interface Read {
  kind: ReportKind;
  sealedAs: SealedKind;
  parts: readonly Part[];
  /** Everything that the report says, as data; null in label files, and in reports of before they carried it. */
  content: ReportContent | null;
  /** What the file states of its studies together. */
  checkAll(studies: readonly OverviewStudy[]): Check[];
}

/** What a text is by how it begins; what is neither a page nor labels can only be a JSON report. */
export function kindOfText(text: string): SealedKind {
  const start = text.trimStart().slice(0, 200).toLowerCase();
  if (start.startsWith('<!doctype html')) return 'html';
  return start.startsWith('{"assay":"labels"') ? 'labels' : 'json';
}

/**
 * The studies of a report or of a label file, its seal taken off.
 *
 * @throws AppError IMPORT_REFUSED when the text is neither
 */
export function readReport(text: string, kind: SealedKind, file: string): Read {
  if (kind === 'html') return fromHtml(text, file);
  if (kind === 'labels') return fromLabels(text, file);
  const fault = faultOfJson(text);
  if (fault !== null) throw notAsWritten(`${path.basename(file)} is not what Assay writes: ${fault}`, file);
  return fromJson(text, file);
}

const nothingTogether = (): Check[] => [];

const fromLabels = (text: string, file: string): Read => ({
  kind: 'labels',
  sealedAs: 'labels',
  content: null,
  parts: [{ source: readRecord(text, file), check: () => [] }],
  checkAll: nothingTogether,
});

const StudySchema = z.object({
  estimate: z.object({
    N: z.number(),
    labeled: z.number(),
    slope: z.number().nullable(),
    estimates: z.array(StatedEstimateSchema),
  }),
  history: z.array(EstimatePointSchema),
  record: z.string(),
});
const JsonReportSchema = z.union([
  z.object({ studies: z.array(StudySchema).min(1) }),
  StudySchema.transform((study) => ({ studies: [study] })),
]);

function fromJson(text: string, file: string): Read {
  const report = JsonReportSchema.safeParse(parsedJson(text));
  if (!report.success) {
    throw new AppError(
      'IMPORT_REFUSED',
      `${path.basename(file)} is neither a report nor a label file with a header.`,
      {
        file,
        remedy: 'Give a report (HTML or JSON), or labels written by "assay report --format labels-jsonl".',
      },
    );
  }
  const parts = report.data.studies.map((study) => jsonPart(study, file));
  const content = contentOrFault(contentOfJson(text), file);
  return { kind: 'JSON report', sealedAs: 'json', content, parts, checkAll: nothingTogether };
}

function jsonPart({ estimate, history, record }: z.infer<typeof StudySchema>, file: string): Part {
  const source = readRecord(record, file);
  return {
    source,
    check: (found) => [
      compareNumber('report: items in the pool', estimate.N, source.record.header.N),
      compareNumber('report: labeled items', estimate.labeled, found.labeled),
      compareNumber('report: slope', estimate.slope, found.slope),
      ...checkEstimates(estimate.estimates, found).map((one) => ({ ...one, what: `report: ${one.what}` })),
      ...checkHistory(history, found),
    ],
  };
}

function fromHtml(text: string, file: string): Read {
  const { document } = parseHTML(text);
  const content = contentOrFault(contentOfHtml(text), file);
  const numbers = content?.numbers;
  const isShareOf = (at: number) =>
    content?.studies[at] && isReadInPercent(content.studies[at], content.charts);
  const parts = studiesInHtml(document, file).map(({ record, part }, at): Part => {
    const source = readRecord(record, file);
    const isShare = isShareOf(at);
    return { source, check: (found) => checkHtml(part, source.record.header, { found, numbers, isShare }) };
  });
  const checkAll = (studies: readonly OverviewStudy[]) => [
    ...checkOverview(
      document,
      studies.map((study, at) => ({ ...study, isShare: isShareOf(at) })),
      numbers,
    ),
    ...(content ? [] : checkOldPage(document, studies.length)),
  ];
  return { kind: 'HTML report', sealedAs: 'html', content, parts, checkAll };
}

function contentOrFault(found: ReturnType<typeof contentOfHtml>, file: string): ReportContent | null {
  if (found === null) return null;
  if ('content' in found) return found.content;
  throw notAsWritten(found.fault, file);
}

const notAsWritten = (what: string, file: string): AppError =>
  new AppError('IMPORT_REFUSED', `${what}.`, {
    file,
    remedy: 'The file was changed after it was written; ask for it again.',
  });

/** The studies of a report or of a label file, with all columns of their rows where they have them; none of a batch or a result of the gate. @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, IMPORT_REFUSED */
export function recordsIn(given: string): LabelRecord[] {
  const file = path.resolve(given);
  const whole = readWholeText(file);
  if (carriedIn(whole)) return [];
  const kind = kindOfText(whole);
  const { parts } = readReport(unsealed(kind, whole)?.text ?? whole, kind, file);
  return parts.map(({ source: { record, wholeRows } }) => ({ ...record, rows: wholeRows ?? record.rows }));
}

const HeadSchema = z.object({ links: z.int().min(0), sha256: z.string() });
type Head = z.infer<typeof HeadSchema>;

/** What files that are no reports carry of a chain: a result of the gate its newest link, a batch the same sealed. */
const CarriedSchema = z.union([
  z.object({ verdict: z.string(), chain: HeadSchema }).transform(({ chain }) => chain),
  z.object({ assay: z.literal('batch'), chain: z.string() }).transform(({ chain }) => chain),
  z
    .object({ assay: z.literal('returned-batch'), issued: z.object({ chain: z.string() }) })
    .transform(({ issued }) => issued.chain),
]);

/** Undefined in what is no batch, handed out or returned, and no result of the gate. */
function carriedIn(text: string): Head | string | undefined {
  const inPage = /<script type="application\/json" id="batch">([^<]*)</.exec(text)?.[1];
  return CarriedSchema.safeParse(parsedJson(inPage ?? text)).data;
}

/**
 * The newest link of a project's chain when a file was written.
 *
 * @param given a report, a label file, a result of the gate as JSON, or a batch that was handed out or came back
 * @param db the project, which alone reads what a batch carries
 * @throws AppError IMPORT_REFUSED when it says nothing of a chain, or of that of another project
 */
export function chainIn(given: string, db: ReadableDb): Head {
  const file = path.resolve(given);
  const whole = readWholeText(file);
  const carried = carriedIn(whole);
  if (typeof carried === 'string') {
    const head = openedHead(db, carried);
    if (head) return head;
    throw new AppError('IMPORT_REFUSED', `${path.basename(file)} is a batch of another project.`, {
      file,
      remedy: 'Name the project that it was handed out from.',
    });
  }
  if (carried) return carried;
  const kind = kindOfText(whole);
  const { content, parts } = readReport(unsealed(kind, whole)?.text ?? whole, kind, file);
  const chain = parts[0]?.source.record.header.chain;
  if (chain) return chain;
  const manifest = content?.studies[0]?.manifest;
  if (manifest) return { links: manifest.chainLinks, sha256: manifest.chainSha256 };
  throw new AppError('IMPORT_REFUSED', `${path.basename(file)} says nothing of the chain of a project.`, {
    file,
    remedy:
      'Give a report, a label file, a gate result (JSON) or a batch that Assay wrote, in this version or a newer one.',
  });
}

/** The whole text of a file, letter by letter. @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, IMPORT_REFUSED */
export function readWholeText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(
      isMissing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE',
      isMissing ? `There is no file ${file}.` : `${file} cannot be read.`,
      { file, remedy: 'Name a report (HTML or JSON), a label file (JSON Lines) or a project.' },
      { cause: error },
    );
  }
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new AppError('IMPORT_REFUSED', `${path.basename(file)} is not text in UTF-8.`, {
    file,
    remedy: 'Give the file as Assay wrote it.',
  });
}
