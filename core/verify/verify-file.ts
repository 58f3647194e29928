import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { BETTING_RULE } from '../../stats/index.ts';
import { checkRecord } from './check-record.ts';
import type { Check } from './checks.ts';
import type { ReadRecord } from './read-record.ts';
import { type ReportKind, readReport } from './read-report.ts';
import { type Recomputed, recompute } from './recompute.ts';

/** What came of verifying a report or a label file. */
export interface Verification {
  readonly file: string;
  readonly kind: ReportKind;
  readonly study: string;
  readonly checks: readonly Check[];
  readonly differing: readonly Check[];
}

/**
 * Computes every number of a report, of one study or of several, or of a label file again, from the labels in it alone.
 *
 * @throws AppError FILE_NOT_FOUND, FILE_UNREADABLE, IMPORT_REFUSED when the file is neither, or its labels contradict
 *   themselves
 */
export function verifyFile(given: string): Verification {
  const file = path.resolve(given);
  const text = readText(file);
  const { kind, parts, checkAll } = readReport(text, file);
  const studies = parts.map((part) => ({ ...part, found: recomputed(part.source, file) }));
  const ofStudies = studies.flatMap(({ source, check, found }) => {
    const { study } = source.record.header;
    const checks = [...checkRecord(source.record, source.lines, found), ...check(found)];
    return parts.length === 1 ? checks : checks.map((one) => ({ ...one, what: `${study}: ${one.what}` }));
  });
  const together = checkAll(studies.map(({ source, found }) => ({ record: source.record, found })));
  const checks = [...together, ...ofStudies];
  const differing = checks.filter(({ agrees }) => !agrees);
  const study = parts.map(({ source }) => source.record.header.study).join(', ');
  return { file, kind, study, checks, differing };
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
