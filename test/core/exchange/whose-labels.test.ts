import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { labelRows } from '../../../core/report/export/label-rows.ts';
import { submit } from '../support/test-engine.ts';
import { all, merge, preview, returnedOf, score, studyToHandOut } from './returned.ts';

const namesOf = async ({ client }: Engine) =>
  (await client.annotator.list({})).filter(({ simulated }) => !simulated).map(({ name }) => name);

test('what was handed to Ana comes back as hers, however her name is spelled, and nobody new appears', async () => {
  const { engine, studyId, idOf } = await studyToHandOut();
  const file = await handOut(engine.context, studyId, { ...all, annotatorId: await idOf('Ana') });
  expect(file.annotator).toBe('Ana');
  const before = await namesOf(engine);
  for (const [i, annotator] of ['Ana', 'ANA', ' ana '].entries()) {
    const back = returnedOf(file, [[i, score(3)]], { annotator, copyId: `copy-number-${i}` });
    expect(await merge(engine, back)).toMatchObject({ annotator: 'Ana', isNewPerson: false, added: 1 });
  }
  expect(await namesOf(engine)).toEqual(before);
});

test('what was handed to Ana and comes back in another name is asked about', async () => {
  const { engine, studyId, idOf } = await studyToHandOut();
  const file = await handOut(engine.context, studyId, { ...all, annotatorId: await idOf('Ana') });
  for (const annotator of ['Ben', 'Bob']) {
    const back = returnedOf(file, [[0, score(3)]], { annotator });
    const { whose, added } = await preview(engine, back);
    expect(whose).toMatchObject({ said: annotator, handedTo: 'Ana', person: null });
    expect(whose.people.slice(0, 1)).toEqual(['Ana']);
    expect(added).toBe(0);
    await expect(merge(engine, back)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`The file says ${annotator}; the project has Ana`),
      details: { field: 'as', remedy: expect.stringContaining('--as NAME') },
    });
  }
  expect(labelRows(engine.context, studyId)).toEqual([]);
  const back = returnedOf(file, [[0, score(3)]], { annotator: 'Bob' });
  expect(await merge(engine, back, { as: 'ana' })).toMatchObject({ annotator: 'Ana', isNewPerson: false });
  expect(labelRows(engine.context, studyId).map(({ annotator }) => annotator)).toEqual(['Ana']);
});

test('of a whole batch a known name is taken, an unknown one asked about, and a new person only made on request', async () => {
  const { engine, studyId } = await studyToHandOut();
  const file = await handOut(engine.context, studyId, all);
  expect(file.annotator).toBeNull();
  const before = await namesOf(engine);
  const unknown = returnedOf(file, [[1, score(3)]], { annotator: 'Zoë', copyId: 'copy-of-zoe' });
  await expect(merge(engine, unknown)).rejects.toThrow(/The file says Zoë; the project has .*Ana, Ben/);
  expect((await preview(engine, unknown, { as: 'Zoë' })).whose.person).toEqual({ name: 'Zoë', isNew: true });
  expect(await namesOf(engine)).toEqual(before);
  expect(await merge(engine, unknown, { as: 'Zoë' })).toMatchObject({ annotator: 'Zoë', isNewPerson: true });
  const later = returnedOf(file, [[2, score(3)]], { annotator: 'ZOE\u0308', copyId: 'other-of-zoe' });
  expect(await merge(engine, later)).toMatchObject({ annotator: 'Zoë', isNewPerson: false });
  expect(await namesOf(engine)).toEqual([...before, 'Zoë']);
});

test.each([
  ['ärne', 'ÄRNE'],
  ['Ärne', 'A\u0308rne'],
  ['Anna Lena', ' Anna\u00a0 Lena '],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ['Ann', 'Ａｎｎ'],
])('%s and %s are one person', async (one, other) => {
  const { engine, studyId } = await studyToHandOut();
  await engine.client.annotator.add({ name: one });
  await expect(engine.client.annotator.add({ name: other })).rejects.toMatchObject({ code: 'CONFLICT' });
  const before = await namesOf(engine);
  await engine.client.annotator.choose({ name: other });
  const file = await handOut(engine.context, studyId, all);
  expect(await merge(engine, returnedOf(file, [[0, score(3)]], { annotator: other }))).toMatchObject({
    annotator: one,
  });
  expect(await namesOf(engine)).toEqual(before);
});

