import { describe, expect, test } from 'vitest';
import { modeValue } from '../../../core/estimate/failures/mode-values.ts';
import { modesOf } from '../../../core/studies/failures/modes.ts';
import { saidOfFailures } from '../../../core/studies/failures/said.ts';
import { findSystem } from '../../../db/datasets.ts';
import { getStudy } from '../../../db/studies.ts';
import { ensureSignal, putMachineScores } from '../../../db/verdicts.ts';
import { failureStudy, failuresField, freshKey } from '../support/failure-study.ts';
import { engineWithProject, importRecords, ratedRecords, ratedScales } from '../support/test-engine.ts';

type Made = Awaited<ReturnType<typeof failureStudy>>;

/** What is known of a mode on the items at some places of the draw. */
function known({ engine, study, refs }: Made, modeId: number, places: readonly number[]) {
  const { db } = engine.context.session.project!;
  const row = getStudy(db, study.id);
  const modes = modesOf(db);
  const itemOf = db.prepare('SELECT item_id FROM draw WHERE ref = ?').pluck();
  const says = saidOfFailures(db, row);
  return places.map((at) =>
    modeValue(row, modes, modes.byId.get(modeId)!, says.get(itemOf.get(refs[at]) as number)),
  );
}

const item = (made: Made, at: number) => {
  const { db } = made.engine.context.session.project!;
  return db.prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(made.refs[at]) as number;
};

