import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { watchBoundWrites } from '../../db/binding.ts';
import { boundTables } from '../../db/deciding.ts';
import { createProject } from '../../db/open.ts';
import type { ReadableDb } from '../../db/types.ts';
import { temporaryFolder } from '../core/support/test-engine.ts';
import { documentFile, everyAnswer } from './every-function.ts';

/** What is said below each function or question, by its own line. */
function sectionsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  let name = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) name = line;
    else if (line !== '') sections.set(name, `${sections.get(name) ?? ''}${line}\n`);
  }
  return sections;
}

const prepare = vi.spyOn(Database.prototype, 'prepare');
const answers = await everyAnswer();
const statements = new Set(prepare.mock.calls.map(([sql]) => String(sql).trim()));
prepare.mockRestore();

test('every statement that writes has the tables watched that SQLite changes by it', () => {
  const file = path.join(temporaryFolder(), 'p.assay');
  createProject(file, 'p', '2026-01-02T03:04:05.678Z').close();
  const db = new Database(file);
  const { changedBy } = watchBoundWrites(db as unknown as ReadableDb);
  const bound = new Set(boundTables.map(({ stored }) => stored));
  const tableAt = new Map(
    db.prepare('SELECT rootpage, tbl_name FROM sqlite_schema').raw().all() as [number, string][],
  );
  const writes = [...statements].filter(
    (sql) => /^(INSERT|REPLACE|UPDATE|DELETE|WITH)/i.test(sql) && !/\bbound_(write|block)\b/.test(sql),
  );
  let changes = 0;
  for (const sql of writes) {
    // Its program with those of foreign keys that it starts.
    const steps = db.prepare(`EXPLAIN ${sql.replaceAll(/\?|[@:$][a-z]\w*/gi, 'NULL')}`).all() as {
      opcode: string;
      p2: number;
      p3: number;
    }[];
    const opened = steps.filter(({ opcode, p3 }) => opcode === 'OpenWrite' && p3 === 0);
    const changed = new Set(opened.map(({ p2 }) => tableAt.get(p2)!).filter((table) => bound.has(table)));
    changes += changed.size;
    expect(changedBy(sql), sql).toEqual(expect.arrayContaining([...changed]));
  }
  expect(changes).toBeGreaterThan(100);
  const all = changedBy('WITH some AS (SELECT 1) DELETE FROM label');
  expect(all).toHaveLength(bound.size);
  for (const sql of ['UPDATE OR REPLACE label SET id = 1', 'INSERT INTO main.label DEFAULT VALUES'])
    expect(changedBy(sql)).toBe(all);
  expect(changedBy('UPDATE job SET state = 1; DELETE FROM label')).toBe(all);
  expect(changedBy('update ANNOTATOR set id = 1')).toEqual(['annotator']);
  db.close();
});

test('every function of db that was looked through answers and writes as it did', async () => {
  const now = sectionsOf(answers);
  const known = [...sectionsOf(readFileSync(documentFile, 'utf8'))];
  // A function that is new, or gone, changes nothing that was looked through.
  const both = known.filter(([name]) => now.has(name));
  expect(both.length).toBeGreaterThan(known.length / 2);
  const different = both.filter(([name, said]) => now.get(name) !== said);
  expect(
    Object.fromEntries(different.map(([name]) => [name, now.get(name)])),
    'if it is meant, run: node test/db/every-function.ts',
  ).toEqual(Object.fromEntries(different));
});
