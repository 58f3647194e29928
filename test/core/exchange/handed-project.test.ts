import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { BatchContentSchema } from '../../../core/labeling/offline-batches/batch-file.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { batchOut } from '../../../core/labeling/offline-batches/out-file.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { ratedStudy, submit, temporaryFolder, testEngine } from '../support/test-engine.ts';
import { pairedStudy } from '../support/two-systems.ts';

/** Hands the whole batch out to a file. */
async function handedFile(engine: Engine, studyId: number, annotatorId?: number): Promise<string> {
  const file = path.join(temporaryFolder(), 'b.assay-batch');
  await batchOut(engine.context, { studyId, from: 1, count: 100, annotatorId, shape: 'file', path: file });
  return file;
}

test('a member gets the items assigned to them, the whole batch goes out in draw order', async () => {
  const { engine, study } = await ratedStudy(10);
  const { client } = engine;
  await client.annotator.add({ name: 'Ana' });
  const all = await client.annotator.add({ name: 'Ben' });
  const members = all.filter(({ name }) => name === 'Ana' || name === 'Ben').map(({ id }) => id);
  await client.team.set({ studyId: study.id, members, overlap: 1 });
  const refsOf = async (annotatorId?: number) => {
    const file = await handOut(engine.context, study.id, { from: 1, count: 100, annotatorId });
    return BatchContentSchema.parse(JSON.parse(file.content)).items.map(({ ref }) => ref);
  };
  await client.annotator.choose({ name: 'Ana' });
  const anas = (await client.label.open({ studyId: study.id })).items.map(({ ref }) => ref);
  expect(anas).toHaveLength(5);
  expect(await refsOf(members[0])).toEqual(anas);
  const drawn = engine.context.session
    .project!.db.prepare('SELECT ref FROM draw ORDER BY draw_order')
    .pluck();
  expect(await refsOf()).toEqual(drawn.all());
  expect(new Set([...(await refsOf(members[0])), ...(await refsOf(members[1]))])).toEqual(
    new Set(await refsOf()),
  );
});

/** Somebody opens the file on another machine and labels it. */
async function labelElsewhere(file: string, name: string, answers: readonly LabelAnswer[]) {
  const engine = testEngine();
  const { handedStudyId } = await engine.client.project.open({ path: file });
  await engine.client.annotator.choose({ name });
  const { batch, items } = await engine.client.label.open({ studyId: handedStudyId! });
  for (const [i, answer] of answers.entries()) await submit(engine, batch, items[i]!.ref, answer);
  expect(await engine.client.label.standing({ batch })).toEqual({ kind: 'hidden', because: 'handed-out' });
  return { engine, batch, items };
}

const score = (value: number): LabelAnswer => ({ kind: 'score', value });

/** Saves the labels and merges them where the batch came from. */
async function giveBack(from: Engine, to: Engine) {
  const file = path.join(temporaryFolder(), 'back.assay-labels');
  await from.client.batch.giveBack({ path: file });
  return { file, merged: await to.client.batch.merge({ path: file, name: 'back.assay-labels', as: 'Ana' }) };
}

test('a handed-out batch opens on another machine, shows what the lead would see, and comes back', async () => {
  const { engine, study } = await ratedStudy(6);
  const file = await handedFile(engine, study.id);
  const away = await labelElsewhere(file, 'Ana', [score(4), { kind: 'skip', reason: 'cut off' }, score(2)]);
  const own = await engine.client.label.open({ studyId: study.id });
  expect(away.items.map(({ ref }) => ref)).toEqual(own.items.map(({ ref }) => ref));
  for (const { ref } of own.items) {
    const mine = await engine.client.label.item({ batch: own.batch, ref });
    const theirs = await away.engine.client.label.item({ batch: away.batch, ref });
    expect(theirs).toEqual({ ...mine, current: theirs.current, version: theirs.version });
  }

  const { merged } = await giveBack(away.engine, engine);
  expect(merged).toMatchObject({ annotator: 'Ana', added: 3, changed: 0, known: 0 });
  expect(merged.before.labeled).toBe(0);
  expect(merged.after.labeled).toBe(2);
  expect(await engine.client.batch.list({ studyId: study.id })).toMatchObject([
    { items: 6, from: 1, returns: [{ annotator: 'Ana', answers: 3 }] },
  ]);
});

test('opening the file again goes on where the labels are; what was changed since comes back as changed', async () => {
  const { engine, study } = await ratedStudy(5);
  const file = await handedFile(engine, study.id);
  const away = await labelElsewhere(file, 'Ana', [score(4), score(3)]);
  await giveBack(away.engine, engine);
  await away.engine.client.project.close({});
  await away.engine.client.project.open({ path: file });
  const { batch, items } = await away.engine.client.label.open({ studyId: 1 });
  expect(items.map(({ state }) => state)).toEqual(['labeled', 'labeled', 'open', 'open', 'open']);
  await submit(away.engine, batch, items[0]!.ref, score(1));
  const { merged } = await giveBack(away.engine, engine);
  expect(merged).toMatchObject({ added: 0, changed: 1, known: 1 });
});