describe('what is known of a mode on an item', () => {
  test('only where the list of the page had its present meaning', async () => {
    const made = await failureStudy();
    const { client, code, make } = made;
    await code(0, []);
    const rude = await make('Rude');
    await code(1, [rude]);
    await code(2, []);
    await code(3, [], { list: 0 });
    expect(known(made, rude, [0, 1, 2, 3, 4])).toEqual(['unknown', 1, 0, 'unknown', 'unknown']);
    await client.failures.define({
      ...{ modeId: rude, name: 'Impolite', meaning: 'same', clientKey: freshKey() },
    });
    expect(known(made, rude, [0, 1, 2])).toEqual(['unknown', 1, 0]);
    await client.failures.define({
      ...{ modeId: rude, definition: 'Calls names', meaning: 'changed', clientKey: freshKey() },
    });
    expect(known(made, rude, [0, 1, 2])).toEqual(['unknown', 'unknown', 'unknown']);
    await code(4, [rude]);
    expect(known(made, rude, [4])).toEqual([1]);
  });

  test('not while it was retired; back as it was when it comes back', async () => {
    const made = await failureStudy();
    const { client, code, make } = made;
    const rude = await make('Rude');
    await code(0, [rude]);
    await client.failures.retire({ modeId: rude, clientKey: freshKey() });
    await code(1, []);
    await client.failures.restore({ modeId: rude, clientKey: freshKey() });
    await code(2, []);
    expect(known(made, rude, [0, 1, 2])).toEqual([1, 'unknown', 0]);
  });

  test('of two that were merged: where either is said, and where both are not', async () => {
    const made = await failureStudy();
    const { client, code, make } = made;
    const date = await make('Wrong date');
    await code(0, [date]);
    await code(1, []);
    const year = await make('Wrong year');
    await code(2, [date]);
    await code(3, [year]);
    await code(4, []);
    await client.failures.merge({ modeId: date, intoId: year, clientKey: freshKey() });
    // Of item 1 nobody has said whether the year was wrong.
    expect(known(made, year, [0, 1, 2, 3, 4])).toEqual([1, 'unknown', 1, 1, 0]);
    await code(5, [year]);
    await client.failures.restore({ modeId: date, clientKey: freshKey() });
    expect(known(made, date, [0, 1, 5])).toEqual([1, 0, 'unknown']);
    expect(known(made, year, [2, 3, 5])).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test('of a part: not where the whole was not', async () => {
    const made = await failureStudy();
    const { client, code, make } = made;
    const fact = await make('Wrong fact');
    await code(0, [fact]);
    await code(1, []);
    const { modes } = await client.failures.split({
      ...{ modeId: fact, into: [{ name: 'Wrong date' }, { name: 'Wrong place' }], clientKey: freshKey() },
    });
    for (const { id } of modes) expect(known(made, id, [0, 1])).toEqual(['unknown', 0]);
  });

  test('who made a mode on a page without a connection means it by that name', async () => {
    const made = await failureStudy({ form: { mayMake: true } });
    const { client, code } = made;
    await code(0, [], { made: ['Rude'], list: 0 });
    await code(1, [], { list: 0 });
    const { id } = (await client.failures.list({})).modes[0]!;
    expect(known(made, id, [0, 1])).toEqual([1, 'unknown']);
  });
});

describe('hunting', () => {
  test('finds undrawn items by words or by a score; what is said of them enters no share', async () => {
    const made = await failureStudy({ count: 40, size: 10 });
    const { client, study, datasetId, code, make } = made;
    const rude = await make('Rude');
    await code(0, [rude]);
    const asked = { studyId: study.id, modeId: rude };
    await expect(client.failures.hunt(asked)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const { signals } = await client.dataset.get({ datasetId });
    const signalId = signals.find(({ name }) => name === 'strict')!.id;
    const { total, items } = await client.failures.hunt({ ...asked, signalId, limit: 50 });
    expect(total).toBe(30);
    const drawn = Array.from({ length: 10 }, (_, at) => item(made, at));
    expect(items.filter(({ itemId }) => drawn.includes(itemId))).toEqual([]);
    const scores = items.map(({ score }) => score!);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    const before = await client.failures.table({ studyId: study.id });
    const [first, second] = items;
    const look = (itemId: number, present: boolean | null) =>
      client.failures.look({ ...asked, itemId, present, clientKey: freshKey() });
    await look(items[2]!.itemId, true);
    await look(items[2]!.itemId, null);
    await look(first!.itemId, true);
    await look(second!.itemId, false);
    const after = await client.failures.table({ studyId: study.id });
    expect(after.hunted).toBe(2);
    expect(after.modes[0]!.share).toEqual(before.modes[0]!.share);
    expect(after.modes[0]!.found).toEqual(before.modes[0]!.found);
    // What was said comes last, and is known.
    const again = await client.failures.hunt({ ...asked, signalId, limit: 50 });
    expect(again.total).toBe(28);
    expect(again.items.slice(-2).map(({ itemId, said }) => [itemId, said])).toEqual([
      [first!.itemId, true],
      [second!.itemId, false],
    ]);
    const word = first!.conversation[0]!.content.split(/\W+/).find((one) => one.length > 3)!;
    const found = await client.failures.hunt({ ...asked, search: word });
    expect(found.items.length).toBeGreaterThan(0);
    expect(found.items.every(({ score }) => score === null)).toBe(true);
    expect((await client.failures.hunt({ ...asked, search: 'nobodywritesthis' })).items).toEqual([]);
  });
});

test('hunting looks for words or a score there is, and knows what the same person said alone', async () => {
  const made = await failureStudy({ count: 40, size: 10 });
  const { client, engine, study, datasetId, make } = made;
  const rude = await make('Rude');
  const asked = { studyId: study.id, modeId: rude };
  const nothing = { code: 'INVALID_INPUT', data: { field: 'search' } };
  await expect(client.failures.hunt({ ...asked, search: '  ' })).rejects.toMatchObject(nothing);
  expect((await client.failures.hunt({ ...asked, search: '?!' })).items).toEqual([]);
  for (const wrong of [
    { signalId: 99, modeId: rude },
    { search: 'number', modeId: 99 },
  ]) {
    await expect(client.failures.hunt({ ...asked, ...wrong })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  const { db } = engine.context.session.project!;
  const { id: system } = findSystem(db, 'secretive')!;
  const key = { kind: 'judge' as const, name: 'late', criterion: 'rude' };
  const signalId = ensureSignal(db, datasetId, key, { min: 0, max: 1, direction: 'lower' });
  const ids = db.prepare('SELECT id FROM item ORDER BY id').pluck().all() as number[];
  putMachineScores(
    db,
    signalId,
    system,
    ids.map((id, at) => [id, Math.floor(at / 4) / 10] as const),
  );
  const { items } = await client.failures.hunt({ ...asked, signalId, limit: 5 });
  const numbers = items.map(({ score, itemId }) => [score!, itemId]);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b[0]! - a[0]! || a[1]! - b[1]!));
  expect(items).toHaveLength(5);
  await client.annotator.choose({ name: 'Ann' });
  const { itemId } = items[0]!;
  await client.failures.look({ ...asked, itemId, present: true, clientKey: freshKey() });
  await client.annotator.choose({ name: 'Ben' });
  const ofBen = await client.failures.hunt({ ...asked, signalId });
  expect([ofBen.total, ofBen.items[0]]).toEqual([30, expect.objectContaining({ itemId, said: null })]);
  await client.failures.look({ ...asked, itemId, present: false, clientKey: freshKey() });
  expect((await client.failures.hunt({ ...asked, signalId, limit: 50 })).items.at(-1)!.said).toBe(false);
});

test('hunting finds items that come after many of another system, the worst first', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const records = ratedRecords(2100).map(({ responses, human: _, judge, ...record }, i) =>
    i < 2060
      ? { ...record, responses: { rival: responses.rival } }
      : { ...record, responses: { secretive: responses.secretive }, judge },
  );
  const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
  const study = await client.study.create({
    ...{ datasetId, system: 'secretive', preset: 'uniform', size: 10, seed: 7, fields: [failuresField()] },
    ...{ measure: { kind: 'criterion', criterion: 'quality' }, surrogate: { kind: 'none' } },
  });
  const { mode } = await client.failures.make({ name: 'Rude', clientKey: freshKey() });
  const { signals } = await client.dataset.get({ datasetId });
  const signalId = signals.find(({ name }) => name === 'strict')!.id;
  const asked = { studyId: study.id, modeId: mode.id, search: 'number', limit: 50 };
  expect((await client.failures.hunt(asked)).items).toHaveLength(30);
  const { items } = await client.failures.hunt({ ...asked, signalId });
  expect(items).toHaveLength(30);
  const scores = items.map(({ score }) => score!);
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
});

describe('looking again', () => {
  test('says so under the present meaning; the newest of label and look holds; it can be taken back', async () => {
    const made = await failureStudy();
    const { client, study, code, make } = made;
    await code(0, []);
    await code(1, []);
    const rude = await make('Rude');
    const again = () => client.failures.toLookAgain({ studyId: study.id, modeId: rude });
    expect(await again()).toMatchObject({ left: 2, items: [{ draw: 1, before: null }, { draw: 2 }] });
    const look = (at: number, present: boolean | null) =>
      client.failures.look({
        ...{ studyId: study.id, itemId: item(made, at), modeId: rude, present, clientKey: freshKey() },
      });
    await look(0, true);
    await look(1, false);
    expect(known(made, rude, [0, 1])).toEqual([1, 0]);
    expect((await again()).left).toBe(0);
    await look(0, null);
    expect(known(made, rude, [0, 1])).toEqual(['unknown', 0]);
    await look(0, true);
    await code(0, []);
    expect(known(made, rude, [0])).toEqual([0]);
    await client.failures.define({
      ...{ modeId: rude, definition: 'Calls names', meaning: 'changed', clientKey: freshKey() },
    });
    expect(await again()).toMatchObject({ left: 2, items: [{ before: false }, { before: null }] });
  });

  test('lists what the same person said before, and nothing of a time when it was not asked', async () => {
    const made = await failureStudy();
    const { client, study, code, make } = made;
    const rude = await make('Rude');
    const open = async () => (await client.label.open({ studyId: study.id })).batch;
    await client.annotator.choose({ name: 'Ann' });
    await code(0, [rude], {}, await open());
    await client.annotator.choose({ name: 'Ben' });
    for (const at of [0, 1]) await code(at, [], {}, await open());
    await client.failures.retire({ modeId: rude, clientKey: freshKey() });
    await code(2, [], {}, await open());
    await client.failures.restore({ modeId: rude, clientKey: freshKey() });
    const definition = { modeId: rude, definition: 'Calls names', meaning: 'changed' as const };
    await client.failures.define({ ...definition, clientKey: freshKey() });
    const again = async (limit = 50) => {
      const { left, items } = await client.failures.toLookAgain({ studyId: study.id, modeId: rude, limit });
      return { left, before: items.map(({ before }) => before) };
    };
    expect(await again()).toEqual({ left: 3, before: [false, false, null] });
    expect(await again(1)).toEqual({ left: 3, before: [false] });
    await client.annotator.choose({ name: 'Ann' });
    expect(await again()).toEqual({ left: 1, before: [true] });
  });

  test('is asked for apart from what people differ on, and from what waits for a second person', async () => {
    const made = await failureStudy({ count: 20 });
    const { client, study, code, make } = made;
    const [late, rude] = [await make('Late'), await make('Rude')];
    await client.team.set({ studyId: study.id, overlap: 2, finalRule: 'adjudicated' });
    for (const name of ['Ann', 'Ben', 'Lead']) await client.annotator.choose({ name });
    const people = new Map((await client.annotator.list({})).map(({ name, id }) => [name, id]));
    const [ann, ben] = [people.get('Ann'), people.get('Ben')];
    const codeOf = async (by: number, at: number, modes: number[], note = '') => {
      const { batch } = await client.label.open({ studyId: study.id, annotatorId: by });
      await code(at, modes, { note }, batch);
    };
    for (const at of [0, 1, 2]) await codeOf(ann!, at, [rude], 'rude tone');
    await codeOf(ben!, 0, [rude]);
    for (const at of [1, 2]) await codeOf(ben!, at, []);
    await codeOf(ann!, 3, []);
    const lacks = async (id: number) => {
      const { modes } = await client.failures.table({ studyId: study.id });
      const { lookAgain, undecided, awaited } = modes.find(({ mode }) => mode.id === id)!;
      return { lookAgain, undecided, awaited };
    };
    expect(await lacks(rude)).toEqual({ lookAgain: 0, undecided: 2, awaited: 1 });
    expect(await lacks(late)).toEqual({ lookAgain: 0, undecided: 0, awaited: 1 });
    const asked = { studyId: study.id, modeId: rude };
    expect((await client.failures.toLookAgain(asked)).left).toBe(0);
    const open = await client.failures.toLookAgain({ ...asked, decides: true });
    const shown = { note: 'rude tone', before: null, said: { yes: 1, of: 2 } };
    expect(open).toMatchObject({ left: 2, items: [shown, shown] });
    expect(open.items.map(({ itemId }) => itemId)).toEqual([item(made, 1), item(made, 2)]);
    const decide = (at: number, present: boolean | null) =>
      client.failures.look({
        ...{ ...asked, itemId: item(made, at), present, decides: true as const, clientKey: freshKey() },
      });
    await decide(1, true);
    await decide(2, false);
    expect(known(made, rude, [0, 1, 2, 3])).toEqual([1, 1, 0, 'unknown']);
    expect(await lacks(rude)).toEqual({ lookAgain: 0, undecided: 0, awaited: 1 });
    await decide(2, null);
    expect(await lacks(rude)).toMatchObject({ undecided: 1 });
    await client.failures.define({
      ...{ modeId: rude, definition: 'Calls names', meaning: 'changed', clientKey: freshKey() },
    });
    // Each of those who coded an item looks again before anything is decided.
    expect(await lacks(rude)).toEqual({ lookAgain: 4, undecided: 0, awaited: 0 });
  });

  test('is of items of the study, of modes that are offered, and of notes on the item', async () => {
    const made = await failureStudy({ count: 20 });
    const { engine, folder, client, datasetId, study, code, make } = made;
    const rude = await make('Rude');
    const unanswered = { id: 'unanswered', conversation: [{ role: 'user', content: 'Hi' }] };
    const records = [{ ...unanswered, responses: { rival: 'Yes' } }];
    const otherId = await importRecords(engine, folder, [...ratedRecords(1), ...records], { name: 'other' });
    const look = (itemId: number, more = {}) =>
      client.failures.look({
        ...{ studyId: study.id, itemId, modeId: rude, present: true, clientKey: freshKey(), ...more },
      });
    expect(otherId).not.toBe(datasetId);
    for (const wrong of [21, 22, 99]) {
      await expect(look(wrong)).rejects.toMatchObject({ code: 'NOT_FOUND', data: { field: 'itemId' } });
    }
    for (const at of [0, 1]) await code(at, [], { note: 'cut' });
    const { notes } = await client.failures.notes({ studyId: study.id });
    const [first, second] = notes;
    for (const labelId of [second!.labelId, 999]) {
      const wrong = look(first!.itemId, { labelId });
      await expect(wrong).rejects.toMatchObject({ code: 'NOT_FOUND', data: { field: 'labelId' } });
    }
    await look(first!.itemId, { labelId: first!.labelId });
    await client.failures.retire({ modeId: rude, clientKey: freshKey() });
    await expect(look(first!.itemId)).rejects.toMatchObject({ data: { remedy: 'Restore it first.' } });
  });

  test('of somebody who was excluded counts no more', async () => {
    const made = await failureStudy();
    const { engine, client, study, make } = made;
    const rude = await make('Rude');
    await client.annotator.choose({ name: 'Lead' });
    const at = { studyId: study.id, itemId: item(made, 0), modeId: rude };
    await client.failures.look({ ...at, present: true, clientKey: freshKey() });
    expect(known(made, rude, [0])).toEqual([1]);
    const { db } = engine.context.session.project!;
    db.exec(`INSERT INTO exclusion (study_id, annotator_id, reason, excluded_at)
      SELECT ${study.id}, id, 'r', 'at' FROM annotator WHERE name = 'Lead'`);
    expect(known(made, rude, [0])).toEqual(['unknown']);
  });

  test('a note that is named is said by its writer, while it stands', async () => {
    const made = await failureStudy();
    const { client, study, batch, code, make } = made;
    await code(0, [], { note: 'It got the YEAR wrong.' });
    await code(1, [], { note: 'Fine so far' });
    const date = await make('Wrong date');
    const notes = (show: 'unnamed' | 'named' | 'all', search = '') =>
      client.failures.notes({ studyId: study.id, show, search });
    expect((await notes('unnamed')).notes.map(({ note }) => note)).toEqual([
      ...['It got the YEAR wrong.', 'Fine so far'],
    ]);
    const { notes: found, total } = await notes('all', 'year');
    expect(total).toBe(1);
    const { labelId, itemId } = found[0]!;
    await client.annotator.choose({ name: 'Lead' });
    const name = { studyId: study.id, itemId, modeId: date, labelId };
    await client.failures.look({ ...name, present: true, clientKey: freshKey() });
    expect(known(made, date, [0, 1])).toEqual([1, 'unknown']);
    expect(await notes('named')).toMatchObject({ total: 1, notes: [{ modes: [date] }] });
    await expect(
      client.failures.look({ ...name, present: false, clientKey: freshKey() }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(
      client.failures.look({ ...name, itemId: item(made, 1), present: true, clientKey: freshKey() }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // The writer takes both labels back, and with the note what was made of it.
    await client.label.undo({ batch });
    await client.label.undo({ batch });
    expect(known(made, date, [0])).toEqual(['unknown']);
    await client.label.redo({ batch });
    expect(known(made, date, [0])).toEqual([1]);
  });
});
