import { describe, expect, test } from 'vitest';
import { createRng, lengthBias, positionBias, uniformOpen, type WeightedPair } from '../../../stats/index.ts';
import { normalQuantile } from '../../../stats/intervals/normal-quantile.ts';
import { rounds } from '../../support/chance.ts';

describe('length', () => {
  test('by hand', () => {
    // Length 1 to 10; the difference 2 * length with +1 and -1 in turns: Sxy = 160, Sxx = 82.5, Syy = 330 - 20 + 10.
    const pairs = Array.from({ length: 10 }, (_, i) => ({
      a: i + 1,
      b: 2 * (i + 1) + (i % 2 === 0 ? 1 : -1),
      weight: 1,
    }));
    const r = 160 / Math.sqrt(82.5 * 320);
    const found = lengthBias(pairs)!;
    expect(found.share).toBeCloseTo(1 - ((1 - r * r) * 9) / 8, 10);
    expect(found.perDoubling).toBeCloseTo((160 / 82.5) * Math.LN2, 10);
    // Ten items are too few for an interval.
    expect(found).toMatchObject({ lower: undefined, upper: undefined });
    const turned = lengthBias(pairs.map((pair) => ({ ...pair, b: -pair.b })))!;
    expect(turned).toMatchObject({
      share: expect.closeTo(found.share, 10),
      perDoubling: expect.closeTo(-found.perDoubling, 10),
    });
    expect(lengthBias(pairs.slice(0, 9))).toBeUndefined();
    expect(lengthBias(pairs.map((pair) => ({ ...pair, a: 3 })))).toBeUndefined();
  });

  test('over many studies: nothing where there is nothing, and intervals that hold', () => {
    const rng = createRng(5);
    const normal = () => normalQuantile(uniformOpen(rng));
    const runs = rounds(400, 4000);
    const study = (slope: number): WeightedPair[] =>
      Array.from({ length: 40 }, () => {
        const a = normal();
        return { a, b: slope * a + normal(), weight: 1 };
      });
    let [none, fromZero, share, covered] = [0, 0, 0, 0];
    for (let run = 0; run < runs; run++) {
      const idle = lengthBias(study(0))!;
      none += idle.share / runs;
      if ((idle.lower ?? 0) === 0) fromZero++;
      // Slope 1: half of the variance.
      const swayed = lengthBias(study(1))!;
      share += swayed.share / runs;
      if ((swayed.lower ?? 0) <= 0.5 && (swayed.upper ?? 1) >= 0.5) covered++;
    }
    expect(none).toBeLessThan(0.03);
    expect(fromZero / runs).toBeGreaterThan(0.92);
    expect(share).toBeGreaterThan(0.46);
    expect(share).toBeLessThan(0.54);
    expect(covered / runs).toBeGreaterThan(0.92);
  });
});

describe('position', () => {
  test('by hand', () => {
    // Eight pairs where the same reply wins both ways, four where the first place does.
    const fair = Array.from({ length: 8 }, (_, i) => ({ whenFirst: i % 2, whenSecond: i % 2 }));
    const swayed = Array.from({ length: 4 }, () => ({ whenFirst: 1, whenSecond: 0 }));
    const found = positionBias([...fair, ...swayed])!;
    expect(found.first).toBeCloseTo((8 * 0.5 + 4) / 12, 12);
    expect(found.turned).toBeCloseTo(4 / 12, 12);
    // It holds Student's t of the shares .5 (8) and 1 (4): sd sqrt(.0606...), t(11) = 2.2009851601.
    const reach = 2.2009851601 * Math.sqrt((8 * (1 / 6) ** 2 + 4 * (1 / 3) ** 2) / 11 / 12);
    expect(found.lower!).toBeLessThan(found.first - reach);
    expect(found.upper!).toBeGreaterThan(found.first + 0.8 * reach);
    expect(positionBias([...fair, ...swayed].slice(0, 10))!.upper).toBeLessThan(1);
    expect(found.turnedLower).toBeLessThan(found.turned);
    expect(found.turnedUpper).toBeGreaterThan(found.turned);
  });

  test('pairs of one conversation count together', () => {
    const pairs = Array.from({ length: 12 }, (_, i) => ({
      ...{ whenFirst: i < 4 ? 1 : i % 2, whenSecond: i < 4 ? 0 : i % 2 },
      cluster: `c${i}`,
    }));
    const alone = positionBias(pairs)!;
    expect(alone).toEqual(
      positionBias(pairs.map(({ whenFirst, whenSecond }) => ({ whenFirst, whenSecond }))),
    );
    // Said five times, each says no more than once.
    const often = positionBias(Array.from({ length: 5 }, () => pairs).flat())!;
    expect(often).toMatchObject({ first: alone.first, turned: alone.turned });
    expect(often.lower).toBeCloseTo(alone.lower!, 9);
    expect(often.turnedUpper! - often.turnedLower!).toBeGreaterThan(
      0.9 * (alone.turnedUpper! - alone.turnedLower!),
    );
    const few = positionBias(pairs.map((pair, i) => ({ ...pair, cluster: `c${i % 7}` })))!;
    expect([few.lower, few.turnedLower]).toEqual([undefined, undefined]);
  });

  test('a judge that likes the second place, ties, and few pairs', () => {
    const second = Array.from({ length: 10 }, () => ({ whenFirst: 0, whenSecond: 1 }));
    expect(positionBias(second)).toMatchObject({ first: 0, turned: 1 });
    const ties = Array.from({ length: 10 }, () => ({ whenFirst: 0.5, whenSecond: 0.5 }));
    expect(positionBias(ties)).toMatchObject({ first: 0.5, turned: 0 });
    expect(positionBias(ties.slice(1))).toBeUndefined();
  });
});
