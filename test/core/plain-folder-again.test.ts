import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeWorkplace } from '../host/run-assay.ts';

test('a folder of a project is replaced where that is asked for, and never what holds anything else', async () => {
  using work = makeWorkplace();
  const at = (name: string) => path.join(work.dir, name);
  await work.json('init', 'p.assay');
  const write = (...more: string[]) =>
    work.assay('export', 'p.assay', '--to', 'folder', '--out', 'plain', ...more);
  expect((await write()).exitCode).toBe(0);
  const before = readFileSync(at('plain/dataset.jsonl'), 'utf8');
  writeFileSync(
    at('more.jsonl'),
    JSON.stringify({ id: '1', conversation: [{ role: 'user', content: 'Hi' }] }),
  );
  await work.json('import', 'p.assay', 'more.jsonl');
  const again = await write();
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('already')]);
  expect(readFileSync(at('plain/dataset.jsonl'), 'utf8')).toBe(before);
  expect(await write('--overwrite')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(at('plain/dataset.jsonl'), 'utf8')).not.toBe(before);
  expect(readdirSync(work.dir).filter((name) => name.startsWith('.assay-'))).toEqual([]);
  expect((await work.assay('import', 'q.assay', 'plain')).exitCode).toBe(0);

  writeFileSync(at('plain/thesis.docx'), 'mine');
  const foreign = await write('--overwrite');
  expect([foreign.exitCode, foreign.stderr]).toEqual([1, expect.stringContaining('holds "thesis.docx"')]);
  expect(existsSync(at('plain/thesis.docx'))).toBe(true);
  rmSync(at('plain/thesis.docx'));
  rmSync(at('plain/project.json'));
  expect((await write('--overwrite')).stderr).toContain('holds no project');
  const ofStudy = await write('--study', 'x');
  expect([ofStudy.exitCode, ofStudy.stderr]).toEqual([1, expect.stringContaining('Leave out --study')]);
});
