import { knowsOwnOrder } from '../../db/draws.ts';
import { findStudyFirstPhase, type StudyFirstPhase } from '../../db/first-phases.ts';
import { type Against, getStudy, type StudyRow } from '../../db/studies.ts';
import { listPlans, mendedFrom } from '../../db/study-plans.ts';
import type {
  Comparison,
  EstimatePoint,
  EstimateReport,
  LookPlan,
  MethodEstimate,
  Scale,
} from '../../shared/contract/index.ts';
import {
  type BettingPlan,
  consistencyRatio,
  estimateAll,
  estimateWith,
  fromUnit,
  intervalFromUnit,
  type LooksAhead,
  methodById,
  serflingHalfWidth,
  UNPLANNED,
  type MethodEstimate as UnitEstimate,
} from '../../stats/index.ts';
import { claimedFault, claimedIn } from '../data/claimed-scores.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { designs } from '../studies/design.ts';
import { asksShare, estimateScale, shownScale } from '../studies/estimand-scale.ts';
import { measureName } from '../studies/measure-name.ts';
import { comparisonFor, leastDifferenceOf, noDifference, withoutDifference } from './comparison.ts';
import type { LiveEstimate } from './live-estimate.ts';
import { comparisonOf, liveEstimateOf } from './live-estimates.ts';
import { countThirdVotes } from './third-vote.ts';

/** What a report of a number needs to know of its study; a label file knows it too. */
export interface StudyFacts
  extends Pick<
    StudyRow,
    | 'id'
    | 'name'
    | 'systemName'
    | 'populationSize'
    | 'preset'
    | 'alpha'
    | 'bettingRule'
    | 'scale'
    | 'overlap'
    | 'finalRule'
  > {
  /** The plan of looks that holds now; null where the rule knows none. */
  readonly plan: LookPlan | null;
  /** Draws counted before the bets of rule 2 were mended; null where they were not. */
  readonly mendedFrom: number | null;
  readonly measureName: string;
  readonly against: Pick<Against, 'systemName' | 'sharedItems'> | null;
  /** Of a comparison: the smallest difference that matters; not stated for one system, and in earlier files. */
  readonly leastDifference?: number | undefined;
  /** The steps in which one of two replies was preferred; undefined where they were rated. */
  readonly preference?: Comparison['preference'];
  readonly hasSurrogate: boolean;
  readonly poolMean: number;
  readonly poolVariance: number;
  /** The larger pool that its own is a uniform part of; undefined where its pool is all there is. */
  readonly firstPhase?: StudyFirstPhase | undefined;
}

/** What labels have come to: a live estimate, or what was read out of a file. */
export type LiveFacts = Pick<
  LiveEstimate,
  | 'drawCount'
  | 'labeledItems'
  | 'waiting'
  | 'awaitingAnnotators'
  | 'undecided'
  | 'evidence'
  | 'state'
  | 'points'
  | 'looks'
> & { readonly skips: readonly { readonly reasons: readonly string[] }[] };

/** @param bets what reports say of looks and rule rests on it; the estimate itself does not */
export const factsOf = (
  study: StudyRow,
  bets: Partial<Pick<StudyFacts, 'plan' | 'mendedFrom' | 'firstPhase'>> = {},
): StudyFacts => ({
  ...study,
  plan: null,
  mendedFrom: null,
  ...bets,
  measureName: measureName(study.measure),
  leastDifference: study.against ? leastDifferenceOf(study) : undefined,
  preference: study.form.kind === 'preference' ? study.form.steps : undefined,
  hasSurrogate: study.surrogate.kind !== 'none',
  poolMean: study.poolSummary.mean,
  poolVariance: study.poolSummary.variance,
});

/** How a study bets, as forecasts need it. */
export const bettingPlanOf = ({
  bettingRule,
  plan,
}: Pick<StudyFacts, 'bettingRule' | 'plan'>): BettingPlan =>
  bettingRule === 2
    ? UNPLANNED
    : { rule: 3, labels: plan && plan.kind !== 'none' ? plan.labels : null, once: plan?.kind === 'once' };

