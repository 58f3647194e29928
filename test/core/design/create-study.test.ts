import { beforeEach, describe, expect, test } from 'vitest';
import { freeAmong, type NewStudyInput, plannedStudy } from '../../../core/design/create-study.ts';
import { grownPlan } from '../../../core/design/replan.ts';
import type { Engine } from '../../../core/engine.ts';
import { insertFirstPhase } from '../../../db/first-phases.ts';
import type { LookPlan, StudyGoal } from '../../../shared/contract/index.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { byRating, pairedRecords } from '../support/two-systems.ts';

let engine: Engine;
beforeEach(async () => {
  const made = await engineWithProject();
  engine = made.engine;
  await importRecords(engine, made.folder, pairedRecords(20), {
    name: 'chats',
    scales: [{ kind: 'criterion', name: 'quality', scale: { min: 1, max: 5, direction: 'higher' } }],
  });
});

const asked: NewStudyInput = {
  ...{ datasetId: 1, system: 'amber', ...byRating, preset: 'uniform', alpha: 0.05, size: 9, seed: 3 },
};
const planned = (more: Partial<NewStudyInput> = {}, taken = new Set<string>(), inRanking = false) =>
  plannedStudy(engine.context, { ...asked, ...more }, taken, inRanking);
const goal: StudyGoal = { targetHalfWidth: null, threshold: null, budget: null, leastDifference: null };

