import path from 'node:path';
import { parseHTML } from 'linkedom';
import { z } from 'zod';
import { EstimatePointSchema } from '../../shared/contract/estimate.ts';
import { AppError } from '../../shared/errors.ts';
import { parseJson } from '../files/parse-json.ts';
import { checkHtml, studiesInHtml } from './check-html.ts';
import { checkOverview, type OverviewStudy } from './check-overview.ts';
import { checkEstimates, checkHistory } from './check-record.ts';
import { type Check, checkNumber } from './checks.ts';
import { StatedEstimateSchema } from './label-record.ts';
import { type ReadRecord, readRecord } from './read-record.ts';
import type { Recomputed } from './recompute.ts';

export type ReportKind = 'labels' | 'JSON report' | 'HTML report';

/** A study of a file. */
export interface Part {
  source: ReadRecord;
  /** What the file states of the study beside its labels. */
  check(found: Recomputed): Check[];
}

export interface Read {
  kind: ReportKind;
  parts: readonly Part[];
  /** What the file states of its studies together. */
  checkAll(studies: readonly OverviewStudy[]): Check[];
}

/**
 * The studies of a report or of a label file.
 *
 * @throws AppError IMPORT_REFUSED when the text is neither
 */
export function readReport(text: string, file: string): Read {
  const start = text.trimStart().slice(0, 200).toLowerCase();
  if (start.startsWith('<!doctype html')) return fromHtml(text, file);
  return start.startsWith('{"assay":"labels"') ? fromLabels(text, file) : fromJson(text, file);
}

const nothingTogether = (): Check[] => [];

const fromLabels = (text: string, file: string): Read => ({
  kind: 'labels',
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
        mend: 'Give a report (HTML or JSON), or labels written by "assay report --format labels-jsonl".',
      },
    );
  }
  const parts = report.data.studies.map((study) => jsonPart(study, file));
  return { kind: 'JSON report', parts, checkAll: nothingTogether };
}

function jsonPart({ estimate, history, record }: z.infer<typeof StudySchema>, file: string): Part {
  const source = readRecord(record, file);
  return {
    source,
    check: (found) => [
      checkNumber('report: items in the pool', estimate.N, source.record.header.N),
      checkNumber('report: labeled items', estimate.labeled, found.labeled),
      checkNumber('report: slope', estimate.slope, found.slope),
      ...checkEstimates(estimate.estimates, found).map((one) => ({ ...one, what: `report: ${one.what}` })),
      ...checkHistory(history, found),
    ],
  };
}

function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function fromHtml(text: string, file: string): Read {
  const { document } = parseHTML(text);
  const parts = studiesInHtml(document, file).map(({ record, part }): Part => {
    const source = readRecord(record, file);
    return { source, check: (found) => checkHtml(part, source.record.header, found) };
  });
  return { kind: 'HTML report', parts, checkAll: (studies) => checkOverview(document, studies) };
}
