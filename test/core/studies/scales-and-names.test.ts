import { expect, test } from 'vitest';
import { estimateScale, shownScale } from '../../../core/studies/estimand-scale.ts';
import { formScale } from '../../../core/studies/form-scale.ts';
import { measureName, usualName } from '../../../core/studies/measure-name.ts';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { preferenceCriterion } from '../../../shared/preference.ts';

const scale = { min: 1, max: 5, direction: 'lower' as const };

test('a comparison is shown as a difference, which items with equal replies bring nearer to 0', () => {
  const alone = { scale, against: null, populationSize: 10 };
  expect([shownScale(alone), estimateScale(alone)]).toEqual([scale, scale]);
  const two = { scale, against: { sharedItems: 40 }, populationSize: 10 };
  expect(shownScale(two)).toEqual({ min: -4, max: 4, direction: 'lower' });
  expect(estimateScale(two)).toEqual({ min: -1, max: 1, direction: 'lower' });
  expect(estimateScale({ ...two, populationSize: 0 })).toEqual({ min: -4, max: 4, direction: 'lower' });
  expect(estimateScale({ ...alone, populationSize: 0 })).toEqual(scale);
});

test('a form has the scale of what it asks for, 0 to 1 where it states none', () => {
  const higher = 'higher' as const;
  expect(formScale({ kind: 'rating', min: 2, max: 9, step: 1, lowLabel: '', highLabel: '' })).toEqual({
    ...{ min: 2, max: 9, direction: higher },
  });
  const options = [3, -1, 4].map((value) => ({ label: `${value}`, value }));
  expect(formScale({ kind: 'category', options })).toEqual({ min: -1, max: 4, direction: higher });
  const others: LabelForm[] = [
    { kind: 'binary', noLabel: '', yesLabel: '' },
    { kind: 'answer', turns: 2 },
    { kind: 'preference', steps: 3 },
  ];
  for (const form of others) expect(formScale(form)).toEqual({ min: 0, max: 1, direction: higher });
});

test('a study is called by its measure, data and number of systems', () => {
  const criterion = { kind: 'criterion' as const, criterion: 'tone of it' };
  const metric = { kind: 'metric' as const, metric: 'f1-squad1' };
  expect(measureName(criterion)).toBe('tone of it');
  expect(measureName(metric)).not.toBe('f1-squad1');
  expect(measureName({ ...metric, metric: 'gone' })).toBe('gone');
  const named = (systems: number, of = criterion) => usualName(of, systems, 'chats');
  expect([1, 2, 3].map((systems) => named(systems))).toEqual([
    ...['tone of it on chats', 'tone of it of two systems on chats', 'tone of it of 3 systems on chats'],
  ]);
  const preference = { kind: 'criterion' as const, criterion: preferenceCriterion };
  expect(named(2, preference)).not.toContain('two systems');
  expect(named(3, preference)).toContain('of 3 systems');
});
