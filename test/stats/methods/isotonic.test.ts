import { describe, expect, test } from 'vitest';
import { type Draw, type Evidence, estimateWith, methodById, summarizePool } from '../../../stats/index.ts';
import { isotonicFit, isotonicValue } from '../../../stats/methods/isotonic-fit.ts';

const point = (s: number, y: number, weight = 1) => ({ s, y, weight });

describe('a curve that never falls', () => {
  test('pools neighbors that would, by their weights, and averages equal places first', () => {
    // 0 and 1/4 at s = .2 by weights 1 and 3; then 1 at .4 and .5 at .6 (weight 3) are pooled to 5/8.
    const points = [
      point(0.6, 0.5, 3),
      point(0.2, 0, 1),
      point(0.9, 1),
      point(0.2, 0.25, 3),
      point(0.4, 1, 1),
    ];
    const fit = isotonicFit(points);
    expect(fit).toEqual({ knots: [0.2, 0.4, 0.6, 0.9], values: [0.1875, 0.625, 0.625, 1] });
    expect(points[0]).toEqual(point(0.6, 0.5, 3));
    expect(isotonicFit([point(0.1, 0.5), point(0.2, 0.5), point(0.3, 0.5)])).toEqual({
      ...{ knots: [0.1, 0.3], values: [0.5, 0.5] },
    });
    // One that falls below two before it pulls both down.
    expect(isotonicFit([point(0, 0.4), point(0.5, 0.6), point(1, 0.2)])).toEqual({
      knots: [0, 1],
      values: [0.4, 0.4].map((value) => expect.closeTo(value, 12)),
    });
    expect(isotonicFit([point(0.3, 0.7)])).toEqual({ knots: [0.3], values: [0.7] });
  });

  test('is straight between its knots and level beyond them', () => {
    const fit = { knots: [0.2, 0.4, 0.8], values: [0.1, 0.5, 0.9] };
    const at = (s: number) => isotonicValue(fit, s);
    expect([0, 0.2, 0.4, 0.8, 1].map(at)).toEqual([0.1, 0.1, 0.5, 0.9, 0.9]);
    expect([0.25, 0.3, 0.5, 0.7].map(at)).toEqual(
      [0.2, 0.3, 0.6, 0.8].map((value) => expect.closeTo(value, 12)),
    );
    expect([0, 0.3, 1].map((s) => isotonicValue({ knots: [0.3], values: [0.7] }, s))).toEqual([
      0.7, 0.7, 0.7,
    ]);
  });
});

describe('the isotonic plug-in', () => {
  const surrogate = Float64Array.of(0, 0.25, 0.5, 0.5, 1);
  const summary = summarizePool(surrogate, new Float64Array(5).fill(0.2));
  const draw = (pool: number, y: number): Draw => ({
    pool,
    y,
    surrogate: surrogate[pool]!,
    probability: 0.2,
  });
  const evidence: Evidence = {
    ...{ design: 'without-replacement', uniform: true, summary, alpha: 0.05 },
    draws: [draw(1, 0), draw(3, 1)],
  };
  const isotonic = methodById('isotonic')!;

  test('takes the label of a labeled item and the curve of every other one', () => {
    // The curve is 0 up to 1/4 and 1 from 1/2 on: 0, label 0, 1, label 1, 1.
    const [byItem, byLevel] = [
      estimateWith(isotonic, { ...evidence, poolSurrogate: surrogate }),
      estimateWith(isotonic, {
        ...evidence,
        poolLevels: { values: [0, 0.25, 0.5, 1], counts: [1, 1, 2, 1] },
      }),
    ];
    expect([byItem.value, byLevel.value]).toEqual([0.6, 0.6].map((value) => expect.closeTo(value, 12)));
    // Labels that fall are pooled; each labeled item still counts as labeled.
    const falling = { ...evidence, draws: [draw(1, 1), draw(3, 0)] };
    const levels = { values: [0, 0.25, 0.5, 1], counts: [1, 1, 2, 1] };
    for (const pool of [{ poolSurrogate: surrogate }, { poolLevels: levels }]) {
      expect(estimateWith(isotonic, { ...falling, ...pool }).value).toBeCloseTo(
        (0.5 + 1 + 0.5 + 0 + 0.5) / 5,
        12,
      );
    }
  });

  test('is not defined without the surrogate values of the whole pool', () => {
    expect(estimateWith(isotonic, evidence)).toMatchObject({
      ...{ estimable: false, value: undefined, reason: 'needs the surrogate values of the whole pool' },
    });
  });
});
