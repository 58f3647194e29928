import { describe, expect, test } from 'vitest';
import { type ForecastFacts, goalForecast, widthsAhead } from '../../core/estimate/forecast/goal-forecast.ts';
import { liveEstimateOf } from '../../core/estimate/live-estimates.ts';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import type { StudyGoal } from '../../shared/contract/index.ts';
import { halfWidthAt, labelsNeeded, planOf, populationVariance } from '../../stats/index.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  ratedStudy,
  submit,
} from './support/test-engine.ts';

const goalOf = (part: Partial<StudyGoal>): StudyGoal => ({
  targetHalfWidth: null,
  threshold: null,
  budget: null,
  parts: 'all',
  leastDifference: null,
  ...part,
});

async function studyWithGoal(part: Partial<StudyGoal>, size = 80, count = 80) {
  const { engine, study, datasetId } = await ratedStudy(size, { count });
  const edited = await engine.client.study.edit({ studyId: study.id, goal: goalOf(part) });
  return { engine, study: edited, datasetId };
}

describe('the goal of a study', () => {
  test('is none until somebody sets one, is given when the study is made, and stays with it', async () => {
    const { engine, study, datasetId } = await ratedStudy(10);
    expect(study.goal).toEqual(goalOf({}));
    const { system, measure, surrogate } = study;
    const goal = goalOf({ threshold: 3.5, budget: 40 });
    const made = await engine.client.study.create({ datasetId, system, measure, surrogate, size: 10, goal });
    expect(made.goal).toEqual(goal);
    expect((await engine.client.study.get({ studyId: made.id })).goal).toEqual(goal);
  });

  test('changes by an edit, which is written down with what it was', async () => {
    const { engine, study } = await studyWithGoal({ targetHalfWidth: 0.4 });
    const goal = goalOf({ threshold: 3 });
    expect((await engine.client.study.edit({ studyId: study.id, goal })).goal).toEqual(goal);
    const { db } = engine.context.session.project!;
    const rows = db.prepare(`SELECT details FROM audit WHERE action = 'study.edit' ORDER BY id`).all();
    const { details } = rows.at(-1) as { details: string };
    expect(JSON.parse(details)).toMatchObject({ was: { goal: { targetHalfWidth: 0.4 } }, now: { goal } });
  });

  test('joins its parts by all where a new one does not say, and as it was where it is older', async () => {
    const { engine, study } = await studyWithGoal({});
    const studyId = study.id;
    const goal = { targetHalfWidth: 0.4, threshold: 3, budget: null };
    expect((await engine.client.study.edit({ studyId, goal })).goal.parts).toBe('all');
    const { db } = engine.context.session.project!;
    db.exec('DELETE FROM study_goal');
    db.prepare('INSERT INTO study_goal (study_id, target_half_width, threshold) VALUES (?, 0.4, 3)').run(
      studyId,
    );
    expect((await engine.client.study.get({ studyId })).goal).toEqual(goalOf({ ...goal, parts: 'any' }));
    const before = { ...goal, leastDifference: 0.1 };
    await expect(engine.client.study.edit({ studyId, goal: before })).rejects.toMatchObject({
      data: { field: 'matters' },
    });
  });

  test.each([
    [{ threshold: 5 }, 'threshold'],
    [{ threshold: 0.5 }, 'threshold'],
    [{ targetHalfWidth: 2 }, 'target'],
  ])('%o cannot be met on a scale from 1 to 5', async (part, field) => {
    const { engine, study } = await ratedStudy(5);
    const edit = engine.client.study.edit({ studyId: study.id, goal: goalOf(part) });
    await expect(edit).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field } });
  });
});

