import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { verifyProject } from '../../../core/report/verify/verify-project.ts';
import { checkBindings } from '../../../db/binding.ts';
import { putLabelGuidelines } from '../../../db/label-guidelines.ts';
import { openProject } from '../../../db/open.ts';
import { insertPicture } from '../../../db/pictures.ts';
import { insertCall } from '../../../db/replies.ts';
import { writeOlder } from '../../attack/frame/older-project.ts';
import { ratedStudy, temporaryFolder } from '../support/test-engine.ts';

const now = '2026-01-02T03:04:05.678Z';
const picture = { media: 'image/png' as const, width: 1, height: 1, bytes: Buffer.from([1, 2, 3]) };
const call = { request: '{}', inputTokens: 1, outputTokens: 1, milliseconds: 5, createdAt: now };

let made: Buffer | undefined;

/** A project of 80 items, of which a study draws 24, with a picture, guidelines and replies of models. */
async function madeProject(): Promise<Buffer> {
  const { engine, datasetId } = await ratedStudy(24);
  const { db, path: file } = engine.context.session.project!;
  db.transaction(() => {
    insertPicture(db, { datasetId, sha256: 'aa', ...picture });
    putLabelGuidelines(db, 'nobody', { version: 'g1', text: 'Be kind.' });
    insertCall(db, { ...call, hash: 'one', runId: 3, reply: '{"score": 4}' });
    insertCall(db, { ...call, hash: 'two', runId: -2, reply: 'well' });
  }).immediate();
  await engine.close();
  return readFileSync(file);
}

/** A copy of the project in which another program did something, before or after Assay brought it up to date. */
async function altered(sql: string, { older = 0, opened = false } = {}): Promise<string> {
  made ??= await madeProject();
  const folder = temporaryFolder();
  const today = path.join(folder, 'today.assay');
  writeFileSync(today, made);
  const file = older > 0 ? path.join(folder, 'older.assay') : today;
  if (older > 0) writeOlder(file, older, today, { rehashed: true });
  if (opened) openProject(file, now).close();
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  for (const trigger of triggers) db.exec(trigger.sql);
  db.close();
  return file;
}

const undrawn = 'NOT IN (SELECT item_id FROM draw)';

test.each([
  [
    `UPDATE item SET conversation = replace(conversation, 'a', 'b') WHERE id ${undrawn}`,
    /^Another program changed conversation in the table item of the data set "data"\.$/,
  ],
  [
    `UPDATE item SET meta = '{"a":1}' WHERE id = (SELECT MAX(id) FROM item WHERE id ${undrawn})`,
    /^Another program changed meta in the table item of the data set "data"\.$/,
  ],
  [
    `UPDATE response SET text = text || '.' WHERE item_id = (SELECT MIN(id) FROM item WHERE id ${undrawn})`,
    /^Another program changed text in the table response of the data set "data"\.$/,
  ],
  [
    `DELETE FROM response WHERE item_id = (SELECT MAX(id) FROM item WHERE id ${undrawn})`,
    /^Another program removed \d+ rows? from the table response \(.*text.*\) of the data set "data"\.$/,
  ],
  [
    `INSERT INTO item (dataset_id, external_id, conversation) VALUES (1, 'new', '[]')`,
    /^Another program added 1 row to the table item \(.*\) of the data set "data"\.$/,
  ],
  [
    `UPDATE response SET text = 'x' WHERE item_id IN (SELECT item_id FROM draw)`,
    /^Another program changed text in the table response of the data set "data"\.$/,
  ],
  [
    `UPDATE llm_call SET reply = '{"score": 5}' WHERE hash = 'one'`,
    /^Another program changed .*reply.* in the table llm_call of run 3\.$/,
  ],
  [
    `UPDATE llm_call SET reply = reply || '!' WHERE hash = 'two'`,
    /^Another program changed .*reply.* in the table llm_call of run 2\.$/,
  ],
  ["UPDATE picture SET bytes = x'010204'", /^Another program changed .*bytes in the table picture\.$/],
  ["UPDATE guidelines_text SET text = 'Be strict.'", /changed .*text in the table guidelines_text\.$/],
])('%s is named by verify, and alone', async (sql, words) => {
  expect(verifyProject(await altered(sql)).alterations).toEqual([expect.stringMatching(words)]);
});

test('what Assay itself writes of texts leaves them as bound, whether a row is new, replaced or gone', async () => {
  const file = await altered('UPDATE file_state SET state = state');
  const { db, close } = openProject(file, now);
  db.transaction(() => {
    db.prepare(
      "INSERT OR REPLACE INTO response SELECT item_id, system_id, turn, 'new', NULL FROM response",
    ).run();
    db.prepare('UPDATE item SET meta = NULL WHERE id % 2 = 0').run();
  }).immediate();
  db.pragma('foreign_keys = OFF');
  db.prepare(`DELETE FROM response WHERE item_id ${undrawn}`).run();
  db.prepare(`DELETE FROM item WHERE id ${undrawn}`).run();
  insertCall(db, { ...call, hash: 'one', runId: 3, reply: 'kept as it was' });
  expect(checkBindings(db)).toMatchObject({ faults: [], isKept: true, later: [] });
  close();
});

test('a project from before texts were bound says since when they are, and names what changes from then on', async () => {
  const sql = `UPDATE item SET conversation = '[]' WHERE id ${undrawn}`;
  const before = await altered(sql, { older: 950 });
  openProject(before, now).close();
  const found = verifyProject(before);
  expect(found.alterations).toEqual([]);
  expect(found.boundLater).toEqual([
    { what: expect.stringMatching(/^Texts of items that no study drew/), since: expect.any(String) },
    { what: expect.stringMatching(/^How long answers took/), since: expect.any(String) },
  ]);
  const after = verifyProject(await altered(sql, { older: 950, opened: true }));
  expect(after.alterations).toEqual([
    expect.stringMatching(/changed conversation in the table item of the data set "data"\.$/),
  ]);
});
