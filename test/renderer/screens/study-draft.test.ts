import { describe, expect, test } from 'vitest';
import {
  changesBy,
  completeDraft,
  draftOfProposed,
  drawOf,
  drawWords,
  emptyDraft,
  pageProblem,
  plannedLabels,
  questionOf,
  scaleOf,
} from '../../../renderer/parts/study/study-draft.ts';
import {
  formKinds,
  furtherKinds,
  namablePoints,
  startForm,
  startPoints,
} from '../../../renderer/screens/study/form-draft.ts';
import { expectedWords, gapSides, gapWords } from '../../../renderer/screens/study/gap-words.ts';
import type { StudyOptions } from '../../../shared/contract/index.ts';

const options: StudyOptions = {
  version: '',
  systems: [{ name: 'a', items: 20 }],
  criteria: [
    { name: 'helpful', kind: 'rating', scale: { min: 1, max: 5, direction: 'higher' }, declared: true },
    { name: 'right', kind: 'binary', scale: { min: 0, max: 1, direction: 'higher' }, declared: true },
  ],
  metrics: [{ id: 'em', name: 'EM', description: '' }],
  surrogates: [],
};
const helpful = { kind: 'criterion', criterion: 'helpful' } as const;
const draft = {
  ...emptyDraft(),
  seed: 7,
  system: 'a',
  measure: helpful,
  surrogate: { kind: 'none' } as const,
};

