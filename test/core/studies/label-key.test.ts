import { describe, expect, test } from 'vitest';
import {
  decisionKeysFor,
  fieldKeyFor,
  instrumentOf,
  isOrdered,
  labelKeyFor,
  labelKeysFor,
  onePage,
  orderedPage,
  systemsOnPage,
} from '../../../core/studies/label-key.ts';
import type { LabelForm } from '../../../shared/contract/index.ts';

type Asked = Parameters<typeof labelKeysFor>[0];

const rating: LabelForm = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const binary: LabelForm = { kind: 'binary', noLabel: '', yesLabel: '' };
const preference: LabelForm = { kind: 'preference', steps: 5 };
const one: Asked = {
  ...{ id: 7, systemId: 3, criterionId: 4, against: null, form: rating, pageInstrument: null },
};
const two: Asked = { ...one, against: { systemId: 2 } as Asked['against'] };
const shown = (keys: ReturnType<typeof labelKeysFor>) =>
  keys.map(({ itemId, systemId, criterionId, instrument }) => [itemId, systemId, criterionId, instrument]);

describe('what a label is about', () => {
  test('is the reply of one system, of each turn where each is rated', () => {
    expect(shown(labelKeysFor(one, 9))).toEqual([[9, 3, 4, 'blind-single']]);
    expect(shown(labelKeysFor({ ...one, form: { ...binary, perTurn: true } }, 9))).toEqual([
      [9, 3, 4, 'blind-turns'],
    ]);
    expect(instrumentOf({ ...rating, perTurn: true })).toBe('blind-turns');
    for (const form of [binary, rating, preference, { ...binary, perTurn: false }])
      expect(instrumentOf(form)).toBe('blind-single');
  });

  test('is the item alone where the right answer is written', () => {
    const gold = [[9, 0, 0, 'gold-answer']];
    expect(shown(labelKeysFor({ ...one, criterionId: null }, 9))).toEqual(gold);
    expect(shown(labelKeysFor({ ...two, criterionId: null }, 9))).toEqual(gold);
  });

  test('is each of two replies, beside the other; the own system comes first', () => {
    expect(shown(labelKeysFor(two, 9))).toEqual([
      [9, 3, 4, 'side-by-side:2'],
      [9, 2, 4, 'side-by-side:3'],
    ]);
    expect(shown(labelKeysFor({ ...two, form: preference }, 9))).toEqual([
      [9, 3, 4, 'side-by-side:2:preference-5'],
      [9, 2, 4, 'side-by-side:3:preference-5'],
    ]);
    expect(labelKeyFor(two, 9)).toEqual(labelKeysFor(two, 9)[0]);
  });

  test('is each of two replies on a page that names all of its systems', () => {
    const page = onePage([12, 3, 2]);
    expect([page, orderedPage([12, 3, 2])]).toEqual(['one-page:2-3-12', 'ordered-one-page:2-3-12']);
    expect([page, orderedPage([2])].map(systemsOnPage)).toEqual([[2, 3, 12], [2]]);
    expect(shown(labelKeysFor({ ...two, pageInstrument: page }, 9))).toEqual([
      [9, 3, 4, page],
      [9, 2, 4, page],
    ]);
  });

  test('in a round of practice is of that study and round', () => {
    const practiced = { ...two, practiceRound: 2 };
    expect(labelKeysFor(practiced, 9).map(({ instrument }) => instrument)).toEqual([
      ...['practice:7:2', 'practice:7:2'],
    ]);
    expect(shown([fieldKeyFor(practiced, 9, 5), fieldKeyFor(one, 9, 5)])).toEqual([
      [9, 3, 5, 'practice:7:2'],
      [9, 3, 5, 'blind-single'],
    ]);
  });
});

test('a decision is about what the labels are, but of a pair where they order a page', () => {
  const page = orderedPage([2, 3]);
  const ordered = { ...two, form: preference, pageInstrument: page };
  expect(
    [ordered, { ...ordered, form: rating }, { ...ordered, pageInstrument: null }].map(isOrdered),
  ).toEqual([...[true, false, false]]);
  expect(decisionKeysFor(ordered, 9).map(({ instrument }) => instrument)).toEqual([
    `${page}:side-by-side:2:preference-5`,
    `${page}:side-by-side:3:preference-5`,
  ]);
  for (const study of [one, two, { ...two, form: preference }, { ...ordered, form: rating }])
    expect(decisionKeysFor(study, 9)).toEqual(labelKeysFor(study, 9));
});
