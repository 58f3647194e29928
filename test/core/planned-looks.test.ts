import { describe, expect, test } from 'vitest';
import { forgetLiveEstimates } from '../../core/estimate/kept-estimates.ts';
import { liveEstimateOf } from '../../core/estimate/live-estimates.ts';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { dbOf } from '../../core/platform/context.ts';
import { listAudit } from '../../db/audit.ts';
import { listDraws, readPool } from '../../db/draws.ts';
import { getStudy } from '../../db/studies.ts';
import { readColumns } from '../../db/study-columns.ts';
import { listPlans, mendedFrom } from '../../db/study-plans.ts';
import type { LookPlan } from '../../shared/contract/index.ts';
import { clip, fromUnit, lookTable, PlannedSequence, roundedInward, toUnit } from '../../stats/index.ts';
import { oneLookInterval } from '../../stats/intervals/one-look.ts';
import { calibratedSequence } from '../../stats/sequence/calibrated-sequence.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  ratedStudy,
} from './support/test-engine.ts';
import { pairedStudy } from './support/two-systems.ts';

async function studyPlanned(plan: LookPlan | undefined, rest: object = {}) {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, ratedRecords(120), { scales: ratedScales });
  const study = await engine.client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    size: 30,
    seed: 4,
    ...(plan && { plan }),
    ...rest,
  });
  return { engine, study, db: dbOf(engine.context) };
}

const calibrated = async ({ engine, study }: Awaited<ReturnType<typeof studyPlanned>>) =>
  (await engine.client.estimate.current({ studyId: study.id })).estimates.find(
    ({ method }) => method === 'calibrated',
  )!;

test('a study is planned for the labels that it asks for: its sample, or its budget', async () => {
  expect((await studyPlanned(undefined)).study).toMatchObject({
    bettingRule: 4,
    plan: { kind: 'labels', labels: 30 },
  });
  const goal = { targetHalfWidth: null, threshold: null, budget: 50 };
  expect((await studyPlanned(undefined, { goal })).study.plan).toEqual({ kind: 'labels', labels: 50 });
  expect((await studyPlanned({ kind: 'none' })).study.plan).toEqual({ kind: 'none' });
  const humcoe = (await studyPlanned(undefined, { preset: 'humcoe' })).study;
  expect(humcoe).toMatchObject({ bettingRule: 2, plan: null });
  await expect(studyPlanned({ kind: 'none' }, { preset: 'humcoe' })).rejects.toThrow(/no look to plan/);
});

test.each([
  ['weighted draws', 'calibrated-hardness', { kind: 'labels', labels: 30 }],
  ['uniform draws, no plan', 'uniform', { kind: 'none' }],
  ['one look', 'calibrated-hardness', { kind: 'once', labels: 25 }],
] as const)(
  'the interval is that of the planned sequence on the frozen columns: %s',
  async (_, preset, plan) => {
    const made = await studyPlanned(plan, { preset });
    const { engine, study, db } = made;
    labelFromGold(engine.context, study.id);
    const pool = readPool(db, study.id);
    const draws = listDraws(db, study.id, 1);
    const columns = readColumns(db, study.id);
    expect(columns.length).toBeGreaterThan(0);
    const sequence = new PlannedSequence({
      surrogate: pool.surrogateValues,
      columns,
      plan: plan.kind === 'none' ? null : plan.labels,
      once: plan.kind === 'once',
      ...(preset !== 'uniform' && { probabilities: pool.surrogateValues.map((s) => Math.sqrt(2 - s)) }),
    });
    const gold = await engine.client.sample.list({ studyId: study.id, limit: 30 });
    for (const [t, { poolPosition }] of draws.entries()) {
      sequence.add({ pool: poolPosition, y: toUnit(gold.rows[t]!.value!, study.scale) });
    }
    const { lower, upper } = roundedInward(sequence.state, 4, study.populationSize);
    const value = clip(sequence.state.value, lower, upper);
    const shown = await calibrated(made);
    for (const [name, unit] of Object.entries({ value, lower, upper })) {
      expect(shown[name as 'value'], name).toBeCloseTo(fromUnit(unit, study.scale), 9);
    }
  },
);

