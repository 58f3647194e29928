import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Checks, Gate } from '../../shared/contract/index.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let work: Workplace;
const p = 'p.assay';

beforeAll(async () => {
  work = makeWorkplace();
  const lines = Array.from({ length: 20 }, (_, i) =>
    JSON.stringify({
      id: `q${i}`,
      conversation: [{ role: 'user', content: `Question ${i}?` }],
      responses: { 'prompt 1': `a ${i}`, 'prompt 2': `b ${i}` },
      auto: { pass: { 'prompt 1': Number(i < 17), 'prompt 2': Number(i < 15) } },
    }),
  );
  writeFileSync(path.join(work.dir, 'checks.jsonl'), lines.join('\n'));
  await work.assay('init', p);
  await work.assay('import', p, 'checks.jsonl');
  return () => work[Symbol.dispose]();
});

test('without a study, estimate says what the checks alone say, and which command makes it true', async () => {
  const { stdout, exitCode } = await work.assay('estimate', p);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('By checks alone: no label of a person');
  expect(stdout).toContain(
    'The checks pass 85 % of prompt 1 (62.1 % to 96.8 %) if these 20 items stand for all.',
  );
  expect(stdout).toContain('Between prompt 1 and prompt 2 nothing is decided');
  expect(stdout).toContain('20 human labels make it true.');
  const { basis, checks } = await work.json<{ basis: string; checks: Checks[] }>('estimate', p);
  expect([basis, checks[0]!.systems.length]).toEqual(['checks', 2]);
});

test('the gate by checks says so in text, JSON, summary, JUnit report and badge', async () => {
  const files = ['--summary', 's.md', '--junit', 'j.xml', '--badge', 'b.svg'];
  const asked = ['gate', p, '--by', 'checks', '--system', 'prompt 1', '--at-least', '0.6'];
  const { stdout, exitCode } = await work.assay(...asked, ...files);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Passed: checks alone, pass of prompt 1, at least 0.6.');
  expect(stdout).toContain('no label of a person');
  for (const file of ['s.md', 'j.xml', 'b.svg']) {
    const full = path.join(work.dir, file);
    expect(existsSync(full) && readFileSync(full, 'utf8'), file).toContain('checks alone');
  }
  const gate = await work.json<Gate>(...asked);
  expect(gate).toMatchObject({ verdict: 'pass', basis: 'checks', labeled: 20 });
});

test('the gate by checks compares two systems, and is not decided by a few items', async () => {
  const pair = ['gate', p, '--by', 'checks', '--not-worse-than', 'prompt 2', '--by', '0.02'];
  const { exitCode, stdout } = await work.assay(...pair, '--json');
  expect(exitCode).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'inconclusive',
    bound: { kind: 'at-least', value: -0.02 },
  });
  const failed = ['gate', p, '--by', 'checks', '--system', 'prompt 2', '--at-least', '0.95'];
  expect((await work.assay(...failed)).exitCode).toBe(3);
});

test.each([
  [['--by', 'checks', '--at-least', '0.5', '--study', 'x'], 2],
  [['--check', 'pass', '--at-least', '0.5'], 2],
  [['--by', 'checks', '--at-least', '0.5', '--check', 'none'], 1],
  [['--by', 'checks', '--at-least', '0.5'], 1],
  [['--by', 'checks', '--at-least', '7', '--system', 'prompt 1'], 1],
])('refuses %j', async (args, code) => {
  const { exitCode, stderr } = await work.assay('gate', p, ...args);
  expect([exitCode, stderr.length > 20]).toEqual([code, true]);
});

test('the command that estimate prints makes the study, which people then label', async () => {
  const { stdout } = await work.assay('estimate', p);
  const line = stdout.split('\n').find((one) => one.includes('assay study create'))!;
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  const made = await work.assay(...words.slice(1));
  expect([made.stderr, made.exitCode]).toEqual(['', 0]);
  expect(await work.json('estimate', p)).toMatchObject({ labeled: 0 });
  expect(await work.json('estimate', p, '--checks')).toMatchObject({ basis: 'checks' });
});

test.each([
  ['estimate', []],
  ['gate', ['--at-least', '1']],
  ['report', []],
  ['study list', []],
  ['failures', []],
])('%s on a project that is not there names assay init', async (command, more) => {
  const { exitCode, stderr } = await work.assay(...command.split(' '), 'missing.assay', ...more);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('assay init')]);
});

test('import into a project that is not there names assay init', async () => {
  const { exitCode, stderr } = await work.assay('import', 'missing.assay', 'checks.jsonl');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('assay init')]);
});

test('what people scored stands beside the checks, and only a person says whether it is the same', async () => {
  const rows = Array.from(
    { length: 10 },
    (_, i) => `q${i},Question ${i}?,Reply ${i},${1 + (i % 5)},${i < 4 ? 3 : ''}`,
  );
  writeFileSync(
    path.join(work.dir, 'both.csv'),
    ['id,prompt,reply,judge_score,human_quality', ...rows].join('\n'),
  );
  await work.assay('init', 'both.assay');
  await work.assay('import', 'both.assay', 'both.csv');
  const { stdout } = await work.assay('estimate', 'both.assay');
  expect(stdout).toContain(
    'People give assistant 3.00 for quality, on 4 items: who chose these is not known',
  );
  expect(stdout).toMatch(
    /If it scores what people call quality:\n.*--measure criterion:quality .*\nIf it scores something else:\n.*--measure criterion:score=/,
  );
  const { checks } = await work.json<{ checks: Checks[] }>('estimate', 'both.assay');
  expect(checks[0]!.people).toMatchObject([
    { criterion: 'quality', isSame: false, systems: [{ items: 4, isAll: false, mean: 3 }] },
  ]);
});
