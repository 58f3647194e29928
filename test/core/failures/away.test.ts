import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { openProjectOf } from '../../../core/platform/context.ts';
import { all, contentOf, merge, preview, returnedOf } from '../exchange/returned.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';
import { testEngine } from '../support/test-engine.ts';

const coded = (more: object) => ({
  kind: 'score' as const,
  value: 3,
  fields: { failures: { modes: [], note: '', at: null, list: 0, ...more } },
});

describe('a batch that was handed out', () => {
  test('carries the modes, and what is made on its page becomes modes when it comes back, once', async () => {
    const { engine, client, study, make, list } = await failureStudy({ form: { mayMake: true }, count: 20 });
    const rude = await make('Rude');
    await client.annotator.add({ name: 'Ana' });
    const file = await handOut(engine.context, study.id, { ...all, count: 10 });
    expect(contentOf(file).failures).toEqual({
      ...{ mayMake: true, list: 1 },
      modes: [{ id: rude, name: 'Rude', definition: '', example: '', counterexample: '' }],
    });
    const returned = returnedOf(file, [
      [0, coded({ modes: [rude], list: 1 })],
      [1, coded({ made: ['Wrong date'], list: 1 })],
      [2, coded({ made: ['wrong DATE'], modes: [rude], list: 1 })],
      [3, coded({ list: 1 })],
    ]);
    const before = await list();
    expect((await preview(engine, returned)).added).toBe(4);
    expect(await list()).toBe(before);
    expect(await merge(engine, returned)).toMatchObject({ added: 4, changed: 0 });
    const { modes } = await client.failures.list({});
    expect(modes).toMatchObject([{ name: 'Rude' }, { name: 'Wrong date', by: 'Ana' }]);
    // Sent again it changes nothing, and makes nothing.
    expect(await merge(engine, returned)).toMatchObject({ added: 0, changed: 0, known: 4 });
    expect(await list()).toBe(before + 1);
    const table = await client.failures.table({ studyId: study.id });
    const row = (name: string) => table.modes.find(({ mode }) => mode.name === name)!;
    expect(row('Rude')).toMatchObject({ clock: 0, counted: 4 });
    // Ten items were handed out: the mode counts after them. Who made it means it where they said so.
    expect(row('Wrong date')).toMatchObject({ clock: 10, known: 2, with: 2, lookAgain: 2 });
  });

  test('what no annotator may make is refused by name, with the whole file', async () => {
    const { engine, client, study, list } = await failureStudy({ count: 20 });
    await client.annotator.add({ name: 'Ana' });
    const file = await handOut(engine.context, study.id, all);
    const returned = returnedOf(file, [[0, coded({ made: ['Wrong date'] })]]);
    await expect(merge(engine, returned)).rejects.toThrow('may not make failure modes');
    expect(await list()).toBe(0);
  });

  test('opened in the app, modes that are made there come back by name', async () => {
    const { engine, client, study, folder, make } = await failureStudy({
      ...{ form: { mayMake: true }, count: 20 },
    });
    await make('Off topic');
    const rude = await make('Rude');
    await client.failures.retire({ modeId: rude, clientKey: freshKey() });
    await client.annotator.add({ name: 'Ana' });
    const file = await handOut(engine.context, study.id, all);
    const batchFile = path.join(folder, 'b.assay-batch');
    writeFileSync(batchFile, JSON.stringify(file));

    const away = testEngine(path.join(folder, 'away'));
    await away.client.project.open({ path: batchFile });
    await away.client.annotator.choose({ name: 'Ana' });
    const studyId = (await away.client.study.list({}))[0]!.id;
    const { batch, items, failures } = await away.client.label.open({ studyId });
    expect(failures).toMatchObject({ mayMake: true, list: 3, modes: [{ name: 'Off topic' }] });
    const made = await away.client.failures.make({ name: 'Wrong date', clientKey: freshKey() });
    expect(made.list).toBe(4);
    const [offTopic] = failures!.modes;
    await away.client.label.submit({
      ...{ batch, ref: items[0]!.ref, durationMs: 900, estimateVisible: false, clientKey: freshKey() },
      answer: coded({ modes: [offTopic!.id, made.mode.id], list: made.list }),
    });
    const { content } = await away.client.batch.giveBack({});
    const answer = (JSON.parse(content!) as { entries: { answer: unknown }[] }).entries[0]!.answer;
    expect(answer).toEqual(coded({ modes: [offTopic!.id], list: 3, made: ['Wrong date'] }));
    expect(await merge(engine, JSON.parse(content!), { as: 'Ana' })).toMatchObject({ added: 1 });
    const { modes } = await client.failures.list({});
    expect(modes.map(({ name }) => name)).toEqual(['Off topic', 'Wrong date']);
    expect(openProjectOf(engine.context).path).toContain('p.assay');
  });
});
