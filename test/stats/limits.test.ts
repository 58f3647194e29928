import { expect, test } from 'vitest';
import {
  bradleyTerry,
  buildPopulation,
  drawWithReplacement,
  HashOrder,
  halfWidthAt,
  impliedIntervals,
  intervalOf,
  lookTable,
  PlannedSequence,
  planOf,
  possiblePlaces,
  summarizePool,
  UNPLANNED,
  uniformOrder,
  uniformProbabilities,
} from '../../stats/index.ts';
import { fixedIntervals } from '../../stats/intervals/registry.ts';
import { pairCount } from '../../stats/paired/ranking.ts';

const most = 2 ** 40;
const width = (populationSize: number, rule: 2 | 3) =>
  halfWidthAt({
    populationSize,
    labels: 30,
    standardDeviation: 0.2,
    plan: rule === 2 ? UNPLANNED : planOf(30),
  });
const sample = {
  labels: Array.from({ length: 12 }, (_, i) => ({ y: i % 2, surrogate: 0.5 })),
  summary: summarizePool(new Float64Array(20).fill(0.5), uniformProbabilities(20)),
  alpha: 0.05,
};
const recorded = (populationSize: number) =>
  new PlannedSequence({
    ...{ surrogate: [0.5], columns: [], plan: 30 },
    recorded: { populationSize, surrogateMean: 0.5, means: [], refits: [] },
  });

test.each<[what: string, make: (n: number) => unknown, largest: number]>([
  ['items of a table of looks', (n) => lookTable(n, 30), most],
  ['labels of a plan', (n) => lookTable(most, n), 2 ** 31],
  ['items of a forecast by rule 3', (n) => width(n, 3), most],
  ['items of a forecast by rule 2', (n) => width(n, 2), most],
  ['items of a planned sequence', recorded, most],
  ['systems of a ranking', pairCount, 10_000],
  [
    'seeds of an interval',
    (seed) => fixedIntervals.map((one) => intervalOf(one, { ...sample, seed })),
    2 ** 32 - 1,
  ],
])('%s are at most so many', (_, make, largest) => {
  expect(() => make(largest)).not.toThrow();
  for (const n of [largest + 1, -1, 1.5, Number.NaN]) expect(() => make(n), `${n}`).toThrow(RangeError);
});

test('more than a list can hold is refused before it is made', () => {
  for (const make of [
    () => uniformProbabilities(2 ** 31 + 1),
    () => buildPopulation('', 2 ** 31 + 1, 1, () => [0, 0]),
    () => new HashOrder(2 ** 31 + 1),
    () => drawWithReplacement(Float64Array.of(1), 1, 2 ** 32),
    () => uniformOrder(2 ** 32, 1, 1),
    () => possiblePlaces(10_001, []),
    () => bradleyTerry(10_001, []),
    () => impliedIntervals(10_001, []),
  ])
    expect(make).toThrow(RangeError);
});
