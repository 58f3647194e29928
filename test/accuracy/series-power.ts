/**
 * Whether the planned number of labels decides a release: `node test/accuracy/series-power.ts [runs] [seed]` plays series of two
 * releases by the sequence that the product runs, with the number that `labelsToTell` plans for "not worse by D" and a chance of
 * .9, once from the true spread of the differences and once from the one guessed before any label. Every pair of releases is played
 * equal, worse by D and worse by 2D; a release passes when the interval at any look lies above -D, and is stopped when it never does.
 */
import {
  labelsToDecide,
  mean,
  plannedProcedure,
  populationVariance,
  priorPairedDeviation,
} from '../../stats/index.ts';
import { figure, printTable } from './markdown-table.ts';
import { type Kind, kinds, pairsOf } from './releases.ts';

/** The values of the differences on the unit scale. */
const differences = (kind: Kind, drop: number, seed: number): Float64Array =>
  Float64Array.from(pairsOf(kind, drop, seed), ([then, now]) => (now - then + 1) / 2);

/** How many of the series pass at any look up to the planned number. */
function passes(kind: Kind, drop: number, labels: number, runs: number, seed: number): number {
  let passed = 0;
  for (let run = 0; run < runs; run++) {
    const y = differences(kind, drop, seed + run);
    const population = { name: kind.name, s: new Float64Array(y.length).fill(0.5), y };
    const looks = [...new Set([0.25, 0.5, 0.75, 1].map((share) => Math.max(1, Math.round(share * labels))))];
    const study = plannedProcedure('', labels, 0.05, ({ s }) => ({ surrogate: s })).prepare(
      population,
      looks,
    );
    const scale = (2 * y.length) / kind.items;
    const lowest = study(seed + run, looks).map(({ lower }) => scale * (lower! - 0.5));
    if (lowest.some((lower) => lower >= -kind.drop)) passed += 1;
  }
  return passed;
}

const [runs = 200, seed = 1] = process.argv.slice(2).map(Number);
const rows = kinds.flatMap((kind) => {
  const y = differences(kind, 0, seed);
  const known = Math.sqrt(populationVariance(y));
  const guessed = priorPairedDeviation({ kind: kind.isRating ? 'rating' : 'binary-like', correlation: 0 });
  return (
    [
      ['known', known],
      ['guessed', guessed],
    ] as const
  ).map(([name, standardDeviation]) => {
    const facts = { sharedItems: kind.items, differing: y.length, gap: kind.drop, standardDeviation };
    const { labels } = labelsToDecide({ ...facts, power: 0.9 });
    const counts = [0, 1, 2].map((drops) => passes(kind, drops * kind.drop, labels, runs, seed));
    const [equal, wrong, stopped] = [counts[0]! / runs, counts[1]! / runs, 1 - counts[2]! / runs];
    console.error(kind.name, name, labels, equal, wrong, stopped, mean(y));
    return [
      kind.name,
      figure(kind.drop, 2),
      name,
      String(labels),
      ...[equal, wrong, stopped].map((value) => figure(value, 3)),
    ];
  });
});
console.log(`${runs} series each, seed ${seed}, error level .05\n`);
printTable(
  ['Releases', 'D', 'spread', 'labels', 'equal: pass', 'worse by D: pass', 'worse by 2D: stopped'],
  rows,
);
