import { describe, expect, test } from 'vitest';
import {
  comparisonFor,
  leastDifferenceOf,
  verdictFor,
  withoutDifference,
} from '../../../core/estimate/comparison.ts';
import {
  concludedOf,
  type OwnPair,
  rankingOrder,
  scoredPlaces,
} from '../../../core/estimate/ranking-order.ts';

const higher = { min: 1, max: 5, direction: 'higher' as const };
const lower = { ...higher, direction: 'lower' as const };

describe('who is better', () => {
  test('is told by an interval on one side of 0, turned round where lower is better', () => {
    const of = (low: number | null, high: number | null, least?: number) =>
      [higher, lower].map((scale) => verdictFor(scale, { lower: low, upper: high }, least));
    expect(of(0.1, 0.5)).toEqual(['system', 'against']);
    expect(of(-0.5, -0.1)).toEqual(['against', 'system']);
    expect(of(-0.1, 0.5)).toEqual(['undecided', 'undecided']);
    expect(of(-0.1, 0.2, 0.3)).toEqual(['practically-equal', 'practically-equal']);
    expect([of(null, 0.5), of(0.1, null)]).toEqual(Array(2).fill(['undecided', 'undecided']));
    expect(verdictFor(higher, undefined)).toBe('undecided');
  });

  test('stands in a comparison with its systems and what matters', () => {
    const study = { systemName: 'a', populationSize: 10, scale: higher };
    const against = { systemName: 'b', sharedItems: 14 };
    expect(comparisonFor(study, against, { lower: 1, upper: 2 })).toEqual({
      ...{ system: 'a', against: 'b', verdict: 'system' },
      ...{ sharedItems: 14, differing: 10, equal: 4 },
    });
    expect(comparisonFor(study, against, undefined)).not.toHaveProperty('preference');
    expect(comparisonFor({ ...study, preference: 5 }, against, undefined).preference).toBe(5);
    expect(comparisonFor({ ...study, leastDifference: 0 }, against, undefined)).toMatchObject({
      ...{ verdict: 'undecided', leastDifference: 0 },
    });
    expect(leastDifferenceOf({ scale: higher, leastDifference: 0 })).toBe(0);
    expect(leastDifferenceOf({ scale: higher, leastDifference: null })).toBeGreaterThan(0);
  });

  test('needs no label where no response differs', () => {
    const of = (method: string) =>
      withoutDifference({ method, name: 'n' } as Parameters<typeof withoutDifference>[0]);
    expect(of('calibrated')).toMatchObject({ value: 0, lower: 0, upper: 0, estimable: true, reason: null });
    expect(of('calibrated').assumptions).toContain('Equal responses');
    expect(of('calibrated').interval).toBe('exact: every item has equal responses');
    expect(of('lure')).toMatchObject({
      value: null,
      lower: null,
      upper: null,
      estimable: false,
      interval: null,
    });
    expect([of('lure').reason, of('lure').assumptions]).toEqual([
      'no response differs, so there is nothing to label',
      null,
    ]);
  });
});

