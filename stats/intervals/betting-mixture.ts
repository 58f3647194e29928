import { GRID_STEPS } from '../sequence/constants.ts';
import type { FixedInterval, UniformSample } from './interval.ts';

/** Largest share of the wealth that a bet may lose. */
const TRUNCATION = 0.5;

/**
 * Betting confidence sequence with predictable plug-in bets for sampling without replacement (Waudby-Smith and Ramdas,
 * 2024, Theorem 3 and Section 5.1; `betting_cs` of confseq), without a surrogate. The bet on label t is
 *   lambda_t = sqrt(2 ln(2/alpha)/(v_{t-1} t ln(1 + t))),  v_t = (1/4 + sum (y_i - mu_i)^2)/(t + 1),
 *   mu_t = (1/2 + sum y_i)/(t + 1),
 * held to half of the wealth; half of the capital bets up and half down, against each mean m = g/1000, whose mean over
 * the items left is (N m - sum y)/(N - t + 1). The interval is the running intersection, and means that the labels
 * rule out are out.
 */
export const bettingMixture: FixedInterval = {
  id: 'betting-mixture',
  name: 'Betting, no surrogate',
  kind: 'betting confidence sequence, at all looks together',
  assumptions: 'Values in [0, 1], items in random order, every label kept. It makes no use of the surrogate.',
  coverage: {
    at: [
      { labels: 10, mean: 0.999 },
      { labels: 30, mean: 0.997 },
      { labels: 100, mean: 0.995 },
      { labels: 200, mean: 0.995 },
    ],
    allLooks: { mean: 0.976, worst: 0.963 },
  },
  fewestLabels: 1,
  compute: (sample) => {
    const bets = predictableBets(sample);
    const isOpen = (g: number) => survives(g / GRID_STEPS, bets, sample);
    let first = 0;
    while (first <= GRID_STEPS && !isOpen(first)) first++;
    if (first > GRID_STEPS) return { lower: 0, upper: 1 };
    let last = GRID_STEPS;
    while (!isOpen(last)) last--;
    return { lower: (first - 1) / GRID_STEPS, upper: (last + 1) / GRID_STEPS };
  },
};

/** lambda_t for every label, each from the labels before it. */
function predictableBets({ labels, alpha }: UniformSample): number[] {
  let sum = 0;
  let squares = 0;
  return labels.map(({ y }, index) => {
    const t = index + 1;
    const variance = (1 / 4 + squares) / t;
    sum += y;
    const mean = (1 / 2 + sum) / (t + 1);
    squares += (y - mean) ** 2;
    return Math.sqrt((2 * Math.log(2 / alpha)) / (variance * t * Math.log(1 + t)));
  });
}

/** Whether a candidate mean is still possible and the wealth against it has never reached 1/alpha. */
function survives(m: number, bets: readonly number[], { labels, summary, alpha }: UniformSample): boolean {
  const N = summary.populationSize;
  let up = 0.5;
  let down = 0.5;
  let sum = 0;
  for (const [index, { y }] of labels.entries()) {
    const mean = (N * m - sum) / (N - index);
    if (mean < -1e-9 || mean > 1 + 1e-9) return false;
    const bet = bets[index]!;
    up *= 1 + Math.min(bet, mean > 0 ? TRUNCATION / mean : bet) * (y - mean);
    down *= 1 - Math.min(bet, mean < 1 ? TRUNCATION / (1 - mean) : bet) * (y - mean);
    if (Math.max(up, down) >= 1 / alpha) return false;
    sum += y;
  }
  return N * m >= sum - 1e-9 && N * m <= sum + N - labels.length + 1e-9;
}
