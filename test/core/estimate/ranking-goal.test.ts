import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { bindAll } from '../../../db/binding.ts';
import { rankingLevels } from '../../../db/migrations/0890-ranking-levels.ts';
import type { WritableDb } from '../../../db/types.ts';
import {
  engineWithProject,
  importRecords,
  submit,
  temporaryFolder,
  testEngine,
} from '../support/test-engine.ts';

const systems = ['amber', 'basil', 'cedar', 'dill', 'elder'];
/** What people say of each system: one is ahead of the others, which differ little. */
const ratingOf = (system: string, i: number): number =>
  system === 'amber' ? 4 + (i % 2) : 1 + ((i + systems.indexOf(system)) % 3);

/** A ranking of five systems on one page, to find the best so many. */
async function rankingOfFive(top: number | null) {
  const made = await engineWithProject();
  const records = Array.from({ length: 40 }, (_, i) => ({
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `What is number ${i}?` }],
    responses: Object.fromEntries(systems.map((name) => [name, `${name} says ${i}.`])),
    human: Object.fromEntries(systems.map((name) => [name, { quality: [ratingOf(name, i)] }])),
  }));
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  await importRecords(made.engine, made.folder, records, {
    scales: [{ kind: 'criterion', name: 'quality', scale }],
  });
  const pairs = await made.engine.client.study.createPairs({
    datasetId: (await made.engine.client.dataset.list({}))[0]!.id,
    systems,
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    ...{ preset: 'uniform', size: 40, seed: 3, onePage: true, top },
  });
  return { ...made, pairs, rankingId: pairs[0]!.rankingId! };
}

/** Rates so many pages as people say. */
async function labelPages(engine: Engine, rankingId: number, most: number): Promise<number> {
  let pages = 0;
  for (; pages < most; pages++) {
    // Whoever labels waits for no estimate: here it is asked for, so that the queue knows all labels.
    await engine.client.ranking.result({ rankingId });
    const { batch, next: ref } = await engine.client.label.open({ rankingId });
    if (ref === null) break;
    const item = await engine.client.label.item({ batch, ref });
    const values: (number | null)[] = Array(systems.length).fill(null);
    for (const { place, replies } of item.page!) {
      const [system, , number] = replies[0]!.text.split(' ');
      values[place] = ratingOf(system!, Number.parseInt(number!, 10));
    }
    await submit(engine, batch, ref, { kind: 'replies', values });
  }
  return pages;
}

test('the best is found at the level of its own four pairs, while all intervals hold together at that of ten', async () => {
  const { engine, rankingId } = await rankingOfFive(1);
  await labelPages(engine, rankingId, 12);
  const ranking = await engine.client.ranking.result({ rankingId });
  for (const { alpha, lower, upper, goal } of ranking.pairs) {
    expect(alpha).toBeCloseTo(0.005, 12);
    expect(goal!.alpha).toBeCloseTo(0.0125, 12);
    expect(goal!.lower).toBeGreaterThanOrEqual(lower);
    expect(goal!.upper).toBeLessThanOrEqual(upper);
  }
  expect(ranking.pairs.some(({ lower, upper, goal }) => goal!.upper - goal!.lower < upper - lower)).toBe(
    true,
  );
});

test('fewer pages find it than by the level of all pairs, to the same answer', async () => {
  const pagesBy = async (rule: 1 | 2) => {
    const { engine, rankingId } = await rankingOfFive(1);
    const { db } = engine.context.session.project!;
    db.prepare('UPDATE ranking SET level_rule = ? WHERE id = ?').run(rule, rankingId);
    const pages = await labelPages(engine, rankingId, 40);
    const { places, found } = await engine.client.ranking.result({ rankingId });
    return { pages, best: (found ?? places).filter(({ worst }) => worst === 1).map(({ system }) => system) };
  };
  const [shared, own] = [await pagesBy(1), await pagesBy(2)];
  expect([shared.best, own.best]).toEqual([['amber'], ['amber']]);
  expect(own.pages).toBeLessThan(shared.pages);
});

