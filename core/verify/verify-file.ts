import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { EstimatePointSchema } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { BETTING_RULE } from '../../stats/index.ts';
import { checkHtml, recordInHtml } from './check-html.ts';
import { checkEstimates, checkHistory, checkRecord } from './check-record.ts';
import { type Check, checkNumber } from './checks.ts';
import { StatedEstimateSchema } from './label-record.ts';
import { type ReadRecord, readRecord } from './read-record.ts';
import { type Recomputed, recompute } from './recompute.ts';

/** What came of verifying a report or a label file. */
export interface Verification {
  readonly file: string;
  readonly kind: 'labels' | 'JSON report' | 'HTML report';
  readonly study: string;
  readonly checks: readonly Check[];
  readonly differing: readonly Check[];
}

/**
 * Computes every number of a report or a label file again, from the labels in it alone.
 *
 * @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, IMPORT_REFUSED when the file is neither, or its labels contradict
 *   themselves
 */
export function verifyFile(given: string): Verification {
  const file = path.resolve(given);
  const text = readText(file);
  const start = text.trimStart().slice(0, 200).toLowerCase();
  const read = start.startsWith('<!doctype html')
    ? fromHtml
    : start.startsWith('{"assay":"labels"')
      ? fromLabels
      : fromJson;
  const { kind, source, check } = read(text, file);
  const found = recomputed(source, file);
  const checks = [...checkRecord(source.record, source.lines, found), ...check(found)];
  const differing = checks.filter(({ agrees }) => !agrees);
  return { file, kind, study: source.record.header.study, checks, differing };
}

interface Read {
  kind: Verification['kind'];
  source: ReadRecord;
  /** What the file states beside its labels. */
  check(found: Recomputed): Check[];
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(
      isMissing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE',
      isMissing ? `There is no file ${file}.` : `${file} cannot be read.`,
      { file, mend: 'Name a report (HTML or JSON) or a label file (JSON Lines).' },
      { cause: error },
    );
  }
}

const fromLabels = (text: string, file: string): Read => ({
  kind: 'labels',
  source: readRecord(text, file),
  check: () => [],
});

const JsonReportSchema = z.object({
  estimate: z.object({
    N: z.number(),
    labeled: z.number(),
    slope: z.number().nullable(),
    estimates: z.array(StatedEstimateSchema),
  }),
  history: z.array(EstimatePointSchema),
  record: z.string(),
});

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
  const { estimate, history, record } = report.data;
  const source = readRecord(record, file);
  return {
    kind: 'JSON report',
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
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromHtml(text: string, file: string): Read {
  const source = readRecord(recordInHtml(text, file), file);
  return { kind: 'HTML report', source, check: (found) => checkHtml(text, source.record.header, found) };
}

function recomputed({ record }: ReadRecord, file: string): Recomputed {
  const { bettingRule, assayVersion } = record.header;
  if (bettingRule !== BETTING_RULE) {
    throw new AppError(
      'CONFLICT',
      `The intervals of this file follow betting rule ${bettingRule}; this Assay has rule ${BETTING_RULE}.`,
      { file, mend: `Verify it with Assay ${assayVersion}, which wrote it.` },
    );
  }
  try {
    return recompute(record);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError(
      'IMPORT_REFUSED',
      `The labels contradict themselves: ${error.message}`,
      { file, mend: 'The file was changed after it was written; ask for it again.' },
      { cause: error },
    );
  }
}
