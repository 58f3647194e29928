import { planOf, type StoredPlan } from '../../../db/study-plans.ts';
import type {
  EstimatePoint,
  EstimateReport,
  MethodEstimate,
  Verdict,
} from '../../../shared/contract/index.ts';
import { isBaseline } from '../../../shared/presets.ts';
import {
  type Draw,
  type Evidence,
  humcoeWeights,
  type JoinedColumn,
  lureWeights,
  type PoolSummary,
  type RefitRecord,
  type SignalColumn,
  STEPPED_RULE,
} from '../../../stats/index.ts';
import { historyOf, type LiveFacts, reportOf, type StudyFacts } from '../../estimate/estimate-report.ts';
import type { LivePoint } from '../../estimate/live-estimate.ts';
import { StudySequence } from '../../estimate/study-sequence.ts';
import {
  type LabelHeader,
  type LabelRecord,
  type PlannedFields,
  plannedFieldsOf,
  type StatedPredictor,
} from '../../import/formats/labels/label-record.ts';
import { designs } from '../../studies/design.ts';
import { roundedSteps } from '../../studies/value-steps.ts';
import { type DrawnValue, finishedPrefix, type StandingDraw, standingDraws } from './drawn-values.ts';
import { statedMethods } from './stated-methods.ts';

/** Every number of a study that follows from its labels, on the measure's own scale. */
export interface Recomputed {
  readonly labeled: number;
  readonly skipped: number;
  readonly slope: number | null;
  /** Of two systems. */
  readonly verdict: Verdict | undefined;
  /** Of values in [0, 1]. */
  readonly residualStandardDeviation: number | null;
  readonly estimates: readonly MethodEstimate[];
  /** What is said of the pool that the study's own is a part of. */
  readonly firstPhase: EstimateReport['firstPhase'];
  /** Weight of each draw that the estimate uses, in draw order. */
  readonly weights: readonly number[];
  readonly history: readonly EstimatePoint[];
  readonly facts: StudyFacts;
  readonly live: LiveFacts;
  readonly draws: readonly StandingDraw[];
  /** Draws, from 1, that lie where the file's record of the predictor has no item. */
  readonly misplaced: readonly number[];
}

/**
 * Computes a study's numbers again from its labels alone.
 *
 * @throws RangeError when the labels cannot belong to the pool of the header
 */
export function recompute({ header, rows }: LabelRecord): Recomputed {
  const facts = factsIn(header);
  const draws = standingDraws(header, rows);
  const prefix = finishedPrefix(draws);
  const { misplaced, ...live } = liveFrom(header, draws, prefix);
  const report = reportOf(facts, live, { fullEvaluation: null, judges: [] });
  const { labeled, skipped, slope, estimates, comparison } = report;
  const isSequential = designs[header.design].id === 'without-replacement' && labeled > 0;
  return {
    labeled,
    skipped: skipped.count,
    slope,
    verdict: comparison?.verdict,
    residualStandardDeviation: isSequential ? (live.state.residualStandardDeviation ?? null) : null,
    estimates: statedMethods(header, estimates),
    firstPhase: report.firstPhase,
    weights: weightsOf(header, prefix),
    history: historyOf(facts, live),
    facts,
    live,
    draws,
    misplaced,
  };
}

function factsIn(header: LabelHeader): StudyFacts {
  const [systemName, second] = header.systems as [string, string?];
  return {
    id: 0,
    name: header.study,
    measureName: header.measure,
    systemName,
    against:
      second === undefined || header.sharedItems === null
        ? null
        : { systemName: second, sharedItems: header.sharedItems },
    leastDifference: header.leastDifference,
    preference: header.preference,
    scale: header.scale,
    populationSize: header.N,
    preset: header.design,
    alpha: header.alpha,
    bettingRule: ruleOf(header),
    plan: storedPlans(header.plans ?? []).at(-1)?.plan ?? null,
    mendedFrom: header.mendedFrom ?? null,
    overlap: header.overlap,
    finalRule: header.finalRule,
    hasSurrogate: header.hasSurrogate,
    poolMean: header.pool.mean,
    poolVariance: header.pool.variance,
    ...(header.firstPhase && {
      firstPhase: {
        populationSize: header.firstPhase.N,
        seed: header.firstPhase.seed,
        alpha: header.firstPhase.alpha,
        cut: header.firstPhase.cut,
      },
    }),
  };
}

function liveFrom(
  header: LabelHeader,
  draws: readonly StandingDraw[],
  prefix: readonly DrawnValue[],
): LiveFacts & Pick<Recomputed, 'misplaced'> {
  const { levels, ...pool } = header.pool;
  const summary: PoolSummary = { ...pool, populationSize: header.N };
  const { sequence, points } = runSequence(header, summary, prefix);
  const labeled = labeledDraws(prefix);
  const skips = new Map(
    prefix.flatMap(({ item, final }) => (final.kind === 'skipped' ? [[item, final] as const] : [])),
  );
  const { id: design, uniform } = designs[header.design];
  const evidence: Evidence = {
    ...{ design, uniform, summary, alpha: header.alpha, draws: labeled, skippedCount: skips.size },
    ...(design === 'without-replacement' && { sequence: sequence.state }),
    ...(levels && { poolLevels: levels }),
  };
  // An item stands where it was first drawn.
  const firstOf = new Map([...draws].reverse().map((draw) => [draw.item, draw]));
  const items = [...firstOf.values()];
  const itemsWhere = (kind: StandingDraw['standing']['kind']) =>
    items.filter(({ standing }) => standing.kind === kind);
  return {
    drawCount: header.draws,
    labeledItems: new Set(labeled.map(({ pool }) => pool)).size,
    waiting: itemsWhere('final').filter(({ order }) => order > prefix.length).length,
    awaitingAnnotators: itemsWhere('waiting').length,
    undecided: itemsWhere('undecided').length,
    skips: [...skips.values()],
    evidence,
    state: sequence.state,
    points,
    looks: sequence.looks,
    misplaced: [...new Set((sequence.planned ?? []).flatMap((one) => one?.misplaced ?? []))],
  };
}

