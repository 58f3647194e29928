import { describe, expect, test } from 'vitest';
import type { StudyOptions, SurrogateSpec } from '../../shared/contract/index.ts';
import {
  judgeOfAnother,
  newCriteria,
  proposedMeasure,
  proposedPair,
  proposedSurrogate,
  proposedSystem,
  surrogatesFor,
} from '../../shared/study-choices.ts';

const scale = { min: 1, max: 5, direction: 'higher' as const };
const criterion = (name: string, more: object = {}) => ({
  name,
  kind: 'rating' as const,
  scale,
  declared: true,
  ...more,
});
const offered = (spec: SurrogateSpec, items = 10): StudyOptions['surrogates'][number] => ({
  spec,
  name: spec.kind,
  note: '',
  measures: spec.kind === 'judge' ? spec.criterion : null,
  coverage: [{ system: 'a', items }],
});
const judge = (of: string) => offered({ kind: 'judge', judge: 'j', criterion: of });
const options = (
  criteria: StudyOptions['criteria'],
  surrogates: StudyOptions['surrogates'],
): StudyOptions => ({
  version: '',
  systems: [{ name: 'a', items: 10 }],
  criteria,
  metrics: [{ id: 'em', name: 'EM', description: '' }],
  surrogates: [...surrogates, offered({ kind: 'auto', name: 'bleu' }), offered({ kind: 'none' })],
});

test('the replies of a model are judged before those that people wrote as a reference', () => {
  const named = (...names: string[]) => proposedSystem(names.map((name) => ({ name })))?.name;
  expect(named('reference', 'gpt-4o')).toBe('gpt-4o');
  expect(named('Original Ground Truth', 'gold', 'New Human Generated', 'goldfish')).toBe('goldfish');
  expect(named('reference')).toBe('reference');
  expect(named('human_answer', 'human-tuned', 'humane')).toBe('human-tuned');
  expect(named()).toBeUndefined();
});

test('preferences compare the two systems with the most items in common', () => {
  const systems = ['a', 'b', 'c'];
  const shared = (system: string, coverage: Record<string, number>) => ({
    ...offered({ kind: 'system', system }),
    coverage: Object.entries(coverage).map(([name, items]) => ({ system: name, items })),
  });
  const found = {
    ...options(
      [criterion('preference', { scale: { min: 0, max: 1, direction: 'higher' } })],
      [shared('a', { b: 3, c: 9 }), shared('b', { a: 3, c: 0 }), shared('c', { a: 9, b: 0 })],
    ),
    systems: systems.map((name) => ({ name, items: 10 })),
  };
  const preference = { kind: 'criterion', criterion: 'preference' } as const;
  expect(proposedPair(found, preference)).toEqual(['a', 'c']);
  expect(proposedPair(found, { ...preference, criterion: 'tone' })).toBeNull();
  expect(proposedPair({ ...found, systems: found.systems.slice(1) }, preference)).toBeNull();
  // What the file calls a preference is something else there.
  expect(proposedPair({ ...found, criteria: [criterion('preference')] }, preference)).toBeNull();
});

describe('what is measured when nobody says', () => {
  test.each([
    [
      'what a judge scores and people did too',
      [criterion('tone'), criterion('helpful')],
      [judge('Helpful')],
      'helpful',
    ],
    [
      'what a judge scores',
      [criterion('tone'), criterion('clarity', { isNew: true })],
      [judge('clarity')],
      'clarity',
    ],
    ['what people scored', [criterion('tone')], [], 'tone'],
    ['the whole before a part of it', [criterion('tone'), criterion('Overall')], [], 'Overall'],
  ])('%s', (_, criteria, surrogates, name) => {
    expect(proposedMeasure(options(criteria, surrogates))).toEqual({ kind: 'criterion', criterion: name });
  });

  test('never asks people to write the answer while there is something to rate', () => {
    const made = newCriteria([], [], false);
    expect(made).toMatchObject([{ name: 'helpfulness', kind: 'rating', scale, isNew: true }]);
    expect(proposedMeasure(options(made, []))).toEqual({ kind: 'criterion', criterion: 'helpfulness' });
  });

  test('a judge that names no criterion lends its scale', () => {
    const judged = { kind: 'judge' as const, measures: null, declared: true, scale: { ...scale, max: 10 } };
    expect(newCriteria([], [judged], false)).toMatchObject([{ name: 'helpfulness', scale: { max: 10 } }]);
  });
});

describe('the scale that people are asked on beside a judge', () => {
  const from = (min: number, max: number, declared = false) =>
    newCriteria(
      [],
      [{ kind: 'judge', measures: 'tone', declared, scale: { min, max, direction: 'higher' } }],
      false,
    )[0]!.scale;
  test.each([
    ['what a trained judge spans', from(0.0010576884524384532, 1.5877969770450575), [1, 5]],
    ['one to ten as seen', from(1, 10), [1, 5]],
    ['percent as seen', from(13, 98), [1, 5]],
    ['below zero', from(-2.5, 3), [1, 5]],
    ['a share', from(0.12, 0.97), [0, 1]],
    ['yes or no', from(0, 1), [0, 1]],
    ['one to ten as declared', from(1, 10, true), [1, 10]],
    ['a share as declared', from(0, 1, true), [0, 1]],
    ['too many steps as declared', from(0, 100, true), [1, 5]],
    ['broken numbers as declared', from(0.25, 1.75, true), [1, 5]],
  ])('%s', (_, { min, max }, expected) => {
    expect([min, max]).toEqual(expected);
  });
});

describe('the machine score when nobody chose one', () => {
  const measure = { kind: 'criterion' as const, criterion: 'helpful' };
  const proposed = (...surrogates: StudyOptions['surrogates']) =>
    proposedSurrogate(options([criterion('helpful')], surrogates), ['a'], measure);
  test('is the judge of the measure', () => {
    expect(proposed(judge('tone'), judge('helpful'))).toMatchObject({ criterion: 'helpful' });
  });
  test('is never a judge of something else, nor a metric', () => {
    expect(proposed(judge('tone'))).toEqual({ kind: 'none' });
  });
  test('knows at least half of the items', () => {
    const few = offered({ kind: 'judge', judge: 'j', criterion: 'helpful' }, 4);
    expect(proposed(few)).toEqual({ kind: 'none' });
  });
});

test('a judge of another criterion is named where no machine scores what is measured', () => {
  const found = (asked: string, ...judges: string[]) => {
    const measure = { kind: 'criterion', criterion: asked } as const;
    return judgeOfAnother(surrogatesFor(options([], judges.map(judge)), ['a'], measure), measure)?.criterion;
  };
  expect(found('overall quality', 'overall')).toBe('overall');
  expect(found('overall', 'overall')).toBeUndefined();
  expect(found('overall', 'tone', 'overall')).toBeUndefined();
  expect(found('overall')).toBeUndefined();
  expect(found('preference', 'tone')).toBeUndefined();
});
