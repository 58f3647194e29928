import { describe, expect, test } from 'vitest';
import type { GoalForecast } from '../../shared/contract/index.ts';
import { adviceWords, goalLines, lookWords } from '../../shared/goal-words.ts';

const format = { score: (value: number) => value.toFixed(2), count: (value: number) => String(value) };

const forecastOf = (part: Partial<GoalForecast>): GoalForecast => ({
  goal: { targetHalfWidth: null, threshold: 0.8, budget: null },
  scale: { min: 0, max: 1, direction: 'higher' },
  populationSize: 1000,
  hasInterval: true,
  labeled: 40,
  spread: 'learned',
  standardDeviation: 0.3,
  plan: { rule: 3, labels: 30, once: false },
  nextLook: null,
  atBudget: [{ labels: 100, halfWidth: 0.078 }],
  target: null,
  threshold: {
    value: 0.8,
    verdict: 'open',
    expected: { labels: 120, more: 80, reachable: true },
    fewest: 60,
    most: 1000,
    tooClose: false,
    undecided: { labels: 40, from: 0.7, to: 0.9 },
    afterStopping: null,
  },
  advice: { stop: false, reason: 'continue', remainingLabels: 80 },
  ...part,
});

const threshold = forecastOf({}).threshold!;

describe('before the tenth label', () => {
  const guessed = forecastOf({
    goal: { targetHalfWidth: 0.05, threshold: null, budget: 100 },
    labeled: 0,
    spread: 'guessed',
    threshold: null,
    atBudget: [{ labels: 100, halfWidth: 0.078, likely: { least: 0.0585, most: 0.1053 } }],
    target: {
      ...{ labels: 200, more: 200, reachable: true, likely: { least: 110, most: 1000 } },
      ...{ ifAskedFor: 150, likelyIfAskedFor: { least: 90, most: 260 } },
    },
    advice: { stop: false, reason: 'continue', remainingLabels: 100 },
  });

  test('widths and labels are intervals', () => {
    expect(goalLines(guessed, format)).toEqual([
      '± 0.05 takes 110 to all 1000 labels, or 90 to 260 in a study that asks for so many from the start.',
      'At 100 labels expect ± 0.06 to 0.11.',
    ]);
  });

  test('what even the narrowest study takes all items for is said so', () => {
    const target = { ...guessed.target!, likely: { least: 1000, most: 1000 }, ifAskedFor: null };
    expect(goalLines({ ...guessed, target }, format)[0]).toBe('± 0.05 takes all 1000 labels.');
  });
});

describe('advice in words', () => {
  test('says go on with the labels expected, and stop with the reason', () => {
    expect(adviceWords(forecastOf({}), format)).toBe('Go on: about 80 labels more.');
    const decided = forecastOf({
      threshold: { ...threshold, verdict: 'below' },
      advice: { stop: true, reason: 'threshold-decided', remainingLabels: 0 },
    });
    expect(adviceWords(decided, format)).toBe('You can stop: the interval lies below 0.80.');
    expect(goalLines(decided, format)).toEqual(['Decided: the score is below 0.80.']);
    const rather = { ...decided.threshold!, afterStopping: { labels: 34, value: 0.7321 } };
    expect(goalLines({ ...decided, threshold: rather }, format)[0]).toMatch(
      /^Decided: .* Corrected for stopping early, at 34 labels: 0\.73 \(median-unbiased, approximate\)\.$/,
    );
  });

  test('says of two systems what is decided of their difference', () => {
    const line = (verdict: 'below' | 'within') =>
      goalLines(forecastOf({ threshold: { ...threshold, value: 0, verdict } }), {
        ...format,
        isDifference: true,
      })[0];
    expect(line('below')).toBe('Decided: the difference is below 0.');
    expect(line('within')).toBe('Decided: there is no difference that matters.');
  });

  test('says that a sample which grows is looked at where it ends', () => {
    const nextLook = { labels: 90, halfWidth: 0.0912 };
    const plan = { rule: 3 as const, labels: 30, once: false };
    const words = (part: Partial<GoalForecast>) => lookWords(forecastOf({ nextLook, ...part }), format);
    expect(words({ plan })).toBe(
      'At 90 labels the interval will be about ± 0.09. It also narrows where a larger sample ends.',
    );
    expect(words({ plan: { ...plan, labels: 90 } })).toBe('At 90 labels the interval will be about ± 0.09.');
  });

  test('names the next look once the spread is learned, and never to somebody who may stop', () => {
    const nextLook = { labels: 79, halfWidth: 0.0912 };
    const words = (part: Partial<GoalForecast>) => adviceWords(forecastOf({ nextLook, ...part }), format);
    expect(words({})).toBe(
      'Go on: about 80 labels more. At 79 labels the interval will be about ± 0.09. It also narrows where a larger sample ends.',
    );
    expect(words({ spread: 'guessed' })).toBe('Go on: about 80 labels more.');
    const goal = { targetHalfWidth: null, threshold: null, budget: null };
    expect(words({ goal })).toMatch(/^No goal is set.* At 79 labels the interval will be about ± 0\.09\./);
    const spent = { stop: true, reason: 'all-labeled' as const, remainingLabels: 0 };
    expect(words({ advice: spent })).not.toContain('At 79');
  });

  test('a spent budget says what it left open', () => {
    const goal = { targetHalfWidth: null, threshold: 0.8, budget: 40 };
    const spent = forecastOf({ goal, advice: { stop: true, reason: 'budget-spent', remainingLabels: 0 } });
    expect(adviceWords(spent, format)).toBe(
      'You can stop: the budget of 40 labels is spent, and whether the score is above 0.80 stays open.',
    );
  });

  test('how width and threshold are joined is said where both are asked for', () => {
    const goal = { targetHalfWidth: 0.05, threshold: 0.8, budget: null };
    const target = { labels: 156, more: 116, reachable: true, ifAskedFor: null };
    const firstLine = (parts: 'all' | 'any' | undefined) =>
      goalLines(forecastOf({ goal: { ...goal, ...(parts && { parts }) }, target }), format)[0];
    expect(firstLine('all')).toBe('Both must hold:');
    expect(firstLine('any')).toBe('Whichever is met first is enough:');
    expect(firstLine(undefined)).toMatch(/^± 0\.05 takes/);
    const advice = { stop: true, reason: 'goal-reached' as const, remainingLabels: 0 };
    const decided = { ...threshold, verdict: 'above' as const };
    expect(adviceWords(forecastOf({ goal, advice, threshold: decided }), format)).toBe(
      'You can stop: the interval is as narrow as ± 0.05, and the interval lies above 0.80.',
    );
  });

  test('a spent budget names every part that stays open, and no difference that matters is a decision', () => {
    const goal = { targetHalfWidth: 0.05, threshold: 0.8, budget: 40, parts: 'all' as const };
    const target = { labels: 156, more: 116, reachable: true, ifAskedFor: null };
    const spent = { stop: true, reason: 'budget-spent' as const, remainingLabels: 0 };
    expect(adviceWords(forecastOf({ goal, target, advice: spent }), format)).toBe(
      'You can stop: the budget of 40 labels is spent, and ± 0.05 is not reached, and whether the score is above 0.80 stays open.',
    );
    const within = { ...threshold, verdict: 'within' as const };
    const decided = { stop: true, reason: 'threshold-decided' as const, remainingLabels: 0 };
    expect(adviceWords(forecastOf({ threshold: within, advice: decided }), format)).toBe(
      'You can stop: the interval holds no difference that matters.',
    );
    expect(goalLines(forecastOf({ threshold: within }), format)).toEqual([
      'Decided: there is no difference that matters.',
    ]);
  });

  test('a threshold too close for the budget is not told to go on for', () => {
    const goal = { targetHalfWidth: null, threshold: 0.8, budget: 100 };
    const close = forecastOf({ goal, threshold: { ...threshold, tooClose: true } });
    expect(adviceWords(close, format)).toBe('The 60 labels left in the budget will hardly decide it.');
  });

  test('no goal, no interval and no label yet are said as such', () => {
    const advice = { stop: false, reason: 'continue' as const, remainingLabels: null };
    const none = { targetHalfWidth: null, threshold: null, budget: null };
    expect(adviceWords(forecastOf({ goal: none, advice }), format)).toMatch(/^No goal is set/);
    expect(adviceWords(forecastOf({ hasInterval: false, advice }), format)).toMatch(/only a budget/);
    expect(adviceWords(forecastOf({ labeled: 4, advice }), format)).toMatch(/tenth/);
  });
});