/** Everything the Results screen, the report and the command line say about a study's number. */
export function estimateReport(context: CoreContext, studyId: number): EstimateReport {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const facts = factsOf(study, {
    plan: listPlans(db, studyId, study.generation).at(-1)?.plan ?? null,
    mendedFrom: mendedFrom(db, studyId, study.generation),
    firstPhase: findStudyFirstPhase(db, studyId),
  });
  const report = reportOf(facts, liveEstimateOf(context, studyId), comparisonOf(context, studyId));
  const claimed = claimedIn(db, study.datasetId);
  const full = claimed > 0 ? { fullEvaluation: null, consistencyRatio: null } : {};
  const thirdVotes = report.undecided === 0 ? 0 : countThirdVotes(db, study);
  const waits = thirdVotes > 0 ? { awaitingThirdVote: thirdVotes } : {};
  return {
    ...report,
    ...(asksShare(study) && { isShare: true as const }),
    ...full,
    ...waits,
    fault: faultOf(context, study, claimed),
  };
}

/**
 * Why the interval of a study does not hold, or is not one of what people say; null where it is.
 *
 * @param claimed how many scores of its data set are claimed only
 */
export const faultOf = (
  context: CoreContext,
  { id, generation, datasetId }: StudyRow,
  claimed: number = claimedIn(dbOf(context), datasetId),
): string | null =>
  knowsOwnOrder(dbOf(context), id, generation)
    ? 'The interval of this draw does not hold. An earlier version let its guesses use labels of other systems. They were given on a sample of the same seed, on the items that this draw begins with. Draw the sample anew, with another seed: labels that were given are kept.'
    : claimedFault(dbOf(context), datasetId, claimed);

/** The same from the labels alone, beside what imported scores say of the whole pool. */
export function reportOf(
  study: StudyFacts,
  live: LiveFacts,
  { fullEvaluation, judges }: Pick<EstimateReport, 'fullEvaluation' | 'judges'>,
): EstimateReport {
  const { defaultMethod } = designs[study.preset];
  const estimates = estimateAll({ ...live.evidence, ...looksAhead(study) }).map((estimate) =>
    study.populationSize === 0
      ? withoutDifference(estimate)
      : onScale(withoutSurrogate(study, estimate), estimateScale(study)),
  );
  const chosen = estimates.find(({ method }) => method === defaultMethod);
  const ratio =
    fullEvaluation?.complete && !study.against && chosen && chosen.value !== null
      ? consistencyRatio(chosen.value, fullEvaluation.value)
      : undefined;
  const sequential = designs[study.preset].id === 'without-replacement';
  return {
    studyId: study.id,
    study: study.name,
    measureName: study.measureName,
    comparison: study.against && comparisonFor(study, study.against, chosen),
    scale: shownScale(study),
    N: study.populationSize,
    drawCount: live.drawCount,
    labeled: live.labeledItems,
    waiting: live.waiting,
    overlap: study.overlap,
    finalRule: study.finalRule,
    awaitingAnnotators: live.awaitingAnnotators,
    undecided: live.undecided,
    skipped: skipsOf(live),
    alpha: study.alpha,
    ...(study.firstPhase && { firstPhase: wideClaim(study, study.firstPhase, chosen) }),
    bettingRule: study.bettingRule,
    lookPlan: study.plan,
    mendedFrom: study.mendedFrom,
    fault: null,
    looks: live.looks.map(({ labels }) => labels),
    default: defaultMethod,
    estimates,
    judges,
    fullEvaluation,
    consistencyRatio: ratio ?? null,
    slope: sequential && live.labeledItems > 0 ? live.state.slope : null,
    emptyIntersection: live.state.emptyIntersection,
    plan: planOf(study, live, sequential),
  };
}

/**
 * The same of the larger pool: by the union bound over the study's own interval, which holds at all looks, and over where the
 * part's mean may lie (Serfling 1974).
 */
function wideClaim(
  study: StudyFacts,
  { populationSize, seed, cut, alpha }: StudyFirstPhase,
  own: MethodEstimate | undefined,
): NonNullable<EstimateReport['firstPhase']> {
  const { min, max } = study.scale;
  const halfWidth = serflingHalfWidth(populationSize, study.populationSize, alpha) * (max - min);
  const level = Number((study.alpha + alpha).toPrecision(12));
  return {
    ...{ populationSize, seed, cut, alpha, level, halfWidth },
    lower: own?.lower == null ? null : Math.max(min, own.lower - halfWidth),
    upper: own?.upper == null ? null : Math.min(max, own.upper + halfWidth),
  };
}

/** The number that a study leads with, without those of the other methods, on its own scale. */
export function leadingEstimate(study: StudyFacts, live: LiveFacts): MethodEstimate {
  const method = methodById(designs[study.preset].defaultMethod)!;
  const estimate = estimateWith(method, { ...live.evidence, ...looksAhead(study) });
  return study.populationSize === 0 ? withoutDifference(estimate) : onScale(estimate, estimateScale(study));
}

