import type { EstimatePoint, MethodEstimate, Scale } from '../../shared/contract/index.ts';
import {
  BracketedSequence,
  type BracketedState,
  type Draw,
  type Evidence,
  estimateAll,
  estimateWith,
  humcoeWeights,
  lureWeights,
  methodById,
  type PoolSummary,
} from '../../stats/index.ts';
import { noDifference, withoutDifference } from '../estimate/comparison.ts';
import { onScale } from '../estimate/estimate-report.ts';
import { designs } from '../study/design.ts';
import { estimateScale } from '../study/estimand-scale.ts';
import { type DrawnValue, drawnValues } from './drawn-values.ts';
import type { LabelHeader, LabelRecord } from './label-record.ts';

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
}

/**
 * Computes a study's numbers again from its labels alone.
 *
 * @throws RangeError when the labels cannot belong to the pool of the header
 */
export function recompute({ header, rows }: LabelRecord): Recomputed {
  const prefix = drawnValues(header, rows);
  const scale = scaleOf(header);
  const summary: PoolSummary = { ...header.pool, populationSize: header.N };
  const { sequence, points } = runSequence(header, summary, prefix);
  const draws = labeledDraws(prefix);
  const skipped = new Set(prefix.filter(({ y }) => y === 'skipped').map(({ item }) => item)).size;
  const { id: design, uniform } = designs[header.design];
  const evidence: Evidence = {
    ...{ design, uniform, summary, alpha: header.alpha, draws, skippedCount: skipped },
    ...(sequence && { sequence }),
  };
  const estimates = estimateAll(evidence).map((estimate) => {
    if (header.N === 0) return withoutDifference(estimate);
    const row = onScale(estimate, scale);
    return estimate.method === 'surrogate-only' && !header.hasSurrogate ? { ...row, value: null } : row;
  });
  const labeled = new Set(draws.map(({ pool }) => pool)).size;
  const isKnown = sequence !== undefined && labeled > 0;
  return {
    labeled,
    skipped,
    slope: isKnown ? sequence.slope : null,
    residualStandardDeviation: isKnown ? (sequence.residualStandardDeviation ?? null) : null,
    estimates,
    weights: weightsOf(header, prefix),
    history:
      header.N === 0
        ? [noDifference]
        : sequence
          ? historyOf(summary, points, scale)
          : prefixHistory(header, evidence, scale),
  };
}

function scaleOf({ scale, systems, sharedItems, N }: LabelHeader): Scale {
  const [, second] = systems;
  const against =
    second === undefined || sharedItems === null
      ? null
      : { systemId: 0, systemName: second, sharedItems, sideSeed: 0 };
  return estimateScale({ scale, against, populationSize: N });
}

function runSequence({ design, alpha }: LabelHeader, summary: PoolSummary, prefix: readonly DrawnValue[]) {
  const points: BracketedState[] = [];
  if (designs[design].id !== 'without-replacement') return { sequence: undefined, points };
  const sequence = new BracketedSequence(summary, { alpha });
  for (const { y, surrogate, probability } of prefix) {
    points.push(sequence.add({ y, surrogate, probability }));
  }
  return { sequence: sequence.state, points };
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

/** Linear beyond the ends too, as methods may leave the range. */
const shown = (unit: number, { min, max, direction }: Scale): number =>
  direction === 'higher' ? min + unit * (max - min) : max - unit * (max - min);

function historyOf({ mean }: PoolSummary, points: readonly BracketedState[], scale: Scale): EstimatePoint[] {
  const first = {
    draws: 0,
    labeled: 0,
    value: shown(mean, scale),
    lower: scale.min,
    upper: scale.max,
    plainMean: null,
  };
  const later = points.map(({ drawnCount, labeledCount, value, lower, upper, plainMean }) => {
    const ends = [shown(lower, scale), shown(upper, scale)].sort((a, b) => a - b) as [number, number];
    return {
      draws: drawnCount,
      labeled: labeledCount,
      value: shown(value, scale),
      lower: ends[0],
      upper: ends[1],
      plainMean: plainMean === undefined ? null : shown(plainMean, scale),
    };
  });
  return [first, ...later];
}

/** Designs without a sequence: the default method on every prefix, without an interval. */
function prefixHistory({ design }: LabelHeader, evidence: Evidence, scale: Scale): EstimatePoint[] {
  const valueBy = (id: string, count: number) => {
    const part = { ...evidence, draws: evidence.draws.slice(0, count) };
    return onScale(estimateWith(methodById(id)!, part), scale).value;
  };
  const seen = new Set<number>();
  return evidence.draws.flatMap(({ pool }, i) => {
    seen.add(pool);
    const value = valueBy(designs[design].defaultMethod, i + 1);
    const plainMean = valueBy('plain-mean', i + 1);
    if (value === null) return [];
    return [{ draws: i + 1, labeled: seen.size, value, lower: null, upper: null, plainMean }];
  });
}
