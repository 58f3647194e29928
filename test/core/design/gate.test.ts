import { describe, expect, test } from 'vitest';
import { checkGate } from '../../../core/design/gate.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import type { GateClaim, LookPlan } from '../../../shared/contract/index.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';
import { pairedStudy } from '../support/two-systems.ts';

/** A study of so many items, of which the first are labeled, and what a gate says of it. */
async function gated(
  labeled: number,
  { count, size }: { count: number; size: number } = { count: 12, size: 12 },
) {
  const { engine, study, datasetId } = await ratedStudy(size, { count, preset: 'uniform' });
  const { client } = engine;
  if (labeled > 0) labelFromGold(engine.context, study.id, labeled);
  const ask = (claim: GateClaim, studyId = study.id) => client.claim.gate({ studyId, claim });
  const refused = (claim: GateClaim, words: string, studyId = study.id) =>
    expect(ask(claim, studyId)).rejects.toThrow(words);
  return { engine, client, study, datasetId, ask, refused };
}

describe('a gate', () => {
  test('passes and fails by the exact mean where everything is labeled; an end on the bound passes', async () => {
    const { ask, refused } = await gated(12);
    const { value, lower, upper, ...found } = await ask({ kind: 'at-least', value: 2 });
    expect([lower, upper]).toEqual([value, value]);
    expect(found).toMatchObject({
      ...{ basis: 'study', draws: 1, labeled: 12, moreLabels: 0, confidence: 0.95, judgeBreak: null },
      ...{
        scoredBy: ['strict'],
        altered: [],
        scale: { min: 1, max: 5 },
        bound: { kind: 'at-least', value: 2 },
      },
    });
    const verdict = async (kind: 'at-least' | 'at-most', by: number) =>
      (await ask({ kind, value: value! + by })).verdict;
    expect([await verdict('at-least', 0), await verdict('at-most', 0)]).toEqual(['pass', 'pass']);
    expect([await verdict('at-least', 0.01), await verdict('at-most', 0.01)]).toEqual(['fail', 'pass']);
    expect([await verdict('at-least', -0.01), await verdict('at-most', -0.01)]).toEqual(['pass', 'fail']);
    for (const end of [1, 5, 0])
      await refused({ kind: 'at-least', value: end }, `${end} is not inside the scale`);
  });

  test('without a label shows no number; with some says how many more are expected', async () => {
    const none = await gated(0);
    expect(await none.ask({ kind: 'at-least', value: 3 })).toMatchObject({
      ...{ verdict: 'inconclusive', value: null, lower: 1, upper: 5, labeled: 0 },
    });
    const some = await gated(10, { count: 80, size: 40 });
    const { value, verdict, moreLabels } = await some.ask({ kind: 'at-least', value: 2 });
    expect(value).not.toBeNull();
    if (verdict === 'inconclusive') expect(moreLabels).toBeGreaterThan(0);
    const middle = await some.ask({ kind: 'at-most', value: value! });
    expect(middle.verdict).toBe('inconclusive');
    // An end of the interval on the bound misses nothing yet.
    expect((await some.ask({ kind: 'at-least', value: middle.upper })).verdict).toBe('inconclusive');
    expect((await some.ask({ kind: 'at-most', value: middle.lower })).verdict).toBe('inconclusive');
  });

  test('expects labels by the plan of the study, and says what another program changed', async () => {
    const ahead = async (plan: LookPlan) => {
      const { engine, client, study } = await gated(0, { count: 200, size: 150 });
      await client.study.edit({ studyId: study.id, plan });
      labelFromGold(engine.context, study.id, 20);
      const claim: GateClaim = { kind: 'at-least', value: 2.6 };
      const altered = { accepted: ['A label was changed.'] };
      return checkGate(Object.create(engine.context, { altered: { value: altered } }), study.id, claim);
    };
    const [soon, late] = [
      await ahead({ kind: 'labels', labels: 40 }),
      await ahead({ kind: 'once', labels: 100 }),
    ];
    expect(soon.altered).toEqual(['A label was changed.']);
    expect([soon.value, soon.verdict, late.verdict]).toEqual([late.value, 'inconclusive', 'inconclusive']);
    // Without its plan the second would be 100.
    expect([soon.moreLabels, late.moreLabels]).toEqual([48, 52]);
  });

  test('counts each draw that was made after labels', async () => {
    const { client, study, ask, engine } = await gated(0, { count: 40, size: 20 });
    const draws = async () => (await ask({ kind: 'at-least', value: 3 })).draws;
    await client.sample.redraw({ studyId: study.id, seed: 2 });
    expect(await draws()).toBe(1);
    for (const seed of [3, 4]) {
      labelFromGold(engine.context, study.id, 5);
      await client.sample.redraw({ studyId: study.id, seed });
    }
    expect(await draws()).toBe(3);
  });

  test('compares two studies of one measure by both of their intervals', async () => {
    // Labels of one study count in the other, which asks the same.
    const { client, study, ask, refused, datasetId } = await gated(12);
    const { id: other } = await client.study.create({
      ...{ datasetId, system: 'secretive', preset: 'uniform', size: 6, alpha: 0.1 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
    const [own, rival] = [
      await ask({ kind: 'at-least', value: 3 }),
      await ask({ kind: 'at-least', value: 3 }, other),
    ];
    const found = await ask({ kind: 'not-worse', thanStudyId: other, by: 0.5 });
    expect(found).toMatchObject({
      ...{ basis: 'two-intervals', labeled: 18, draws: 1 },
      ...{ bound: { kind: 'at-least', value: -0.5 }, scale: { min: -4, max: 4 } },
    });
    expect(found.confidence).toBeCloseTo(0.85, 12);
    expect(found.value).toBeCloseTo(own.value! - rival.value!, 12);
    expect([found.lower, found.upper]).toEqual([own.lower - rival.upper, own.upper - rival.lower]);
    await refused({ kind: 'not-worse', thanStudyId: study.id, by: 0 }, 'studies of one system each');
    await refused({ kind: 'not-worse', thanSystem: 'rival', by: 0 }, 'has no comparison with "rival"');
  });

  test('has no difference of two studies until both have a label', async () => {
    const { engine, client, study, datasetId } = await gated(0);
    const { id: other } = await client.study.create({
      ...{ datasetId, system: 'rival', preset: 'uniform', size: 6, alpha: 0.05 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
    const differences = () =>
      Promise.all(
        [
          [study.id, other],
          [other, study.id],
        ].map(async ([studyId, thanStudyId]) => {
          const claim = { kind: 'not-worse' as const, thanStudyId: thanStudyId!, by: 0.5 };
          const { value, labeled } = await client.claim.gate({ studyId: studyId!, claim });
          return [value, labeled];
        }),
      );
    const label = async (studyId: number, value: number) => {
      const { batch, next } = await client.label.open({ studyId });
      await submit(engine, batch, next!, { kind: 'score', value });
    };
    await label(other, 2);
    expect(await differences()).toEqual([
      [null, 1],
      [null, 1],
    ]);
    await label(study.id, 5);
    const [there, back] = await differences();
    expect(there).toEqual([expect.any(Number), 2]);
    expect(back).toEqual([-there![0]!, 2]);
  });

  test('of a comparison asks by the name of one of its systems', async () => {
    const { engine, study } = await pairedStudy(40, { preset: 'uniform' });
    const ask = (thanSystem: string, by = 0.5) =>
      engine.client.claim.gate({ studyId: study.id, claim: { kind: 'not-worse', thanSystem, by } });
    expect((await ask('basil')).bound).toEqual({ kind: 'at-least', value: -0.5 });
    expect((await ask('amber')).bound).toEqual({ kind: 'at-most', value: 0.5 });
    await expect(ask('cedar')).rejects.toMatchObject({
      data: { remedy: 'It compares "amber" and "basil": name the one that is the standard.' },
    });
    await expect(ask('basil', 4)).rejects.toThrow('is not inside the scale');
    const lower = await pairedStudy(40, { preset: 'uniform', direction: 'lower' });
    const cost = async (thanSystem: string) => {
      const claim = { kind: 'not-worse' as const, thanSystem, by: 0.5 };
      return (await lower.engine.client.claim.gate({ studyId: lower.study.id, claim })).bound;
    };
    expect(await cost('basil')).toEqual({ kind: 'at-most', value: 0.5 });
    expect(await cost('amber')).toEqual({ kind: 'at-least', value: -0.5 });
  });
});