describe('what a goal takes', () => {
  test('before any label the spread is a guess, and 30 labels do not promise much', async () => {
    const { engine, study } = await studyWithGoal({ targetHalfWidth: 0.2, threshold: 3.5 }, 30, 400);
    const advice = await engine.client.plan.advice({ studyId: study.id });
    expect(advice).toMatchObject({ labeled: 0, spread: 'guessed', hasInterval: true });
    // Ratings are planned with a spread of .2 of the range, which 30 labels turn into about +/- .37 of 4 points.
    expect(advice.standardDeviation).toBeCloseTo(0.8, 10);
    const at30 = advice.atBudget.find(({ labels }) => labels === 30)!;
    expect(at30.halfWidth).toBeGreaterThan(0.3);
    expect(at30.halfWidth).toBeLessThan(0.45);
    expect(advice.target).toMatchObject({ reachable: true });
    expect(advice.target!.labels).toBeGreaterThan(90);
    expect(advice.threshold).toMatchObject({ verdict: 'open', expected: null, tooClose: false });
    expect(advice.threshold!.undecided).toMatchObject({
      labels: 30,
      from: 3.5 - at30.halfWidth,
      to: 3.5 + at30.halfWidth,
    });
    expect(advice.advice).toEqual({ stop: false, reason: 'continue', remainingLabels: null });
    // A guess is an interval everywhere; from the tenth label on only what the target takes is.
    expect(at30.likely!.least).toBeCloseTo(0.5 * at30.halfWidth, 12);
    expect(at30.likely!.most).toBeCloseTo(1.45 * at30.halfWidth, 12);
    expect(advice.threshold!.undecided.likely!.least).toBeCloseTo(3.5 - at30.likely!.most, 12);
    expect(advice.target!.likely!.least).toBeLessThan(advice.target!.labels);
    expect(advice.target!.likely!.most).toBeGreaterThan(advice.target!.labels);
    labelFromGold(engine.context, study.id, 9);
    expect(JSON.stringify(await engine.client.plan.advice({ studyId: study.id }))).toContain('likely');
    labelFromGold(engine.context, study.id, 10);
    const { target, ...learned } = await engine.client.plan.advice({ studyId: study.id });
    expect(JSON.stringify(learned)).not.toContain('likely');
    expect(target!.likely!.least).toBeGreaterThan(10);
    expect(target!.likely!.least).toBeLessThan(target!.labels);
    expect(target!.likely!.most).toBeGreaterThan(target!.labels);
  });

  test('before any label it goes by how decided the surrogate is, in Setup as in the study', async () => {
    const { engine, folder } = await engineWithProject();
    const records = ratedRecords(60).map((record, i) => ({
      ...record,
      auto: { bold: { rival: i % 2 }, shy: { rival: 0.4 + 0.2 * (i % 2) } },
    }));
    const datasetId = await importRecords(engine, folder, records, {
      scales: [
        ...ratedScales,
        ...['bold', 'shy'].map((name) => ({
          kind: 'auto' as const,
          name,
          scale: { min: 0, max: 1, direction: 'higher' as const },
        })),
      ],
    });
    const spreadBy = async (name: string) => {
      const question = {
        datasetId,
        system: 'rival',
        measure: { kind: 'metric' as const, metric: 'em-squad1' },
        surrogate: { kind: 'auto' as const, name },
      };
      const preview = await engine.client.study.preview(question);
      const study = await engine.client.study.create({ ...question, size: 10 });
      const advice = await engine.client.plan.advice({ studyId: study.id });
      expect(advice.standardDeviation).toBeCloseTo(preview.plan.standardDeviation, 12);
      return advice.standardDeviation;
    };
    expect(await spreadBy('bold')).toBeCloseTo(Math.sqrt(0.25 - 0.55 * 0.25), 9);
    expect(await spreadBy('shy')).toBeCloseTo(Math.sqrt(0.25 - 0.55 * 0.01), 9);
  });

  test('from ten labels on it learns the spread and stops when the width is reached', async () => {
    const { engine, study } = await studyWithGoal({ targetHalfWidth: 0.6 });
    labelFromGold(engine.context, study.id, 12);
    const early = await engine.client.plan.advice({ studyId: study.id });
    expect(early).toMatchObject({ labeled: 12, spread: 'learned', advice: { stop: false } });
    expect(early.target!.more).toBe(early.advice.remainingLabels);
    labelFromGold(engine.context, study.id, 55);
    const late = await engine.client.plan.advice({ studyId: study.id });
    expect(late.advice).toEqual({ stop: true, reason: 'target-reached', remainingLabels: 0 });
    expect(late.target).toMatchObject({ more: 0 });
  });

  test('from ten labels on it knows the spread of the values, too', async () => {
    const { engine, study } = await studyWithGoal({ targetHalfWidth: 0.2 });
    labelFromGold(engine.context, study.id, 12);
    const { atBudget, forWidth } = await engine.client.plan.advice({ studyId: study.id });
    const live = liveEstimateOf(engine.context, study.id);
    const { residualStandardDeviation, lower, upper } = live.state;
    const facts = {
      populationSize: study.populationSize,
      standardDeviation: residualStandardDeviation!,
      plainDeviation: Math.sqrt(populationVariance(live.evidence.draws.map(({ y }) => y))),
      plan: planOf(80),
      reached: { labels: 12, halfWidth: (upper - lower) / 2 },
    };
    for (const { labels, halfWidth } of atBudget)
      expect(halfWidth).toBeCloseTo(4 * halfWidthAt({ ...facts, labels }), 12);
    const needed = forWidth.map(
      ({ halfWidth }) => labelsNeeded({ ...facts, halfWidth: halfWidth / 4 }).labels,
    );
    expect(forWidth.map(({ labels }) => labels)).toEqual(needed);
  });

  test('a threshold far from the estimate is decided; one at the estimate is too close', async () => {
    const { engine, study } = await studyWithGoal({ threshold: 1.5 });
    labelFromGold(engine.context, study.id, 40);
    const far = await engine.client.plan.advice({ studyId: study.id });
    expect(far.threshold).toMatchObject({ verdict: 'above', expected: { more: 0 } });
    expect(far.advice).toMatchObject({ stop: true, reason: 'threshold-decided' });

    const report = await engine.client.estimate.current({ studyId: study.id });
    const { value } = report.estimates.find(({ method }) => method === report.default)!;
    await engine.client.study.edit({ studyId: study.id, goal: goalOf({ threshold: value, budget: 60 }) });
    const near = await engine.client.plan.advice({ studyId: study.id });
    expect(near.threshold).toMatchObject({
      verdict: 'open',
      tooClose: true,
      expected: { labels: 80, more: 40, reachable: false },
      most: 80,
    });
    expect(near.advice).toEqual({ stop: false, reason: 'continue', remainingLabels: 20 });
  });

  test('a spent budget stops, whatever the interval says', async () => {
    const { engine, study } = await studyWithGoal({ budget: 5 });
    labelFromGold(engine.context, study.id, 5);
    const { advice } = await engine.client.plan.advice({ studyId: study.id });
    expect(advice).toEqual({ stop: true, reason: 'budget-spent', remainingLabels: 0 });
  });

  test('where low is good, above and below are those of the scale', async () => {
    const { engine, study } = await ratedStudy(80);
    const { db } = engine.context.session.project!;
    db.exec(`UPDATE study SET direction = 'lower'`);
    await engine.client.study.edit({ studyId: study.id, goal: goalOf({ threshold: 1.5 }) });
    labelFromGold(engine.context, study.id, 60);
    const { threshold } = await engine.client.plan.advice({ studyId: study.id });
    expect(threshold!.verdict).toBe('above');
  });

  test('a design without interval stops by its budget alone', async () => {
    const { engine, study } = await ratedStudy(20, { preset: 'humcoe' });
    await engine.client.study.edit({
      studyId: study.id,
      goal: goalOf({ targetHalfWidth: 1.9, threshold: 3, budget: 500 }),
    });
    const { batch, items } = await engine.client.label.open({ studyId: study.id });
    for (const { ref } of items) await submit(engine, batch, ref, { kind: 'score', value: 4 });
    const found = await engine.client.plan.advice({ studyId: study.id });
    expect(found).toMatchObject({ hasInterval: false, target: null, threshold: null, atBudget: [] });
    expect(found.advice.stop).toBe(false);
  });

  test('a forecast needs no study', async () => {
    const { engine } = await ratedStudy(5);
    const forecast = await engine.client.plan.forecast({
      goal: goalOf({ targetHalfWidth: 0.1, budget: 100 }),
      scale: { min: 0, max: 1, direction: 'higher' },
      populationSize: 4411,
      standardDeviation: 0.3,
      size: 30,
    });
    // A study of 30 labels goes on to its look at 95; one that asks for 47 is as narrow there.
    expect(forecast.plan).toEqual({ rule: 3, labels: 30, once: false });
    expect(forecast.target).toMatchObject({ labels: 75, more: 75, reachable: true, ifAskedFor: 47 });
    expect(forecast.target!.likelyIfAskedFor!.least).toBeLessThan(47);
    expect(forecast.target!.likelyIfAskedFor!.most).toBeGreaterThan(47);
    expect(forecast.nextLook!.labels).toBe(10);
    expect(forecast.atBudget.map(({ labels }) => labels)).toContain(100);
    expect(forecast.advice.remainingLabels).toBe(100);
  });

  test('a study without a plan is foretold as such', async () => {
    const { engine } = await ratedStudy(5);
    const plan = { rule: 3 as const, labels: null, once: false };
    const forecast = await engine.client.plan.forecast({
      goal: goalOf({ targetHalfWidth: 0.1 }),
      scale: { min: 0, max: 1, direction: 'higher' },
      populationSize: 4411,
      standardDeviation: 0.3,
      size: 30,
      plan,
    });
    expect(forecast.plan).toEqual(plan);
    expect(forecast.target!.labels).toBeLessThan(75);
  });
});

