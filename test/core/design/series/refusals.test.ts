import { describe, expect, test } from 'vitest';
import { labelFromGold } from '../../../../core/labeling/session/label-from-gold.ts';
import { importRecords, ratedStudy } from '../../support/test-engine.ts';

const item = (id: string, reply: string, question = `What about ${id}?`) => ({
  ...{ id, conversation: [{ role: 'user', content: question }], responses: { secretive: reply } },
});

/** A study of 20 items that may begin a series, and data sets of further replies. */
async function seriesOf({ preset = 'uniform' as 'uniform' | 'calibrated-hardness' } = {}) {
  const { engine, folder, study, datasetId } = await ratedStudy(20, { count: 20, preset });
  const { client } = engine;
  const take = (name: string, records: readonly object[]) => importRecords(engine, folder, records, { name });
  const begin = (more: object = {}, studyId = study.id) => client.series.begin({ studyId, ...more });
  const release = (seriesId: number, more: { system?: string; datasetId?: number } = {}) =>
    client.series.release({ seriesId, system: 'secretive', ...more });
  return { engine, client, db: engine.context.session.project!.db, study, datasetId, take, begin, release };
}

const refused = (asked: Promise<unknown>, code: string, message: string, data: object) =>
  expect(asked).rejects.toMatchObject({ code, message, data });

describe('a series', () => {
  test('begins with a study of one system that is drawn uniformly by the present rule', async () => {
    const { begin, db, study, client } = await seriesOf();
    const why = (reason: string, asked = begin()) =>
      refused(asked, 'CONFLICT', `"${study.name}" cannot begin a series: it ${reason}.`, {
        field: 'studyId',
        remedy: expect.stringContaining('Begin with a new study of one system, drawn uniformly'),
      });
    const weighted = await seriesOf({ preset: 'calibrated-hardness' });
    await why(
      'draws some items more often than others, by a guess that every release would change',
      weighted.begin(),
    );
    db.exec('UPDATE study SET draw_rule = 1');
    await why('was drawn by the rule of earlier versions, whose order changes with every item that is added');
    db.exec('UPDATE study SET draw_rule = 2');
    expect((await begin()).name).toBe('Releases, quality');
    await refused(begin(), 'CONFLICT', `"${study.name}" belongs to a series already.`, { field: 'studyId' });
    const { id } = await client.study.create({
      ...{ datasetId: 1, system: 'secretive', against: 'rival', preset: 'uniform', size: 5, name: 'Two' },
      ...{ measure: study.measure, surrogate: { kind: 'none' } },
    });
    await expect(begin({}, id)).rejects.toThrow('"Two" cannot begin a series: it compares two systems.');
  });

  test('has a name of its own, and of a watch a drop that the scale has room for', async () => {
    const { begin, client, study, datasetId } = await seriesOf();
    const another = async (seed: number) => {
      const { id } = await client.study.create({
        ...{ datasetId, system: 'secretive', preset: 'uniform', size: 5, seed },
        ...{ measure: study.measure, surrogate: { kind: 'none' } },
      });
      return id;
    };
    for (const leastDrop of [4, 5])
      await refused(begin({ leastDrop }), 'INVALID_INPUT', 'No drop on this scale is that large.', {
        ...{ field: 'leastDrop', remedy: 'Name a drop below 4.' },
      });
    const names = [];
    for (const [i, more] of [{}, {}, {}, { leastDrop: 3.9 }, { name: '  ' }].entries())
      names.push((await begin(more, await another(i + 1))).name);
    expect(names).toEqual([
      ...['Releases, quality', 'Releases, quality (2)', 'Releases, quality (3)', 'Watch, quality'],
      'Releases, quality (4)',
    ]);
  });

  test('takes a release that has replies to the same items, and says what is missing', async () => {
    const { begin, release, take } = await seriesOf();
    const { id } = await begin();
    await refused(release(id, { datasetId: 99 }), 'NOT_FOUND', 'There is no data set 99 in this project.', {
      field: 'datasetId',
    });
    const missing = (system: string, of?: number) =>
      refused(
        release(id, { system, ...(of && { datasetId: of }) }),
        'NOT_FOUND',
        `No system ${system} has replies in that data set.`,
        {
          field: 'system',
          remedy: 'Import the replies of the release first, as a data set of its own or with the others.',
        },
      );
    await missing('nobody');
    const other = await take('other', [item('new-1', 'Yes.')]);
    await missing('rival', other);
    await refused(
      release(id),
      'INVALID_INPUT',
      'secretive is the previous release; there is nothing new to judge.',
      { field: 'system' },
    );
    const none = 'secretive answered no item of the previous release.';
    await refused(release(id, { datasetId: other }), 'INVALID_INPUT', none, {
      ...{ field: 'system' },
      remedy: 'Items are found by their ids: give the same question the same id in every release.',
    });
    const changed = await take('changed', [
      item('item-0001', 'Yes.', 'Else?'),
      item('item-0002', 'No.', 'So?'),
    ]);
    await refused(release(id, { datasetId: changed }), 'INVALID_INPUT', none, {
      ...{ field: 'system' },
      remedy:
        '2 items have the same ids, but other conversations, passages or numbers of turns. Give every release the same questions.',
    });
  });

  test('of releases alone is planned, for a difference that the scale has room for', async () => {
    const { begin, client, study, datasetId, engine } = await seriesOf();
    const { id: seriesId } = await begin({ leastDrop: 1 });
    await refused(
      client.series.plan({ seriesId, by: 1 }),
      'CONFLICT',
      '"Watch, quality" is not a series of releases.',
      { field: 'seriesId' },
    );
    labelFromGold(engine.context, study.id, 5);
    const { id: other } = await client.study.create({
      ...{ datasetId, system: 'secretive', preset: 'uniform', size: 20, seed: 3 },
      ...{ measure: study.measure, surrogate: { kind: 'none' } },
    });
    const releases = await begin({}, other);
    for (const by of [4, 4.5])
      await refused(
        client.series.plan({ seriesId: releases.id, by }),
        'INVALID_INPUT',
        `No difference on this scale is as large as ${by}.`,
        { field: 'by', remedy: 'Name a drop below 4.' },
      );
    const plan = await client.series.plan({ seriesId: releases.id, by: 3.9 });
    expect(plan).toMatchObject({ by: 3.9, power: 0.9, spread: 'guessed', sharedItems: 20, differing: 20 });
    expect(plan.drops.map(({ drop }) => drop)).toEqual([1.95, 3.9, 7.8]);
    expect(plan.labels).toBeLessThanOrEqual(20);
    await refused(
      client.series.take({ seriesId: releases.id, studyId: study.id }),
      'CONFLICT',
      '"Releases, quality" is not a watch with a reference.',
      { field: 'seriesId' },
    );
  });
});
