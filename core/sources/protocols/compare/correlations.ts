import type { ProtocolComparison } from '../../../../shared/contract/index.ts';
import {
  FEWEST_SYSTEMS_FOR_INTERVAL,
  fewSystemsInterval,
  permutationP,
  type WeightedPair,
  weightedKendall,
  weightedPearson,
  weightedSpearman,
} from '../../../../stats/index.ts';

type Coefficients = ProtocolComparison['correlations'][number]['coefficients'];

/** So many systems or fewer deserve a warning. */
const fewSystems = 6;
const fewestSystems = 3;

const pairsOf = (a: readonly number[], b: readonly number[]): WeightedPair[] =>
  a.map((value, i) => ({ a: value, b: b[i]!, weight: 1 }));

const correlationKinds = [
  { name: 'Pearson', of: weightedPearson, interval: 'pearson' },
  { name: 'Spearman', of: weightedSpearman, interval: 'spearman' },
  { name: 'Kendall', of: weightedKendall, interval: null },
] as const;

/** Correlations between systems' human and automatic scores, with what little can be said of their precision. */
export function systemCorrelations(human: readonly number[], automatic: readonly number[]): Coefficients {
  const n = human.length;
  return correlationKinds.map(({ name, of, interval }) => {
    const value = n < fewestSystems ? undefined : of(pairsOf(human, automatic));
    if (value === undefined) {
      const why =
        n < fewestSystems
          ? `needs at least ${fewestSystems} systems`
          : 'one side is the same for all systems';
      return { name, value: null, lower: null, upper: null, pValue: null, reason: `not estimable: ${why}` };
    }
    const range = interval === null ? undefined : fewSystemsInterval(interval, value, n);
    return {
      name,
      value,
      lower: range?.lower ?? null,
      upper: range?.upper ?? null,
      pValue: permutationP(human, automatic, (a, b) => of(pairsOf(a, b))) ?? null,
      reason: range ? null : noInterval(interval, n),
    };
  });
}

const noInterval = (interval: string | null, n: number): string =>
  interval === null
    ? 'no interval for Kendall’s tau between so few systems; see the exact p-value'
    : `no interval with fewer than ${FEWEST_SYSTEMS_FOR_INTERVAL} systems, here ${n}`;

/** What to keep in mind of a correlation between so many systems; empty where nothing special is, or none is shown. */
export function fewSystemsWarning(n: number): string {
  if (n < 2 || n > fewSystems) return '';
  const orders = [1, 1, 2, 6, 24, 120, 720][n]!;
  return `A correlation between ${n} systems says little: ${n} systems can stand in only ${orders} orders, and one of them moving changes everything.`;
}
