import { describe, expect, test } from 'vitest';
import { seenDraws } from '../../../core/estimate/failures/seen-draws.ts';
import { listModeEvents } from '../../../db/failure-modes.ts';
import { failureStudy, failuresField, freshKey } from '../support/failure-study.ts';
import { submit } from '../support/test-engine.ts';

describe('failure modes', () => {
  test('are made once, whatever the case, spaces and Unicode form of their name', async () => {
    const { client, make } = await failureStudy();
    const first = await client.failures.make({ name: '  Wrong  date ', clientKey: freshKey() });
    expect(first).toMatchObject({ isNew: true, mode: { name: 'Wrong date', retired: false }, list: 1 });
    for (const name of ['wrong date', 'WRONG\u00a0DATE', 'Ｗｒｏｎｇ date']) {
      const again = await client.failures.make({ name, clientKey: freshKey() });
      expect(again).toMatchObject({ isNew: false, mode: { id: first.mode.id }, list: 1 });
    }
    expect(await make('Cut off')).not.toBe(first.mode.id);
    const key = freshKey();
    const sent = await client.failures.make({ name: 'Rude', clientKey: key });
    expect((await client.failures.make({ name: 'Rude', clientKey: key })).mode).toEqual(sent.mode);
    expect((await client.failures.list({})).modes.map(({ name }) => name)).toEqual([
      ...['Wrong date', 'Cut off', 'Rude'],
    ]);
    await expect(client.failures.make({ name: '\u200b ', clientKey: freshKey() })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  test('a change of name or definition asks what it means; what is said of it is kept', async () => {
    const { client, make } = await failureStudy();
    const id = await make('Wrong date');
    const { modes: before } = await client.failures.list({});
    const define = (more: object) => client.failures.define({ modeId: id, clientKey: freshKey(), ...more });
    await expect(define({ definition: 'A date that is not in the passage' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'meaning' },
    });
    const same = await define({ name: 'Date is wrong', meaning: 'same' });
    expect(same.mode).toMatchObject({ name: 'Date is wrong', meaning: before[0]!.meaning });
    const other = await define({ definition: 'Any date', meaning: 'changed' });
    expect(other.mode).toMatchObject({ meaning: other.list, meaningBy: 'defined' });
    const state = { kind: 'fixed', release: '1.2' } as const;
    expect((await define({ severity: 'high', state })).mode).toMatchObject({
      ...{ severity: 'high', state, meaning: other.mode.meaning },
    });
    await expect(define({ severity: 'low', event: same.mode.event })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await make('Rude');
    await expect(define({ name: 'RUDE', meaning: 'same' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('one that was retired by mistake comes back as it was', async () => {
    const { client, make } = await failureStudy();
    const id = await make('Rude');
    const made = (await client.failures.list({})).modes[0]!;
    await client.failures.retire({ modeId: id, clientKey: freshKey() });
    expect((await client.failures.list({})).modes).toEqual([]);
    await expect(client.failures.make({ name: 'rude', clientKey: freshKey() })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('retired'),
    });
    const { mode } = await client.failures.restore({ modeId: id, clientKey: freshKey() });
    expect(mode).toMatchObject({ id, name: 'Rude', retired: false, meaning: made.meaning });
    await expect(client.failures.restore({ modeId: id, clientKey: freshKey() })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('a merge restarts the meaning of the one that stays, and the other name leads to it', async () => {
    const { client, make } = await failureStudy();
    const [a, b] = [await make('Wrong date'), await make('Wrong year')];
    const { mode, list } = await client.failures.merge({ modeId: a, intoId: b, clientKey: freshKey() });
    expect(mode).toMatchObject({ id: b, name: 'Wrong year', meaningBy: 'merged', meaning: list - 1 });
    const { modes } = await client.failures.list({ withRetired: true });
    expect(modes.find(({ id }) => id === a)).toMatchObject({ retired: true, into: b });
    expect(await make('wrong date')).toBe(b);
    await expect(
      client.failures.merge({ modeId: b, intoId: b, clientKey: freshKey() }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const back = await client.failures.restore({ modeId: a, clientKey: freshKey() });
    expect(back.mode).toMatchObject({ id: a, retired: false, into: null });
    const again = (await client.failures.list({})).modes.find(({ id }) => id === b)!;
    expect(again.meaning).toBeGreaterThan(mode.meaning);
  });

  test('a split retires the old one and makes its parts, once', async () => {
    const { client, make } = await failureStudy();
    const id = await make('Wrong fact');
    const clientKey = freshKey();
    const into = [{ name: 'Wrong date' }, { name: 'Wrong place', definition: 'A place that is not there' }];
    const split = await client.failures.split({ modeId: id, into, clientKey });
    expect(split.modes).toMatchObject([{ name: 'Wrong date', meaningBy: 'split' }, { name: 'Wrong place' }]);
    expect(await client.failures.split({ modeId: id, into, clientKey })).toEqual(split);
    const { modes } = await client.failures.list({ withRetired: true });
    expect(modes.map(({ name, retired }) => [name, retired])).toEqual([
      ...[
        ['Wrong fact', true],
        ['Wrong date', false],
        ['Wrong place', false],
      ],
    ]);
    const twice = [{ name: 'Same' }, { name: 'SAME' }];
    await expect(
      client.failures.split({ modeId: split.modes[0]!.id, into: twice, clientKey: freshKey() }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('how many draws had been seen when a mode was made', () => {
  test('counts what was opened, answered, marked or handed out, and keeps it with the file', async () => {
    const { engine, client, study, batch, refs, code, file } = await failureStudy();
    const seen = () => seenDraws(engine.context).find(({ studyId }) => studyId === study.id)?.draws ?? 0;
    expect(seen()).toBe(0);
    await client.label.item({ batch, ref: refs[2]! });
    expect(seen()).toBe(3);
    await code(0, []);
    expect(seen()).toBe(3);
    await client.label.note({ batch, ref: refs[4]!, note: 'odd' });
    expect(seen()).toBe(5);
    await submit(engine, batch, refs[6]!, { kind: 'skip', reason: 'broken' });
    expect(seen()).toBe(7);
    await client.batch.out({ studyId: study.id, from: 3, count: 8, shape: 'file' });
    expect(seen()).toBe(10);
    await client.project.close({});
    await client.project.open({ path: file });
    expect(seen()).toBe(10);
    await client.failures.make({ name: 'Rude', clientKey: freshKey() });
    expect(listModeEvents(engine.context.session.project!.db)[0]!.seen).toEqual([
      { studyId: study.id, generation: 1, draws: 10 },
    ]);
  });

  test('nothing is kept for a study that does not ask for failures', async () => {
    const { engine, client, datasetId } = await failureStudy();
    const other = await client.study.create({
      ...{ datasetId, system: 'secretive', preset: 'uniform', size: 20, seed: 9 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
    const { batch, items } = await client.label.open({ studyId: other.id });
    await client.label.item({ batch, ref: items[3]!.ref });
    expect(seenDraws(engine.context)).toEqual([]);
  });
});

test('what went wrong is asked once, of one system, and alone only beside a yes or no', async () => {
  const { client, datasetId } = await failureStudy();
  const create = (more: object) =>
    client.study.create({
      ...{ datasetId, system: 'secretive', preset: 'uniform', size: 20 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
      fields: [failuresField()],
      ...more,
    });
  const twice = [failuresField(), { ...failuresField(), name: 'more' }];
  const text = { name: 'why', question: '', required: false, form: { kind: 'text' as const } };
  for (const wrong of [
    { fields: twice },
    { against: 'rival' },
    { fields: [failuresField({ alone: true })] },
    { fields: [failuresField({ alone: true }), text] },
    { measure: { kind: 'metric', metric: 'exact-match' } },
  ]) {
    await expect(create(wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
  await expect(create({ against: 'rival' })).rejects.toMatchObject({
    message: expect.stringContaining('a failure is of one reply, and people see two'),
    data: { remedy: expect.stringContaining('a study of each system') },
  });
});
