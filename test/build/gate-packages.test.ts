import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../build/run-command.ts';
import { runSteps, stepsOf } from '../docs/example-runs.ts';
import { makeWorkplace, type Workplace } from '../host/run-assay.ts';
import { runAction } from '../support/action-script.ts';
import { alterFile } from '../support/altered-file.ts';

/** A checkout as a pipeline has it: nothing is installed but what `build/gate-packages.ts` brings. */
const checkout = mkdtempSync(path.join(os.tmpdir(), 'assay-gate-'));
let work: Workplace;
let installed: ReturnType<typeof install>;

function install() {
  const launch = path.join(checkout, 'host', 'launch.js');
  const args = [launch, path.join(checkout, 'build', 'gate-packages.ts')];
  return spawnSync(process.execPath, args, { cwd: work.dir, encoding: 'utf8' });
}

beforeAll(async () => {
  const own = ['build', 'core', 'db', 'host', 'shared', 'stats'];
  for (const name of [...own, 'package.json', 'package-lock.json', '.npmrc'])
    cpSync(path.join(root, name), path.join(checkout, name), { recursive: true });
  work = makeWorkplace();
  installed = install();
  const page = readFileSync(path.join(root, 'examples', 'releases', 'README.md'), 'utf8');
  const ran = await runSteps(work, 'releases', stepsOf(page));
  expect(ran.map(({ code }) => code)).toEqual(ran.map(({ exitCode }) => exitCode));
  for (const line of [
    'init failures',
    'import failures.assay v1.jsonl --scale judge:judge/helpfulness=1..5',
    'study create failures.assay --measure criterion:helpfulness=1..5 --preset uniform --failures beside',
    'failures make failures.assay --name wrong --definition Wrong.',
    'label failures.assay labels-v1.csv',
  ])
    expect((await work.assay(...line.split(' '))).stderr).toBe('');
  return () => {
    work[Symbol.dispose]();
    rmSync(checkout, { recursive: true, force: true });
  };
}, 300_000);

test('a checkout gets what a gate needs, in less than 60 MB, and leaves the rest', () => {
  expect([installed.status, installed.stderr]).toEqual([0, '']);
  const modules = path.join(checkout, 'node_modules');
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(modules, name)).size, 0);
  expect(bytes).toBeLessThan(60_000_000);
  expect(readdirSync(checkout).filter((name) => name.startsWith('.gate'))).toEqual([]);
  expect(existsSync(path.join(modules, 'react'))).toBe(false);
});

const inputs = { project: 'library.assay', study: '', undecided: 'pass', 'accept-altered': 'false' };

test.each([
  ['a bound', { study: 'v1', claim: '--at-least 2' }, 'pass'],
  ['a series', { claim: '--series Library --by 0.2' }, 'pass'],
  ['a folder of plain files', { project: 'quality', claim: '--series Library --by 0.2' }, 'pass'],
  ['two studies', { study: 'v2', claim: '--not-worse-than v1 --by 0.2' }, 'pass'],
  ['a failure', { project: 'failures.assay', claim: '--failure wrong --at-most 10%' }, 'inconclusive'],
] as const)('the action asks there: %s', (_what, asked, verdict) => {
  const { log, output } = runAction(work.dir, { ...inputs, ...asked }, checkout);
  expect(output, log).toBe(`verdict=${verdict}`);
});

test('and of a project that another program changed it says so', () => {
  const copy = path.join(work.dir, 'altered.assay');
  cpSync(path.join(work.dir, 'library.assay'), copy);
  alterFile(copy, "UPDATE study SET name = 'other' WHERE id = 1");
  const asked = { ...inputs, project: 'altered.assay', study: 'v2', claim: '--at-least 2' };
  const { exitCode, log } = runAction(work.dir, asked, checkout);
  expect([exitCode, log.includes('ERR_MODULE_NOT_FOUND')], log).toEqual([5, false]);
});

test('where it is installed, nothing is installed again', () => {
  expect(install()).toMatchObject({ status: 0, stdout: '' });
});
