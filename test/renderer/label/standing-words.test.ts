import { describe, expect, test } from 'vitest';
import {
  goalMetWords,
  noteBetween,
  standingSentence,
  stripWords,
} from '../../../renderer/screens/label/standing-words.ts';
import type { GoalForecast, OpenStanding } from '../../../shared/contract/index.ts';

const noGoal: GoalForecast['goal'] = { targetHalfWidth: null, threshold: null, budget: null };
const goOn: GoalForecast['advice'] = { stop: false, reason: 'continue', remainingLabels: null };

interface Standing extends Partial<Omit<OpenStanding, 'forecast' | 'kind'>> {
  labeled?: number;
  forecast?: Partial<GoalForecast>;
}

function standingOf({ labeled = 12, forecast = {}, ...rest }: Standing = {}): OpenStanding {
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  return {
    kind: 'open',
    scale,
    isDifference: false,
    value: 3.512,
    lower: 3.09,
    upper: 3.93,
    skipped: 0,
    ...rest,
    forecast: {
      goal: noGoal,
      scale,
      populationSize: 500,
      hasInterval: true,
      labeled,
      spread: 'learned',
      standardDeviation: 1,
      plan: { rule: 3, labels: null, once: false },
      atBudget: [],
      nextLook: null,
      target: null,
      threshold: null,
      advice: goOn,
      ...forecast,
    },
  };
}

const target = { ...noGoal, targetHalfWidth: 0.3 };
const reached = {
  goal: target,
  advice: { stop: true, reason: 'target-reached', remainingLabels: 0 },
} as const;
const planned = { rule: 3, labels: 30, once: false } as const;

describe('the strip', () => {
  test('writes value and interval to the digits that are known, and the half-width beside the goal', () => {
    expect(stripWords(standingOf({ forecast: { goal: target } }))).toMatchObject({
      value: '3.51',
      interval: 'between 3.09 and 3.93',
      counted: '12 labels counted',
      width: '± 0.42, goal ± 0.30',
    });
  });

  test('without a goal, tells how far the planned look is, without what was labeled before', () => {
    const ahead = (look: number) =>
      stripWords(standingOf({ labeled: 12, forecast: { plan: planned, toGo: { look, budget: null } } }))
        .ahead;
    expect(ahead(1)).toBe('1 label to go.');
    expect(ahead(0)).toBe('');
    const nextLook = { labels: 60, halfWidth: 0.2 };
    expect(stripWords(standingOf({ labeled: 40, forecast: { plan: planned, nextLook } })).ahead).toBe(
      'The interval will next be narrower at 60 labels, or where a larger sample ends.',
    );
  });

  test('says that there is nothing yet, never 0', () => {
    const nothing = { labeled: 0, value: null, lower: null, upper: null };
    expect(stripWords(standingOf(nothing))).toMatchObject({ value: null, interval: null, width: null });
    expect(standingSentence(standingOf(nothing))).toBe('Not estimable yet.');
  });
});

test('one sentence says the number: of one system, of a difference, without an interval, and exactly', () => {
  expect(standingSentence(standingOf())).toBe('About 3.51 of 5, between 3.09 and 3.93.');
  expect(standingSentence(standingOf({ lower: null, upper: null }))).toBe(
    'About 3.51 of 5; this method gives no interval.',
  );
  expect(standingSentence(standingOf({ value: 3, lower: 3, upper: 3 }))).toBe(
    'Exactly 3.00 of 5: everything is labeled.',
  );
  const difference = { isDifference: true, value: 0.31, lower: -0.11, upper: 0.73 };
  expect(standingSentence(standingOf(difference))).toBe(
    'The difference is about +0.31, between −0.11 and +0.73.',
  );
});

describe('notes', () => {
  test('come at the tenth label, with the number, and only then', () => {
    const note = noteBetween(standingOf({ labeled: 8 }), standingOf({ labeled: 11 }), true);
    expect(note).toBe('Ten labels are in. About 3.51 of 5, between 3.09 and 3.93.');
    expect(noteBetween(standingOf({ labeled: 10 }), standingOf({ labeled: 11 }), true)).toBeNull();
    expect(noteBetween(standingOf({ labeled: 11 }), standingOf({ labeled: 9 }), true)).toBeNull();
  });

  test('come when the planned look is reached, with skipped items, and when the goal is', () => {
    const before = standingOf({ labeled: 27, skipped: 2, forecast: { plan: planned } });
    const look = standingOf({ labeled: 28, skipped: 2, forecast: { plan: planned } });
    expect(noteBetween(before, look, true)).toContain('The planned 30 labels are done. About 3.51');
    const met = standingOf({ labeled: 28, skipped: 2, forecast: { plan: planned, ...reached } });
    expect(noteBetween(before, met, true)).toContain('You can stop: the interval is as narrow as ± 0.30.');
    expect(noteBetween(look, met, true)).toBe('You can stop: the interval is as narrow as ± 0.30.');
    expect(noteBetween(met, met, true)).toBeNull();
  });

  test('say no number to whoever hides the estimate', () => {
    expect(noteBetween(standingOf({ labeled: 9 }), standingOf({ labeled: 10 }), false)).toBeNull();
    const met = standingOf({ labeled: 30, forecast: { plan: planned, ...reached } });
    const note = noteBetween(standingOf({ labeled: 29, forecast: { plan: planned } }), met, false);
    expect(note).toBe(
      'The planned 30 labels are done. The goal of this study is reached: no more labels are needed.',
    );
  });
});

test('a goal is not said to be reached where the budget is spent, or everything labeled', () => {
  const at = (reason: GoalForecast['advice']['reason']) =>
    goalMetWords(
      standingOf({ forecast: { goal: target, advice: { stop: true, reason, remainingLabels: 0 } } }).forecast,
    );
  expect(at('budget-spent')).toBe('The budget of this study is spent.');
  expect(at('all-labeled')).toBe('Every item is done: there is nothing left to label.');
  expect(goalMetWords(standingOf({ forecast: { goal: target } }).forecast)).toBeNull();
});
