import { describe, expect, test } from 'vitest';
import { assertFits, chosenForm, formFor } from '../../../core/studies/label-form.ts';
import type { LabelForm, Scale } from '../../../shared/contract/index.ts';
import { preferenceCriterion } from '../../../shared/preference.ts';

const usual = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };

describe('the form when nobody chose one', () => {
  const criterion = (name = 'quality') => ({ kind: 'criterion' as const, criterion: name });
  const scale = (min: number, max: number, direction: Scale['direction'] = 'higher') => ({
    min,
    max,
    direction,
  });
  const one = { turns: 1, isComparison: false };
  const rated = { kind: 'rating' as const, integer: true };

  test('asks for the right answer to each turn where a metric is measured, or no criterion is known', () => {
    const metric = { kind: 'metric' as const, metric: 'f1' };
    expect(formFor(metric, undefined, { ...one, turns: 3 })).toEqual({ kind: 'answer', turns: 3 });
    expect(formFor(metric, undefined, { ...one, turns: 0 })).toEqual({ kind: 'answer', turns: 1 });
    const known = { ...rated, scale: scale(1, 5) };
    expect(formFor(metric, known, one)).toEqual({ kind: 'answer', turns: 1 });
    expect(formFor(criterion(), undefined, one)).toEqual({ kind: 'answer', turns: 1 });
  });

  test('is yes or no, or a rating by whole steps or by ten, its ends named by the direction', () => {
    expect(formFor(criterion(), { ...rated, kind: 'binary', scale: scale(0, 1) }, one)).toEqual({
      ...{ kind: 'binary', noLabel: 'No', yesLabel: 'Yes' },
    });
    const of = (its: Scale) => formFor(criterion(), { ...rated, scale: its }, one);
    expect(of(scale(1, 5))).toEqual({
      ...{ kind: 'rating', min: 1, max: 5, step: 1, lowLabel: 'worst', highLabel: 'best' },
    });
    expect(of(scale(1, 5, 'lower'))).toMatchObject({ lowLabel: 'best', highLabel: 'worst' });
    expect(of(scale(0.5, 4))).toMatchObject({ step: 0.35 });
    expect(of(scale(0, 2.5))).toMatchObject({ step: 0.25 });
  });

  test('is a preference in a comparison by shares of wins alone', () => {
    const of = (its: Scale, more: object = {}, measure = criterion(preferenceCriterion)) =>
      formFor(measure, { ...rated, scale: its }, { ...one, isComparison: true, ...more }).kind;
    expect(of(scale(0, 1))).toBe('preference');
    expect(of(scale(0, 1), { isComparison: false })).toBe('rating');
    expect(of(scale(0, 1), {}, criterion())).toBe('rating');
    expect([of(scale(-1, 1)), of(scale(0, 2)), of(scale(0, 1, 'lower'))]).toEqual([
      'rating',
      'rating',
      'rating',
    ]);
  });
});

describe('a form that was chosen', () => {
  const wins = { min: 0, max: 1, direction: 'higher' as const };
  const one = { scale: { ...wins, min: 1, max: 5 }, turns: 2, isComparison: false };
  const two = { ...one, isComparison: true };
  const preference = { kind: 'preference' as const, steps: 3 as const };
  const answer = { kind: 'answer' as const, turns: 2 };
  const options = [
    { label: 'a', value: 1, key: 'x' },
    { label: 'b', value: 5 },
    { label: 'c', value: 2 },
  ];
  const category = { kind: 'category' as const, options };

  test('is taken as it is where it fits, and is the usual one where none was', () => {
    expect(chosenForm(usual, undefined, one)).toBe(usual);
    for (const form of [category, { ...usual, perTurn: true }])
      expect(chosenForm(usual, form, one)).toBe(form);
    expect(chosenForm(usual, { ...usual, step: 0.5 }, two)).toMatchObject({ step: 0.5 });
    expect(chosenForm(preference, preference, { ...two, scale: wins })).toBe(preference);
    expect(chosenForm(answer, { kind: 'answer', turns: 9, fromPassage: true }, one)).toEqual({
      ...{ kind: 'answer', turns: 2, fromPassage: true },
    });
  });

  test.each([
    [answer, usual, one, /compares with a right answer/],
    [usual, answer, one, /is a criterion/],
    [usual, preference, { ...one, scale: wins }, /name the second one/],
    [usual, preference, two, /from 0 \(a loss\) to 1/],
    [usual, category, two, /A comparison takes ratings/],
    [usual, { ...usual, perTurn: true }, two, /not of each turn/],
    [usual, { ...usual, max: 4 }, two, /from 1 to 5/],
  ] satisfies [LabelForm, LabelForm, object, RegExp][])(
    'is refused where it does not fit: %j %j %j',
    (itsUsual, form, place, problem) => {
      expect(() => chosenForm(itsUsual, form, place)).toThrow(problem);
    },
  );

  test('has values of its scale, each with a name and key of its own, and names the field where not', () => {
    const fits = (form: Parameters<typeof assertFits>[0]) => () =>
      assertFits(form, { min: 1, max: 5 }, 'here');
    const points = (...values: number[]) => ({
      ...usual,
      points: values.map((value) => ({ value, label: '' })),
    });
    for (const form of [category, usual, { ...usual, step: 0.1 }, points(1, 2, 5)])
      expect(fits(form)).not.toThrow();
    const named = (label: string, more: object = {}) => ({
      kind: 'category' as const,
      options: [...options, { label, value: 3, ...more }],
    });
    expect(fits(named('d'))).not.toThrow();
    expect(fits(named('a'))).toThrow('Two options have the same name.');
    expect(fits(named('d', { key: 'x' }))).toThrow('Two options have the same key.');
    expect(fits(named('d', { value: 0 }))).toThrow('0 lies outside');
    for (const step of [0, -1, Number.NaN]) expect(fits({ ...usual, step })).toThrow('above 0');
    expect(fits({ ...usual, min: 0 })).toThrow('asks for 0 to 5');
    expect(fits(points(1, 6))).toThrow('6 lies outside');
    expect(fits(points(2, 2))).toThrow('rising order');
    const yesNo = { kind: 'binary' as const, noLabel: 'No', yesLabel: 'Yes' };
    expect(() => assertFits(yesNo, { min: 0, max: 1 }, 'here')).not.toThrow();
    for (const ends of [
      { min: 0, max: 2 },
      { min: -1, max: 1 },
    ]) {
      expect(() => assertFits(yesNo, ends, 'here')).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ field: 'here' }) }),
      );
    }
  });
});
