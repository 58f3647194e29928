import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { writeAudit } from '../../../db/audit.ts';
import { checkBindings } from '../../../db/binding.ts';
import { prepareImport } from '../../../db/import-rows.ts';
import { walkedProjects } from '../../attack/damage/walked-projects.ts';
import { ratedStudy, submit, temporaryFolder, testEngine } from '../support/test-engine.ts';

const check = async (engine: Engine) =>
  (await engine.client.project.check({ wait: true })).alterations.map(({ words }) => words);

/** Another program, for which triggers are no hindrance. */
function other({ context }: Engine, sql: string): void {
  const db = new Database(context.session.project!.path);
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  db.pragma('foreign_keys = OFF');
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  db.exec(sql);
  for (const trigger of triggers) db.exec(trigger.sql);
  db.close();
}

async function labeled(count: number) {
  const made = await ratedStudy(24);
  const { engine, study } = made;
  await engine.client.study.edit({ studyId: study.id, plan: { kind: 'labels', labels: 20 } });
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  for (const [i, { ref }] of items.slice(0, count).entries())
    await submit(engine, batch, ref, { kind: 'score', value: 1 + (i % 5) });
  expect(await check(engine)).toEqual([]);
  return made;
}

test.each([
  ['UPDATE study SET scale_max = 10', /changed scale_max in the table study of "/],
  ["UPDATE study SET direction = 'lower'", /changed direction in the table study of "/],
  ['UPDATE study SET overlap = 2', /changed overlap in the table study of "/],
  [
    'UPDATE study SET betting_rule = 2, value_steps = NULL',
    /changed betting_rule, value_steps in the table study of "/,
  ],
  ['UPDATE study_plan SET labels = 5', /changed labels in the table study_plan of "/],
  ["UPDATE study_plan SET kind = 'once'", /changed kind in the table study_plan of "/],
  [
    "UPDATE study_plan SET kind = 'once', approximate = 1",
    /changed .*approximate.* in the table study_plan of "/,
  ],
  ['DELETE FROM study_plan', /removed \d+ rows? from the table study_plan \(.*kind.*\) of "/],
  [
    "INSERT INTO exclusion SELECT study.id, annotator.id, 'checks', '2026-01-01' FROM study, annotator LIMIT 1",
    /added 1 row to the table exclusion \(.*annotator_id.*\) of "/,
  ],
  ['DELETE FROM draw WHERE draw_order >= 20', /removed 4 rows from the table draw \(.*draw_order.*\) of "/],
  [
    "UPDATE response SET text = 'other' WHERE item_id IN (SELECT item_id FROM draw)",
    /changed text in the table response of the data set "data"\./,
  ],
  ["UPDATE criterion SET scale_max = 9 WHERE name = 'quality'", /changed scale_max in the table criterion\./],
  ["UPDATE binding SET sums = '{}' WHERE table_name = 'study'", /table binding/],
])('%s is named', async (sql, words) => {
  const { engine } = await labeled(22);
  other(engine, sql);
  expect(await check(engine)).toEqual([expect.stringMatching(words)]);
});

test('an audit trail of which nothing is left is said, and not stumbled over', async () => {
  const { engine } = await labeled(3);
  other(engine, "UPDATE audit SET details = 'null'");
  expect(await check(engine)).toContainEqual(
    expect.stringMatching(/entries of the audit trail were changed/),
  );
});

test('a first phase whose data set is gone is said, and not stumbled over', async () => {
  const engine = testEngine();
  const folder = temporaryFolder();
  await engine.client.project.create({ path: path.join(folder, 'p.assay') });
  await walkedProjects.twoPhases(engine, folder);
  expect(await check(engine)).toEqual([]);
  other(engine, 'DELETE FROM dataset');
  expect(await check(engine)).toContainEqual(
    expect.stringMatching(/removed \d+ rows? from the table dataset/),
  );
});

test('what another program changed is found however much Assay writes afterwards', async () => {
  const { engine, study } = await labeled(3);
  other(engine, 'UPDATE study SET scale_max = 10');
  await engine.client.study.edit({ studyId: study.id, name: 'Other', guidelines: 'new ones' });
  await engine.client.team.set({ studyId: study.id, overlap: 2, finalRule: 'mean', confirm: true });
  expect(await check(engine)).toEqual(['Another program changed scale_max in the table study of "Other".']);
});

test('what was taken back is not bound, and what is written in one transaction is bound once', async () => {
  const { engine } = await labeled(1);
  const { db } = engine.context.session.project!;
  const entries = () =>
    db.prepare("SELECT COUNT(*) FROM audit WHERE action = 'project.bound'").pluck().get() as number;
  const before = entries();
  const failing = db.transaction(() => {
    db.prepare('UPDATE study SET overlap = 7').run();
    throw new Error('not so');
  });
  expect(() => failing.immediate()).toThrow('not so');
  expect(entries()).toBe(before);
  db.transaction(() => {
    db.prepare('UPDATE study SET overlap = 3').run();
    const inner = db.transaction(() => {
      db.prepare("UPDATE study SET final_rule = 'majority'").run();
      throw new Error('nor that');
    });
    expect(() => inner()).toThrow('nor that');
    db.prepare('UPDATE study SET shuffle = 0').run();
  }).immediate();
  db.prepare(
    'INSERT OR REPLACE INTO dataset_system SELECT dataset_id, system_id, items + 1 FROM dataset_system LIMIT 1',
  ).run();
  db.exec("UPDATE annotator SET color = 'blue'");
  expect(entries()).toBe(before + 3);
  expect(checkBindings(db)).toMatchObject({ since: null, faults: [], isKept: true });
});

test('entries of the audit trail that do not bind say nothing of what is bound', async () => {
  const { engine } = await labeled(1);
  const { db } = engine.context.session.project!;
  writeAudit(db, { at: '2026-01-01', action: 'project.bound', studyId: null, details: { totals: 'none' } });
  expect(checkBindings(db).faults).toEqual([]);
});

test('a label costs no entry for what is bound, but the first of a person', async () => {
  const { engine, study } = await labeled(2);
  const { db } = engine.context.session.project!;
  const entries = () => db.prepare("SELECT COUNT(*) FROM audit WHERE action = 'project.bound'").pluck().get();
  const before = entries();
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  await submit(engine, batch, items[5]!.ref, { kind: 'score', value: 2 });
  await engine.client.label.undo({ batch });
  expect(entries()).toBe(before);
});

test('scores that come in blocks are bound like single ones, and not when they are taken back', async () => {
  const { engine } = await labeled(1);
  const { db } = engine.context.session.project!;
  const [first] = db.prepare('SELECT id FROM signal ORDER BY id').pluck().all() as number[];
  db.pragma('foreign_keys = OFF');
  const put = (from: number, count: number) => {
    const rows = prepareImport(db);
    for (let i = 0; i < count; i++) rows.machineScore(first!, 1, 10_000 + from + i, i % 3 === 0 ? 1 : i / 7);
    for (let i = 0; i < count; i++) rows.humanScore(1, 1, 10_000 + from + i, i, `[${i}]`);
    rows.flush();
  };
  const failing = db.transaction(() => {
    put(0, 500);
    throw new Error('not so');
  });
  db.transaction(() => {
    put(1000, 333);
    expect(() => failing()).toThrow('not so');
  }).immediate();
  put(2000, 150);
  expect(checkBindings(db)).toMatchObject({ faults: [], isKept: true });
  other(engine, 'UPDATE machine_score SET value = value + 1 WHERE item_id = 11005');
  expect(checkBindings(db).faults).toMatchObject([{ table: 'machine_score', addedRows: 0 }]);
});
