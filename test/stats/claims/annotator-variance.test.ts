import { describe, expect, test } from 'vitest';
import { studentT } from '../../../stats/claims/student-t.ts';
import { annotatorPopulation, annotatorVariance, type Rating } from '../../../stats/index.ts';

/** Six targets rated by four judges: Shrout and Fleiss (1979), Table 2. */
const shroutFleiss = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];

const ratingsOf = (table: readonly (readonly number[])[], range = 10): Rating[] =>
  table.flatMap((row, item) => row.map((value, annotator) => ({ item, annotator, y: value / range })));

describe('variance between annotators', () => {
  test("is (JMS - EMS)/n of Shrout and Fleiss's analysis of variance", () => {
    // Table 3: between judges mean square 32.49 on 3 degrees of freedom, residual 1.02 on 15.
    const found = annotatorVariance(ratingsOf(shroutFleiss))!;
    expect(found.between * 100).toBeCloseTo((32.49 - 1.02) / 6, 2);
    expect(found.residual * 100).toBeCloseTo(1.02, 2);
    expect(found).toMatchObject({ annotators: 4, overlappedItems: 6 });
  });

  test('does not depend on items that one annotator labeled alone, nor on how hard items are', () => {
    const ratings = ratingsOf(shroutFleiss, 20);
    const before = annotatorVariance(ratings)!;
    const shifted = ratings.map((r) => ({ ...r, y: r.y + Number(r.item) / 20 }));
    expect(annotatorVariance(shifted)!.between).toBeCloseTo(before.between, 12);
    const alone = { item: 'alone', annotator: 2, y: 0 };
    expect(annotatorVariance([...ratings, alone])).toEqual(before);
  });

  test('there is none without overlap, and it is never negative', () => {
    expect(annotatorVariance([0, 1, 2].map((i) => ({ item: i, annotator: i % 2, y: 0.5 })))).toBeUndefined();
    const noise = [
      [1, 0, 0.5],
      [0, 1, 0.5],
      [1, 0, 0.5],
      [0, 1, 0.5],
    ];
    expect(annotatorVariance(ratingsOf(noise, 1))!.between).toBe(0);
  });
});

