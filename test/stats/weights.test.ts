import { expect, test } from 'vitest';
import { humcoeWeights, lureWeights } from '../../stats/index.ts';
import { sequentialProbabilities } from '../../stats/weights.ts';
import { average } from './support/populations.ts';
import fc from './support/seeded-fast-check.ts';

const q = [0.1, 0.2, 0.3, 0.4];
const y = [1, 0.25, 0.6, 0];

/** All ordered pairs of different items. */
function orderedPairs(): [number, number][] {
  return [0, 1, 2, 3].flatMap((i) =>
    [0, 1, 2, 3].filter((j) => j !== i).map((j): [number, number] => [i, j]),
  );
}

test('LURE is exactly unbiased: all ordered draws of 2 from 4 with their probabilities', () => {
  let expectation = 0;
  let total = 0;
  for (const [i, j] of orderedPairs()) {
    const probability = q[i]! * (q[j]! / (1 - q[i]!));
    const v = lureWeights([q[i]!, q[j]!], 4);
    expectation += probability * ((v[0]! * y[i]! + v[1]! * y[j]!) / 2);
    total += probability;
  }
  expect(total).toBeCloseTo(1, 14);
  expect(expectation).toBeCloseTo(average(Float64Array.from(y)), 14);
});

test('Eq. 3 of HumCoE is unbiased at one draw and biased by (T-1)/(N-1) (E_q y - mean y) at two', () => {
  const theta = average(Float64Array.from(y));
  const one = y.reduce((sum, value, i) => sum + q[i]! * humcoeWeights([q[i]!], 4)[0]! * value, 0);
  expect(one).toBeCloseTo(theta, 14);
  let two = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      const w = humcoeWeights([q[i]!, q[j]!], 4);
      two += (q[i]! * q[j]! * (w[0]! * y[i]! + w[1]! * y[j]!)) / 2;
    }
  }
  const meanUnderQ = y.reduce((sum, value, i) => sum + q[i]! * value, 0);
  expect(two - theta).toBeCloseTo((meanUnderQ - theta) / 3, 14);
});

test('LURE weights are above 0, and 1 in a uniform design and when every item is drawn', () => {
  const masses = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(masses, fc.nat(), (mass, cut) => {
      const total = mass.reduce((a, b) => a + b, 0);
      const probabilities = mass.map((value) => value / total);
      const n = mass.length;
      for (const v of lureWeights(probabilities.slice(0, cut % (n + 1)), n)) expect(v).toBeGreaterThan(0);
      for (const v of lureWeights(probabilities, n)) expect(v).toBe(1);
      for (const v of lureWeights(new Array(cut % (n + 1)).fill(1 / n), n)) expect(v).toBeCloseTo(1, 12);
    }),
  );
});

test('probabilities of the steps', () => {
  const pi = sequentialProbabilities([0.4, 0.3, 0.2, 0.1], 4);
  [0.4, 0.5, 2 / 3, 1].forEach((expected, step) => {
    expect(pi[step]).toBeCloseTo(expected, 14);
  });
});

test('a pool of one', () => {
  expect([...lureWeights([1], 1)]).toEqual([1]);
  expect([...humcoeWeights([1], 1)]).toEqual([1]);
});

test('draws that cannot be are refused', () => {
  expect(() => lureWeights([0.7, 0.7], 4)).toThrow(
    'must not sum to more than 1, got 1.4: was an item drawn twice?',
  );
  expect(() => lureWeights([0.7, 0], 4)).toThrow(RangeError);
  expect(() => lureWeights([0.1, 0.1], 1)).toThrow(RangeError);
  expect(() => humcoeWeights([1.1], 3)).toThrow(RangeError);
});
