import { describe, expect, test } from 'vitest';
import {
  labelsNeeded,
  planOf,
  stopAdvice as stopAdviceOf,
  thresholdPlan,
  UNPLANNED,
} from '../../stats/index.ts';

const plan = UNPLANNED;

const stopAdvice = (facts: Omit<Parameters<typeof stopAdviceOf>[0], 'plan'>) =>
  stopAdviceOf({ plan, ...facts });

describe('stopping', () => {
  const state = { labeledCount: 40, lower: 0.6, upper: 0.8, residualStandardDeviation: 0.3 };
  const populationSize = 1000;

  test.each([
    [{ targetHalfWidth: 0.11 }, 'target-reached'],
    [{ threshold: 0.55 }, 'threshold-decided'],
    [{ threshold: 0.9 }, 'threshold-decided'],
    [{ budget: 40 }, 'budget-spent'],
    [{ populationSize: 40 }, 'all-labeled'],
  ] as const)('%o: %s', (facts, reason) => {
    expect(stopAdvice({ state, populationSize, ...facts })).toEqual({
      stop: true,
      reason,
      remainingLabels: 0,
    });
  });

  test.each([
    ['a width', { targetHalfWidth: 0.2 }],
    ['a threshold', { threshold: 0.5 }],
    ['both', { targetHalfWidth: 0.2, threshold: 0.5, parts: 'all' }],
    ['a spent budget', { budget: 30 }],
  ] as const)('%s ends no study before the one look that it declared', (_what, goal) => {
    const once = { rule: 3, labels: 60, once: true } as const;
    const advice = stopAdviceOf({ state, populationSize, plan: once, ...goal });
    expect(advice).toMatchObject({ stop: false, reason: 'continue' });
    expect(advice.remainingLabels ?? 20).toBeGreaterThanOrEqual(20);
    const skips = { ...state, drawnCount: 60 };
    expect(stopAdviceOf({ state: skips, populationSize, plan: once, ...goal }).stop).toBe(true);
    expect(stopAdviceOf({ state, populationSize: 40, plan: once, ...goal }).reason).toBe('all-labeled');
  });

  test('going on, with what the target or the budget still allows', () => {
    const advice = stopAdvice({ state, populationSize, targetHalfWidth: 0.05 });
    const { labels } = labelsNeeded({ halfWidth: 0.05, populationSize, standardDeviation: 0.3, plan });
    expect(advice).toEqual({ stop: false, reason: 'continue', remainingLabels: labels - 40 });
    expect(stopAdvice({ state, populationSize, targetHalfWidth: 0.05, budget: 60 }).remainingLabels).toBe(20);
    expect(stopAdvice({ state, populationSize })).toEqual({ stop: false, reason: 'continue' });
  });

  test('a threshold is planned for from where the estimate stands', () => {
    const open = { ...state, value: 0.71 };
    const facts = { estimate: 0.71, labels: 40, populationSize, standardDeviation: 0.3, plan };
    const { labels } = thresholdPlan({ ...facts, threshold: 0.65, interval: open });
    expect(stopAdvice({ state: open, populationSize, threshold: 0.65 }).remainingLabels).toBe(labels - 40);
    expect(stopAdvice({ state: open, populationSize, threshold: 0.71 }).remainingLabels).toBe(960);
    expect(stopAdvice({ state, populationSize, threshold: 0.65 })).toEqual({
      stop: false,
      reason: 'continue',
    });
  });

  test('a study of planned looks that lags behind its forecast is not told that one label will do', () => {
    const asked = { populationSize: 100_000, standardDeviation: 0.3, plan: planOf(300) };
    const { labels } = labelsNeeded({ ...asked, halfWidth: 0.05 });
    const late = { ...state, labeledCount: labels, lower: 0.63, upper: 0.77, value: 0.7 };
    for (const goal of [{ targetHalfWidth: 0.05 }, { threshold: 0.65 }]) {
      const advice = stopAdviceOf({ state: late, populationSize: 100_000, plan: asked.plan, ...goal });
      expect(advice.remainingLabels).toBeGreaterThan(labels);
    }
  });

  test('both parts must hold unless any is enough, and the longer of the two is foretold', () => {
    const parts = 'all';
    const open = { ...state, value: 0.71 };
    const reasonOf = (facts: object) => stopAdvice({ state: open, populationSize, ...facts }).reason;
    expect(reasonOf({ parts, targetHalfWidth: 0.11, threshold: 0.7 })).toBe('continue');
    expect(reasonOf({ parts, targetHalfWidth: 0.05, threshold: 0.9 })).toBe('continue');
    expect(reasonOf({ parts, targetHalfWidth: 0.11, threshold: 0.9 })).toBe('goal-reached');
    expect(reasonOf({ parts, targetHalfWidth: 0.11 })).toBe('target-reached');
    expect(reasonOf({ parts, threshold: 0.9 })).toBe('threshold-decided');
    expect(reasonOf({ parts, targetHalfWidth: 0.05, threshold: 0.7, budget: 40 })).toBe('budget-spent');
    expect(reasonOf({ parts: 'any', targetHalfWidth: 0.11, threshold: 0.7 })).toBe('target-reached');
    const left = (facts: object) => stopAdvice({ state: open, populationSize, ...facts }).remainingLabels!;
    const goal = { targetHalfWidth: 0.05, threshold: 0.75 };
    const each = [left({ targetHalfWidth: 0.05 }), left({ threshold: 0.75 })];
    expect(each[0]).not.toBe(each[1]);
    expect(left({ ...goal, parts })).toBe(Math.max(...each));
    expect(left({ ...goal, parts: 'any' })).toBe(Math.min(...each));
    expect(left({ parts, targetHalfWidth: 0.11, threshold: 0.75 })).toBe(each[1]);
    expect(left({ ...goal, parts, budget: 43 })).toBe(3);
  });

  test('an interval within the margin around a threshold decides it', () => {
    const near = { ...state, lower: 0.45, upper: 0.56, value: 0.505 };
    const reasonOf = (margin: number) =>
      stopAdvice({ state: near, populationSize, threshold: 0.5, margin }).reason;
    expect(reasonOf(0.07)).toBe('threshold-decided');
    expect(reasonOf(0.055)).toBe('continue');
    const left = (margin: number) =>
      stopAdvice({ state: near, populationSize, threshold: 0.5, margin }).remainingLabels!;
    expect(left(0.055)).toBeLessThan(left(0));
  });

  test('a study that looks once is not told to stop before its look', () => {
    const plan = { rule: 3 as const, labels: 60, once: true };
    const adviceAt = (labeledCount: number, facts: object) =>
      stopAdviceOf({ state: { ...state, labeledCount }, populationSize, plan, ...facts });
    const met = { targetHalfWidth: 0.11, threshold: 0.55 };
    for (const facts of [met, { ...met, parts: 'all' }, { budget: 30 }, { threshold: 0.9 }]) {
      expect(adviceAt(40, facts)).toEqual({ stop: false, reason: 'continue', remainingLabels: 20 });
      expect(adviceAt(60, facts).stop).toBe(true);
      expect(adviceAt(61, facts).stop).toBe(true);
    }
    // A skipped item counts for the look, and the pool may end before it.
    const skipped = { ...state, labeledCount: 58, drawnCount: 60 };
    expect(stopAdviceOf({ state: skipped, populationSize, plan, ...met }).stop).toBe(true);
    expect(stopAdviceOf({ state, populationSize: 40, plan }).reason).toBe('all-labeled');
    expect(adviceAt(40, {})).toEqual({ stop: false, reason: 'continue', remainingLabels: 20 });
    const looking = { ...plan, once: false };
    expect(stopAdviceOf({ state, populationSize, plan: looking, ...met }).stop).toBe(true);
  });

  test('below ten labels neither width nor threshold stops', () => {
    const early = { ...state, labeledCount: 9 };
    expect(stopAdvice({ state: early, populationSize, targetHalfWidth: 0.2, threshold: 0.1 }).stop).toBe(
      false,
    );
  });

  test('from exactly ten labels on both do, and both are planned for', () => {
    const ten = { ...state, labeledCount: 10 };
    const reasonAt = (facts: object) => stopAdvice({ state: ten, populationSize, ...facts }).reason;
    expect(reasonAt({ targetHalfWidth: 0.2 })).toBe('target-reached');
    expect(reasonAt({ threshold: 0.1 })).toBe('threshold-decided');
    const open = { populationSize, targetHalfWidth: 0.05 };
    const { labels } = labelsNeeded({ halfWidth: 0.05, populationSize, standardDeviation: 0.3, plan });
    expect(stopAdvice({ state: ten, ...open }).remainingLabels).toBe(labels - 10);
    expect(stopAdvice({ state: { ...ten, labeledCount: 9 }, ...open })).not.toHaveProperty('remainingLabels');
  });

  test('a half-width at the target reaches it; a threshold at an end of the interval is not decided', () => {
    const exact = { ...state, lower: 0.25, upper: 0.75 };
    expect(stopAdvice({ state: exact, populationSize, targetHalfWidth: 0.25 }).reason).toBe('target-reached');
    for (const threshold of [0.25, 0.75]) {
      expect(stopAdvice({ state: exact, populationSize, threshold }).reason).toBe('continue');
    }
  });
});
