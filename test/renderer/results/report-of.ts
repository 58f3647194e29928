import type { EstimateReport, MethodEstimate } from '../../../shared/contract/index.ts';

export function methodOf(changes: Partial<MethodEstimate> = {}): MethodEstimate {
  return {
    method: 'calibrated',
    name: 'Calibrated',
    value: 3.4,
    lower: 3,
    upper: 3.8,
    interval: 'betting confidence sequence',
    estimable: true,
    reason: null,
    assumptions: null,
    ...changes,
  };
}

export function reportOf(changes: Partial<EstimateReport> = {}): EstimateReport {
  return {
    studyId: 1,
    study: 'Study',
    measureName: 'Overall',
    comparison: null,
    scale: { min: 1, max: 5, direction: 'higher' },
    N: 1000,
    drawCount: 30,
    labeled: 30,
    waiting: 0,
    overlap: 1,
    finalRule: 'mean',
    awaitingAnnotators: 0,
    undecided: 0,
    skipped: { count: 0, share: 0, reasons: [] },
    alpha: 0.05,
    bettingRule: 3,
    lookPlan: { kind: 'labels', labels: 30 },
    mendedFrom: null,
    fault: null,
    looks: [10, 30, 98, 262],
    default: 'calibrated',
    estimates: [
      methodOf(),
      methodOf({ method: 'surrogate-only', name: 'Surrogate only', value: 4.2, lower: null, upper: null }),
    ],
    judges: [],
    fullEvaluation: null,
    consistencyRatio: null,
    slope: 0.5,
    emptyIntersection: false,
    plan: { residualStandardDeviation: 0.8, halfWidth: 0.4 },
    ...changes,
  };
}
