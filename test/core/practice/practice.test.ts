import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { settlePractice } from '../../../core/labeling/rounds/practice/pass-practice.ts';
import { listAudit } from '../../../db/audit.ts';
import { putPracticeLeft } from '../../../db/practice.ts';
import { krippendorffAlpha } from '../../../stats/index.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

/** One annotator labels whatever labeling opens, giving these values in order. */
async function practice(engine: Engine, studyId: number, name: string, values: readonly number[]) {
  await engine.client.annotator.choose({ name });
  const { batch, items, practiceRound } = await engine.client.label.open({ studyId });
  for (const [i, { ref }] of items.entries()) {
    await submit(engine, batch, ref, { kind: 'score', value: values[i]! });
  }
  return { batch, items, practiceRound };
}

test('a round takes items outside the draw, replays from its seed, and never uses an item twice', async () => {
  const { engine, study } = await ratedStudy(10, { count: 30 });
  const start = (seed: number) => engine.client.practice.start({ studyId: study.id, items: 8, seed });
  await start(5);
  const { itemsLeft } = await start(5);
  const { db } = engine.context.session.project!;
  const itemsOf = (round: number) =>
    db
      .prepare('SELECT item_id FROM practice_item WHERE study_id = ? AND round = ? ORDER BY position')
      .pluck()
      .all(study.id, round) as number[];
  const drawn = db.prepare('SELECT item_id FROM draw').pluck().all() as number[];
  const all = [...itemsOf(1), ...itemsOf(2), ...drawn];
  expect(new Set(all).size).toBe(26);
  expect(itemsLeft).toBe(4);
  await expect(start(1)).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { field: 'items', remedy: 'Practice on at most 4.' },
  });

  const again = await ratedStudy(10, { count: 30 });
  await again.engine.client.practice.start({ studyId: again.study.id, items: 8, seed: 5 });
  const replayed = again.engine.context.session
    .project!.db.prepare('SELECT item_id FROM practice_item ORDER BY position')
    .pluck()
    .all();
  expect(replayed).toEqual(itemsOf(1));
});

test('the batch opens when all are through and agree; no practice label reaches the estimate', async () => {
  const { engine, study } = await ratedStudy(10);
  const { client } = engine;
  const studyId = study.id;
  await client.practice.start({ studyId, items: 5, targetAlpha: 0.7, seed: 3 });

  const ann = [1, 2, 3, 4, 5];
  const bo = [5, 2, 1, 4, 3];
  const first = await practice(engine, studyId, 'Ann', ann);
  expect(first.practiceRound).toBe(1);
  expect(first.items).toHaveLength(5);
  const half = (await client.practice.get({ studyId })).rounds[0]!;
  expect(half).toMatchObject({ isComplete: false, krippendorffAlpha: null });
  expect(half.reason).toMatch(/two annotators/);
  await expect(client.practice.disagreements({ studyId, round: 1 })).rejects.toMatchObject({
    code: 'CONFLICT',
  });

  await practice(engine, studyId, 'Bo', bo);
  const done = await client.practice.get({ studyId });
  const units = ann.map((value, i) => [value, bo[i]!]);
  expect(done.rounds[0]!.krippendorffAlpha).toBeCloseTo(krippendorffAlpha(units, 'interval')!, 12);
  expect(done.passed).toBeNull();
  const apart = await client.practice.disagreements({ studyId, round: 1 });
  expect(apart.map(({ labels }) => labels.map(({ words }) => words))).toEqual([
    ['1', '5'],
    ['3', '1'],
    ['5', '3'],
  ]);
  await expect(handOut(engine.context, studyId, { from: 1, count: 5 })).rejects.toThrow(/still practicing/);

  await client.practice.start({ studyId, items: 4, targetAlpha: 0.7, seed: 4 });
  await practice(engine, studyId, 'Ann', [1, 3, 4, 5]);
  expect((await practice(engine, studyId, 'Bo', [1, 3, 5, 5])).practiceRound).toBe(2);
  const { passed } = await client.practice.get({ studyId });
  expect(passed).toMatchObject({ round: 2, openedBy: 'agreement' });
  expect((await client.label.open({ studyId })).practiceRound).toBeNull();

  const report = await client.estimate.current({ studyId });
  expect(report.labeled).toBe(0);
  expect(report.skipped.count).toBe(0);
});

test('every label of practice tells the pages how far the round is, and the last one that the batch is open', async () => {
  const { engine, study } = await ratedStudy(10);
  const { client } = engine;
  await client.practice.start({ studyId: study.id, items: 2, targetAlpha: 0.7, seed: 3 });
  await practice(engine, study.id, 'Ann', [1, 5]);
  await client.annotator.choose({ name: 'Bo' });
  const { batch, items } = await client.label.open({ studyId: study.id });
  const toldOf: number[] = [];
  engine.context.events.listen((event) => {
    if (event.type === 'study.changed') toldOf.push(event.studyId);
  });
  await submit(engine, batch, items[0]!.ref, { kind: 'score', value: 1 });
  expect(toldOf).toEqual([study.id]);
  await submit(engine, batch, items[1]!.ref, { kind: 'score', value: 5 });
  expect(toldOf).toEqual([study.id, study.id]);
  expect((await client.practice.get({ studyId: study.id })).passed).toMatchObject({
    round: 1,
    openedBy: 'agreement',
    krippendorffAlpha: 1,
  });
});