function runSequence(header: LabelHeader, summary: PoolSummary, prefix: readonly DrawnValue[]) {
  const points: LivePoint[] = [];
  const planned = plannedFieldsOf(header);
  const sequence = planned
    ? plannedSequence(header, planned, prefix)
    : StudySequence.calibrated(summary, header.alpha, header.mendedFrom ?? null);
  if (designs[header.design].id !== 'without-replacement') return { sequence, points };
  for (const [pool, { y, surrogate, probability }] of prefix.entries()) {
    const { drawnCount: drawn, labeledCount, ...state } = sequence.add({ y, pool, surrogate, probability });
    points.push({ ...state, drawn, labeled: labeledCount });
  }
  return { sequence, points };
}

type Steps = Pick<LabelHeader, 'bettingRule' | 'steps' | 'overlap' | 'finalRule'>;

const ruleOf = ({ bettingRule }: Pick<LabelHeader, 'bettingRule'>): StudyFacts['bettingRule'] =>
  bettingRule === 2 ? 2 : bettingRule === STEPPED_RULE ? 4 : 3;

/** The steps by which a file's interval is rounded. @throws RangeError when a file of rule 4 does not state any */
function stepsOf({ steps, overlap, finalRule, ...header }: Steps): number | undefined {
  const bettingRule = ruleOf(header);
  if ((bettingRule === 4) !== (steps !== undefined))
    throw new RangeError('The header of a file has steps by rule 4, and by no other rule.');
  return roundedSteps({ bettingRule, valueSteps: steps ?? null, overlap, finalRule });
}

/** The sequence of a pool of which the file has the items drawn, and for the others what the predictor says of them. */
export function plannedSequence(
  header: Pick<LabelHeader, 'N' | 'alpha' | 'design' | 'pool'> & Steps,
  { plans, signals, predictor: { weights, low, high } }: PlannedFields,
  prefix: readonly DrawnValue[],
): StudySequence {
  const { N, alpha, design, pool } = header;
  const isWeighted = !designs[design].uniform;
  if (isWeighted !== (weights !== undefined))
    throw new RangeError('Weights of the predictor belong to draws that are not uniform.');
  for (const [i, { x }] of prefix.entries()) {
    if (x?.length === signals.length) continue;
    throw new RangeError(`Draw ${i + 1} has not one value for each of the ${signals.length} columns.`);
  }
  const recordOf = ({ means, refits }: StatedPredictor) => ({
    means: [Number.NaN, ...means],
    refits: refits as RefitRecord[],
    ...(weights && { weights }),
  });
  return StudySequence.planned({
    surrogate: prefix.map(({ surrogate }) => surrogate),
    ...columnsOf(signals, prefix),
    ...(isWeighted && { probabilities: prefix.map(({ probability }) => probability) }),
    alpha,
    plans: storedPlans(plans),
    steps: stepsOf(header),
    recorded: {
      populationSize: N,
      surrogateMean: pool.mean,
      ...recordOf(low),
      ...(high && { copy: recordOf(high) }),
    },
  });
}

/** The columns from the start, and those that joined, of the items drawn. */
function columnsOf(signals: PlannedFields['signals'], prefix: readonly DrawnValue[]) {
  const columns: SignalColumn[] = [];
  const joins: JoinedColumn[] = [];
  for (const [k, { unit, penalty, slope, joined }] of signals.entries()) {
    const column = { unit, penalty, slope, values: Float64Array.from(prefix, ({ x }) => x![k]!) };
    if (joined) joins.push({ ...column, since: joined.drawsBefore });
    else columns.push(column);
  }
  return { columns, joins };
}

/** The plans of a file as they are stored. @throws RangeError when one says no number of labels that has to */
export const storedPlans = (plans: PlannedFields['plans']): StoredPlan[] =>
  plans.map(({ drawsBefore, ...parts }) => ({ drawsBefore, plan: planOf(parts) }));

function labeledDraws(prefix: readonly DrawnValue[]): Draw[] {
  const positions = new Map<string, number>();
  return prefix.flatMap(({ item, y, surrogate, probability }) => {
    positions.set(item, positions.get(item) ?? positions.size);
    return y === 'skipped' ? [] : [{ y, surrogate, probability, pool: positions.get(item)! }];
  });
}

function weightsOf({ design, N }: LabelHeader, prefix: readonly DrawnValue[]): number[] {
  const probabilities = prefix.map(({ probability }) => probability);
  if (probabilities.length === 0 || isBaseline(design)) return [];
  const weights = designs[design].id === 'without-replacement' ? lureWeights : humcoeWeights;
  return Array.from(weights(probabilities, N));
}
