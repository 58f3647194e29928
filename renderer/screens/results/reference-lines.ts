import type { EstimateReport } from '../../../shared/contract/index.ts';
import type { ReferenceLine } from '../../charts/estimate-lines.ts';

const MOST_JUDGES = 2;

/** The numbers that stand beside the estimate: the surrogate alone, other judges, and the truth where it is known. */
export function referenceLines(report: EstimateReport): ReferenceLine[] {
  const surrogate = surrogateOnly(report);
  const judges = report.judges.filter((judge) => !judge.alsoSurrogate).slice(0, MOST_JUDGES);
  const full = report.fullEvaluation;
  return [
    ...(report.comparison ? [{ kind: 'zero' as const, name: 'No difference', value: 0 }] : []),
    ...(surrogate === null ? [] : [{ kind: 'surrogate' as const, name: 'Surrogate only', value: surrogate }]),
    ...judges.map(({ name, value }) => ({ kind: 'judge' as const, name, value })),
    ...(full
      ? [
          {
            kind: 'full' as const,
            name: full.complete ? 'Full evaluation' : 'Imported part',
            value: full.value,
          },
        ]
      : []),
  ];
}

/** What the surrogate alone says, or null when there is none. */
export function surrogateOnly(report: EstimateReport): number | null {
  return report.estimates.find(({ method }) => method === 'surrogate-only')?.value ?? null;
}
