/**
 * What a watch costs and how often it cries wolf: `node test/accuracy/watch.ts [runs]` prints the table of docs/releases.md. A
 * reference of 2,000 conversations with 200 labels, windows of 1,000 with 40 labels each, .80 of the replies good, a machine score
 * that agrees with people on most; after some windows the share of good replies drops.
 */
import {
  createRng,
  lowestMeanBound,
  meanLowerBound,
  uniformOpen,
  type WindowLabels,
} from '../../stats/index.ts';
import { printTable } from './markdown-table.ts';

const [alpha, leastDrop, labels] = [0.05, 0.05, 40];
const [usual, mostWindows] = [0.8, 25];

const runs = Number(process.argv[2] ?? 500);
const rng = createRng(20_261_123);
const random = () => uniformOpen(rng);

function windowOf(N: number, good: number, labeled: number): WindowLabels {
  const y = Array.from({ length: N }, () => (random() < good ? 1 : 0));
  const guess = y.map((value) => (random() < 0.4 ? random() : 0.2 + 0.6 * value));
  const surrogateMean = guess.reduce((sum, one) => sum + one, 0) / N;
  return { N, surrogateMean, surrogate: guess.slice(0, labeled), y: y.slice(0, labeled) };
}

/** After how many windows since the drop it is told; undefined when it is not, within 25 windows. */
function windowsToAlarm(dropped: number, before: number): number | undefined {
  const lower = meanLowerBound(windowOf(2000, usual, 200), alpha / 2);
  const windows: WindowLabels[] = [];
  for (let k = 1; k <= mostWindows; k++) {
    windows.push(windowOf(1000, k > before ? dropped : usual, labels));
    if (lower - lowestMeanBound(windows, alpha / 2) >= leastDrop) return k - before;
  }
  return undefined;
}

const rows = [
  [usual - leastDrop, 0],
  [0.65, 0],
  [0.6, 0],
  [0.6, 8],
  [0.5, 0],
  [0.5, 8],
].map(([dropped, before]) => {
  const found = Array.from({ length: runs }, () => windowsToAlarm(dropped!, before!));
  const told = found.filter((one) => one !== undefined);
  const isSooner = (a: number, b: number) => a - b;
  const median =
    told.length > runs / 2 ? found.map((one) => one ?? mostWindows).toSorted(isSooner)[runs >> 1] : undefined;
  return [
    dropped!.toFixed(2),
    String(before),
    `${told.length} of ${runs}`,
    median === undefined ? '-' : String(median * labels),
  ];
});
printTable(
  ['mean after the drop', 'windows before it', 'told within 25 windows', 'labels to it, median'],
  rows,
);
