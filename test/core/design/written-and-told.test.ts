import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { liveEstimateOf } from '../../../core/estimate/live-estimates.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { listAudit } from '../../../db/audit.ts';
import { failuresField } from '../support/failure-study.ts';
import { importRecords, ratedStudy } from '../support/test-engine.ts';
import { byRating, pairedStudy, rankingOfThree } from '../support/two-systems.ts';

/** What an act wrote into the audit trail, and what it told to every window. */
function watched({ context }: Engine) {
  const { db } = context.session.project!;
  const told: { type: string }[] = [];
  context.events.listen((event) => told.push(event));
  const count = () => db.prepare('SELECT MAX(id) FROM audit').pluck().get() as number;
  return async (act: () => Promise<unknown>) => {
    const before = count();
    told.length = 0;
    await act();
    const rows = db
      .prepare(`SELECT * FROM audit WHERE id > ? AND action != 'project.bound' ORDER BY id`)
      .all(before) as {
      action: string;
      study_id: number | null;
      details: string;
    }[];
    const written = rows.map(({ action, study_id: studyId, details }) => [
      action,
      studyId,
      JSON.parse(details),
    ]);
    return { written, told: [...told] };
  };
}

const changed = (studyId: number) => ({ type: 'study.changed', studyId });

describe('what is changed of a study', () => {
  test('is written down with what was and what is, and told', async () => {
    const { engine, study } = await ratedStudy(10);
    const { client, context } = engine;
    const act = watched(engine);
    const studyId = study.id;
    const was = { name: study.name, question: study.question, guidelines: study.guidelines };
    const live = liveEstimateOf(context, studyId);
    expect(await act(() => client.study.edit({ studyId, name: 'Mine' }))).toEqual({
      written: [['study.edit', studyId, { was, now: { name: 'Mine' } }]],
      told: [changed(studyId)],
    });
    expect(liveEstimateOf(context, studyId)).not.toBe(live);
    const goal = { targetHalfWidth: 0.2, threshold: 3, budget: 40, leastDifference: null };
    const named = { ...was, name: 'Mine' };
    const { written } = await act(() => client.study.edit({ studyId, goal }));
    const plan = { kind: 'labels', labels: 10 };
    expect(written).toEqual([
      ['study.plan', studyId, { was: plan, now: { ...plan, labels: 40 }, drawsBefore: 0 }],
      ['study.edit', studyId, { was: { ...named, goal: study.goal }, now: { goal } }],
    ]);
    expect((await client.study.get({ studyId })).goal).toEqual({ ...goal, parts: 'all' });
    const fields = [failuresField()];
    expect((await act(() => client.study.edit({ studyId, fields }))).written).toEqual([
      ['study.edit', studyId, { was: { ...named, fields: [] }, now: { fields } }],
    ]);
    labelFromGold(context, studyId, 1);
    const other = [{ ...fields[0]!, name: 'others' }];
    await expect(client.study.edit({ studyId, fields: other })).rejects.toMatchObject({ code: 'CONFLICT' });
    const far = { ...goal, threshold: 9 };
    await expect(client.study.edit({ studyId, goal: far })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const least = { ...goal, leastDifference: 1 };
    await expect(client.study.edit({ studyId, goal: least })).rejects.toThrow('no difference to matter');
    expect(await act(() => client.study.remove({ studyId }))).toEqual({
      written: [['study.remove', studyId, { name: 'Mine', signalHash: study.signalHash }]],
      told: [changed(studyId)],
    });
    expect(await client.study.list({})).toEqual([]);
  });

  test('is that its bets were mended, once', async () => {
    const { engine, study } = await ratedStudy(10);
    const { db } = engine.context.session.project!;
    const mend = () => engine.client.study.edit({ studyId: study.id, mended: true });
    const refused = (message: string, remedy: string) =>
      expect(mend()).rejects.toMatchObject({ message, data: { field: 'mended', remedy } });
    const none = 'Only intervals of rule 2 can be narrowed, and this study has none.';
    await refused(none, 'Plan another number of labels.');
    db.exec(
      'UPDATE study SET betting_rule = 2, value_steps = NULL; DELETE FROM study_plan; DELETE FROM study_column',
    );
    labelFromGold(engine.context, study.id, 3);
    const act = watched(engine);
    expect((await act(mend)).written).toEqual([['study.mend', study.id, { drawsBefore: 3 }]]);
    await refused('The later intervals of this study are narrowed already.', 'Nothing is left to do.');
    expect((await engine.client.study.get({ studyId: study.id })).mendedFrom).toBe(3);
    db.exec("UPDATE study SET preset = 'humcoe'");
    await refused(none, 'Choose another design in a new study.');
  });

  test('is its draw, which is told with the number', async () => {
    const { engine, study } = await ratedStudy(10);
    const { client, context } = engine;
    const studyId = study.id;
    const act = watched(engine);
    labelFromGold(context, studyId, 2);
    const told = [changed(studyId), { type: 'estimate.changed', studyId }];
    const plan = { kind: 'labels', labels: 10 };
    const live = liveEstimateOf(context, studyId);
    expect(await act(() => client.sample.grow({ studyId, size: 15 }))).toEqual({
      written: [
        ['study.plan', studyId, { was: plan, now: { ...plan, labels: 15 }, drawsBefore: 2 }],
        ['sample.grow', studyId, { from: 10, to: 15 }],
      ],
      told,
    });
    expect(liveEstimateOf(context, studyId)).not.toBe(live);
    expect(await act(() => client.sample.redraw({ studyId, seed: 77 }))).toEqual({
      written: [['sample.redraw', studyId, { seed: 77, labelsBefore: 2, generation: 2 }]],
      told,
    });
    await expect(client.sample.grow({ studyId, size: 15 })).rejects.toMatchObject({
      message: 'The batch already has 15 draws.',
      data: { field: 'size' },
    });
    await expect(client.sample.grow({ studyId, size: 81 })).rejects.toMatchObject({
      message: 'The pool has 80 items; 81 cannot be drawn.',
      data: { field: 'size', remedy: 'Draw at most 80.' },
    });
    expect((await client.sample.grow({ studyId, size: 80 })).drawCount).toBe(80);
  });
});

test('a new study is told, and that its criterion is one of the data', async () => {
  const systems = ['secretive', 'rival'];
  const asked = {
    ...{ datasetId: 1, preset: 'uniform' as const, size: 5, surrogate: { kind: 'none' as const } },
    measure: { kind: 'criterion' as const, criterion: 'preference' },
  };
  const makings = [
    ({ client }: Engine) => client.study.create({ ...asked, system: 'secretive', against: 'rival' }),
    ({ client }: Engine) => client.study.createPairs({ ...asked, systems }),
  ];
  for (const make of makings) {
    const { engine, study } = await ratedStudy(5);
    const act = watched(engine);
    const told = async () =>
      (await act(() => make(engine))).told.filter(({ type }) => !type.startsWith('job.'));
    expect(await told()).toEqual([{ type: 'data.changed' }, changed(study.id + 1)]);
    expect(await told()).toEqual([changed(study.id + 2)]);
  }
});

test('releases, windows and alerts of a series are written down and told', async () => {
  const { engine, study, datasetId, folder } = await ratedStudy(12, { preset: 'uniform' });
  const { client, context } = engine;
  labelFromGold(context, study.id, 5);
  const act = watched(engine);
  const { db } = context.session.project!;
  const lastStudy = () => db.prepare('SELECT MAX(id) FROM study').pluck().get() as number;
  expect(await act(() => client.series.begin({ studyId: study.id, name: ' Chat ' }))).toEqual({
    written: [['series.begin', study.id, { seriesId: 1 }]],
    told: [changed(study.id)],
  });
  const first = await act(() => client.series.release({ seriesId: 1, system: 'rival', again: 0.5 }));
  const release = lastStudy();
  expect(first.written.at(-1)).toEqual([
    ...['series.release', release],
    { series: 'Chat', after: study.name, reused: 0, again: expect.any(Number) },
  ]);
  expect(first.told.at(-1)).toEqual(changed(release));
  expect(listAudit(db, release).map(({ action }) => action)).toContain('series.release');
  await expect(client.series.begin({ studyId: release })).rejects.toThrow('belongs to a series already.');
  expect((await act(() => client.series.remove({ seriesId: 1 }))).told).toEqual([changed(study.id)]);
  await act(() => client.series.begin({ studyId: study.id, leastDrop: 0.5 }));
  const { id: seriesId } = (await client.series.list({}))[0]!;
  const records = Array.from({ length: 20 }, (_, i) => ({
    ...{ id: `late-${i}`, conversation: [{ role: 'user', content: `And ${i}?` }] },
    responses: { secretive: `It is ${i}.` },
  }));
  const later = await importRecords(engine, folder, records, { name: 'later' });
  const window = await act(() => client.series.release({ seriesId, system: 'secretive', datasetId: later }));
  expect(window.written.at(-1)).toEqual([
    ...['series.window', lastStudy()],
    { series: 'Watch, quality', position: 2 },
  ]);
  expect(window.told.at(-1)).toEqual(changed(lastStudy()));
  await expect(
    client.series.release({ seriesId, system: 'secretive', datasetId: later }),
  ).rejects.toMatchObject({
    ...{ code: 'CONFLICT', message: 'secretive in that data set is a window of the watch already.' },
    data: { remedy: 'Import the conversations that came since as a data set of their own.' },
  });
  await expect(client.series.release({ seriesId, system: 'secretive', datasetId })).rejects.toThrow(
    'already',
  );
});

test('what becomes of a ranking is written at each of its pairs, and told', async () => {
  const { engine, rankingId, pairs } = await rankingOfThree(8);
  const { client } = engine;
  const act = watched(engine);
  // The newest first.
  const ids = pairs.map(({ id }) => id).toReversed();
  expect(await act(() => client.ranking.edit({ rankingId, top: 1 }))).toEqual({
    written: ids.map((id) => ['ranking.find', id, { was: null, now: 1 }]),
    told: ids.map(changed),
  });
  expect((await act(() => client.ranking.edit({ rankingId, top: 1 }))).written).toEqual([]);
  const grown = await act(() => client.ranking.grow({ rankingId, by: 3 }));
  expect(grown.written.filter(([action]) => action === 'sample.grow')).toEqual(
    ids.toReversed().map((id) => ['sample.grow', id, { from: 8, to: 11 }]),
  );
  const gone = await act(() => client.ranking.remove({ rankingId }));
  expect(gone.written.map(([action, id]) => [action, id])).toEqual(ids.map((id) => ['study.remove', id]));
  expect(await client.ranking.list({})).toEqual([]);
});

test('comparisons that are gathered are told each, under one name that is free', async () => {
  const { engine, study, datasetId } = await pairedStudy(6);
  const { client } = engine;
  const ids = [study.id];
  for (const [system, against] of [
    ['amber', 'cedar'],
    ['basil', 'cedar'],
  ] as const) {
    const { id } = await client.study.create({
      ...{ datasetId, system, against, ...byRating, preset: 'calibrated-hardness', size: 6, seed: 5 },
    });
    ids.push(id);
  }
  const act = watched(engine);
  const { written, told } = await act(() =>
    client.ranking.gather({ studyId: study.id, alpha: 0.1, name: ` ${study.name} ` }),
  );
  const ranking = `${study.name} (4)`;
  ids.reverse();
  expect(written).toEqual(ids.map((id) => ['ranking.gather', id, { ranking, alpha: 0.1 }]));
  expect(told).toEqual(ids.map(changed));
});