test('a sample that outgrows its plan is planned anew, from the first draw of which nobody has spoken', async () => {
  const { engine, study, db } = await studyPlanned(undefined);
  labelFromGold(engine.context, study.id);
  const before = await calibrated({ engine, study, db });
  const grown = await engine.client.sample.grow({ studyId: study.id, size: 90 });
  expect(grown.plan).toEqual({ kind: 'labels', labels: 90 });
  expect(listPlans(db, study.id, 1)).toEqual([
    { drawsBefore: 0, plan: { kind: 'labels', labels: 30 } },
    { drawsBefore: 30, plan: { kind: 'labels', labels: 90 } },
  ]);
  expect(listAudit(db, study.id).map(({ action }) => action)).toContain('study.plan');
  // What was said before stays said.
  expect(await calibrated({ engine, study, db })).toMatchObject({ lower: before.lower, upper: before.upper });
  await engine.client.sample.grow({ studyId: study.id, size: 100 });
  labelFromGold(engine.context, study.id);
  const { looks } = liveEstimateOf(engine.context, study.id);
  expect(looks).toEqual(lookTable(120, 100));
});

test('a plan changed before anybody spoke is the plan from the start, and a single look can be declared then only', async () => {
  const { engine, study, db } = await studyPlanned(undefined);
  const once = { kind: 'once', labels: 30 } as const;
  expect((await engine.client.study.edit({ studyId: study.id, plan: once })).plan).toEqual(once);
  expect(listPlans(db, study.id, 1).map(({ drawsBefore }) => drawsBefore)).toEqual([0, 0]);
  labelFromGold(engine.context, study.id);
  await engine.client.study.edit({ studyId: study.id, plan: { kind: 'labels', labels: 60 } });
  await expect(engine.client.study.edit({ studyId: study.id, plan: once })).rejects.toMatchObject({
    message: 'A single look can be declared before the first label only.',
    data: { field: 'plan', remedy: 'Plan a number of labels; the interval then holds at every look.' },
  });
  // A sample that grows up to the plan leaves it as it is.
  await engine.client.sample.grow({ studyId: study.id, size: 60 });
  expect(listPlans(db, study.id, 1)).toHaveLength(3);
});

test('the plan that a study has is no other plan, also when it is said again beside something else', async () => {
  const once = { kind: 'once', labels: 30 } as const;
  const { engine, study, db } = await studyPlanned(once);
  labelFromGold(engine.context, study.id, 3);
  const edit = { studyId: study.id, name: 'Looked at once', plan: { ...once, approximate: false } };
  expect(await engine.client.study.edit(edit)).toMatchObject({ name: 'Looked at once', plan: once });
  expect(listPlans(db, study.id, 1)).toHaveLength(1);
  const other = { studyId: study.id, plan: { kind: 'once', labels: 31 } } as const;
  await expect(engine.client.study.edit(other)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a study of one system may go on without a plan, a comparison needs one', async () => {
  const one = await studyPlanned(undefined);
  const none = { kind: 'none' } as const;
  expect((await one.engine.client.study.edit({ studyId: one.study.id, plan: none })).plan).toEqual(none);
  const { engine, study } = await pairedStudy(10);
  expect(study.plan).toMatchObject({ kind: 'labels' });
  const labels = { kind: 'labels', labels: 12 } as const;
  expect((await engine.client.study.edit({ studyId: study.id, plan: labels })).plan).toEqual(labels);
  await expect(engine.client.study.edit({ studyId: study.id, plan: none })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'A comparison needs a plan: without one its interval is wide everywhere.',
    data: { field: 'plan', remedy: 'Say how many labels you mean to stop at.' },
  });
});

test('a new draw keeps the plan', async () => {
  const { engine, study, db } = await studyPlanned({ kind: 'labels', labels: 44 });
  const drawn = await engine.client.sample.redraw({ studyId: study.id, seed: 9 });
  expect(drawn.plan).toEqual({ kind: 'labels', labels: 44 });
  expect(listPlans(db, study.id, 2)).toEqual([{ drawsBefore: 0, plan: { kind: 'labels', labels: 44 } }]);
});

test('a study of an earlier version replays the rule that it began with, and has no plan to change', async () => {
  const { engine, study } = await ratedStudy(30);
  const db = dbOf(engine.context);
  labelFromGold(engine.context, study.id);
  const now = await calibrated({ engine, study, db });
  db.exec(
    'UPDATE study SET betting_rule = 2, value_steps = NULL; DELETE FROM study_plan; DELETE FROM study_column',
  );
  forgetLiveEstimates(engine.context, study.id);
  expect(getStudy(db, study.id).bettingRule).toBe(2);
  const earlier = await calibrated({ engine, study, db });
  expect(earlier.lower).not.toBe(now.lower);
  expect((await engine.client.study.get({ studyId: study.id })).plan).toBeNull();
  await expect(
    engine.client.study.edit({ studyId: study.id, plan: { kind: 'labels', labels: 60 } }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('no planned looks') as never,
    data: { field: 'plan', remedy: 'Make a new study; the labels are used again.' },
  });
  expect((await engine.client.sample.grow({ studyId: study.id, size: 60 })).plan).toBeNull();
});

