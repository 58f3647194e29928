/**
 * How often a watch cries wolf, and how soon it tells a drop: `node test/accuracy/watch.ts [runs]` prints tables like that of
 * docs/measured/releases.md. A reference of 2,000 conversations with 200 labels, .80 of the replies good, a machine score that agrees with
 * people on most, a drop of .05 to be told; each of the three claims of a watch by itself.
 */
import {
  coin,
  createRng,
  lowestMeanBound,
  type MeanOf,
  mean,
  meanLowerBound,
  uniformOpen,
  type WindowLabels,
} from '../../stats/index.ts';
import { printTable } from './markdown-table.ts';

const [alpha, leastDrop, usual] = [0.05, 0.05, 0.8];
const claims: readonly MeanOf[] = ['unlikeWindows', 'alikeWindows', 'conversations'];

const runs = Number(process.argv[2] ?? 200);
const rng = createRng(20_261_123);

interface Windows {
  readonly N: number;
  readonly labels: number;
  readonly good: number;
  /** The mean of each window lies so far above or below, by the toss of a coin. */
  readonly byDay?: number;
}

function windowOf({ N, labels, good, byDay = 0 }: Windows): WindowLabels {
  const today = good + (coin(rng, 0.5) === 1 ? byDay : -byDay);
  const y = Array.from({ length: N }, () => coin(rng, today));
  const guess = y.map((value) => (coin(rng, 0.4) === 1 ? uniformOpen(rng) : 0.2 + 0.6 * value));
  return { N, surrogateMean: mean(guess), surrogate: guess.slice(0, labels), y: y.slice(0, labels) };
}

/** After how many windows each claim says that the drop is there; undefined where it does not. */
function toldAfter(windows: readonly WindowLabels[], referenceLabels: number): (number | undefined)[] {
  const reference = windowOf({ N: 2000, labels: referenceLabels, good: usual });
  return claims.map((of) => {
    const above = meanLowerBound(
      reference,
      alpha / 2,
      of === 'conversations' ? 'conversations' : 'alikeWindows',
    );
    const counts = windows.map((_, k) => k + 1);
    return counts.find((k) => above - lowestMeanBound(windows.slice(0, k), alpha / 2, of) >= leastDrop);
  });
}

/** In how many runs each claim told a drop, and after how many windows: the median of those runs. */
function told(count: number, windows: Windows, referenceLabels = 200): string[] {
  const found = Array.from({ length: runs }, () =>
    toldAfter(
      Array.from({ length: count }, () => windowOf(windows)),
      referenceLabels,
    ),
  );
  return claims.map((_, claim) => {
    const after = found
      .map((one) => one[claim])
      .filter((one) => one !== undefined)
      .toSorted((a, b) => a - b);
    return after.length === 0 ? '0' : `${after.length} (${after[after.length >> 1]})`;
  });
}

const heads = ['the system', 'if windows are alike', 'the conversations'];
const whole = [20, 50, 100].map((N) => ({ N, labels: N }));
const parts = [
  { N: 200, labels: 30 },
  { N: 1000, labels: 40 },
];
console.log(`A system that never changes, 30 windows: runs of ${runs} that tell a drop (median window)\n`);
printTable(
  ['conversations', 'labels', 'from day to day', ...heads],
  [...whole, ...parts].flatMap((size) =>
    [0, 0.05].map((byDay) => [
      String(size.N),
      String(size.labels),
      byDay === 0 ? '-' : `± ${byDay}`,
      ...told(30, { ...size, good: usual, byDay }),
    ]),
  ),
);
console.log(`\nA drop, 25 windows of 1,000 with 40 labels: runs of ${runs} that tell it (median window)\n`);
printTable(
  ['mean after the drop', 'labels of the reference', ...heads],
  [
    [0.65, 200],
    [0.6, 200],
    [0.6, 600],
    [0.5, 200],
    [0.5, 600],
  ].map(([good, labels]) => [
    good!.toFixed(2),
    String(labels),
    ...told(25, { N: 1000, labels: 40, good: good! }, labels),
  ]),
);