describe('the parts of a goal in words', () => {
  test('a threshold: before the forecast, within reach, and too close', () => {
    expect(goalLines(forecastOf({ threshold: { ...threshold, expected: null } }), format)).toEqual([
      'Above 0.80? 40 labels usually decide it if the score is below 0.70 or above 0.90.',
    ]);
    const whole = { ...threshold, expected: null };
    expect(goalLines(forecastOf({ threshold: whole, populationSize: 40 }), format)).toEqual([
      'Above 0.80? All 40 items decide it.',
    ]);
    expect(goalLines(forecastOf({}), format)).toEqual([
      'If the estimate stays, about 120 labels tell whether it is above 0.80, 80 from here (anything from 60 to all items).',
    ]);
    const goal = { targetHalfWidth: null, threshold: 0.8, budget: 100 };
    expect(goalLines(forecastOf({ goal, threshold: { ...threshold, tooClose: true } }), format)).toEqual([
      'Too close to 0.80 for a budget of 100 labels: if the estimate stays, it takes about 120 labels (anything from 60 to all items).',
      '60 labels of the budget left; at 100 expect about ± 0.08.',
    ]);
  });

  test('a width: ahead, reached, and out of reach', () => {
    const goal = { targetHalfWidth: 0.05, threshold: null, budget: null };
    const lines = (target: GoalForecast['target']) =>
      goalLines(forecastOf({ goal, threshold: null, target }), format);
    const ifAskedFor = null;
    expect(lines({ labels: 156, more: 116, reachable: true, ifAskedFor })).toEqual([
      '± 0.05 takes about 156 labels, 116 from here.',
    ]);
    const likely = { least: 96, most: 290 };
    expect(lines({ labels: 156, more: 116, reachable: true, ifAskedFor, likely })).toEqual([
      '± 0.05 takes about 156 labels, 116 from here (usually 96 to 290).',
    ]);
    expect(lines({ labels: 900, more: 900, reachable: true, ifAskedFor: 420 })).toEqual([
      '± 0.05 takes about 900 labels, 900 from here, or 420 in a study that asks for so many from the start.',
    ]);
    expect(lines({ labels: 430, more: 430, reachable: true, ifAskedFor: 420 })).toEqual([
      '± 0.05 takes about 430 labels, 430 from here.',
    ]);
    expect(lines({ labels: 40, more: 0, reachable: true, ifAskedFor })).toEqual(['± 0.05 is reached.']);
    expect(lines({ labels: 1000, more: 960, reachable: false, ifAskedFor })).toEqual([
      '± 0.05 takes all 1000 items.',
    ]);
  });
});