test('the order of all has the level of all pairs, and so has what is chosen when labels are known', async () => {
  const { engine, pairs, rankingId } = await rankingOfFive(null);
  const goals = async () =>
    (await engine.client.ranking.result({ rankingId })).pairs.map(({ goal }) => goal?.alpha);
  expect(await goals()).toEqual(Array(10).fill(undefined));
  await engine.client.ranking.edit({ rankingId, top: 1 });
  expect((await goals())[0]).toBeCloseTo(0.0125, 12);
  await engine.client.ranking.edit({ rankingId, top: 2 });
  // Six of ten pairs can make the best two wrong: too many for a level of their own.
  expect(await goals()).toEqual(Array(10).fill(undefined));
  await engine.client.ranking.edit({ rankingId, top: 4 });
  expect((await goals())[0]).toBeCloseTo(0.0125, 12);
  await labelPages(engine, rankingId, 2);
  await engine.client.ranking.edit({ rankingId, top: 1 });
  expect(await goals()).toEqual(Array(10).fill(undefined));
  const { db } = engine.context.session.project!;
  const last = db
    .prepare(
      `SELECT details FROM audit WHERE action = 'ranking.find' AND study_id = ? ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
    .get(pairs[0]!.id) as string;
  expect(JSON.parse(last)).toEqual({ was: 4, now: 1, levelRule: 1 });
});

test('a ranking whose labels are there when it is made has the level of all pairs', async () => {
  const { engine, rankingId } = await rankingOfFive(1);
  await labelPages(engine, rankingId, 3);
  const [{ datasetId }] = (await engine.client.dataset.list({})).map(({ id }) => ({ datasetId: id })) as [
    { datasetId: number },
  ];
  const measure = { kind: 'criterion' as const, criterion: 'quality' };
  const asked = { datasetId, systems, measure, surrogate: { kind: 'none' as const }, top: 1, onePage: true };
  const again = await engine.client.study.createPairs({ ...asked, preset: 'uniform', size: 40, seed: 4 });
  const { found } = await engine.client.ranking.result({ rankingId: again[0]!.rankingId! });
  expect(found).toBeUndefined();
});

test('a report says at which level its answer holds; verify makes it again, and finds another one', async () => {
  const { engine, pairs, rankingId } = await rankingOfFive(1);
  await labelPages(engine, rankingId, 12);
  const [first, ...others] = pairs.map(({ id }) => id);
  const { content } = await engine.client.report.render({ studyId: first!, also: others, format: 'html' });
  expect(content).toContain('What is found holds with 95\u00a0% by itself');
  const disagreeing = async (text: string) => {
    const file = path.join(temporaryFolder(), 'report.html');
    writeFileSync(file, text);
    return (await verifyFile(file)).checks.filter(({ agrees }) => !agrees).length;
  };
  expect(await disagreeing(content)).toBe(0);
  const forged = content.replace(/(&quot;|")goal\1:\{\1alpha\1:0\.0125/, '$1goal$1:{$1alpha$1:0.0225');
  expect(forged).not.toBe(content);
  expect(await disagreeing(forged)).toBeGreaterThan(0);
});

test('a ranking of the version before keeps the level of all pairs', async () => {
  const { engine, folder, rankingId } = await rankingOfFive(1);
  const { path: file } = engine.context.session.project!;
  await engine.close();
  const db = new Database(file) as WritableDb;
  db.exec('ALTER TABLE ranking DROP COLUMN level_rule');
  rankingLevels.up(db);
  bindAll(db, 0, []);
  db.close();
  const later = testEngine(path.join(folder, 'later'));
  await later.client.project.open({ path: file });
  const { found, pairs } = await later.client.ranking.result({ rankingId });
  expect([found, pairs[0]!.goal, pairs[0]!.alpha]).toEqual([undefined, undefined, 0.005]);
});
