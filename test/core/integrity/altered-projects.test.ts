import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { writeAudit } from '../../../db/audit.ts';
import { allChainedParts, chainedColumns, chainHead } from '../../../db/word-chain.ts';
import { alterFile } from '../../support/altered-file.ts';
import { submit } from '../support/test-engine.ts';
import { labeledStudyOf } from '../verify/labeled-studies.ts';

type Alter = (db: Database.Database) => void;

const alter = ({ context }: Engine, change: Alter): void => alterFile(context.session.project!.path, change);

/** Where more than one thing is said of a change. */
const sentences: Readonly<Record<string, number>> = {
  // What binds is in the audit trail, too: without its newest entry the change before it is not known.
  'the newest words and their links': 3,
  // The study, and the table that holds its pool.
  'the name of an item of the pool that is not drawn': 2,
};

const check = async (engine: Engine) =>
  (await engine.client.project.check({ wait: true })).alterations.map(({ words }) => words);

const kind = 'the majority of three, else what was decided';

test('a project as Assay left it shows nothing', async () => {
  const { engine } = await labeledStudyOf(kind);
  expect(await check(engine)).toEqual([]);
});

test.each<[string, Alter, RegExp]>([
  [
    'a label',
    (db) => db.exec('UPDATE label SET value = 5 WHERE id = 3 AND value <> 5'),
    /^1 label was changed by another program since it was given: item item-\d+\.$/,
  ],
  [
    'three labels',
    (db) => db.exec("UPDATE label SET created_at = '2020-01-01' WHERE id IN (4, 8, 12)"),
    /^3 labels were changed .*: items item-\d+, item-\d+, item-\d+\.$/,
  ],
  [
    'who gave a label',
    (db) => db.exec('UPDATE label SET annotator_id = annotator_id % 3 + 1 WHERE id = 5'),
    /^1 label was changed/,
  ],
  [
    'how a label was given',
    (db) => db.exec("UPDATE label SET source = 'screen' WHERE id = 5"),
    /^1 label was changed/,
  ],
  ['a label that is removed', (db) => db.exec('DELETE FROM label WHERE id = 7'), /^1 label was removed/],
  [
    'a label that is removed with its link',
    (db) =>
      db.exec("DELETE FROM label WHERE id = 7; DELETE FROM word_chain WHERE part = 'label' AND row_id = 7"),
    /^Another program removed something/,
  ],
  [
    'the newest words and their links',
    (db) =>
      db.exec(
        'DELETE FROM audit WHERE id = (SELECT MAX(id) FROM audit); DELETE FROM word_chain WHERE id = (SELECT MAX(id) FROM word_chain)',
      ),
    /^Another program removed something/,
  ],
  [
    'a label that is added',
    (db) =>
      db.exec(`INSERT INTO label SELECT NULL, 'new', item_id, system_id, criterion_id, instrument, annotator_id, study_id, kind,
      value, answers, reason, operation, refers_to, supersedes, source, estimate_visible, duration_ms, created_at FROM label WHERE id = 2`),
    /^1 label was added by another program: item/,
  ],
  [
    'a decision',
    (db) => db.exec("UPDATE adjudication SET note = 'other' WHERE id = 1"),
    /^1 decision was changed/,
  ],
  [
    'the audit trail',
    (db) => db.exec("UPDATE audit SET at = '2020-01-01' WHERE id = 1"),
    /^1 entry of the audit trail was changed/,
  ],
  [
    'a frozen value',
    (db) => db.exec('UPDATE study_pool SET surrogate_value = 0.123 WHERE position = 3'),
    /machine scores or signals of "A study" are not those/,
  ],
  [
    'one bit of a signal',
    (db) => {
      const cells = db.prepare('SELECT cells FROM study_column WHERE position = 4').pluck().get() as Buffer;
      cells[9]! ^= 1;
      db.prepare('UPDATE study_column SET cells = ? WHERE position = 4').run(cells);
    },
    /changed cells in the table study_column of "A study"/,
  ],
  [
    'how much a signal counts',
    (db) => db.exec('UPDATE study_column SET penalty = penalty + 1 WHERE position = 2'),
    /changed penalty in the table study_column of "A study"/,
  ],
  [
    'a signal that is removed',
    (db) => db.exec('DELETE FROM study_column WHERE position = 5'),
    /removed 1 row from the table study_column .* of "A study"/,
  ],
  [
    'the name of an item of the pool that is not drawn',
    (db) =>
      db.exec(
        "UPDATE item SET external_id = 'other' || id WHERE id = (SELECT MAX(id) FROM item WHERE id NOT IN (SELECT item_id FROM draw))",
      ),
    /machine scores or signals of "A study"/,
  ],
  [
    'a probability of the draw',
    (db) => db.exec('UPDATE draw SET probability = probability * 2 WHERE draw_order = 3'),
    /changed probability in the table draw of "A study"/,
  ],
  [
    'the order of the draw',
    (db) =>
      db.exec(
        'UPDATE draw SET item_id = (SELECT item_id FROM draw WHERE draw_order = 0) WHERE draw_order = 1',
      ),
    /changed item_id in the table draw of "A study"/,
  ],
  [
    'what is stored of the pool',
    (db) => db.exec("UPDATE study SET pool_summary = json_set(pool_summary, '$.mean', 0.1)"),
    /changed pool_summary in the table study of "A study"/,
  ],
])('%s is noticed', async (what, change, words) => {
  const { engine, studyId } = await labeledStudyOf(kind);
  await engine.client.study.edit({ studyId, guidelines: 'so that there is an act' });
  expect(await check(engine)).toEqual([]);
  alter(engine, change);
  const found = await check(engine);
  expect(found[0]).toMatch(words);
  expect(found.length).toBe(sentences[what] ?? 1);
  const { content } = await engine.client.report.render({ studyId, format: 'json' });
  expect(JSON.parse(content).alterations).toEqual(found);
});