describe('the forecast of a study of planned looks', () => {
  const facts: ForecastFacts = {
    goal: goalOf({ targetHalfWidth: 0.2, threshold: 4 }),
    scale: { min: 1, max: 5, direction: 'higher' },
    populationSize: 300,
    size: 30,
    isRating: true,
    hasInterval: true,
    standardDeviation: 0.3,
    spread: 'learned',
    plan: { rule: 3, labels: 30, once: false },
    state: { labeledCount: 40, value: 0.7, lower: 0.6, upper: 0.8 },
    points: [],
  };

  test.each([
    ['above', 2.2, 1],
    ['below', 4.2, -1],
  ] as const)(
    'a score told apart from a threshold is %s it, and rather nearer than the value at that look',
    (verdict, threshold, side) => {
      // The interval leaves the threshold at draw 25.
      const points = Array.from({ length: 40 }, (_, t) => {
        const reach = t < 24 ? 0.5 : 0.2;
        return { drawn: t + 1, value: 0.55, lower: 0.55 - reach, upper: 0.55 + reach };
      });
      const state = { labeledCount: 40, value: 0.55, lower: 0.35, upper: 0.75 };
      const found = goalForecast({ ...facts, goal: goalOf({ threshold }), state, points }).threshold!;
      expect(found.verdict).toBe(verdict);
      expect(found.afterStopping!.labels).toBe(25);
      const shown = 1 + 4 * 0.55;
      expect(side * (shown - found.afterStopping!.value)).toBeGreaterThan(0);
      expect(side * (found.afterStopping!.value - threshold)).toBeGreaterThan(0);
      expect(
        goalForecast({ ...facts, goal: goalOf({ threshold: 3 }), state, points }).threshold!.afterStopping,
      ).toBeNull();
    },
  );

  test('names the next look, with the width that the table has there', () => {
    const { nextLook, atBudget } = goalForecast({ ...facts, goal: { ...facts.goal, budget: 79 } });
    expect(nextLook!.labels).toBe(79);
    expect(atBudget.find(({ labels }) => labels === 79)!.halfWidth).toBe(nextLook!.halfWidth);
    expect(nextLook!.halfWidth).toBeLessThan(0.4);
    expect(goalForecast({ ...facts, plan: { rule: 2, labels: null, once: false } }).nextLook).toBeNull();
  });

  test('names no look that is over by draws, some of which were skipped', () => {
    const of = (labeledCount: number, drawnCount: number, plan = facts.plan) =>
      goalForecast({ ...facts, plan, state: { ...facts.state, labeledCount, drawnCount } }).nextLook?.labels;
    expect(of(29, 29)).toBe(30);
    expect(of(29, 30)).toBe(79);
    const once = { rule: 3, labels: 30, once: true } as const;
    expect(of(29, 29, once)).toBe(30);
    expect(of(29, 30, once)).toBeUndefined();
  });

  test.each([0.02, 0.1, 0.2])('target, table and advice agree, half-width reached %s', (halfWidth) => {
    const state = { ...facts.state, lower: 0.7 - halfWidth, upper: 0.7 + halfWidth };
    for (const share of [0.1, 0.05, 0.03]) {
      const some = { ...facts, state, goal: goalOf({ targetHalfWidth: share * 4 }) };
      const { target, advice } = goalForecast(some);
      const row = widthsAhead(some).find((one) => one.halfWidth === share * 4)!;
      const { likely, ...plain } = target!;
      expect(plain).toEqual({
        ifAskedFor: null,
        labels: row.labels,
        more: row.more,
        reachable: row.reachable,
      });
      expect(likely === undefined).toBe(row.more === 0);
      expect(advice.remainingLabels).toBe(row.more);
      expect(row.more === 0).toBe(halfWidth <= share);
    }
  });

  test('says nothing of the next label where the forecast of before would be met by now', () => {
    // A spread of .1 foretells a half-width of .04 at 40 labels; the study is at .1.
    const late = { ...facts, standardDeviation: 0.1, goal: goalOf({ targetHalfWidth: 0.3 }) };
    expect(goalForecast({ ...late, spread: 'guessed' }).target!.more).toBe(1);
    expect(goalForecast(late).target!.more).toBeGreaterThan(10);
  });

  test('tells no widths before the spread is learned', () => {
    expect(widthsAhead({ ...facts, spread: 'guessed' })).toEqual([]);
    expect(widthsAhead({ ...facts, hasInterval: false })).toEqual([]);
  });
});
