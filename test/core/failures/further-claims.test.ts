import { describe, expect, test } from 'vitest';
import { UnnamedFailures } from '../../../stats/index.ts';
import { alterFile } from '../../support/altered-file.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';

describe('have we read enough', () => {
  test('an item counts as new where its failure had no name before it was drawn, or has none', async () => {
    const { client, study, code, make } = await failureStudy({ count: 60 });
    const known = await make('Rude');
    await code(0, [known]);
    await code(1, [], { note: 'No name for this' });
    await code(2, []);
    const date = await make('Wrong date');
    await code(2, [date]);
    await code(3, [date]);
    for (let at = 4; at < 20; at++) await code(at, []);
    const { unnamed } = await client.failures.table({ studyId: study.id });
    const bound = new UnnamedFailures({ populationSize: 60, alpha: 0.05 });
    for (let at = 0; at < 20; at++) bound.add({ isNew: at === 1 || at === 2 });
    const { ofAll, ofUnread } = bound.state;
    expect(unnamed).toMatchObject({ draws: 20, upper: ofAll, ofUnread, unread: 40, good: 1 / 20 });
    expect(unnamed!.curve).toHaveLength(20);
    expect(unnamed!.curve.at(-1)).toEqual({ draws: 20, ofUnread });
  });
});

describe('what another meaning would make of a share', () => {
  test('is told before, and stored by nobody', async () => {
    const { client, study, code, make, list } = await failureStudy({ count: 40 });
    const [date, year] = [await make('Wrong date'), await make('Wrong year')];
    for (let at = 0; at < 30; at++) await code(at, at % 5 === 0 ? [date] : at % 5 === 1 ? [year] : []);
    const before = await list();
    const share = (await client.failures.table({ studyId: study.id })).modes.find(
      ({ mode }) => mode.id === date,
    )!.share!;
    const changed = await client.failures.change({ studyId: study.id, modeId: date });
    expect(changed).toMatchObject({
      before: share,
      lookAgain: 30,
      after: { lower: 0, upper: 1, value: null },
    });
    const merged = await client.failures.change({ studyId: study.id, modeId: date, mergedId: year });
    // All thirty are known of both: twelve have one of the two.
    expect(merged).toMatchObject({ before: share, lookAgain: 0 });
    expect(merged.after!.lower).toBeCloseTo(12 / 40, 10);
    expect(merged.after!.upper).toBeCloseTo(22 / 40, 10);
    expect(await list()).toBe(before);
    await client.failures.merge({ modeId: year, intoId: date, clientKey: freshKey() });
    const { modes } = await client.failures.table({ studyId: study.id });
    expect(modes[0]!.share).toEqual(merged.after);
  });
});

describe('what another program changed of failure modes', () => {
  test.each([
    ["UPDATE failure_mode_event SET seen = '[]'", 'change of a failure mode was changed'],
    ['DELETE FROM failure_look', 'statement on a failure mode was removed'],
    ['UPDATE failure_look SET present = 0', 'statement on a failure mode was changed'],
    [
      `INSERT INTO failure_look SELECT id + 1, 'other', study_id, item_id, system_id, mode_id, annotator_id, by_annotator_id,
         label_id, 0, meaning, source, created_at FROM failure_look`,
      'statement on a failure mode was added',
    ],
  ])('%s is named', async (sql, words) => {
    const { engine, client, study, code, make, refs } = await failureStudy({ count: 20 });
    await code(0, []);
    const modeId = await make('Rude');
    const { db, path } = engine.context.session.project!;
    const itemId = db.prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(refs[0]) as number;
    const look = { studyId: study.id, itemId, modeId, present: true, clientKey: freshKey() };
    await client.failures.look(look);
    expect((await client.project.check({ wait: true })).alterations).toEqual([]);
    alterFile(path, sql);
    const { alterations } = await client.project.check({ wait: true });
    expect(alterations.map((one) => one.words).join(' ')).toContain(words);
  });
});