test('a signal that is cut short is noticed, and nothing is estimated by it', async () => {
  const { engine, studyId } = await labeledStudyOf(kind);
  alter(engine, (db) => db.exec('UPDATE study_column SET cells = substr(cells, 1, 8) WHERE position = 2'));
  expect(await check(engine)).toEqual([
    expect.stringContaining('changed cells in the table study_column of "A study"'),
  ]);
  await expect(engine.client.report.render({ studyId, format: 'json' })).rejects.toThrow(
    /study_column\.cells \(study 1, position 2\)/,
  );
});

test('the error level of a study is compared with what it was made with', async () => {
  const { engine } = await labeledStudyOf('no label yet');
  const { id: datasetId } = (await engine.client.dataset.list({}))[0]!;
  const made = await engine.client.study.create({
    ...{ datasetId, system: 'amber', preset: 'uniform', size: 10, seed: 4, name: 'Made by hand' },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
  });
  expect(await check(engine)).toEqual([]);
  alter(engine, (db) => db.exec(`UPDATE study SET alpha = 0.5 WHERE id = ${made.id}`));
  expect(await check(engine)).toEqual([expect.stringContaining('changed alpha in the table study')]);
});

describe('the chain', () => {
  test('takes in every column of its tables', async () => {
    const { engine } = await labeledStudyOf('no label yet');
    const { db } = engine.context.session.project!;
    for (const part of allChainedParts) {
      const columns = db.prepare(`SELECT name FROM pragma_table_info('${part}')`).pluck().all();
      expect([...chainedColumns[part]].sort()).toEqual([...columns].sort());
    }
  });

  test('grows with every label, undo, decision and act, and stays whole', async () => {
    const { engine, studyId } = await labeledStudyOf('no label yet');
    const { db } = engine.context.session.project!;
    const before = chainHead(db).links;
    const { batch, items } = await engine.client.label.open({ studyId });
    await submit(engine, batch, items[0]!.ref, { kind: 'score', value: 3 });
    await engine.client.label.undo({ batch });
    await engine.client.label.redo({ batch });
    // The first to label is a new person, who is bound.
    expect(chainHead(db).links).toBe(before + 4);
    expect(await check(engine)).toEqual([]);
  });
});

test('a large project is read in a thread, which ends with the project', async () => {
  const { engine, studyId } = await labeledStudyOf('calibrated hardness');
  const { db } = engine.context.session.project!;
  const act = { at: '2026-01-01T00:00:00.000Z', action: 'note', studyId, details: {} };
  db.transaction(() => {
    for (let i = 0; i < 2_500; i += 1) writeAudit(db, act);
  }).immediate();
  expect(await engine.client.project.check({ wait: false })).toEqual({
    isDone: false,
    alterations: [],
    isMissing: false,
  });
  expect(await check(engine)).toEqual([]);
  expect(await engine.client.project.check({})).toEqual({ isDone: true, alterations: [], isMissing: false });
  alter(engine, (other) => other.exec("UPDATE audit SET at = '2020' WHERE id = 1000"));
  expect(await check(engine)).toEqual([
    '1 entry of the audit trail was changed by another program since it was written.',
  ]);
  alter(engine, (other) => other.exec("UPDATE audit SET at = '2021' WHERE id = 1000"));
  expect(await engine.client.project.check({})).toMatchObject({ isDone: false });
  await engine.client.project.close({});
});