describe('the order of systems', () => {
  const names = ['a', 'b', 'c'];
  const pair = (system: string, against: string, low: number, high: number): OwnPair => ({
    ...{ system, against, lower: low, upper: high, leastDifference: 0 },
    verdict: verdictFor(higher, { lower: low, upper: high }),
  });
  const places = (of: ReturnType<typeof rankingOrder>) =>
    of.places.map(({ system, best, worst }) => [system, best, worst]);

  test('is left open by what is undecided, and follows from what is decided', () => {
    const pairs = [pair('a', 'b', 1, 2), pair('b', 'c', 0.5, 1), pair('a', 'c', -1, 4)];
    const own = rankingOrder(names, pairs, higher, null);
    expect(places(own)).toEqual([
      ['a', 1, 2],
      ['b', 2, 2],
      ['c', 2, 3],
    ]);
    expect(own.pairs).toEqual(pairs);
    const chained = rankingOrder(names, pairs, higher, { top: null, isChained: true });
    expect(places(chained)).toEqual([
      ['a', 1, 1],
      ['b', 2, 2],
      ['c', 3, 3],
    ]);
    expect(chained.pairs.map(({ through, matters }) => [through, matters])).toEqual([
      ...[
        [undefined, false],
        [undefined, false],
        ['system', false],
      ],
    ]);
    const apart = rankingOrder(names, pairs, higher, { top: null, isChained: false });
    expect(apart.pairs.map(({ through, matters }) => [through, matters])).toEqual([
      ...[
        [undefined, false],
        [undefined, false],
        [undefined, true],
      ],
    ]);
    const open = rankingOrder(names, [...pairs.slice(0, 1), pair('b', 'c', -1, 1)], higher, {
      top: null,
      isChained: true,
    });
    expect(open.pairs.map((one) => 'through' in one)).toEqual([false, false]);
    expect(open.pairs.map(({ matters }) => matters)).toEqual([false, true]);
  });

  test('has whoever is better first, also where that is the second of a pair', () => {
    const turned = [pair('a', 'b', -2, -1), pair('b', 'c', -2, -1), pair('a', 'c', -4, -2)];
    const [aim, scored] = [{ top: null, isChained: true }, rankingOrder(names, turned, higher, null)];
    expect(places(rankingOrder(names, turned, higher, aim))).toEqual(places(scored));
    expect(places(scored)).toEqual([
      ['c', 1, 1],
      ['b', 2, 2],
      ['a', 3, 3],
    ]);
  });

  test('of the first alone needs no pair of others', () => {
    const pairs = [pair('a', 'b', 1, 2), pair('a', 'c', 1, 2), pair('b', 'c', -1, 1)];
    const matter = (top: number | null) =>
      rankingOrder(names, pairs, higher, { top, isChained: true }).pairs.map((one) => one.matters);
    expect([matter(1), matter(null)]).toEqual([
      [false, false, false],
      [false, false, true],
    ]);
  });

  test('takes an own verdict before one by way of others', () => {
    expect(concludedOf({ verdict: 'undecided', through: 'against' })).toBe('against');
    expect(concludedOf({ verdict: 'system', through: 'against' })).toBe('system');
    expect(concludedOf({ verdict: 'undecided' })).toBe('undecided');
  });

  test('by preference has points, each pair with one tie more', () => {
    const place = (system: string) => ({ system, best: 1, worst: 2 });
    const won = { system: 'a', against: 'b', labeled: 39, differing: 60, sharedItems: 60 };
    const scores = (value: number, more = {}) =>
      scoredPlaces([place('a'), place('b')], [{ ...won, value, ...more }]).map(({ score }) => score);
    // A win rate w of two systems: 1000 +- 200 log10(w / (1 - w)), w = (39 rate + 0.5) / 40.
    const points = (w: number) =>
      [1, -1].map((sign) => Math.round(1000 + sign * 200 * Math.log10(w / (1 - w))));
    expect([scores(0), scores(1), scores(-1), scores(0.5)]).toEqual([
      ...[points(0.5), points(39.5 / 40), points(0.5 / 40), points(29.75 / 40)],
    ]);
    expect(scores(1, { labeled: 999, differing: 2000 })).toEqual(points(0.9995));
    expect([scores(1.2), scores(-1.2)]).toEqual([scores(1), scores(-1)]);
    expect(scores(0, { labeled: 0 })).toEqual([null, null]);
    expect(scores(0, { labeled: 0, differing: 0 })).toEqual([1000, 1000]);
    // Too few labels, unless the pair has no more items; in earlier reports from the first.
    expect(scores(0, { labeled: 29 })).toEqual([null, null]);
    expect(scores(0, { labeled: 9, differing: 9 })).toEqual([1000, 1000]);
    const before = scoredPlaces([place('a'), place('b')], [{ ...won, value: 0, labeled: 1 }], 1);
    expect(before.map(({ score }) => score)).toEqual([1000, 1000]);
  });
});
