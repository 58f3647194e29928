import type { StudyRow } from '../../../db/studies.ts';
import { chainHead } from '../../../db/word-chain.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { BETTING_RULE } from '../../../stats/index.ts';
import { estimateReport } from '../../model/estimate/estimate-report.ts';
import { liveEstimateOf } from '../../model/estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { LabelHeader } from '../../sources/import/label-record.ts';
import { type LabelRow, labelRows } from '../export/label-rows.ts';
import { labelsHash, labelsJsonl } from './label-files.ts';
import { numberPeople } from './persons.ts';

/** The header of a study's label file. */
function labelHeader(context: CoreContext, study: StudyRow, rows: readonly LabelRow[]): LabelHeader {
  const report = estimateReport(context, study.id);
  const { mean, variance, min, max, maxSurrogateOverProbability, envelope } = study.poolSummary;
  return {
    assay: 'labels',
    version: 3,
    assayVersion: context.version,
    study: study.name,
    measure: report.measureName,
    scale: study.scale,
    systems: [study.systemName, ...(study.against ? [study.against.systemName] : [])],
    sharedItems: study.against?.sharedItems ?? null,
    N: study.populationSize,
    alpha: study.alpha,
    design: study.preset,
    overlap: study.overlap,
    finalRule: study.finalRule,
    bettingRule: BETTING_RULE,
    seed: study.seed,
    draws: study.drawCount,
    hasSurrogate: study.surrogate.kind !== 'none',
    pool: { mean, variance, min, max, maxSurrogateOverProbability, envelope: [...envelope] },
    stated: statedOf(report, liveEstimateOf(context, study.id).state.residualStandardDeviation, rows.length),
    labelsSha256: labelsHash(labelsJsonl(rows)),
    chain: chainHead(dbOf(context)),
  };
}

function statedOf(
  report: EstimateReport,
  deviation: number | undefined,
  rows: number,
): LabelHeader['stated'] {
  const isSequential = report.slope !== null;
  return {
    labeled: report.labeled,
    skipped: report.skipped.count,
    slope: report.slope,
    residualStandardDeviation: isSequential ? (deviation ?? null) : null,
    rows,
    waiting: report.waiting,
    awaitingAnnotators: report.awaitingAnnotators,
    undecided: report.undecided,
    estimates: report.estimates.map(({ method, value, lower, upper }) => ({ method, value, lower, upper })),
  };
}

/** A study's label file: the header, then one label a line. */
export function labelFile(context: CoreContext, study: StudyRow): string {
  const rows = labelRows(context, study.id);
  return `${JSON.stringify(labelHeader(context, study, rows))}\n${labelsJsonl(rows)}`;
}

/**
 * The label file as a report carries it: people numbered, without the texts they wrote, for a report goes where they are
 * not known.
 */
export function reportRecord(context: CoreContext, study: StudyRow): string {
  const rows = labelRows(context, study.id);
  const names = numberPeople(rows.map(({ annotator }) => annotator));
  const numbered = rows.map((row) => ({
    ...row,
    annotator: names.get(row.annotator)!,
    answer: null,
    decisionNote: null,
  }));
  return `${JSON.stringify(labelHeader(context, study, numbered))}\n${labelsJsonl(numbered)}`;
}
