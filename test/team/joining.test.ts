import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { join } from '../../core/labeling/portal/invite.ts';
import { dropOut } from '../../core/labeling/team/drop-out.ts';
import { listPracticeLeft } from '../../db/practice.ts';
import { ratedStudy } from '../core/support/test-engine.ts';
import { open, portalOnStudy, studyWithGold, work } from './portal-fixture.ts';

test('who comes to a study that is shared out beforehand gets a share of it, and others give it', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(12);
  const { client } = engine;
  await client.annotator.add({ name: 'Ada' });
  const ada = (await client.annotator.list({})).find(({ name }) => name === 'Ada')!.id;
  await client.team.set({ studyId: study.id, members: [ada], overlap: 1 });
  const count = async () => (await client.label.open({ studyId: study.id, annotatorId: ada })).items.length;
  expect(await count()).toBe(12);
  const ben = await guestNamed('Ben');
  expect((await open(ben)).items).toHaveLength(6);
  expect(await count()).toBe(6);
  const { members } = await client.team.get({ studyId: study.id });
  expect(members.filter(({ isMember }) => isMember).map(({ name }) => name)).toEqual(['Ada', 'Ben']);
});

test.each([{ deals: false }, { deals: true }])(
  'people who come, and one who drops out, while a long job writes are all heeded (deals: $deals)',
  async ({ deals }) => {
    const { engine, study } = await ratedStudy(6);
    const { client, context } = engine;
    const { id: studyId } = study;
    const names = ['Ada', 'Ben', 'Cas', 'Dan'];
    for (const name of names) await client.annotator.add({ name });
    const ids = (await client.annotator.list({})).slice(-4).map(({ id }) => id);
    const [ada, ben, cas, dan] = ids as [number, number, number, number];
    if (!deals) await client.team.set({ studyId, members: [ada, ben], deals });
    const job = new Database(context.session.project!.path);
    job.exec('BEGIN IMMEDIATE');
    const changes = [
      join(context, studyId, [cas]),
      join(context, studyId, [dan]),
      ...(deals ? [] : [dropOut(context, { studyId, annotatorId: ben })]),
    ];
    job.exec('ROLLBACK');
    job.close();
    await Promise.all(changes);
    const { members } = await client.team.get({ studyId });
    const left = members.filter(({ isMember }) => isMember).map(({ name }) => name);
    expect(left).toEqual(deals ? ['Cas', 'Dan'] : ['Ada', 'Cas', 'Dan']);
  },
);

test('who did not qualify is left by no practice where there is none', async () => {
  const { engine, study, guestNamed } = await studyWithGold({ qualification: { items: 2, passMark: 1 } }, 6);
  const ada = await guestNamed('Ada');
  // Both tries, all wrong.
  for (const _ of [1, 2]) expect(await work(ada, 9, () => 1)).toHaveLength(2);
  const { db } = engine.context.session.project!;
  expect(listPracticeLeft(db, study.id)).toEqual([]);
  const { annotators } = await engine.client.quality.get({ studyId: study.id });
  expect(annotators).toMatchObject([{ qualification: { tries: 2, passed: false } }]);
});

test('what is shared out to somebody who does not qualify goes to the others, and pages that wait hear of it', async () => {
  const plan = { qualification: { items: 2, passMark: 1 } };
  const { engine, study, guestNamed, isGold } = await studyWithGold(plan, 4, '', 8);
  const { client } = engine;
  const { id: studyId } = study;
  const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
  await client.team.set({ studyId, deals: false });
  await work(ben, 2, () => 5);
  const share = await work(ben, 30, () => 3);
  expect(share.length).toBeLessThan(8);
  const events = ben.events();
  expect((await events.next()).value).toBe('hello');
  for (const _ of [1, 2]) await work(ada, 2, () => 1);
  expect((await events.next()).value).toBe('work');
  await events.return(undefined);
  expect([...share, ...(await work(ben, 30, () => 3))].filter((ref) => !isGold(ref))).toHaveLength(8);
  await client.sample.grow({ studyId, size: 12 });
  expect((await open(ben)).items).toHaveLength(12);
  expect(await client.team.get({ studyId })).toMatchObject({ counts: { labeled: 8 } });
});

test('who may qualify after all has a share again', async () => {
  const plan = { qualification: { items: 2, passMark: 1 } };
  const { engine, study, guestNamed, set } = await studyWithGold(plan, 4, '', 8);
  const [ada] = [await guestNamed('Ada'), await guestNamed('Ben')];
  await engine.client.team.set({ studyId: study.id, deals: false });
  const assigned = async () =>
    (await engine.client.team.get({ studyId: study.id })).members.map((one) => one.assigned);
  let answered = 0;
  for (const _ of [1, 2]) await work(ada, 2, () => (answered++ % 2 === 0 ? 1 : 5));
  expect(await assigned()).toEqual([0, 8]);
  await set({ qualification: { items: 2, passMark: 0.5 } }, false);
  expect(await assigned()).toEqual([4, 4]);
});

test('who passes the second try is at work, by what was right in that one alone', async () => {
  const { engine, study, guestNamed, isGold } = await studyWithGold(
    { qualification: { items: 2, passMark: 0.5 }, checkRate: 0.4 },
    7,
  );
  const ada = await guestNamed('Ada');
  let answered = 0;
  // Both of the first try wrong, one of the second right.
  for (const _ of [1, 2]) await work(ada, 2, () => (answered++ === 3 ? 5 : 1));
  const standing = async () =>
    (await engine.client.quality.get({ studyId: study.id })).annotators[0]!.qualification;
  expect(await standing()).toEqual({ tries: 2, passed: true });
  const refs = await work(ada, 6, () => 3);
  expect(refs).toHaveLength(6);
  expect(await standing()).toEqual({ tries: 2, passed: true });
  expect(refs.filter(isGold).length).toBeLessThan(6);
});

test('guaranteed checks come no more once no number of items is said, and the work goes on', async () => {
  const plan = { checksEach: 3, completion: { items: 12 } } as const;
  const { engine, study, guestNamed, isGold, set } = await studyWithGold(plan, 5);
  const ada = await guestNamed('Ada');
  const first = await work(ada, 4, () => 3);
  const had = first.filter(isGold).length;
  expect(had).toBeLessThan(3);
  await set({ completion: null }, false);
  const later = await work(ada, 15, () => 3);
  expect(later).toHaveLength(15);
  expect(later.filter(isGold)).toEqual([]);
  expect((await engine.client.quality.get({ studyId: study.id })).annotators[0]).toMatchObject({
    checks: had,
  });
});