test('a budget beyond the plan is the new plan; a smaller one, or one with a plan beside it, is not', async () => {
  const { engine, study, db } = await studyPlanned(undefined);
  labelFromGold(engine.context, study.id, 7);
  const withBudget = (budget: number, plan?: LookPlan) =>
    engine.client.study.edit({
      studyId: study.id,
      goal: { targetHalfWidth: null, threshold: null, budget },
      ...(plan && { plan }),
    });
  expect((await withBudget(20)).plan).toEqual({ kind: 'labels', labels: 30 });
  expect((await withBudget(70)).plan).toEqual({ kind: 'labels', labels: 70 });
  expect(listPlans(db, study.id, 1).at(-1)).toEqual({
    drawsBefore: 7,
    plan: { kind: 'labels', labels: 70 },
  });
  expect((await withBudget(110, { kind: 'labels', labels: 90 })).plan).toEqual({
    kind: 'labels',
    labels: 90,
  });
  expect((await withBudget(110, { kind: 'none' })).plan).toEqual({ kind: 'none' });
  expect((await withBudget(115)).plan).toEqual({ kind: 'none' });
});

describe('rule 2, mended', () => {
  async function ofRule2(size: number) {
    const made = await studyPlanned(undefined, { size });
    const { engine, study, db } = made;
    db.exec(
      'UPDATE study SET betting_rule = 2, value_steps = NULL; DELETE FROM study_plan; DELETE FROM study_column',
    );
    forgetLiveEstimates(engine.context, study.id);
    return { ...made, remedy: () => engine.client.study.edit({ studyId: study.id, mended: true }) };
  }

  test('holds from the first draw of which nobody has spoken, once; report, audit and screens say so', async () => {
    const { engine, study, db, remedy } = await ofRule2(110);
    const { client } = engine;
    expect(await client.study.get({ studyId: study.id })).toMatchObject({ bettingRule: 2, mendedFrom: null });
    labelFromGold(engine.context, study.id, 25);
    const before = await calibrated({ engine, study, db });
    expect(await remedy()).toMatchObject({ plan: null, mendedFrom: 25 });
    expect(await calibrated({ engine, study, db })).toEqual(before);
    await expect(remedy()).rejects.toMatchObject({
      message: 'The later intervals of this study are narrowed already.',
      data: { field: 'mended', remedy: 'Nothing is left to do.' },
    });

    const acts = listAudit(db, study.id).map(({ action }) => action);
    expect(acts).toContain('study.mend');
    expect(acts).not.toContain('study.edit');
    expect(await client.estimate.current({ studyId: study.id })).toMatchObject({ mendedFrom: 25 });
    const { content } = await client.report.render({ studyId: study.id, format: 'html' });
    expect(content).toContain('It bets by rule 2, mended from draw 26 on');
    expect(content).toContain('Rule 2, by which the interval bets, was corrected from draw 26 on.');

    labelFromGold(engine.context, study.id);
    const mended = await calibrated({ engine, study, db });
    const { poolSummary, alpha } = getStudy(db, study.id);
    const gold = await client.sample.list({ studyId: study.id, limit: 110 });
    const observations = listDraws(db, study.id, 1).map((draw, t) => ({
      y: toUnit(gold.rows[t]!.value!, study.scale),
      surrogate: draw.surrogateValue,
      probability: draw.probability,
    }));
    const replayed = calibratedSequence(observations, poolSummary, { alpha, mendedFrom: 25 });
    const never = calibratedSequence(observations, poolSummary, { alpha });
    expect([replayed.lower, replayed.upper]).not.toEqual([never.lower, never.upper]);
    expect(mended.lower).toBeCloseTo(fromUnit(replayed.lower, study.scale), 9);
    expect(mended.upper).toBeCloseTo(fromUnit(replayed.upper, study.scale), 9);
  });

  test('is kept by a new draw, from its start', async () => {
    const { engine, study, db, remedy } = await ofRule2(30);
    labelFromGold(engine.context, study.id, 5);
    await remedy();
    expect(await engine.client.sample.redraw({ studyId: study.id, seed: 9 })).toMatchObject({
      mendedFrom: 0,
    });
    expect(mendedFrom(db, study.id, 1)).toBe(5);
  });

  test('is refused where there are no bets of rule 2, and changes nothing else then', async () => {
    const planned = await studyPlanned(undefined);
    const humcoe = await studyPlanned(undefined, { preset: 'humcoe' });
    for (const [{ engine, study }, remedy] of [
      [planned, 'Plan another number of labels.'],
      [humcoe, 'Choose another design in a new study.'],
    ] as const) {
      await expect(
        engine.client.study.edit({ studyId: study.id, name: 'Other', mended: true }),
      ).rejects.toMatchObject({
        message: expect.stringContaining('Only intervals of rule 2') as never,
        data: { field: 'mended', remedy },
      });
      expect(await engine.client.study.get({ studyId: study.id })).toMatchObject({
        name: study.name,
        mendedFrom: null,
      });
    }
  });
});

