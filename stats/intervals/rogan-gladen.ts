import { mean } from '../numeric.ts';
import type { PoolSummary } from '../pool-summary.ts';
import type { FixedInterval } from './interval.ts';
import { normalQuantile } from './normal-quantile.ts';

/** What rounding may put between the variance of values 0 and 1 and p (1 - p). */
const ROUNDING = 1e-9;

/** Whether every surrogate value of the pool is 0 or 1: only then is their variance as large as their mean p allows, p (1 - p). */
export const saysYesOrNo = ({ mean: p, variance }: PoolSummary): boolean =>
  Math.abs(variance - p * (1 - p)) <= ROUNDING;

/** How a judge's yes and no fit people's. */
interface JudgeErrors {
  /** Labels of no and of yes. */
  readonly no: number;
  readonly yes: number;
  /** Share of people's yes that the judge calls yes, and of their no that it calls no, in [0, 1]; undefined without such labels. */
  readonly sensitivity: number | undefined;
  readonly specificity: number | undefined;
}

/** @param labels y and surrogate 0 or 1 */
export function judgeErrors(labels: readonly { y: number; surrogate: number }[]): JudgeErrors {
  const said = (y: number) => labels.filter((label) => label.y === y).map(({ surrogate }) => surrogate);
  const [no, yes] = [said(0), said(1)];
  return {
    ...{ no: no.length, yes: yes.length },
    sensitivity: yes.length > 0 ? mean(yes) : undefined,
    specificity: no.length > 0 ? 1 - mean(no) : undefined,
  };
}

/**
 * The interval of the share of yes by sensitivity and specificity (Lee et al., 2025, arXiv 2511.21140, section 4, after Lang and
 * Reiczigel, 2014). With z pseudo-labels for the judge's share and two for sensitivity and specificity,
 *
 *   p' = (N p + z^2/2)/(N + z^2), q0' = (m0 q0 + 1)/(m0 + 2), q1' = (m1 q1 + 1)/(m1 + 2), t = (p' + q0' - 1)/(q0' + q1' - 1),
 *   t + d -+ z sqrt(p'(1 - p')/(N + z^2) + (1 - t)^2 q0'(1 - q0')/(m0 + 2) + t^2 q1'(1 - q1')/(m1 + 2))/(q0' + q1' - 1),
 *   d = 2 z^2 (t q1'(1 - q1')/(m1 + 2) - (1 - t) q0'(1 - q0')/(m0 + 2)).
 *
 * It is [0, 1] where nothing is known: no labels of yes or of no, a judge that is no better than a coin, or one with other values.
 */
export const roganGladenInterval: FixedInterval = {
  id: 'rogan-gladen',
  name: 'Sensitivity and specificity, adjusted',
  kind: 'plug-in interval at one look',
  assumptions:
    'Values 0 and 1 of people and judge. Sensitivity and specificity are the same in the labeled sample and in the pool.',
  coverage: {
    at: [
      { labels: 10, mean: 0.984, worst: 0.94 },
      { labels: 30, mean: 0.976, worst: 0.94 },
      { labels: 100, mean: 0.974, worst: 0.95 },
      { labels: 200, mean: 0.984, worst: 0.97 },
    ],
  },
  fewestLabels: 2,
  binaryOnly: true,
  compute: ({ labels, summary, alpha }) => {
    const { no, yes, sensitivity, specificity } = judgeErrors(labels);
    const nothing = { lower: 0, upper: 1 };
    if (sensitivity === undefined || specificity === undefined || !saysYesOrNo(summary)) return nothing;
    const z = normalQuantile(1 - alpha / 2);
    const N = summary.populationSize + z * z;
    const [m0, m1] = [no + 2, yes + 2];
    const p = (summary.populationSize * summary.mean + (z * z) / 2) / N;
    const [q0, q1] = [(no * specificity + 1) / m0, (yes * sensitivity + 1) / m1];
    const informed = q0 + q1 - 1;
    if (informed <= ROUNDING) return nothing;
    const t = (p + q0 - 1) / informed;
    const [v0, v1] = [(q0 * (1 - q0)) / m0, (q1 * (1 - q1)) / m1];
    const center = t + 2 * z * z * (t * v1 - (1 - t) * v0);
    const variance = (p * (1 - p)) / N + (1 - t) ** 2 * v0 + t ** 2 * v1;
    const reach = (z * Math.sqrt(variance)) / informed;
    return { lower: center - reach, upper: center + reach };
  },
};
