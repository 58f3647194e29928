import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { ratedStudy, submit, testEngine } from '../support/test-engine.ts';

const score = (value: number) => ({ kind: 'score', value }) as const;

/** Who gave each label, in the order in which they were stored. */
const names = (engine: Engine): string[] =>
  engine.context.session
    .project!.db.prepare(
      'SELECT name FROM label JOIN annotator ON annotator.id = annotator_id ORDER BY label.id',
    )
    .pluck()
    .all() as string[];

async function openAs(engine: Engine, name: string, studyId: number) {
  await engine.client.annotator.choose({ name });
  return engine.client.label.open({ studyId });
}

test('what somebody opened stays theirs, whoever chose a name since', async () => {
  const { engine, study } = await ratedStudy(10);
  const { client } = engine;
  const ada = await openAs(engine, 'Ada', study.id);
  const ben = await openAs(engine, 'Ben', study.id);
  const at = (n: number) => ada.items[n]!.ref;

  await submit(engine, ada.batch, at(0), score(1));
  await submit(engine, ben.batch, at(0), score(5));
  await submit(engine, ada.batch, at(1), { kind: 'skip', reason: 'unclear' });
  expect(names(engine)).toEqual(['Ada', 'Ben', 'Ada']);

  expect((await client.label.item({ batch: ada.batch, ref: at(0) })).current).toMatchObject(score(1));
  expect((await client.label.item({ batch: ben.batch, ref: at(0) })).current).toMatchObject(score(5));

  // Undo and redo walk along what the person of the page said, and nobody else.
  expect((await client.label.undo({ batch: ada.batch })).ref).toBe(at(1));
  expect((await client.label.redo({ batch: ada.batch })).ref).toBe(at(1));
  expect(names(engine)).toEqual(['Ada', 'Ben', 'Ada', 'Ada', 'Ada']);

  await client.label.draft({ batch: ada.batch, ref: at(3), draft: 'half' });
  await client.label.note({ batch: ada.batch, ref: at(3), note: 'hers' });
  await client.label.flag({ batch: ada.batch, ref: at(3), flagged: true });
  await client.label.later({ batch: ada.batch, ref: at(3), later: true });
  const mine = { draft: 'half', note: 'hers', flagged: true };
  expect(await client.label.item({ batch: ada.batch, ref: at(3) })).toMatchObject(mine);
  expect(await client.label.item({ batch: ben.batch, ref: at(3) })).toMatchObject({ draft: null, note: '' });
});

test('two windows of one person share a batch', async () => {
  const { engine, study } = await ratedStudy(6);
  const first = await openAs(engine, 'Ada', study.id);
  const second = await engine.client.label.open({ studyId: study.id });
  await submit(engine, first.batch, first.items[0]!.ref, score(2));
  const change = await submit(engine, second.batch, first.items[1]!.ref, score(3));
  expect(change.next).toBe(first.items[2]!.ref);
  expect((await engine.client.label.undo({ batch: first.batch })).ref).toBe(first.items[1]!.ref);
});

test('a page goes on under its name when the engine is started anew', async () => {
  const { engine, study, file } = await ratedStudy(6);
  const ada = await openAs(engine, 'Ada', study.id);
  await openAs(engine, 'Ben', study.id);
  await engine.close();
  const again = testEngine();
  await again.client.project.open({ path: file });
  await again.client.annotator.choose({ name: 'Cas' });
  await submit(again, ada.batch, ada.items[0]!.ref, score(4));
  expect(names(again)).toEqual(['Ada']);
});

test('in practice too', async () => {
  const { engine, study } = await ratedStudy(10);
  await engine.client.practice.start({ studyId: study.id, items: 3 });
  const ada = await openAs(engine, 'Ada', study.id);
  await openAs(engine, 'Ben', study.id);
  await submit(engine, ada.batch, ada.items[0]!.ref, score(4));
  expect(names(engine)).toEqual(['Ada']);
});

test('a reference cannot be made up for another person, nor used for what it was not given for', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  const ada = await openAs(engine, 'Ada', study.id);
  const ben = await openAs(engine, 'Ben', study.id);
  const middle = ada.batch.length / 2;
  const forged = [
    ada.batch.slice(0, middle) + ben.batch.slice(middle),
    ben.batch.slice(0, middle) + ada.batch.slice(middle),
    ada.batch.slice(0, middle),
    `${ada.batch}x`,
    `x${ada.batch}`,
    '',
  ];
  for (const batch of forged) {
    await expect(submit(engine, batch, ada.items[0]!.ref, score(1))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
  expect(names(engine)).toEqual([]);
  await expect(client.label.open({ studyId: study.id, annotatorId: 99 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const asAda = await client.label.open({ studyId: study.id, annotatorId: ada.annotator.id });
  expect(asAda).toMatchObject({ batch: ada.batch, annotator: { name: 'Ada' } });
});
