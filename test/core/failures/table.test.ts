import { describe, expect, test } from 'vitest';
import { ModeSequence } from '../../../stats/index.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';

type Made = Awaited<ReturnType<typeof failureStudy>>;
const tableOf = ({ client, study }: Made, more: object = {}) =>
  client.failures.table({ studyId: study.id, ...more });
const itemOf = ({ engine, refs }: Made, at: number) =>
  engine.context.session
    .project!.db.prepare('SELECT item_id FROM draw WHERE ref = ?')
    .pluck()
    .get(refs[at]) as number;

describe('shares of failure modes', () => {
  test('count from the draw after which the mode was made, and hold for the whole pool', async () => {
    const made = await failureStudy({ count: 40 });
    const { code, make } = made;
    for (let at = 0; at < 5; at++) await code(at, [], { note: at === 4 ? 'rude' : '' });
    const rude = await make('Rude');
    await code(4, [rude]);
    for (let at = 5; at < 25; at++) await code(at, at % 4 === 0 ? [rude] : []);
    const { modes, coded, items, nothingWrong, hunted } = await tableOf(made);
    expect({ coded, items, nothingWrong, hunted }).toEqual({
      ...{ coded: 25, items: 40, hunted: 0, nothingWrong: { items: 19, of: 25, share: nothingWrong.share } },
    });
    expect(nothingWrong.share!.value).toBeCloseTo(19 / 25, 10);
    const [row] = modes;
    expect(row).toMatchObject({ clock: 5, known: 1, with: 1, counted: 25, lookAgain: 4 });
    expect(row!.found).toEqual({ items: 6, of: 25 });
    const sequence = new ModeSequence({
      ...{ populationSize: 40, plan: 40, once: false, alpha: 0.05, steps: 1 },
      before: [0, 1, 2, 3, 4].map((pool) => ({ pool, y: pool === 4 ? 1 : 'unknown' })),
    });
    for (let at = 5; at < 25; at++) sequence.advance({ pool: at, y: at % 4 === 0 ? 1 : 0 });
    const { value, lower, upper } = sequence.state;
    expect(row!.share).toEqual({ value, lower, upper });
    expect(row!.trend.at(-1)).toEqual({ draws: 25, value, lower, upper });
    expect(row!.examples.map(({ draw }) => draw)).toEqual([5, 9, 13]);
  });

  test('leave what has nothing wrong to the result of a study that asks for failures alone', async () => {
    const made = await failureStudy({ count: 40, form: { alone: true } });
    for (let at = 0; at < 12; at++) await made.code(at, [], { note: at < 4 ? 'odd' : '' });
    expect((await tableOf(made)).nothingWrong).toEqual({ items: 8, of: 12, share: null });
  });

  test('a further label leaves the points of a trend where they are, and what a table goes on from is made anew alike', async () => {
    const made = await failureStudy({ count: 140 });
    const { code, make } = made;
    const [rude, late] = [await make('Rude'), await make('Late')];
    for (let at = 0; at < 130; at++) await code(at, at % 5 === 0 ? [rude] : at % 7 === 0 ? [late] : []);
    const before = await tableOf(made);
    const draws = before.modes[0]!.trend.map((point) => point.draws);
    expect(draws).toEqual([...Array.from({ length: 32 }, (_, i) => 4 * (i + 1)), 130]);
    await code(130, [late]);
    const after = await tableOf(made);
    for (const [i, { trend }] of after.modes.entries()) {
      expect(trend.slice(0, -1)).toEqual(before.modes[i]!.trend.slice(0, -1));
      expect(trend.at(-1)!.draws).toBe(131);
    }
    // An answer that is taken back, and given otherwise, is counted as it is now.
    await code(60, []);
    const changed = await tableOf(made);
    expect(changed.modes.find(({ mode }) => mode.name === 'Rude')!.found.items).toBe(25);
    const { path } = await made.client.project.current({}).then((project) => project!);
    await made.client.project.close({});
    await made.client.project.open({ path });
    expect(await tableOf(made)).toEqual(changed);
  });

  test('a look at what was coded before narrows them; hunted items enter none', async () => {
    const made = await failureStudy({ count: 60, size: 30 });
    const { client, study, engine, code, make } = made;
    for (let at = 0; at < 10; at++) await code(at, []);
    const rude = await make('Rude');
    for (let at = 10; at < 30; at++) await code(at, []);
    const before = (await tableOf(made)).modes[0]!;
    const { db } = engine.context.session.project!;
    const others = db
      .prepare('SELECT id FROM item WHERE id NOT IN (SELECT item_id FROM draw)')
      .pluck()
      .all() as number[];
    const look = (itemId: number, present: boolean) =>
      client.failures.look({
        ...{ studyId: study.id, itemId, modeId: rude, present, clientKey: freshKey() },
      });
    for (const itemId of others.slice(0, 5)) await look(itemId, true);
    const hunted = await tableOf(made);
    expect(hunted.hunted).toBe(5);
    expect(hunted.modes[0]!.share).toEqual(before.share);
    expect(hunted.modes[0]!.found).toEqual({ items: 0, of: 30 });
    for (let at = 0; at < 10; at++) await look(itemOf(made, at), false);
    const [after] = (await tableOf(made)).modes;
    expect(after).toMatchObject({ known: 10, lookAgain: 0 });
    expect(before.share!.upper - after!.share!.upper).toBeCloseTo(10 / 60, 10);
  });

  test('a merge and a new meaning restart the clock; the same meaning, and what came back, do not', async () => {
    const made = await failureStudy({ count: 40 });
    const { client, code, make } = made;
    const [a, b] = [await make('Wrong date'), await make('Wrong year')];
    for (let at = 0; at < 6; at++) await code(at, []);
    const clocks = async () =>
      Object.fromEntries((await tableOf(made)).modes.map(({ mode, clock }) => [mode.name, clock]));
    expect(await clocks()).toEqual({ 'Wrong date': 0, 'Wrong year': 0 });
    await client.failures.define({ modeId: a, name: 'Date', meaning: 'same', clientKey: freshKey() });
    await client.failures.retire({ modeId: a, clientKey: freshKey() });
    await client.failures.restore({ modeId: a, clientKey: freshKey() });
    expect(await clocks()).toEqual({ Date: 0, 'Wrong year': 0 });
    await client.failures.define({
      ...{ modeId: a, definition: 'Only days', meaning: 'changed', clientKey: freshKey() },
    });
    expect(await clocks()).toEqual({ Date: 6, 'Wrong year': 0 });
    await code(6, []);
    await client.failures.merge({ modeId: a, intoId: b, clientKey: freshKey() });
    expect(await clocks()).toEqual({ 'Wrong year': 7 });
    // Coded under both meanings all along, or under neither.
    expect((await tableOf(made)).modes[0]).toMatchObject({ known: 1, with: 0, lookAgain: 6 });
  });

  test('with two people on stale lists the clock is what anybody had seen', async () => {
    const made = await failureStudy({ count: 40 });
    const { client, study, code, make } = made;
    await code(0, []);
    const { id: other } = (await client.annotator.add({ name: 'Ben' })).find(({ name }) => name === 'Ben')!;
    const second = await client.label.open({ studyId: study.id, annotatorId: other });
    await code(8, [], {}, second.batch);
    const rude = await make('Rude');
    // Ben goes on with the list that his page has; what he says is not of this mode.
    await code(9, [], { list: 0 }, second.batch);
    for (let at = 1; at < 8; at++) await code(at, []);
    const [row] = (await tableOf(made)).modes;
    expect(row).toMatchObject({ mode: { id: rude }, clock: 9, known: 7, counted: 10, lookAgain: 3 });
    // Two of the first nine and all of the rest may have it.
    expect(row!.share!.upper).toBeCloseTo(33 / 40, 10);
  });

  test('a study drawn afterwards counts from its first draw, unless its order was seen under the same seed', async () => {
    const made = await failureStudy({ count: 40, seed: 7 });
    const { client, datasetId, code, make } = made;
    for (let at = 0; at < 12; at++) await code(at, []);
    await make('Rude');
    const next = (seed: number) =>
      client.study.create({
        ...{ datasetId, system: 'rival', preset: 'uniform', size: 40, seed },
        measure: { kind: 'criterion', criterion: 'quality' },
        surrogate: { kind: 'none' },
        fields: [made.study.fields[0]!],
      });
    const [fresh, same] = [await next(8), await next(7)];
    expect((await client.failures.table({ studyId: fresh.id })).modes[0]!.clock).toBe(0);
    expect((await client.failures.table({ studyId: same.id })).modes[0]!.clock).toBe(12);
  });

  test('what is not asked for has counts alone, and nothing is said where nothing was drawn by chance', async () => {
    const made = await failureStudy({ count: 20 });
    const { code, make } = made;
    const [rude, date] = [await make('Rude'), await make('Wrong date')];
    await code(0, [date]);
    await code(1, [date, rude]);
    const { modes, together, order } = await tableOf(made, { shown: 1 });
    expect(modes.map(({ mode, share }) => [mode.name, share !== null])).toEqual([
      ...[
        ['Wrong date', true],
        ['Rude', false],
      ],
    ]);
    expect(modes[1]).toMatchObject({ because: 'not asked for', found: { items: 1, of: 2 }, counted: null });
    expect(modes[0]!.together).toEqual([{ modeId: rude, items: 1 }]);
    expect(together).toBe(0.025);
    expect(order).toEqual([]);
    const both = await tableOf(made, { modeIds: [rude, date] });
    expect(both.order).toMatchObject([{ modeId: date, otherId: rude, decided: false }]);
  });

  test('agreement is told of each mode, under its present meaning', async () => {
    const made = await failureStudy({ count: 20 });
    const { client, study, code, make } = made;
    const rude = await make('Rude');
    const { id: other } = (await client.annotator.add({ name: 'Ben' })).find(({ name }) => name === 'Ben')!;
    const second = await client.label.open({ studyId: study.id, annotatorId: other });
    for (let at = 0; at < 8; at++) {
      await code(at, at < 4 ? [rude] : []);
      await code(at, at < 5 ? [rude] : [], {}, second.batch);
    }
    const { agreement } = (await tableOf(made)).modes[0]!;
    const figure = (id: string) => agreement.find((one) => one.id === id)?.value;
    // Cohen 1960: 7 of 8 agree, (4*5 + 4*3)/64 = .5 by chance.
    expect(figure('cohen-kappa')).toBeCloseTo(0.75, 10);
    expect(figure('percent')).toBeCloseTo(7 / 8, 10);
    expect(figure('krippendorff-alpha')).toBeCloseTo(1 - (15 * 2) / (2 * 9 * 7), 10);
  });
});
