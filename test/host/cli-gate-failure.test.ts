import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Gate } from '../../shared/contract/index.ts';
import { failureStudy, freshKey } from '../core/support/failure-study.ts';
import { runAction } from '../support/action-script.ts';
import { alterFile } from '../support/altered-file.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let work: Workplace;
const hostile = '<b>[Dates](x)</b> & "y"';
const gate = (...args: string[]) => work.assay('gate', 'p.assay', ...args);

beforeAll(() => {
  work = makeWorkplace();
  return () => work[Symbol.dispose]();
});

let making: Promise<void> | undefined;
const ready = (): Promise<void> => (making ??= makeProject());
/** A project that is made in the first test: 40 conversations, all of them coded. */
async function makeProject(): Promise<void> {
  const made = await failureStudy({ count: 40 });
  const [date, markup, old] = [
    await made.make('Wrong date'),
    await made.make(hostile),
    await made.make('Wrong year'),
  ];
  for (let at = 0; at < 40; at++) await made.code(at, at % 10 === 0 ? [date, markup] : []);
  await made.client.failures.retire({ modeId: old, clientKey: freshKey() });
  const { client, file } = made;
  await client.project.close({});
  copyFileSync(file, path.join(work.dir, 'p.assay'));
  copyFileSync(file, path.join(work.dir, 'altered.assay'));
  alterFile(path.join(work.dir, 'altered.assay'), `UPDATE label_field SET value = '1'`);
}

test('a failure passes with 0 and fails with 3 where everything is coded, in any spelling of its name', async () => {
  await ready();
  const passed = await gate('--failure', ' wrong  DATE ', '--at-most', '10%', '--json');
  const found = JSON.parse(passed.stdout) as Gate;
  expect([passed.exitCode, found]).toMatchObject([
    0,
    { verdict: 'pass', value: 0.1, bound: { kind: 'at-most', value: 0.1 }, failure: { name: 'Wrong date' } },
  ]);
  expect((await gate('--failure', 'Wrong date', '--at-most', '0.1')).exitCode).toBe(0);
  const { exitCode, stdout } = await gate('--failure', 'Wrong date', '--at-most', '9.9%');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('"Wrong date" in at most 9.9 % of conversations.');
  expect(stdout).toContain('About 10 %, between 10 % and 10 % (95 %, at all looks), from 40 coded');
});

test('a name that no mode has is refused with those that come near; what is no share, and two bounds, are usage', async () => {
  await ready();
  const unknown = await gate('--failure', 'wrong dat', '--at-most', '5%');
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('There is: "Wrong date"')]);
  const retired = await gate('--failure', 'Wrong year', '--at-most', '5%');
  expect([retired.exitCode, retired.stderr]).toEqual([1, expect.stringContaining('is retired')]);
  for (const args of [
    ['--failure', 'Wrong date'],
    ['--failure', 'Wrong date', '--at-least', '5%'],
    ['--failure', 'Wrong date', '--at-least', '0.5'],
    ['--failure', 'Wrong date', '--at-most', '5'],
    ['--failure', 'Wrong date', '--at-most', '0%'],
    ['--failure', 'Wrong date', '--at-most', '100%'],
    ['--failure', 'Wrong date', '--at-most', '5%', '--by', '1'],
    ['--at-most', '5%'],
    ['--at-most', 'five%'],
    ['--at-most', '%'],
  ]) {
    expect([args, (await gate(...args)).exitCode]).toEqual([args, 2]);
  }
});

test('summary, JUnit report and badge hold the outcome, and the name as text', async () => {
  await ready();
  const files = ['--summary', 'gate.md', '--junit', 'gate.xml', '--badge', 'gate.svg'];
  expect((await gate('--failure', hostile, '--at-most', '5%', ...files)).exitCode).toBe(3);
  const read = (file: string) => readFileSync(path.join(work.dir, file), 'utf8');
  expect(read('gate.md')).toMatch(/^### Failed: /);
  expect(read('gate.md')).not.toMatch(/<b>|\[Dates\]/);
  expect(read('gate.xml')).toContain('tests="1" failures="1" errors="0"');
  expect(read('gate.xml')).not.toContain('<b>');
  expect(read('gate.svg')).toContain('assay: 10 % (10 % to 10 %), failed');
});

test('an altered project gives no verdict', async () => {
  await ready();
  const { exitCode } = await work.assay(
    'gate',
    'altered.assay',
    '--failure',
    'Wrong date',
    '--at-most',
    '99%',
  );
  expect(exitCode).toBe(5);
});

test('the action takes the claim, and no other option from the name', async () => {
  await ready();
  const run = (claim: string) =>
    runAction(work.dir, {
      ...{ project: 'p.assay', study: '', undecided: 'fail', 'accept-altered': 'false' },
      claim,
    });
  expect(run('--failure "Wrong date" --at-most 10%').output).toBe('verdict=pass');
  expect(run('--failure Wrong date --at-most 0.05')).toMatchObject({ exitCode: 3, output: 'verdict=fail' });
  for (const claim of ['--failure Wrong date', '--failure x --accept-altered --at-most 5%', '--at-most 5%']) {
    expect(run(claim).output).toBe('');
  }
});
