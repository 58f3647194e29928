import { describe, expect, test } from 'vitest';
import { createActivityClock } from '../../../renderer/label-form/activity-clock.ts';
import { draftOf, formOf } from '../../../renderer/label-form/form-state.ts';
import { ratingPoints, readRating } from '../../../renderer/label-form/rating.ts';
import { countLabels, expectedNext, neighbour } from '../../../renderer/screens/label/label-queue.ts';
import { paceOf } from '../../../renderer/screens/label/pace.ts';
import type { LabelItem, LabelRef } from '../../../shared/contract/index.ts';

const form = (min: number, max: number, step = 1) =>
  ({ kind: 'rating', min, max, step, lowLabel: '', highLabel: '' }) as const;

describe('rating keys', () => {
  test('digits keep their own key', () => {
    expect(ratingPoints(form(0, 5))?.map((point) => point.key)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(ratingPoints(form(1, 5))?.map((point) => point.key)).toEqual(['1', '2', '3', '4', '5']);
  });
  test('ten is 0, and a scale below zero counts from 1', () => {
    expect(ratingPoints(form(1, 10))?.at(-1)).toMatchObject({ value: 10, key: '0' });
    expect(ratingPoints(form(-2, 2))).toMatchObject([
      { value: -2, key: '1' },
      { value: -1, key: '2' },
      { value: 0, key: '3' },
      { value: 1, key: '4' },
      { value: 2, key: '5' },
    ]);
  });
  test('long or broken scales have none', () => {
    expect(ratingPoints(form(0, 10))).toBeNull();
    expect(ratingPoints(form(0, 1, 0.1))).toBeNull();
    expect(ratingPoints(form(5, 5))).toBeNull();
  });
  test('a typed number is checked against the scale', () => {
    expect(readRating(' 3,5 ', form(0, 5, 0.5))).toEqual({ value: 3.5 });
    expect(readRating('0.3', form(0, 1, 0.1))).toEqual({ value: 0.3 });
    expect(readRating('3.2', form(0, 5, 0.5))).toHaveProperty('problem');
    expect(readRating('6', form(0, 5, 0.5))).toHaveProperty('problem');
    expect(readRating('', form(0, 5))).toHaveProperty('problem');
    expect(readRating('x', form(0, 5))).toHaveProperty('problem');
  });
});

describe('the clock', () => {
  test('leaves out idle and hidden time', () => {
    let now = 0;
    const clock = createActivityClock(() => now);
    now = 10_000;
    clock.touch();
    now = 100_000;
    clock.touch();
    expect(clock.elapsedMs()).toBe(40_000);
    clock.setVisible(false);
    now = 200_000;
    clock.setVisible(true);
    now = 205_000;
    expect(clock.elapsedMs()).toBe(45_000);
    clock.restart();
    expect(clock.elapsedMs()).toBe(0);
  });
});

describe('pace', () => {
  test('comes from the last ten answers', () => {
    const slowStart = [600_000, ...Array.from({ length: 10 }, () => 36_000)];
    expect(paceOf(slowStart, 20)).toEqual({ itemsPerHour: 100, secondsLeft: 720 });
  });
  test('is not told from one or two', () => {
    expect(paceOf([1000, 1000], 5)).toBeNull();
  });
});

describe('the queue', () => {
  const ref = (name: string, state: LabelRef['state']): LabelRef => ({
    ref: name,
    state,
    flagged: false,
    hasNote: false,
  });
  const items = [
    ref('a', 'labeled'),
    ref('b', 'later'),
    ref('c', 'skipped'),
    ref('d', 'open'),
    ref('e', 'open'),
  ];
  test('counts', () => {
    expect(countLabels(items)).toEqual({ total: 5, labeled: 1, skipped: 1, later: 1, left: 3 });
  });
  test('open items come before those put off', () => {
    expect(expectedNext(items, 'd')).toBe('e');
    expect(expectedNext(items.slice(0, 4), 'd')).toBe('b');
  });
  test('review does not run ahead', () => {
    expect(neighbour(items, 'd', 'd', 1)).toBeNull();
    expect(neighbour(items, 'd', 'd', -1)).toBe('c');
    expect(neighbour(items, 'a', 'd', -1)).toBeNull();
    expect(neighbour(items, null, null, -1)).toBe('c');
  });
});

describe('drafts', () => {
  const item: LabelItem = {
    version: '',
    ref: 'a',
    position: 1,
    conversation: [],
    replies: [
      { prompt: '', text: 'first' },
      { prompt: '', text: 'second' },
    ],
    rightReplies: null,
    passage: null,
    current: { kind: 'answer', answers: ['old', 'older'] },
    draft: null,
    note: '',
    flagged: false,
  };
  const form = { kind: 'answer' as const, turns: 2 };
  const textsWith = (draft: string) =>
    formOf({ form, fields: [], sideBySide: false }, item, { answer: item.current, draft }).texts;
  test('come back as they were written', () => {
    const draft = draftOf({ texts: ['x', '"y"\n'] });
    expect(textsWith(draft)).toEqual(['x', '"y"\n']);
  });
  test('give way to the answer when there are none', () => {
    expect(draftOf({ texts: ['', ''] })).toBe('');
    expect(textsWith('')).toEqual(['old', 'older']);
    expect(textsWith('plain')).toEqual(['plain', '']);
  });
});
