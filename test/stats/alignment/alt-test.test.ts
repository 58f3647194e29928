import { describe, expect, test } from 'vitest';
import { type AltTest, benjaminiYekutieli } from '../../../stats/alignment/alt-test.ts';
import { type AltTestItem, altTest } from '../../../stats/index.ts';

/** A made-up table of four people and a judge; the same code in Python made the figures below, with scipy's t-test. */
function madeUp(steps: number): AltTestItem[] {
  let state = 12_345n;
  const next = () => {
    state = (state * 1_103_515_245n + 12_345n) % 2_147_483_648n;
    return Number(state) / 2_147_483_648;
  };
  return Array.from({ length: 60 }, (_, i) => {
    const right = Math.floor(next() * steps);
    const [a, b, c, d, judge] = [0.9, 0.7, 0.6, 0.8, 0.85].map((p) => {
      const own = next();
      const other = Math.floor(next() * steps);
      return own < p ? right : other;
    });
    const said = [a!, b!, i < 32 ? null : c!, i % 3 === 0 ? null : d!];
    return {
      judge: judge!,
      ratings: said.flatMap((value, annotator) => (value === null ? [] : [{ annotator, value }])),
    };
  });
}

const figuresOf = ({ annotators }: AltTest) =>
  annotators.map(({ annotator, items, judge, person, probability, isBeaten }) => {
    return [annotator, items, judge, person, probability, isBeaten];
  });

describe('the alternative annotator test', () => {
  test('gives what an independent computation gives, by accuracy', () => {
    const found = altTest(madeUp(3), { score: 'accuracy', epsilon: 0.2 }) as AltTest;
    expect(figuresOf(found)).toEqual([
      [0, 60, 0.95, 0.95, expect.closeTo(4.556087797503159e-6, 14), true],
      [1, 60, expect.closeTo(0.9333333333333333, 14), 0.85, expect.closeTo(6.657832424407669e-6, 14), true],
      [3, 40, 0.925, 0.9, expect.closeTo(0.000864585897421139, 12), true],
    ]);
    expect(found).toMatchObject({ items: 60, winningRate: 1, passes: true });
    expect(found.leftOut).toEqual([{ annotator: 2, items: 28 }]);
    const { value, lower, upper } = found.advantage;
    expect(value).toBeCloseTo((0.95 + 0.9333333333333333 + 0.925) / 3, 12);
    expect(lower!).toBeGreaterThan(0.8);
    expect(upper!).toBeLessThan(1);
  });

  test('gives what an independent computation gives, by distance', () => {
    const found = altTest(madeUp(5), { score: 'rmse', epsilon: 0.1 }) as AltTest;
    expect(figuresOf(found)).toEqual([
      [0, 60, expect.closeTo(0.9166666666666666, 14), 0.95, expect.closeTo(0.08215111318840629, 12), false],
      [1, 60, expect.closeTo(0.8833333333333333, 14), 0.8, expect.closeTo(0.00704161367062044, 12), true],
      [3, 40, 0.9, 0.9, expect.closeTo(0.08524219232804081, 12), false],
    ]);
    expect(found.winningRate).toBeCloseTo(1 / 3, 12);
    expect(found.passes).toBe(false);
  });

  test('says which needs of the paper are not met', () => {
    const lacking = altTest(madeUp(3).slice(0, 40), { score: 'accuracy', epsilon: 0.2 });
    expect(lacking).toEqual({
      lacks: [
        expect.stringMatching(/^needs at least 50 items .*; there are 40$/),
        expect.stringMatching(
          /^needs at least 3 people with 30 such items each; there are 2; 2 rated fewer$/,
        ),
      ],
    });
    const alone = madeUp(3).map(({ judge, ratings }) => ({ judge, ratings: ratings.slice(0, 1) }));
    expect(altTest(alone, { score: 'accuracy', epsilon: 0.2 })).toEqual({
      lacks: [expect.stringMatching(/there are 0$/), expect.stringMatching(/there are 0$/)],
    });
  });

  test('a judge that always says what a person says wins, and one that never does loses', () => {
    const people = madeUp(2).map(({ ratings }) => ({
      judge: ratings[0]!.value,
      ratings: ratings.slice(0, 2),
    }));
    const three = people.map(({ judge, ratings }) => ({
      judge,
      ratings: [...ratings, { annotator: 9, value: judge }],
    }));
    expect(altTest(three, { score: 'accuracy', epsilon: 0.1 })).toMatchObject({ passes: true });
    const wrong = three.map(({ ratings }) => ({ judge: -1, ratings }));
    expect(altTest(wrong, { score: 'accuracy', epsilon: 0.2 })).toMatchObject({
      winningRate: 0,
      passes: false,
    });
  });

  test('items of one conversation count together, and each for itself where none shares one', () => {
    const options = { score: 'accuracy', epsilon: 0.2 } as const;
    const items = madeUp(3);
    const alone = items.map((item, i) => ({ ...item, cluster: `c${i}` }));
    expect(altTest(alone, options)).toEqual(altTest(items, options));
    // Each conversation says ten times what one item says: as much as the items alone, once.
    const repeated = items.flatMap((item, i) =>
      Array.from({ length: 10 }, () => ({ ...item, cluster: `c${i}` })),
    );
    const [once, tenfold] = [altTest(items, options) as AltTest, altTest(repeated, options) as AltTest];
    for (const [i, { annotator, probability }] of once.annotators.entries()) {
      const found = tenfold.annotators.find((one) => one.annotator === annotator)!;
      expect(found.probability, `person ${i}`).toBeCloseTo(probability, 10);
    }
    const { advantage } = altTest(
      repeated.filter((_, i) => i % 10 === 0),
      options,
    ) as AltTest;
    expect(advantage).toEqual(once.advantage);
    const few = repeated.map((item, i) => ({ ...item, cluster: `c${i % 7}` }));
    expect(altTest(few, options)).toEqual({
      lacks: [expect.stringMatching(/30 such items each, of 8 conversations or passages; there are 0/)],
    });
  });

  test('the procedure for dependent tests is that of its authors', () => {
    // Thresholds of three tests at .05: .00909, .01818, .02727.
    expect(benjaminiYekutieli([0.027, 0.009, 0.5], 0.05)).toEqual([false, true, false]);
    expect(benjaminiYekutieli([0.027, 0.02, 0.02], 0.05)).toEqual([true, true, true]);
    expect(benjaminiYekutieli([0.03, 0.02, 0.019], 0.05)).toEqual([false, false, false]);
  });

  test('an epsilon that is none is refused', () => {
    expect(() => altTest(madeUp(3), { score: 'rmse', epsilon: 1 })).toThrow(RangeError);
  });
});
