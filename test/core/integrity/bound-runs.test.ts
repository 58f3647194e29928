import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { checkBindings } from '../../../db/binding.ts';
import { insertLabRun } from '../../../db/lab-runs.ts';
import { openProject } from '../../../db/open.ts';
import { walkedProjects } from '../../attack/damage/walked-projects.ts';
import { writeOlder } from '../../attack/frame/older-project.ts';
import { engineIn } from '../../attack/frame/projects.ts';
import { temporaryFolder } from '../support/test-engine.ts';

const now = '2026-01-02T03:04:05.678Z';
const files = new Map<string, Buffer>();

/** Projects with a run of a protocol and with one of a judge, as Assay left them. */
beforeAll(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-test-'));
  for (const kind of ['protocol', 'judged'] as const) {
    const engine = engineIn(path.join(folder, kind));
    const { path: file } = await engine.client.project.create({ path: path.join(folder, `${kind}.assay`) });
    await walkedProjects[kind](engine, folder);
    expect((await engine.client.project.check({ wait: true })).alterations).toEqual([]);
    const request = { datasetId: 1, system: 'amber', criterion: 'quality', seeds: 1 };
    insertLabRun(engine.context.session.project!.db, {
      ...{ datasetName: 'd', measureName: 'm', request: request as never, populations: [], methods: [] },
      ...{ rows: [], seconds: 1, createdAt: now },
    });
    await engine.close();
    files.set(kind, readFileSync(file));
  }
  rmSync(folder, { recursive: true });
});

/** What is said once another program changed a copy of the project. */
async function saidOf(kind: 'protocol' | 'judged', sql: string): Promise<string[]> {
  const own = temporaryFolder();
  const file = path.join(own, 'p.assay');
  writeFileSync(file, files.get(kind)!);
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
  const engine = engineIn(own);
  try {
    await engine.client.project.open({ path: file });
    const { alterations } = await engine.client.project.check({ wait: true });
    return alterations.map(({ words }) => words);
  } finally {
    await engine.close();
  }
}

test.each([
  [
    'protocol',
    "UPDATE protocol_run SET scores = replace(scores, ':0', ':1')",
    /changed scores in the table protocol_run of the run "/,
  ],
  [
    'protocol',
    "UPDATE protocol_run SET title = 'Better'",
    /changed title in the table protocol_run of the run "Better" \(1\)\./,
  ],
  [
    'protocol',
    'UPDATE protocol_conversation SET flagged = 1 - flagged',
    /changed flagged in the table protocol_conversation of the run "/,
  ],
  [
    'protocol',
    "UPDATE protocol_turn SET content = replace(content, 'number', 'no')",
    /changed .*content in the table protocol_turn of the run "/,
  ],
  [
    'protocol',
    'DELETE FROM protocol_turn WHERE position = 3',
    /removed \d+ rows? from the table protocol_turn \(.*content\) of the run "/,
  ],
  [
    'protocol',
    "INSERT INTO protocol_reply VALUES (1, 'x', 'y')",
    /added 1 row to the table protocol_reply \(.*reply\) of the run "/,
  ],
  [
    'protocol',
    "INSERT INTO persona (name, version, text, hash, created_at) VALUES ('p', 1, '{}', 'h', 't')",
    /added 1 row to the table persona/,
  ],
  [
    'judged',
    'UPDATE judge_verdict SET value = 5 WHERE value < 5',
    /changed .*value.* in the table judge_verdict of the run "/,
  ],
  [
    'judged',
    'UPDATE llm_run SET progress = replace(progress, \'"flagged":0\', \'"flagged":9\')',
    /changed progress in the table llm_run of the run "/,
  ],
  ['judged', 'UPDATE lab_run SET seconds = 2', /changed seconds in the table lab_run\./],
] as const)('in the %s project, %s is named', async (kind, sql, words) => {
  expect(await saidOf(kind, sql)).toEqual([expect.stringMatching(words)]);
});

test.each(['protocol', 'judged'] as const)(
  'a %s project of the version before is taken as it is, and bound from then on',
  (kind) => {
    const own = temporaryFolder();
    const source = path.join(own, 'today.assay');
    writeFileSync(source, files.get(kind)!);
    const file = path.join(own, 'older.assay');
    writeOlder(file, 820, source, { rehashed: true });
    const { db, close } = openProject(file, now);
    try {
      expect(checkBindings(db)).toMatchObject({ faults: [], isKept: true });
      const other = new Database(file);
      other.exec(
        'UPDATE protocol_conversation SET score = 0.25; UPDATE judge_verdict SET value = 5 WHERE value < 5',
      );
      other.close();
      const table = kind === 'protocol' ? 'protocol_conversation' : 'judge_verdict';
      expect(checkBindings(db).faults).toMatchObject([{ table, studyId: 1, addedRows: 0 }]);
    } finally {
      close();
    }
  },
);

test('a project of the version before that another program changed says so once it is migrated', () => {
  const own = temporaryFolder();
  const source = path.join(own, 'today.assay');
  writeFileSync(source, files.get('protocol')!);
  const file = path.join(own, 'older.assay');
  writeOlder(file, 820, source, { rehashed: true });
  const other = new Database(file);
  other.exec('UPDATE study SET alpha = 0.2');
  other.close();
  const { db, close } = openProject(file, now);
  expect(checkBindings(db).faults).toMatchObject([{ table: 'study', columns: ['alpha'] }]);
  close();
});
