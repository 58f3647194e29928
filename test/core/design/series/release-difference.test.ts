import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isAskedAgain } from '../../../../core/design/series/asked-again.ts';
import { changeOfShares } from '../../../../core/design/series/mode-change.ts';
import {
  differenceAlpha,
  exact,
  itemDifference,
  pairPlan,
  releaseDifferenceFrom,
} from '../../../../core/design/series/release-difference.ts';
import { changedQuestion, whyOtherQuestion } from '../../../../core/design/series/same-question.ts';
import type { StudyRow } from '../../../../db/studies.ts';

const state = { value: 0.6, lower: 0.4, upper: 0.75, drawnCount: 6, labeledCount: 5 };
const counts = { sharedItems: 40, differing: 10, changed: 3, plannedPairs: 20, leastDifference: 0 };
const scale = { min: 1, max: 5, direction: 'higher' as const };

/** The difference with its numbers to six digits. */
function between(of: Partial<typeof state>, more: Partial<Parameters<typeof releaseDifferenceFrom>[1]> = {}) {
  const { value, lower, upper, ...rest } = releaseDifferenceFrom(
    { ...state, ...of },
    { ...counts, scale, ...more },
  );
  const rounded = (number: number) => Number(number.toFixed(6));
  return {
    ...rest,
    value: value === null ? null : rounded(value),
    lower: rounded(lower),
    upper: rounded(upper),
  };
}

describe('the difference of two releases', () => {
  // A quarter of the items differ, so a difference d of these is one of d/4.
  test('is that of the items that differ, times their share, on the scale of the measure', () => {
    expect(between({})).toMatchObject({
      ...{ kind: 'estimate', pairs: 6, sharedItems: 40, differing: 10, changed: 3, plannedPairs: 20 },
      ...{ value: 0.2, lower: -0.2, upper: 0.5 },
    });
    expect(between({}, { scale: { ...scale, direction: 'lower' } })).toMatchObject({
      ...{ value: -0.2, lower: -0.5, upper: 0.2 },
    });
    expect(between({})).not.toHaveProperty('drift');
  });

  test('has no value before a label, but where nothing differs it is 0', () => {
    expect(between({ labeledCount: 0 })).toMatchObject({ value: null, lower: -0.2, upper: 0.5 });
    const again = { asked: 8, state };
    expect(between(exact, { differing: 0, again })).toMatchObject({ value: 0, lower: 0, upper: 0 });
    expect(between(exact, { differing: 0, again })).not.toHaveProperty('drift');
  });

  test('has what people drifted by taken out, and stays within what can be', () => {
    const drifted = { value: 0.55, lower: 0.45, upper: 0.6, drawnCount: 8, labeledCount: 7 };
    const again = (of: Partial<typeof drifted> = {}) => ({
      again: { asked: 9, state: { ...drifted, ...of } },
    });
    const found = between({}, again());
    // Drift: 0.4 within -0.4 to 0.8, of which a quarter counts.
    expect(found).toMatchObject({ value: 0.1, lower: -0.4, upper: 0.6 });
    expect(found.drift).toMatchObject({ asked: 9, pairs: 8 });
    expect(
      [found.drift!.value, found.drift!.lower, found.drift!.upper].map((one) => one!.toFixed(6)),
    ).toEqual([...['0.400000', '-0.400000', '0.800000']]);
    expect(between({}, again({ labeledCount: 0 }))).toMatchObject({ value: null, drift: { value: null } });
    expect(between({ lower: 0, upper: 1, value: 1 }, again())).toMatchObject({ lower: -1, upper: 1 });
    expect(between({ value: 1, upper: 1 }, again({ value: 0.45 }))).toMatchObject({ value: 1 });
    const lower = between({}, { ...again(), scale: { ...scale, direction: 'lower' } });
    expect(lower).toMatchObject({ value: -0.1, lower: -0.6, upper: 0.4 });
  });

  test('is half of one more of a pair, skipped where either is, and open where one is not final', () => {
    const of = (y: number) => ({ kind: 'value' as const, y });
    const skipped = { kind: 'skipped' as const, y: 0 } as never;
    expect(itemDifference(of(1), of(0.5))).toBe(0.75);
    expect(itemDifference(of(0.25), of(0.25))).toBe(0.5);
    expect([itemDifference(skipped, of(1)), itemDifference(of(1), skipped)]).toEqual(['skipped', 'skipped']);
    expect([itemDifference(undefined, of(1)), itemDifference(of(1))]).toEqual([undefined, undefined]);
  });

  test('is planned for the pairs that were foreseen, at half of the level where the drift has the other', () => {
    expect([pairPlan(0), pairPlan(1)]).toEqual([{ kind: 'none' }, { kind: 'labels', labels: 1 }]);
    expect([differenceAlpha(0.05, true), differenceAlpha(0.05, false)]).toEqual([0.025, 0.05]);
  });
});