describe('the population of annotators', () => {
  const labels = Array.from({ length: 30 }, (_, item) => ({
    item,
    cluster: item,
    weight: 1,
    surrogate: 0.5,
    y: (item % 5) / 5 + 0.1,
  }));
  const own = { lower: 0.5, upper: 0.5 };
  const facts = { labels, slope: 0, surrogateMean: 0.5, populationSize: 1000, own, alpha: 0.05 };
  /** Twelve items seen by all three, the others by one; `strictness` is how far apart they stand. */
  const seen = (strictness: number): Rating[] =>
    labels.flatMap(({ item, y }) =>
      [0, 1, 2]
        .filter((annotator) => item < 12 || item % 3 === annotator)
        .map((annotator) => ({ item, annotator, y: y + strictness * (annotator - 1) })),
    );

  const slight = ({ item, annotator }: Rating) => (Number(item) % 3 === annotator ? 1e-9 : 0);

  test('is wider the more annotators differ, around the same value', () => {
    const [alike, apart] = [0.001, 0.08].map((s) => annotatorPopulation({ ...facts, ratings: seen(s) })!);
    expect(alike!.value).toBeCloseTo(0.5, 12);
    expect(apart!.value).toBe(alike!.value);
    // Three annotators with equal shares: the variance between them, .08^2, over three.
    expect(apart!.standardError ** 2 - alike!.standardError ** 2).toBeCloseTo(0.08 ** 2 / 3, 4);
    // Half of the two degrees of freedom of three annotators are left for few who differ much: t is 12.7.
    const some = annotatorPopulation({ ...facts, ratings: seen(0.03) })!;
    expect(some.upper - some.value).toBeGreaterThan(studentT(0.05, 1) * Math.sqrt(0.03 ** 2 / 3));
    expect(some.upper - some.value).toBeLessThan(1.3 * studentT(0.05, 1) * Math.sqrt(0.03 ** 2 / 3));
  });

  test('ends at the ends of the scale', () => {
    const high = labels.map((label) => ({ ...label, y: label.item % 10 === 0 ? 0.7 : 1 }));
    const ratings = seen(0.08).map((rating) => ({ ...rating, y: Math.min(1, rating.y + 0.15) }));
    const found = annotatorPopulation({ ...facts, labels: high, ratings })!;
    expect(found.upper).toBe(1);
    const low = high.map((label) => ({ ...label, y: 1 - label.y }));
    expect(annotatorPopulation({ ...facts, labels: low, ratings })!.lower).toBe(0);
  });

  test("adds the annotators' variance by their shares, chance included", () => {
    // The first annotator labels half of the rest, the others a quarter each, with weights of their own.
    const weighted = labels.map((label, i) => ({ ...label, weight: 1 + (i % 4) }));
    const ratings = seen(0.08).filter(({ item, annotator }) => Number(item) < 20 || annotator === 0);
    for (const item of [20, 21, 22, 23, 24, 25, 26, 27, 28, 29]) {
      if (!ratings.some((one) => one.item === item)) ratings.push({ item, annotator: 0, y: labels[item]!.y });
    }
    const found = annotatorPopulation({ ...facts, labels: weighted, ratings })!;
    const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
    const shares = [0, 0, 0];
    for (const { item, weight } of weighted) {
      const who = ratings.filter((one) => one.item === item);
      for (const { annotator } of who) shares[Number(annotator)]! += weight / total / who.length;
    }
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 12);
    const overlap = annotatorVariance(ratings)!;
    // Three annotators .08 apart: pairs differ by .08, .08 and .16 on items of equal number.
    expect(overlap.seen).toBeCloseTo((2 * 0.08 ** 2 + 0.16 ** 2) / 6, 12);
    const alike = annotatorPopulation({
      ...{ ...facts, labels: weighted },
      // Each is the mildest on every third item by next to nothing.
      ratings: ratings.map((one) => ({ ...one, y: labels[Number(one.item)]!.y + slight(one) })),
    })!;
    const ofAnnotators = overlap.seen * shares.reduce((sum, share) => sum + share ** 2, 0);
    expect(found.standardError ** 2).toBeCloseTo(alike.standardError ** 2 + ofAnnotators, 12);
    // On the log-odds of the mean with two pseudo-labels, since that reaches farther here than the scale itself does.
    const effective = 1 / labels.reduce((sum, _, i) => sum + (weighted[i]!.weight / total) ** 2, 0);
    const k = Math.min(effective, total / 4);
    const center = (k * found.value + 1) / (k + 2);
    const reach = studentT(0.05, 1) * Math.sqrt(ofAnnotators);
    const down = center - 1 / (1 + (1 / center - 1) * Math.exp(reach / (center * (1 - center))));
    const arm = Math.hypot(alike.value - alike.lower, Math.max(reach, down));
    expect(found.lower).toBeCloseTo(Math.max(0, found.value - arm), 6);
  });

  test('is never inside the interval of the study', () => {
    const found = annotatorPopulation({ ...facts, own: { lower: 0.1, upper: 0.95 }, ratings: seen(0.001) })!;
    expect(found).toMatchObject({ lower: 0.1, upper: 0.95 });
  });

  test('reaches farther towards the middle of the scale than towards its end', () => {
    const high = labels.map((label) => ({ ...label, y: label.item % 10 === 0 ? 0.7 : 0.95 }));
    const ratings = seen(0.02).map((one) => ({
      ...one,
      y: Math.min(1, 0.93 + (one.y - (Number(one.item) % 5) / 5 - 0.1)),
    }));
    const found = annotatorPopulation({ ...facts, labels: high, ratings })!;
    const error = studentT(0.05, 2) * Math.sqrt(annotatorVariance(ratings)!.seen / 3);
    expect(found.value - found.lower).toBeGreaterThan(1.2 * error);
    const far = annotatorPopulation({ ...facts, labels: high.map((l) => ({ ...l, y: 1 - l.y })), ratings })!;
    expect(far.upper - far.value).toBeCloseTo(found.value - found.lower, 9);
  });

  test('is not estimable where annotators agree on nearly all items', () => {
    expect(annotatorPopulation({ ...facts, ratings: seen(0) })).toBeUndefined();
    const disputed = (items: number) =>
      seen(0).map((one) =>
        one.annotator === 0 && Number(one.item) < items ? { ...one, y: one.y + 0.01 } : one,
      );
    expect(annotatorPopulation({ ...facts, ratings: disputed(9) })).toBeUndefined();
    expect(annotatorPopulation({ ...facts, ratings: disputed(10) })).toBeDefined();
  });

  test('is not estimable without overlap or with two annotators', () => {
    const single = labels.map(({ item, y }) => ({ item, annotator: item % 3, y }));
    const heavy = facts.labels.map((label, i) => ({ ...label, weight: i === 0 ? 1e16 : 1 }));
    expect(annotatorPopulation({ ...facts, labels: heavy, ratings: seen(0.001) })).toBeUndefined();
    expect(annotatorPopulation({ ...facts, ratings: single })).toBeUndefined();
    const two = seen(0.05).filter(({ annotator, item }) => annotator !== 2 || Number(item) >= 12);
    expect(annotatorPopulation({ ...facts, ratings: two })).toBeUndefined();
  });
});
