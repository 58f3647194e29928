import type { EstimatePoint, MethodEstimate } from '../../../shared/contract/index.ts';
import {
  type Draw,
  type Evidence,
  humcoeWeights,
  lureWeights,
  type PoolSummary,
} from '../../../stats/index.ts';
import {
  historyOf,
  type LiveFacts,
  reportOf,
  type StudyFacts,
} from '../../model/estimate/estimate-report.ts';
import type { LivePoint } from '../../model/estimate/live-estimate.ts';
import { StudySequence } from '../../model/estimate/study-sequence.ts';
import { designs } from '../../model/study/design.ts';
import type { LabelHeader, LabelRecord } from '../../sources/import/label-record.ts';
import { type DrawnValue, finishedPrefix, type StandingDraw, standingDraws } from './drawn-values.ts';
import { statedMethods } from './stated-methods.ts';

/** Every number of a study that follows from its labels, on the measure's own scale. */
export interface Recomputed {
  readonly labeled: number;
  readonly skipped: number;
  readonly slope: number | null;
  /** Of values in [0, 1]. */
  readonly residualStandardDeviation: number | null;
  readonly estimates: readonly MethodEstimate[];
  /** Weight of each draw that the estimate uses, in draw order. */
  readonly weights: readonly number[];
  readonly history: readonly EstimatePoint[];
  readonly facts: StudyFacts;
  readonly live: LiveFacts;
  readonly draws: readonly StandingDraw[];
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
  const live = liveFrom(header, draws, prefix);
  const { labeled, skipped, slope, estimates } = reportOf(facts, live, { fullEvaluation: null, judges: [] });
  return {
    labeled,
    skipped: skipped.count,
    slope,
    residualStandardDeviation: slope === null ? null : (live.state.residualStandardDeviation ?? null),
    estimates: statedMethods(header, estimates),
    weights: weightsOf(header, prefix),
    history: historyOf(facts, live),
    facts,
    live,
    draws,
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
    scale: header.scale,
    populationSize: header.N,
    preset: header.design,
    alpha: header.alpha,
    bettingRule: 2,
    plan: null,
    overlap: header.overlap,
    finalRule: header.finalRule,
    hasSurrogate: header.hasSurrogate,
    poolMean: header.pool.mean,
  };
}

function liveFrom(
  header: LabelHeader,
  draws: readonly StandingDraw[],
  prefix: readonly DrawnValue[],
): LiveFacts {
  const summary: PoolSummary = { ...header.pool, populationSize: header.N };
  const { sequence, points } = runSequence(header, summary, prefix);
  const labeled = labeledDraws(prefix);
  const skips = new Map(
    prefix.flatMap(({ item, final }) => (final.kind === 'skipped' ? [[item, final] as const] : [])),
  );
  const { id: design, uniform } = designs[header.design];
  const evidence: Evidence = {
    ...{ design, uniform, summary, alpha: header.alpha, draws: labeled, skippedCount: skips.size },
    ...(design === 'without-replacement' && { sequence: sequence.state }),
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
  };
}

function runSequence({ design, alpha }: LabelHeader, summary: PoolSummary, prefix: readonly DrawnValue[]) {
  const points: LivePoint[] = [];
  const sequence = StudySequence.calibrated(summary, alpha);
  if (designs[design].id !== 'without-replacement') return { sequence, points };
  for (const [pool, { y, surrogate, probability }] of prefix.entries()) {
    const { drawnCount: drawn, labeledCount, ...state } = sequence.add({ y, pool, surrogate, probability });
    points.push({ ...state, drawn, labeled: labeledCount });
  }
  return { sequence, points };
}

function labeledDraws(prefix: readonly DrawnValue[]): Draw[] {
  const positions = new Map<string, number>();
  return prefix.flatMap(({ item, y, surrogate, probability }) => {
    positions.set(item, positions.get(item) ?? positions.size);
    return y === 'skipped' ? [] : [{ y, surrogate, probability, pool: positions.get(item)! }];
  });
}

function weightsOf({ design, N }: LabelHeader, prefix: readonly DrawnValue[]): number[] {
  const probabilities = prefix.map(({ probability }) => probability);
  if (probabilities.length === 0) return [];
  const weights = designs[design].id === 'without-replacement' ? lureWeights : humcoeWeights;
  return Array.from(weights(probabilities, N));
}