describe('a study that is asked for', () => {
  test('has the question alone, and a plan with what was said of it alone', () => {
    const { question, plan } = planned();
    expect(question).toEqual({ datasetId: 1, system: 'amber', ...byRating });
    expect(plan).toEqual({
      ...{ name: 'Quality on chats', preset: 'uniform', seed: 3, alpha: 0.05, size: 9 },
      ...{ question: null, guidelines: '', looks: { kind: 'labels', labels: 9 } },
    });
    const form = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
    const fields = [{ name: 'why', question: '', required: false, form: { kind: 'text' as const } }];
    const more = planned({
      ...{ form, fields, question: ' How good? ', guidelines: 'Be fair.', name: ' Mine ' },
      ...{ against: 'basil', leftOut: ['judge:x'], surrogateOnly: true },
    } as Partial<NewStudyInput>);
    expect(more.plan).toMatchObject({
      form,
      fields,
      question: 'How good?',
      guidelines: 'Be fair.',
      name: 'Mine',
    });
    expect(more.question).toEqual({
      ...{ datasetId: 1, system: 'amber', against: 'basil', ...byRating },
      ...{ leftOut: ['judge:x'], surrogateOnly: true },
    });
  });

  test('is called by what it asks, by its systems in a ranking, and never like another', () => {
    expect(planned({ name: '  ', against: 'basil' }).plan.name).toBe('Quality of two systems on chats');
    expect(planned({ against: 'basil' }, new Set(), true).plan.name).toBe('amber against basil, quality');
    const taken = new Set(['Quality on chats']);
    expect([planned({}, taken), planned({}, taken)].map(({ plan }) => plan.name)).toEqual([
      ...['Quality on chats (2)', 'Quality on chats (3)'],
    ]);
    expect([freeAmong(new Set(), 'a'), freeAmong(new Set(['a', 'a (3)']), 'a')]).toEqual(['a', 'a (2)']);
  });

  test('looks at the plan that was named, else at the budget, else at its size', () => {
    const looks = (more: Partial<NewStudyInput>) => planned(more).plan.looks;
    expect(looks({ goal: { ...goal, budget: 40 } })).toEqual({ kind: 'labels', labels: 40 });
    expect(looks({ goal })).toEqual({ kind: 'labels', labels: 9 });
    expect(looks({ plan: { kind: 'none' } })).toEqual({ kind: 'none' });
    expect(() => looks({ plan: { kind: 'none' }, against: 'basil' })).toThrow('A comparison needs a plan');
    for (const plan of [{ kind: 'none' as const }, { kind: 'labels' as const, labels: 5 }])
      expect(() => looks({ preset: 'humcoe', plan })).toThrow('there is no look to plan');
    expect(looks({ preset: 'humcoe' })).toEqual({ kind: 'labels', labels: 9 });
    const once: LookPlan = { kind: 'once', labels: 30, approximate: true };
    expect(looks({ plan: once })).toEqual(once);
    expect(() => looks({ plan: once, against: 'basil' })).toThrow('studies of one system');
    expect(() => looks({ plan: { ...once, labels: 5 } })).toThrow('20 labels or more');
  });

  test('chooses by uncertainty where it is a baseline alone, by disagreement in MCM alone', () => {
    const of = (more: Partial<NewStudyInput>) => (planned(more).plan as { choice?: object }).choice;
    expect(of({})).toBeUndefined();
    expect(of({ preset: 'top-k', uncertainty: 'u' })).toEqual({ uncertainty: 'u', disagreement: undefined });
    expect(of({ preset: 'mcm', disagreement: 0.4 })).toEqual({ uncertainty: undefined, disagreement: 0.4 });
    expect(() => of({ uncertainty: 'u' })).toThrow('The design uniform has no use for uncertainty.');
    expect(() => of({ disagreement: 0.4 })).toThrow('no use for disagreement');
    expect(() => of({ preset: 'top-k', disagreement: 0.4 })).toThrow(
      'The design top-k has no use for disagreement',
    );
  });

  test('has a goal that its scale allows, and the smallest difference in a comparison alone', () => {
    const goalOf = (more: Partial<StudyGoal>, of: Partial<NewStudyInput> = {}) =>
      planned({ ...of, goal: { ...goal, ...more } }).plan.goal;
    expect(goalOf({ threshold: 4 })).toMatchObject({ threshold: 4 });
    expect(() => goalOf({ threshold: 9 })).toThrow(/9|scale/);
    expect(goalOf({ leastDifference: 1 }, { against: 'basil' })).toMatchObject({ leastDifference: 1 });
    expect(() => goalOf({ leastDifference: 1 })).toThrow('no difference to matter');
  });

  test('is in two phases only where its data are a first phase, which takes a part of the error level', () => {
    expect(() => planned({ firstPhaseAlpha: 0.01 })).toThrow('not the first phase of a larger pool');
    expect(planned().plan).not.toHaveProperty('firstPhase');
    const { db } = engine.context.session.project!;
    const part = {
      datasetId: 1,
      items: 20,
      seed: 8,
      cut: 'f'.repeat(64),
      takenAt: '2026-01-02T03:04:05.678Z',
    };
    insertFirstPhase(db, {
      ...part,
      populationSize: 500,
      origin: { dataset: 'all', contentHash: 'a', system: 'amber' },
    });
    const phaseOf = (more: Partial<NewStudyInput> = {}) => {
      const { alpha, firstPhase } = planned(more).plan;
      return [alpha, firstPhase];
    };
    const whole = { populationSize: 500, seed: 8, cut: 'f'.repeat(64) };
    expect(phaseOf()).toEqual([0.045, { ...whole, alpha: 0.005 }]);
    expect(phaseOf({ firstPhaseAlpha: 0.01 })).toEqual([0.04, { ...whole, alpha: 0.01 }]);
    for (const firstPhaseAlpha of [0.05, 0.06])
      expect(() => phaseOf({ firstPhaseAlpha })).toThrow(
        `would take ${firstPhaseAlpha} of an error level of 0.05`,
      );
    expect(() => phaseOf({ against: 'basil' })).toThrow('A study in two phases covers one system.');
    expect(() => phaseOf({ preset: 'humcoe' })).toThrow('no interval, so there is none to widen');
    // A part that is the whole pool takes nothing.
    db.exec('UPDATE first_phase SET population_size = 20');
    expect(phaseOf()).toEqual([0.05, { ...whole, populationSize: 20, alpha: 0 }]);
  });
});

test('a plan grows with a sample or budget beyond it, and a single look stays', () => {
  const labels = { kind: 'labels' as const, labels: 10 };
  expect(grownPlan(labels, 11)).toEqual({ kind: 'labels', labels: 11 });
  for (const size of [9, 10]) expect(grownPlan(labels, size)).toBeUndefined();
  expect([grownPlan(null, 5), grownPlan({ kind: 'once', labels: 3, approximate: false }, 5)]).toEqual([
    undefined,
    undefined,
  ]);
});