test('which equal replies are rated again is told by seed, release and place in the draw', () => {
  const places = Array.from({ length: 200 }, (_, order) => order);
  const again = (againShare: number | null, position = 2) =>
    places.filter((order) => isAskedAgain(7, { position, againShare }, order));
  const hexOf = (order: number) =>
    createHash('sha256')
      .update(`7/again/2/${order + 1}`)
      .digest('hex');
  const numberOf = (order: number) => Number.parseInt(hexOf(order).slice(0, 8), 16);
  const expected = places.filter((order) => numberOf(order) / 16 ** 8 < 0.3);
  expect(again(0.3)).toEqual(expected);
  expect(again(0.3, 3)).not.toEqual(expected);
  expect([again(1), again(0), again(null)]).toEqual([places, [], []]);
  // Eight digits decide, whatever comes after them.
  const near = places.filter((order) => hexOf(order)[8] !== '0');
  for (const order of near)
    expect(isAskedAgain(7, { position: 2, againShare: (numberOf(order) + 0.01) / 16 ** 8 }, order)).toBe(
      true,
    );
});

test('a failure is rarer or more frequent where the intervals of its shares do not meet', () => {
  const share = (value: number | null, lower: number, upper: number) => ({ value, lower, upper }) as never;
  const before = share(0.5, 0.25, 0.75);
  expect(changeOfShares(share(0.125, 0, 0.125), before)).toEqual({
    ...{
      difference: { value: -0.375, lower: -0.75, upper: -0.125 },
      basis: 'two-intervals',
      verdict: 'fewer',
    },
  });
  expect(changeOfShares(share(0.875, 0.8125, 1), before)).toMatchObject({ verdict: 'more' });
  expect(changeOfShares(share(0.5, 0.25, 1), before)).toMatchObject({ verdict: 'undecided' });
  // Ends that meet leave room for no change.
  for (const touching of [share(0.125, 0, 0.25), share(0.875, 0.75, 1)])
    expect(changeOfShares(touching, before)).toMatchObject({ verdict: 'undecided' });
  expect(changeOfShares(share(null, 0, 1), before).difference!.value).toBeNull();
  expect(changeOfShares(before, share(null, 0, 1)).difference!.value).toBeNull();
});

test('labels are of another question where anything is asked otherwise, which is said', () => {
  const asked = { measure: 1, scale: 2, form: 3, question: 'q', guidelines: 'g' } as unknown as StudyRow;
  const other = (more: object) => ({ ...asked, ...more }) as unknown as StudyRow;
  expect([changedQuestion(asked, other({ name: 'b' })), whyOtherQuestion(asked, asked)]).toEqual([
    null,
    null,
  ]);
  expect(changedQuestion(asked, other({ scale: 3 }))).toBe('the scale was changed');
  expect(changedQuestion(asked, other({ guidelines: '' }))).toBe('the guidelines were changed');
  expect(changedQuestion(asked, other({ form: 1, measure: 3 }))).toBe(
    'the measure and the form were changed',
  );
  expect(whyOtherQuestion(asked, other({ question: null }))).toContain('not used: the question was changed.');
});