test('undo in practice takes back practice alone, and the real batch has its own undo', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  const studyId = study.id;
  await client.practice.start({ studyId, items: 2, seed: 3 });
  const { batch, items } = await client.label.open({ studyId });
  await submit(engine, batch, items[0]!.ref, { kind: 'score', value: 2 });
  await client.practice.override({ studyId, reason: 'one annotator only' });
  const real = await client.label.open({ studyId });
  expect(real.undoable).toBe(false);
  await submit(engine, real.batch, real.next!, { kind: 'score', value: 4 });
  expect(await client.label.undo({ batch })).toMatchObject({ ref: items[0]!.ref, undoable: false });
  expect((await client.label.open({ studyId })).undoable).toBe(true);
});

test('the lead may open the batch with a reason, which is written down; practice is then over', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  const studyId = study.id;
  await expect(client.practice.override({ studyId, reason: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await client.practice.start({ studyId, items: 3 });
  const { passed } = await client.practice.override({ studyId, reason: 'Both have done this before.' });
  expect(passed).toMatchObject({
    openedBy: 'lead',
    reason: 'Both have done this before.',
    krippendorffAlpha: null,
  });
  const { db } = engine.context.session.project!;
  const audit = db.prepare(`SELECT details FROM audit WHERE action = 'practice.override'`).pluck().all();
  expect(audit).toHaveLength(1);
  expect(audit[0]).toContain('Both have done this before.');
  await expect(client.practice.start({ studyId, items: 3 })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('the report counts no label of practice among those given in sight of the estimate', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  const studyId = study.id;
  const report = async () => (await client.report.render({ studyId, format: 'html' })).content;
  const inSight = async (ref: string, batch: string, clientKey: string) =>
    client.label.submit({
      batch,
      ref,
      answer: { kind: 'score', value: 3 },
      durationMs: 4000,
      estimateVisible: true,
      clientKey,
    });
  await client.practice.start({ studyId, items: 2, seed: 3 });
  const round = await client.label.open({ studyId });
  await inSight(round.items[0]!.ref, round.batch, 'practice-in-sight');
  expect(await client.label.standing({ batch: round.batch })).toEqual({
    kind: 'hidden',
    because: 'practice',
  });
  expect(await report()).toContain('The estimate was hidden while people labeled.');
  await client.practice.override({ studyId, reason: 'one annotator only' });
  const real = await client.label.open({ studyId });
  await inSight(real.items[0]!.ref, real.batch, 'labeled-in-sight');
  await submit(engine, real.batch, real.items[1]!.ref, { kind: 'score', value: 4 });
  expect(await report()).toContain('The estimate was visible while 1 of the labels were given.');
});

test('how long labels take is measured on the batch, not in practice', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  const studyId = study.id;
  const label = async (durations: readonly number[]) => {
    const { batch, items } = await client.label.open({ studyId });
    for (const [i, durationMs] of durations.entries()) {
      const answer = { kind: 'score' as const, value: 3 };
      const clientKey = `label-of-${durationMs}-ms`;
      await client.label.submit({
        batch,
        ref: items[i]!.ref,
        answer,
        durationMs,
        estimateVisible: false,
        clientKey,
      });
    }
  };
  await client.practice.start({ studyId, items: 3, seed: 3 });
  await label([90_000, 91_000, 92_000]);
  await client.practice.override({ studyId, reason: 'one annotator only' });
  await label([2000, 9000, 3000]);
  const { members } = await client.team.get({ studyId });
  expect(members.flatMap(({ secondsPerItem }) => secondsPerItem ?? [])).toEqual([3]);
});

test('a round is refused by labels of the batch alone, never by those of practice', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  const studyId = study.id;
  await client.practice.start({ studyId, items: 2, seed: 3 });
  await practice(engine, studyId, 'Ann', [3, 4]);
  await expect(client.practice.start({ studyId, items: 2, seed: 4 })).resolves.toMatchObject({
    passed: null,
  });
});

test('practice comes before labels', async () => {
  const { engine, study } = await ratedStudy(6);
  const { batch, next } = await engine.client.label.open({ studyId: study.id });
  await submit(engine, batch, next!, { kind: 'score', value: 4 });
  await expect(engine.client.practice.start({ studyId: study.id, items: 3 })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('the batch opens once, also where two wait to open it while a long job writes', async () => {
  const { engine, study } = await ratedStudy(10);
  const { client, context } = engine;
  const { db, path } = context.session.project!;
  const studyId = study.id;
  await client.practice.start({ studyId, items: 3, targetAlpha: 0.7 });
  for (const name of ['Ann', 'Bo', 'Cy']) await client.annotator.add({ name });
  const ids = (await client.annotator.list({})).slice(-3).map(({ id }) => id);
  await client.team.set({ studyId, members: ids });
  for (const name of ['Ann', 'Bo']) await practice(engine, studyId, name, [1, 3, 5]);
  putPracticeLeft(db, studyId, ids[2]!, context.now());
  const job = new Database(path);
  job.exec('BEGIN IMMEDIATE');
  const both = [settlePractice(context, studyId), settlePractice(context, studyId)];
  job.close();
  await Promise.all(both);
  expect(listAudit(db, studyId).filter(({ action }) => action === 'practice.passed')).toHaveLength(1);
});