test('further questions go along and come back with their answers', async () => {
  const { engine, datasetId } = await ratedStudy(2);
  const { client } = engine;
  const { id: studyId } = await client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    size: 2,
    seed: 5,
    fields: [
      {
        name: 'tone',
        question: 'How polite?',
        required: true,
        form: { kind: 'rating', min: 1, max: 3, step: 1 },
      },
      { name: 'why', question: 'Why?', form: { kind: 'text' } },
    ],
  });
  const away = await labelElsewhere(await handedFile(engine, studyId), 'Ana', [
    { kind: 'score', value: 4, fields: { tone: 2, why: 'curt' } },
  ]);
  const { merged } = await giveBack(away.engine, engine);
  expect(merged.added).toBe(1);
  await client.annotator.choose({ name: 'Ana' });
  const own = await client.label.open({ studyId });
  const item = await client.label.item({ batch: own.batch, ref: own.items[0]!.ref });
  expect(item.current).toEqual({ kind: 'score', value: 4, fields: { tone: 2, why: 'curt' } });
});

test('two replies stay on their sides, and their ratings reach the right systems', async () => {
  const { engine, study } = await pairedStudy(12);
  const own = await engine.client.label.open({ studyId: study.id });
  const values: [number, number][] = own.items.map((_, i) => [1 + (i % 5), 1 + ((i * 2) % 5)]);
  const away = await labelElsewhere(
    await handedFile(engine, study.id),
    'Ana',
    values.map((pair) => ({ kind: 'pair', values: pair })),
  );
  await giveBack(away.engine, engine);
  await engine.client.annotator.choose({ name: 'Ana' });
  const ana = await engine.client.label.open({ studyId: study.id });
  for (const [i, { ref }] of own.items.entries()) {
    const mine = await engine.client.label.item({ batch: ana.batch, ref });
    const theirs = await away.engine.client.label.item({ batch: away.batch, ref });
    expect([theirs.replies, theirs.rightReplies]).toEqual([mine.replies, mine.rightReplies]);
    expect(mine.current).toEqual({ kind: 'pair', values: values[i] });
  }
});

test('a file that is no batch, was changed or is newer is refused, and nothing stays behind', async () => {
  const { engine, study } = await ratedStudy(3);
  const file = await handedFile(engine, study.id);
  const text = readFileSync(file, 'utf8');
  const away = testEngine();
  const refuse = async (changed: string, words: RegExp) => {
    writeFileSync(file, changed);
    await expect(away.client.project.open({ path: file })).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: expect.stringMatching(words),
    });
  };
  await refuse('{"assay":', /b\.assay-batch: This is not a batch/);
  await refuse(text.replace('What about number', 'What of number'), /changed after it was handed out/);
  await refuse(text.replace('"version": 3', '"version": 5'), /newer version/);
  const evil = { ...(JSON.parse(text) as object), batchId: '../../../../evil' };
  await refuse(JSON.stringify(evil), /This is not a batch/);
  expect(await away.client.project.recent({})).toEqual([]);
  await expect(engine.client.batch.giveBack({})).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a file for one annotator is labeled under their name alone, whoever labels on that machine', async () => {
  const { engine, study } = await ratedStudy(4);
  const people = await engine.client.annotator.add({ name: 'Ana' });
  const file = await handedFile(engine, study.id, people.find(({ name }) => name === 'Ana')!.id);
  const away = testEngine();
  const { client } = away;
  await client.project.create({ path: path.join(temporaryFolder(), 'own.assay') });
  await client.annotator.choose({ name: 'Carl' });
  expect(await client.project.open({ path: file })).toMatchObject({ handedStudyId: 1, handedTo: 'Ana' });
  expect((await client.annotator.list({})).filter(({ isCurrent }) => isCurrent)).toMatchObject([
    { name: 'Ana' },
  ]);
  const refused = { code: 'CONFLICT', message: expect.stringContaining('Ana') };
  await expect(client.annotator.choose({ name: 'Carl' })).rejects.toMatchObject(refused);
  const [ana] = await client.annotator.choose({ name: 'ana' });
  await expect(client.annotator.edit({ annotatorId: ana!.id, name: 'Bob' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const { batch, items } = await client.label.open({ studyId: 1 });
  await submit(away, batch, items[0]!.ref, score(4));
  const { content, annotator } = await client.batch.giveBack({});
  expect([annotator, JSON.parse(content!).annotator]).toEqual(['Ana', 'Ana']);
  expect(away.context.settings.annotator).toBe('Carl');
  expect((await giveBack(away, engine)).merged).toMatchObject({ annotator: 'Ana', isNewPerson: false });
});

test('later files go on where earlier ones ended; an answer that was taken back is in none', async () => {
  const { engine, study } = await ratedStudy(4);
  const away = await labelElsewhere(await handedFile(engine, study.id), 'Ana', [score(1), score(2)]);
  const entriesNow = async () =>
    JSON.parse((await away.engine.client.batch.giveBack({})).content!).entries as { ref: string }[];
  const first = await entriesNow();
  expect(await entriesNow()).toEqual(first);
  await submit(away.engine, away.batch, away.items[0]!.ref, score(5));
  const second = await entriesNow();
  expect(second.slice(0, 2)).toEqual(first);
  expect(second).toHaveLength(3);
  await submit(away.engine, away.batch, away.items[2]!.ref, score(3));
  await entriesNow();
  await away.engine.client.label.undo({ batch: away.batch });
  const refs = (await entriesNow()).map(({ ref }) => ref);
  expect(refs.toSorted()).toEqual(
    away.items
      .slice(0, 2)
      .map(({ ref }) => ref)
      .toSorted(),
  );
});