/** What methods have to know of the plan: whether all of the interval waits for one look. */
function looksAhead({ plan, populationSize }: StudyFacts): { plan?: LooksAhead } {
  if (!plan) return {};
  if (plan.kind !== 'once') return { plan: { onlyLook: null } };
  return {
    plan: {
      onlyLook: Math.min(plan.labels, populationSize),
      ...(plan.approximate && { approximate: true }),
    },
  };
}

function skipsOf(live: LiveFacts): EstimateReport['skipped'] {
  const counts = new Map<string, number>();
  const { skips } = live;
  for (const { reasons } of skips) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const seen = live.labeledItems + skips.length;
  return {
    count: skips.length,
    share: seen === 0 ? 0 : skips.length / seen,
    reasons: [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
  };
}

/** Labels before the residual spread that they show is trusted for planning. */
const labelsBeforePlan = 10;

function planOf(study: StudyFacts, live: LiveFacts, sequential: boolean): EstimateReport['plan'] {
  const { state } = live;
  const scale = estimateScale(study);
  const range = scale.max - scale.min;
  const spread = state.residualStandardDeviation;
  if (!sequential || spread === undefined || live.labeledItems < labelsBeforePlan) {
    return { residualStandardDeviation: null, halfWidth: null };
  }
  return { residualStandardDeviation: spread * range, halfWidth: ((state.upper - state.lower) / 2) * range };
}

/** With no surrogate there is nothing that it alone could say. */
function withoutSurrogate(study: StudyFacts, estimate: UnitEstimate): UnitEstimate {
  if (study.hasSurrogate || estimate.method !== 'surrogate-only') return estimate;
  return {
    ...estimate,
    value: undefined,
    estimable: false,
    reason: 'the study has no surrogate',
    assumptions: null,
  };
}

/** A method's row on the measure's own scale. */
export function onScale(estimate: UnitEstimate, scale: Scale): MethodEstimate {
  const { value, lower, upper, ...rest } = estimate;
  const interval =
    lower === undefined || upper === undefined ? null : intervalFromUnit({ lower, upper }, scale);
  return {
    ...rest,
    value: value === undefined ? null : linear(value, scale),
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
  };
}

/** Like `fromUnit`, for estimates that may leave [0, 1]. */
function linear(unit: number, { min, max, direction }: Scale): number {
  return direction === 'higher' ? min + unit * (max - min) : max - unit * (max - min);
}

/** The estimate after each draw of the prefix, on the measure's own scale. */
export function estimateHistory(context: CoreContext, studyId: number): EstimatePoint[] {
  return historyOf(factsOf(getStudy(dbOf(context), studyId)), liveEstimateOf(context, studyId));
}

/** The same from the labels alone. */
export function historyOf(study: StudyFacts, live: LiveFacts): EstimatePoint[] {
  if (study.populationSize === 0) return [noDifference];
  return designs[study.preset].id === 'without-replacement'
    ? sequenceHistory(study, live)
    : prefixHistory(study, live);
}

function sequenceHistory(study: StudyFacts, live: LiveFacts): EstimatePoint[] {
  const scale = estimateScale(study);
  const start = {
    draws: 0,
    labeled: 0,
    value: fromUnit(study.poolMean, scale),
    lower: scale.min,
    upper: scale.max,
    plainMean: null,
  };
  const rest = live.points.map((point) => {
    const { lower, upper } = intervalFromUnit(point, scale);
    return {
      draws: point.drawn,
      labeled: point.labeled,
      value: fromUnit(point.value, scale),
      lower,
      upper,
      plainMean: point.plainMean === undefined ? null : fromUnit(point.plainMean, scale),
    };
  });
  return [start, ...rest];
}

/** Designs without a sequence: the default method on every prefix, without an interval. */
function prefixHistory(study: StudyFacts, live: LiveFacts): EstimatePoint[] {
  const method = methodById(designs[study.preset].defaultMethod)!;
  const plain = methodById('plain-mean')!;
  const { evidence } = live;
  const seen = new Set<number>();
  return evidence.draws.flatMap(({ pool }, i) => {
    seen.add(pool);
    const part = { ...evidence, draws: evidence.draws.slice(0, i + 1) };
    const { value } = onScale(estimateWith(method, part), study.scale);
    const plainMean = onScale(estimateWith(plain, part), study.scale).value;
    return value === null
      ? []
      : [{ draws: i + 1, labeled: seen.size, value, lower: null, upper: null, plainMean }];
  });
}