describe('a draft', () => {
  test('begins with what was chosen of the study that a file suggests', () => {
    expect(draftOfProposed({ system: 'b', measure: helpful, size: 50 })).toEqual({
      ...{ compare: 'one', system: 'b', against: null, measure: helpful, size: 50 },
    });
    expect(draftOfProposed({ system: 'b', against: 'a', size: 9 })).toMatchObject({
      ...{ compare: 'two', system: 'b', against: 'a', size: 9 },
    });
    expect(draftOfProposed({ systems: ['a', 'b', 'c'], size: 30 }).compare).toBe('all');
  });

  test('keeps its form until another measure or kind of study is chosen', () => {
    expect(changesBy({ size: 12 })).toEqual({ size: 12 });
    expect(changesBy({ compare: 'two' })).toMatchObject({ form: null, fields: [] });
    expect(changesBy({ measure: { kind: 'metric', metric: 'em' } })).toMatchObject({
      form: null,
      fields: [],
    });
    const other = { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' } as const;
    expect(changesBy({ measure: helpful, form: other }).form).toEqual(other);
  });

  test('does without a signal until other systems or another measure are chosen', () => {
    const without = { ...draft, leftOut: ['text:turns'] };
    expect(questionOf(without, 4)).toMatchObject({ leftOut: ['text:turns'] });
    expect(questionOf({ ...without, leftOut: [] }, 4)).not.toHaveProperty('leftOut');
    expect(changesBy({ size: 12, surrogate: { kind: 'reader' } })).not.toHaveProperty('leftOut');
    for (const part of [
      { system: 'b' },
      { against: 'b' },
      { compare: 'two' },
      { measure: helpful },
    ] as const) {
      expect(changesBy(part).leftOut).toEqual([]);
    }
    expect(changesBy({ leftOut: ['text:asks'] }).leftOut).toEqual(['text:asks']);
  });

  test('asks for a draw with nothing that was left empty', () => {
    expect(drawOf({ ...draft, question: '  ', guidelines: ' \n' })).toEqual({
      preset: 'calibrated-hardness',
      seed: 7,
      alpha: 0.05,
      size: 30,
    });
    const goal = { targetHalfWidth: 0.2, threshold: null, budget: null };
    expect(drawOf({ ...draft, question: ' Is it good? ', guidelines: 'Read.', goal })).toMatchObject({
      question: 'Is it good?',
      guidelines: 'Read.',
      goal,
    });
  });

  test('asks for a plan where another than the usual one is chosen, for as many labels as it asks for', () => {
    expect(drawOf({ ...draft, plan: 'none' }).plan).toEqual({ kind: 'none' });
    expect(drawOf({ ...draft, plan: 'once' }).plan).toEqual({ kind: 'once', labels: 30 });
    const goal = { targetHalfWidth: null, threshold: null, budget: 45 };
    expect(drawOf({ ...draft, plan: 'once', goal }).plan).toEqual({ kind: 'once', labels: 45 });
    expect(plannedLabels({ ...draft, goal })).toBe(45);
    // No interval, no plan; a comparison always has one.
    expect(drawOf({ ...draft, plan: 'once', preset: 'humcoe' })).not.toHaveProperty('plan');
    const two = { ...options, systems: [...options.systems, { name: 'b', items: 20 }] };
    expect(completeDraft({ ...draft, plan: 'none', compare: 'two' }, two).plan).toBe('labels');
    expect(completeDraft({ ...draft, plan: 'none' }, two).plan).toBe('none');
  });

  test('is a question once system, measure and surrogate are there, with the second system only of two', () => {
    expect(questionOf({ ...draft, surrogate: null }, 4)).toBeNull();
    expect(questionOf({ ...draft, measure: null }, 4)).toBeNull();
    expect(questionOf({ ...draft, against: 'b' }, 4)).toEqual({
      datasetId: 4,
      system: 'a',
      measure: helpful,
      surrogate: { kind: 'none' },
    });
    expect(questionOf({ ...draft, compare: 'two', against: 'b' }, 4)).toMatchObject({ against: 'b' });
  });

  test('has the scale of its measure, of a difference twice as wide', () => {
    expect(scaleOf(draft, options)).toEqual({ min: 1, max: 5, direction: 'higher' });
    expect(scaleOf({ ...draft, compare: 'two' }, options)).toMatchObject({ min: -4, max: 4 });
    expect(scaleOf({ ...draft, measure: { kind: 'metric', metric: 'em' } }, options)).toMatchObject({
      min: 0,
      max: 1,
    });
    expect(scaleOf({ ...draft, measure: { kind: 'criterion', criterion: 'gone' } }, options)).toBeNull();
  });

  test('puts up to nine replies in order on one page, with ties alone', () => {
    const problem = (systems: number, form: typeof draft.form = null) =>
      pageProblem(
        { compare: 'all', measure: { kind: 'criterion', criterion: 'preference' }, form, fields: [] },
        { systems: Array.from({ length: systems }, (_, i) => ({ name: `s${i}`, items: 20 })) },
      );
    expect([3, 9].map((systems) => problem(systems))).toEqual([null, null]);
    expect(problem(10)).toContain('9 systems');
    expect(problem(3, { kind: 'preference', steps: 5 })).toContain('by how much');
    expect(problem(3, { kind: 'preference', steps: 3, bothBad: true })).toContain('both are bad');
  });

  // Also of replies on one page: equal ones answer nothing of their pair, and another item stands in.
  test('says on its button what is drawn', () => {
    expect(drawWords({ size: 1, compare: 'one' })).toBe('Sample 1 item');
    expect(drawWords({ size: 1200, compare: 'all' })).toBe('Sample 1,200 items for each pair');
  });
});

describe('a difference that the surrogate expects', () => {
  const pair = { system: 'new', against: 'old' };
  test('has the better system on its side, also where less is better', () => {
    expect(gapSides(pair, { direction: 'higher' })).toContain('old ahead on the left, new on the right');
    expect(gapSides(pair, { direction: 'lower' })).toContain('new ahead on the left, old on the right');
  });
  const compared = { ...pair, differing: 50, equal: 10, sharedItems: 60, gaps: [] };
  const words = (mean: number, direction: 'higher' | 'lower', labels: number, reachable = true) =>
    expectedWords({ ...compared, expected: { gap: 0.4, labels, reachable } }, mean, 30, {
      min: -4,
      max: 4,
      direction,
    });
  test('names who is ahead and whether the labels will tell it', () => {
    expect(words(0.4, 'higher', 30)).toBe(
      'The machine score expects new ahead by 0.40. If people agree, about 30 labels tell it.',
    );
    expect(words(0.4, 'lower', 20)).toContain('expects old ahead');
    expect(words(-0.4, 'higher', 31)).toContain(
      'expects old ahead by 0.40. That is too close for 30 labels: telling it takes about 31.',
    );
    expect(words(0.4, 'higher', 50, false)).toContain('only labeling all 50 would tell it');
  });
  test('claims nothing where none is expected', () => {
    expect(
      expectedWords({ ...compared, expected: null }, 0, 30, { min: -4, max: 4, direction: 'higher' }),
    ).toContain('expects no difference');
    expect(
      gapWords({ gap: 0.2, labels: 60, reachable: false }, { min: -4, max: 4, direction: 'higher' }, 60),
    ).toBe('gap 0.20: all 60');
  });
});

describe('a form to begin with', () => {
  test('fits its measure', () => {
    expect(formKinds(helpful, options, false)).toEqual(['rating', 'category']);
    expect(formKinds(helpful, options, true)).toEqual(['rating']);
    expect(formKinds({ kind: 'criterion', criterion: 'right' }, options, false)[0]).toBe('binary');
    expect(formKinds({ kind: 'metric', metric: 'em' }, options, false)).toEqual(['answer']);
    expect(furtherKinds(helpful, true)).toEqual(['text', 'span']);
  });
  test('says which end is good, whatever the direction', () => {
    const scale = { min: 1, max: 5, direction: 'lower' as const };
    expect(startForm('rating', scale)).toMatchObject({ step: 1, lowLabel: 'best', highLabel: 'worst' });
    expect(startForm('rating', { min: 0, max: 0.5, direction: 'higher' })).toMatchObject({
      step: 0.05,
      highLabel: 'best',
    });
  });
  test('gives a right answer the top of the scale and a wrong one its foot', () => {
    expect(startForm('category', { min: 0, max: 10, direction: 'higher' })).toMatchObject({
      options: [{ value: 10 }, { value: 5 }, { value: 0 }],
    });
  });
  test('gives a right answer the foot of a scale where less is better', () => {
    expect(startForm('category', { min: 0, max: 10, direction: 'lower' })).toMatchObject({
      options: [
        { label: 'Right', value: 0 },
        { label: 'Partly right', value: 5 },
        { label: 'Wrong', value: 10 },
      ],
    });
  });
  test('names five points from the worse end to the better, and invents nothing between ends that were named', () => {
    const five = { kind: 'rating', min: 1, max: 5, step: 1 } as const;
    const names = (lowLabel: string, highLabel: string) =>
      startPoints({ ...five, lowLabel, highLabel })?.map(({ label }) => label);
    expect(names('worst', 'best')).toEqual(['Very bad', 'Bad', 'Middling', 'Good', 'Very good']);
    expect(names('best', 'worst')).toEqual(['Very good', 'Good', 'Middling', 'Bad', 'Very bad']);
    expect(names('never', 'always')).toEqual(['never', '', '', '', 'always']);
  });
  test('names points only where each has a digit key', () => {
    expect(namablePoints({ min: 1, max: 5, step: 1 })).toEqual([1, 2, 3, 4, 5]);
    expect(namablePoints({ min: 0, max: 10, step: 1 })).toBeNull();
    expect(namablePoints({ min: 0, max: 1, step: 0.3 })).toBeNull();
    const three = { kind: 'rating', min: 1, max: 3, step: 1, lowLabel: 'worst', highLabel: 'best' } as const;
    expect(startPoints(three)?.map(({ label }) => label)).toEqual(['worst', '', 'best']);
  });
});