describe('the approximate interval beside one look', () => {
  const approximate = { kind: 'once', labels: 25, approximate: true } as const;
  const rowOf = async ({ engine, study }: Awaited<ReturnType<typeof studyPlanned>>) => {
    const report = await engine.client.estimate.current({ studyId: study.id });
    return { report, row: report.estimates.find(({ method }) => method === 'one-look')! };
  };

  test('is there at the declared look, by all signals, and nowhere else; the default stays what it is', async () => {
    const made = await studyPlanned(approximate, { preset: 'uniform' });
    expect(made.study.plan).toEqual(approximate);
    labelFromGold(made.engine.context, made.study.id, 24);
    const before = await rowOf(made);
    expect(before.row).toMatchObject({ lower: null, interval: null });
    expect(before.row.assumptions).toContain('at the one look that was declared, after 25 labels');
    labelFromGold(made.engine.context, made.study.id, 1);
    const { report, row } = await rowOf(made);
    expect(report).toMatchObject({ default: 'calibrated', lookPlan: approximate });
    expect(row.interval).toBe('approximate interval from all signals, valid at one look only');
    const { state, evidence } = liveEstimateOf(made.engine.context, made.study.id);
    const { scale } = report;
    const expected = oneLookInterval({
      values: evidence.draws.map(({ y }) => y),
      estimate: state.unclampedValue,
      residuals: state.residuals!,
      populationSize: 120,
      alpha: 0.05,
    });
    if (typeof expected === 'string') throw new Error(expected);
    expect(row.value).toBeCloseTo(fromUnit(state.unclampedValue, scale), 12);
    expect(row.lower).toBeCloseTo(fromUnit(expected.lower, scale), 12);
    expect(row.upper).toBeCloseTo(fromUnit(expected.upper, scale), 12);
    labelFromGold(made.engine.context, made.study.id, 1);
    expect((await rowOf(made)).row.lower).toBeNull();
  });

  test('is not there where only the look was declared, as in every study from before', async () => {
    const made = await studyPlanned({ kind: 'once', labels: 25 }, { preset: 'uniform' });
    labelFromGold(made.engine.context, made.study.id, 25);
    expect((await rowOf(made)).row).toMatchObject({
      estimable: false,
      reason: 'needs one look that was declared with the approximate interval before the first label',
    });
  });

  test('needs uniform draws, twenty labels and one system, also when it is declared later', async () => {
    await expect(studyPlanned(approximate)).rejects.toThrow('The approximate interval needs uniform draws.');
    await expect(
      studyPlanned({ kind: 'once', labels: 19, approximate: true }, { preset: 'uniform' }),
    ).rejects.toThrow(/needs a look at 20 labels or more, and this one is at 19/);
    const { engine, study } = await pairedStudy(10);
    await expect(engine.client.study.edit({ studyId: study.id, plan: approximate })).rejects.toMatchObject({
      message: 'The approximate interval is for studies of one system.',
      data: { field: 'plan', remedy: 'Leave it out: how often it holds for a difference was not measured.' },
    });
    const made = await studyPlanned(undefined, { preset: 'uniform' });
    const edited = await made.engine.client.study.edit({ studyId: made.study.id, plan: approximate });
    expect(edited.plan).toEqual(approximate);
    expect(listAudit(made.db, made.study.id)).toContainEqual(
      expect.objectContaining({
        action: 'study.plan',
        details: expect.objectContaining({ now: approximate }),
      }),
    );
    const { approximate: _, ...alone } = approximate;
    expect(await made.engine.client.study.edit({ studyId: made.study.id, plan: alone })).toMatchObject({
      plan: alone,
    });
    expect(listPlans(made.db, made.study.id, 1).at(-1)!.plan).toEqual(alone);
  });
});
