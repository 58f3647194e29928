import type { StudyRow } from '../../db/studies.ts';
import { findChoice } from '../../db/study-choices.ts';
import { eachColumn } from '../../db/study-columns.ts';
import { type JoinColumn, readJoins } from '../../db/study-joins.ts';
import { listPlans, partsOfPlan } from '../../db/study-plans.ts';
import { chainHead } from '../../db/word-chain.ts';
import type { EstimateReport } from '../../shared/contract/index.ts';
import {
  HASH_DRAW_RULE,
  type LevelRecord,
  type PredictorRecord,
  type RefitRecord,
} from '../../stats/index.ts';
import { estimateReport } from '../estimate/estimate-report.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { looksAtStart, type StudySequence } from '../estimate/study-sequence.ts';
import { asksThirdVote } from '../estimate/third-vote.ts';
import type { LabelHeader, PlannedFields, StatedPredictor } from '../import/formats/labels/label-record.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { designs } from '../studies/design.ts';
import { labelsHash, labelsJsonl } from './export/label-files.ts';
import { type LabelRow, labelRows } from './export/label-rows.ts';
import { failureFields } from './failure-record.ts';
import { alterationSentences } from './integrity/alterations.ts';
import { numberPeople } from './persons.ts';

/** The header of a study's label file. */
function labelHeader(context: CoreContext, study: StudyRow, rows: readonly LabelRow[]): LabelHeader {
  const report = estimateReport(context, study.id);
  const choice = findChoice(dbOf(context), study.id);
  const altered = alterationSentences(context);
  const { poolLevels: levels } = liveEstimateOf(context, study.id).evidence;
  const { mean, variance, min, max, maxSurrogateOverProbability, envelope } = study.poolSummary;
  return {
    assay: 'labels',
    version: 4,
    assayVersion: context.version,
    ...(altered.length > 0 && { altered }),
    study: study.name,
    measure: report.measureName,
    scale: study.scale,
    systems: [study.systemName, ...(study.against ? [study.against.systemName] : [])],
    sharedItems: study.against?.sharedItems ?? null,
    ...(report.comparison && { leastDifference: report.comparison.leastDifference }),
    ...(study.form.kind === 'preference' && { preference: study.form.steps }),
    N: study.populationSize,
    alpha: study.alpha,
    ...(report.firstPhase && { firstPhase: statedPhase(report.firstPhase) }),
    design: study.preset,
    overlap: study.overlap,
    finalRule: study.finalRule,
    ...(asksThirdVote(dbOf(context), study) && { thirdVote: true as const }),
    bettingRule: study.bettingRule,
    ...(study.valueSteps !== null && { steps: study.valueSteps }),
    ...(report.mendedFrom !== null && { mendedFrom: report.mendedFrom }),
    ...plannedFields(context, study),
    ...(study.drawRule === HASH_DRAW_RULE && { drawRule: HASH_DRAW_RULE }),
    ...(choice && { choice }),
    seed: study.seed,
    draws: study.drawCount,
    hasSurrogate: study.surrogate.kind !== 'none',
    pool: {
      ...{ mean, variance, min, max, maxSurrogateOverProbability, envelope: [...envelope] },
      ...(levels && { levels: { values: [...levels.values], counts: [...levels.counts] } }),
    },
    stated: statedOf(study, report, {
      deviation: liveEstimateOf(context, study.id).state.residualStandardDeviation,
      rows: rows.length,
    }),
    ...failureFields(context, study),
    labelsSha256: labelsHash(labelsJsonl(rows)),
    chain: chainHead(dbOf(context)),
  };
}

/** The larger pool that the study's own is a part of, and what is said of it. */
const statedPhase = ({
  populationSize: N,
  seed,
  alpha,
  cut,
  halfWidth,
  lower,
  upper,
}: NonNullable<EstimateReport['firstPhase']>): LabelHeader['firstPhase'] => ({
  ...{ N, seed, alpha, cut },
  stated: { halfWidth, lower, upper },
});

/** What the rule with planned looks rests on beside the labels; nothing by rule 2. */
function plannedFields(context: CoreContext, study: StudyRow): Partial<PlannedFields> {
  const live = liveEstimateOf(context, study.id);
  if (!live.planned) return {};
  const plans = listPlans(dbOf(context), study.id, study.generation);
  return {
    plans: plans.map(({ drawsBefore, plan }) => ({ drawsBefore, ...partsOfPlan(plan) })),
    looks: looksAtStart(study.populationSize, plans),
    signals: [
      ...[...eachColumn(dbOf(context), study.id)].map(({ values: _, ...signal }) => signal),
      ...readJoins(dbOf(context), study.id, study.generation).map(statedJoin),
    ],
    predictor: predictorOf(live.planned, live.prefixLength),
  };
}

/** A signal that joined, among the columns of a file. */
const statedJoin = ({ signal: id, name, penalty, slope, unit, drawsBefore, sha256 }: JoinColumn) => ({
  ...{ id, name, kind: 'joined', penalty, slope, unit },
  joined: { drawsBefore, sha256 },
});

/** What a file says of the items that nobody labeled, after so many draws of both sequences. */
export function predictorOf(
  [low, high]: NonNullable<StudySequence['planned']>,
  draws: number,
): PlannedFields['predictor'] {
  const { weights } = low.record;
  return {
    ...(weights && { weights }),
    low: statedPredictor(low.record, draws),
    ...(high && { high: statedPredictor(high.record, draws) }),
  };
}

/** The record as far as the labels go: a refit after the last of them may be there already, or not yet. */
function statedPredictor({ means, refits }: PredictorRecord, labels: number): StatedPredictor {
  return {
    means: means.slice(1),
    refits: refits.filter((refit) => refit.labels < labels).map(statedRefit),
  };
}

function statedRefit({ labels, mean, up, down }: RefitRecord): StatedPredictor['refits'][number] {
  return { labels, mean, up: statedLevels(up), ...(down && { down: statedLevels(down) }) };
}

const statedLevels = ({ counts, masses }: LevelRecord) => ({
  counts: [...counts],
  ...(masses && { masses: [...masses] }),
});

function statedOf(
  study: StudyRow,
  report: EstimateReport,
  { deviation, rows }: { deviation: number | undefined; rows: number },
): LabelHeader['stated'] {
  const isSequential = designs[study.preset].id === 'without-replacement' && report.labeled > 0;
  return {
    labeled: report.labeled,
    skipped: report.skipped.count,
    slope: report.slope,
    residualStandardDeviation: isSequential ? (deviation ?? null) : null,
    rows,
    waiting: report.waiting,
    awaitingAnnotators: report.awaitingAnnotators,
    undecided: report.undecided,
    ...(report.comparison && { verdict: report.comparison.verdict }),
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
