import { expect, test } from 'vitest';
import {
  BracketedSequence,
  CalibratedSequence,
  exponentialKeyOrder,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { hardPopulations, observationsOf, summaryOf } from '../support/populations.ts';

const population = hardPopulations(80)[0]!;
const q = temperedProbabilities(population.s, 1);
const summary = summaryOf(population, q);
const order = exponentialKeyOrder(q, 5, 80);
const observations = observationsOf(population, q, order).map((one, t) => ({ ...one, pool: order[t]! }));

test('without skips it is the plain sequence, bit for bit', () => {
  const plain = new CalibratedSequence(summary);
  const bracketed = new BracketedSequence(new CalibratedSequence(summary));
  for (const observation of observations.slice(0, 40)) {
    expect(bracketed.add(observation)).toMatchObject({ ...plain.add(observation), skippedCount: 0 });
  }
});

test('with skips it spans the sequences with 0 and with 1 in their place', () => {
  const low = new CalibratedSequence(summary);
  const high = new CalibratedSequence(summary);
  const bracketed = new BracketedSequence(new CalibratedSequence(summary));
  observations.slice(0, 40).forEach((observation, index) => {
    const skipped = index % 7 === 3;
    const a = low.add(skipped ? { ...observation, y: 0 } : observation);
    const b = high.add(skipped ? { ...observation, y: 1 } : observation);
    const state = bracketed.add(skipped ? { ...observation, y: 'skipped' } : observation);
    expect(state.lower).toBe(Math.min(a.lower, b.lower));
    expect(state.upper).toBe(Math.max(a.upper, b.upper));
    expect(state.value).toBeCloseTo((a.value + b.value) / 2, 14);
    expect(state.low).toStrictEqual(a);
    expect(state.high).toStrictEqual(b);
  });
  const labels = observations.slice(0, 40).filter((_, index) => index % 7 !== 3);
  expect(bracketed.state).toMatchObject({ skippedCount: 6, labeledCount: 34, drawnCount: 40 });
  expect(bracketed.state.plainMean).toBeCloseTo(labels.reduce((a, o) => a + o.y, 0) / 34, 12);
});

test('when all items are used up, the bracket is what the skipped ones leave open', () => {
  const bracketed = new BracketedSequence(new CalibratedSequence(summary));
  observations.forEach((observation, index) => {
    bracketed.add(index < 8 ? { ...observation, y: 'skipped' } : observation);
  });
  expect(bracketed.state.upper - bracketed.state.lower).toBeCloseTo(8 / 80, 12);
});

test('a refused observation changes nothing', () => {
  const bracketed = new BracketedSequence(new CalibratedSequence(summary));
  expect(() => bracketed.add({ y: 'skipped', pool: 0, surrogate: 2, probability: q[0]! })).toThrow(
    RangeError,
  );
  expect(bracketed.state).toMatchObject({ skippedCount: 0, drawnCount: 0, lower: 0, upper: 1 });
});

test('an order that is broken for one of the two ends is told as broken', () => {
  const s = new Float64Array(2000).fill(0.5);
  const uniform = uniformProbabilities(2000);
  const bracketed = new BracketedSequence(new CalibratedSequence(summarizePool(s, uniform)));
  let brokenForOne = 0;
  for (let i = 0; i < 900; i++) {
    const y = i % 40 === 7 ? 'skipped' : i < 200 ? 1 : 0;
    const { low, high, emptyIntersection } = bracketed.add({
      y,
      pool: i,
      surrogate: 0.5,
      probability: uniform[i]!,
    });
    expect(emptyIntersection, `draw ${i + 1}`).toBe(low.emptyIntersection || high.emptyIntersection);
    if (low.emptyIntersection !== high.emptyIntersection) brokenForOne++;
  }
  expect(brokenForOne).toBeGreaterThan(0);
});
