import { describe, expect, test } from 'vitest';
import { listModeEvents } from '../../../db/failure-modes.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';

describe('what people say went wrong', () => {
  test('travels with the label: current answer, undo, redo', async () => {
    const { client, batch, code, make, current } = await failureStudy();
    const rude = await make('Rude');
    await code(0, [rude], { note: 'It snaps at the user.' });
    const first = await current(0);
    expect(first).toMatchObject({
      ...{ kind: 'score', value: 3 },
      fields: { failures: { modes: [rude], note: 'It snaps at the user.', at: null, list: 1 } },
    });
    await code(0, []);
    expect(await current(0)).toMatchObject({ fields: { failures: { modes: [], note: '' } } });
    await client.label.undo({ batch });
    expect(await current(0)).toEqual(first);
    await client.label.undo({ batch });
    expect(await current(0)).toBeNull();
    await client.label.redo({ batch });
    expect(await current(0)).toEqual(first);
  });

  test('unknown and retired modes are refused by name; one that the page had on its list is taken', async () => {
    const { client, code, make, list } = await failureStudy();
    const rude = await make('Rude');
    await expect(code(0, [rude + 7])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(`no failure mode ${rude + 7}`),
    });
    const before = await list();
    await client.failures.retire({ modeId: rude, clientKey: freshKey() });
    await expect(code(0, [rude])).rejects.toThrow('"Rude" is retired');
    await code(0, [rude], { list: before });
    await expect(code(1, [], { list: 99 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('the place must be in the reply, and the steps in the conversation', async () => {
    const { client, batch, refs, code, current } = await failureStudy();
    const { replies } = await client.label.item({ batch, ref: refs[0]! });
    const { text } = replies[0]!;
    const words = { kind: 'words', reply: 0, start: 0, end: 3, text: text.slice(0, 3) } as const;
    await code(0, [], { note: 'here', at: words });
    expect(await current(0)).toMatchObject({ fields: { failures: { at: words } } });
    for (const [at, problem] of [
      [{ ...words, text: 'no such words' }, 'not in the reply'],
      [{ ...words, reply: 4 }, 'no reply 5'],
      [{ kind: 'step', turn: 99, step: 0 } as const, 'no step 1 at turn 100'],
    ] as const) {
      await expect(code(1, [], { note: 'here', at })).rejects.toThrow(problem);
    }
    // Nobody called a tool here.
    const none = { kind: 'step', turn: 0, step: 2 } as const;
    await expect(code(1, [], { note: 'here', at: none })).rejects.toThrow('no step 3 at turn 1');
  });

  test('a step that is there can be marked', async () => {
    const { code, current } = await failureStudy({ withSteps: true });
    const at = { kind: 'step', turn: 1, step: 1 } as const;
    await code(0, [], { note: 'here', at });
    expect(await current(0)).toMatchObject({ fields: { failures: { at } } });
    for (const other of [
      { ...at, turn: 2 },
      { ...at, step: 9 },
    ]) {
      await expect(code(1, [], { note: 'here', at: other })).rejects.toThrow('no step');
    }
  });

  test('asked alone, the score follows from it', async () => {
    const { engine, client, batch, refs, code, make } = await failureStudy({ form: { alone: true } });
    const rude = await make('Rude');
    await code(0, []);
    await code(1, [rude]);
    await code(2, [], { note: 'odd' });
    const placeIn = async (at: number) => {
      const { replies } = await client.label.item({ batch, ref: refs[at]! });
      return { kind: 'words', reply: 0, start: 0, end: 3, text: replies[0]!.text.slice(0, 3) } as const;
    };
    await expect(code(3, [], { at: await placeIn(3) })).rejects.toThrow('nothing is wrong there');
    await code(4, [rude], { at: await placeIn(4) });
    const nothing = { modes: [], note: '', at: null, list: 1 };
    const wrong = (value: number, fields: object) =>
      client.label.submit({
        ...{ batch, ref: refs[3]!, durationMs: 1, estimateVisible: false, clientKey: freshKey() },
        answer: { kind: 'score', value, ...fields },
      });
    await expect(wrong(0, { fields: { failures: nothing } })).rejects.toMatchObject({
      message: 'The score does not follow from what went wrong.',
      data: {
        field: 'answer.value',
        remedy: 'Give 1 where nothing is wrong, and 0 where there is a note or a failure mode.',
      },
    });
    await expect(wrong(1, { fields: { failures: { ...nothing, modes: [rude] } } })).rejects.toThrow(
      'does not follow',
    );
    await expect(wrong(1, {})).rejects.toThrow('needs an answer');
    expect((await client.estimate.current({ studyId: 1 })).labeled).toBe(3);
    expect(engine.context.session.project).not.toBeNull();
  });

  test('names that were made on a page become modes once, where annotators may make any', async () => {
    const { engine, client, code, make, current, list } = await failureStudy({ form: { mayMake: true } });
    const rude = await make('Rude');
    await code(0, [], { made: ['Wrong date', 'rude', 'WRONG  date'] });
    const { modes } = await client.failures.list({});
    expect(modes.map(({ name }) => name)).toEqual(['Rude', 'Wrong date']);
    const date = modes[1]!.id;
    expect(await current(0)).toMatchObject({ fields: { failures: { modes: [rude, date] } } });
    const before = await list();
    await code(1, [], { made: ['wrong date'] });
    expect(await list()).toBe(before);
    expect(listModeEvents(engine.context.session.project!.db)[1]!.seen[0]!.draws).toBe(1);
    const closed = await failureStudy();
    await expect(closed.code(0, [], { made: ['Wrong date'] })).rejects.toThrow('may not make');
    await closed.make('Wrong date');
    await closed.code(0, [], { made: ['Wrong date'] });
    await expect(closed.code(0, [], { made: ['Wrong date', 'Rude'] })).rejects.toThrow('may not make');
    await expect(closed.code(0, [], { made: ['\u200b\u200c'] })).rejects.toThrow('needs a letter');
    await closed.code(0, [], { made: [] });
  });

  test('a note of 20,000 letters is kept, a longer one refused', async () => {
    const { code, current } = await failureStudy();
    await code(0, [], { note: 'x'.repeat(20_000) });
    expect(await current(0)).toMatchObject({ fields: { failures: { note: 'x'.repeat(20_000) } } });
    await expect(code(1, [], { note: 'x'.repeat(20_001) })).rejects.toThrow();
  });

  test('the label screen offers open modes, and who labels in the project may make some', async () => {
    const { client, study, make } = await failureStudy();
    const [rude, off] = [await make('Rude'), await make('Off topic')];
    await client.failures.retire({ modeId: rude, clientKey: freshKey() });
    expect((await client.label.open({ studyId: study.id })).failures).toEqual({
      ...{ mayMake: true, list: 3 },
      modes: [{ id: off, name: 'Off topic', definition: '', example: '', counterexample: '' }],
    });
  });
});