test('people of other letters stay apart', async () => {
  const { engine } = await studyToHandOut();
  for (const name of ['Arne', 'Ärne', 'Weiss', 'Weiß']) await engine.client.annotator.add({ name });
  expect(await namesOf(engine)).toEqual(expect.arrayContaining(['Arne', 'Ärne', 'Weiss', 'Weiß']));
});

test('two spellings that an older project holds stay two, and each keeps their labels', async () => {
  const { engine, studyId } = await studyToHandOut();
  const { db } = engine.context.session.project!;
  for (const name of ['Ärne', 'ärne']) db.prepare('INSERT INTO annotator (name) VALUES (?)').run(name);
  const file = await handOut(engine.context, studyId, all);
  for (const [i, annotator] of ['ärne', 'Ärne', 'ÄRNE'].entries()) {
    await merge(engine, returnedOf(file, [[i, score(3)]], { annotator, copyId: `copy-number-${i}` }));
  }
  expect(labelRows(engine.context, studyId).map(({ annotator }) => annotator)).toEqual([
    'ärne',
    'Ärne',
    'Ärne',
  ]);
});

test.each([
  ['a control character', 'An\u0000a'],
  ['an escape sequence', '\u001b[31mAna'],
  ['a line end', 'An\na'],
  ['a mark that turns the direction', 'Ana\u202egnp'],
  ['a mark that nobody sees', 'A\u200bna Zed'],
  ['nothing', ' \u200d '],
  ['too many letters', 'a'.repeat(101)],
])('a name with %s is no name', async (_what, name) => {
  const { engine, studyId } = await studyToHandOut();
  const before = await namesOf(engine);
  const refused = { code: expect.stringMatching(/INVALID_INPUT|BAD_REQUEST/) };
  await expect(engine.client.annotator.choose({ name })).rejects.toMatchObject(refused);
  await expect(engine.client.annotator.add({ name })).rejects.toMatchObject(refused);
  const file = await handOut(engine.context, studyId, all);
  const back = returnedOf(file, [[0, score(3)]]);
  await expect(merge(engine, back, { as: name })).rejects.toMatchObject(refused);
  expect(await namesOf(engine)).toEqual(expect.arrayContaining(before));
  expect(await namesOf(engine)).toHaveLength(before.length + (before.includes('Annotator 1') ? 0 : 1));
});

test('labels are never those of an evaluation that came with the data', async () => {
  const { engine, studyId } = await studyToHandOut();
  const { db } = engine.context.session.project!;
  db.prepare("INSERT INTO annotator (name, simulated) VALUES ('Imported evaluation', 1)").run();
  const file = await handOut(engine.context, studyId, all);
  const back = returnedOf(file, [[0, score(3)]], { annotator: 'imported evaluation' });
  expect((await preview(engine, back)).whose.person).toBeNull();
  await expect(merge(engine, back, { as: 'Imported evaluation' })).rejects.toThrow('is not a person');
});

test('of two spellings that an older project holds, the one chosen is who labels', async () => {
  const { engine, studyId } = await studyToHandOut();
  const { db } = engine.context.session.project!;
  for (const name of ['Ärne', 'ärne']) db.prepare('INSERT INTO annotator (name) VALUES (?)').run(name);
  await engine.client.annotator.choose({ name: 'ärne' });
  const { batch, items } = await engine.client.label.open({ studyId });
  await submit(engine, batch, items[0]!.ref, score(3));
  expect(labelRows(engine.context, studyId).map(({ annotator }) => annotator)).toEqual(['ärne']);
});
