import { expect, test } from 'vitest';
import { ratedStudy } from '../support/test-engine.ts';

test('a study is shown as it is now: its newest plan, how often it was drawn anew, and a version of its own', async () => {
  const { engine, study } = await ratedStudy(10, { preset: 'uniform' });
  const { client } = engine;
  const now = () => client.study.get({ studyId: study.id });
  expect(study).toMatchObject({
    ...{ plan: { kind: 'labels', labels: 10 }, redraws: 0, joins: [], choice: null, source: null },
    ...{ firstPhase: null, addedSince: null, comparison: null, mendedFrom: null, labeled: 0, skipped: 0 },
  });
  const later = await client.study.edit({ studyId: study.id, plan: { kind: 'labels', labels: 30 } });
  expect(later.plan).toEqual({ kind: 'labels', labels: 30 });
  expect(later.version).not.toBe(study.version);
  await expect(
    client.study.edit({ studyId: study.id, plan: { kind: 'labels', labels: 40 }, version: study.version }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  await client.sample.redraw({ studyId: study.id, seed: 2 });
  expect(await now()).toMatchObject({ redraws: 1, plan: { kind: 'labels', labels: 30 } });
  const field = { name: 'why', question: '', required: false, form: { kind: 'text' as const } };
  expect((await client.study.edit({ studyId: study.id, fields: [field] })).fields).toEqual([field]);
  expect((await client.study.edit({ studyId: study.id, fields: [] })).fields).toEqual([]);
});
