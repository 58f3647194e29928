import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { SourceCheck, Study } from '../../shared/contract/index.ts';
import { makeWorkplace } from './run-assay.ts';

// Each step is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

test('a study of files that are not imported, from the look at them to the report', async () => {
  using work = makeWorkplace({ asStarted: ['source'] });
  const lines = Array.from({ length: 300 }, (_, i) => {
    return JSON.stringify({ conv: `c${i}`, judge: (i % 9) / 8, asked: `q${i}`, reply: `r${i}` });
  });
  writeFileSync(path.join(work.dir, 'pool.jsonl'), lines.join('\n'));
  const columns = ['--id-column', 'conv', '--score-column', 'judge=0..1', '--response', 'bot=reply'];
  const look = JSON.parse(
    (await work.assay('source', 'check', 'pool.jsonl', ...columns, '--json')).stdout,
  ) as SourceCheck;
  expect(look).toMatchObject({ rows: 300, missingScores: 0, repeatedIds: 0 });
  const words = await work.assay('source', 'check', 'pool.jsonl');
  expect(words.stdout).toContain('Name --id-column and --response');

  await work.assay('init', 'place');
  const make = ['study', 'create', 'place.assay', '--source', 'pool.jsonl', ...columns];
  const rest = [
    '--question-column',
    'asked',
    '--measure',
    'criterion:helpful=1..5',
    '--seed',
    '3',
    '--size',
    '12',
  ];
  const study = JSON.parse((await work.assay(...make, ...rest, '--ahead', '50', '--json')).stdout) as Study;
  expect(study).toMatchObject({
    populationSize: 300,
    drawCount: 12,
    source: { taken: 50, engine: 'DuckDB' },
  });
  const shown = await work.assay('study', 'show', 'place.assay');
  expect(shown.stdout).toContain('The pool stays at');
  const report = await work.assay('report', 'place.assay', '--format', 'json', '--out', 'r.json');
  expect(report.exitCode).toBe(0);
  expect((await work.assay('verify', 'r.json')).exitCode).toBe(0);
  expect((await work.assay('verify', 'place.assay')).exitCode).toBe(0);

  const without = await work.assay(...make.slice(0, 5), ...rest);
  expect([without.exitCode, without.stderr]).toEqual([1, expect.stringContaining('--id-column')]);
  const humcoe = await work.assay(...make, ...rest, '--preset', 'humcoe');
  expect([humcoe.exitCode, humcoe.stderr]).toEqual([1, expect.stringContaining('stays where it is')]);
  const unscaled = await work.assay(...make, '--measure', 'criterion:helpful');
  expect([unscaled.exitCode, unscaled.stderr]).toEqual([1, expect.stringContaining('criterion:NAME=1..5')]);
});

test('a place is kept by name without its password, and queries are printed to be run elsewhere', async () => {
  using work = makeWorkplace();
  await work.assay('init', 'kept');
  const server = [
    '--at',
    'clickhouse://reader@127.0.0.1:1/prod',
    '--table',
    'chats',
    '--password-env',
    'CH_PASSWORD',
  ];
  const added = await work.assay('source', 'add', 'kept.assay', 'wh', ...server);
  expect(added.stdout).toContain('of CH_PASSWORD');
  expect((await work.assay('source', 'list', 'kept.assay')).stdout).toContain(
    'clickhouse://reader@127.0.0.1:1/prod',
  );
  const look = await work.assay('source', 'check', 'wh', '--project', 'kept.assay');
  expect([look.exitCode, look.stderr]).toEqual([1, expect.stringContaining('CH_PASSWORD holds no password')]);
  expect((await work.assay('source', 'remove', 'kept.assay', 'wh')).stdout).toContain('Removed source "wh"');

  const columns = ['--id-column', 'conv', '--response', 'bot=reply', '--table', 'logs.chats', '--seed', '1'];
  const printed = await work.assay('source', 'sql', '--dialect', 'trino', ...columns);
  expect(printed.stdout).toContain('to_hex(sha256(to_utf8(');
  const files = ['--histogram', 'gone.csv', '--rows', 'gone.csv', '--measure', 'criterion:helpful=1..5'];
  const taken = await work.assay('source', 'take', 'kept.assay', '--dialect', 'trino', ...columns, ...files);
  expect([taken.exitCode, taken.stderr]).toEqual([1, expect.stringContaining('gone.csv')]);
});

test('a first phase of files says what it costs, and the project is compared with them as long as they are there', async () => {
  using work = makeWorkplace({ asStarted: ['source'] });
  const row = (i: number) => `${JSON.stringify({ conv: `c${i}`, asked: `q${i}`, reply: `r${i}` })}\n`;
  const file = path.join(work.dir, 'pool.jsonl');
  writeFileSync(file, Array.from({ length: 10_500 }, (_, i) => row(i)).join(''));
  await work.assay('init', 'phase');
  const columns = ['--id-column', 'conv', '--question-column', 'asked', '--response', 'bot=reply'];
  const take = ['source', 'first-phase', 'phase.assay', '--source', 'pool.jsonl', ...columns, '--seed', '7'];
  const few = await work.assay(...take, '--rows', '9000');
  expect([few.exitCode, few.stderr]).toEqual([1, expect.stringContaining('is too small for 10,500')]);
  const taken = await work.assay(...take, '--rows', '10000');
  expect(taken.stdout).toContain('Took 10,000 rows of 10,500 with seed 7');
  expect(taken.stdout).toMatch(
    /\(95\.5\u00a0% sure\)\. It .* all 10,500 \(95\u00a0% sure\)\. That interval is 0\.\d+\u00a0% of the scale wider/,
  );
  const whole = await work.assay(...take, '--rows', '20000');
  expect(whole.stdout).toContain('no first phase is needed');
  const verified = async () => (await work.assay('verify', 'phase.assay')).stdout;
  expect(await verified()).toMatch(
    /Source of pool first phase, .*pool\.jsonl: still what it was taken from \(10,500 items/,
  );
  appendFileSync(file, row(10_500));
  expect(await verified()).toMatch(/Source of pool first phase, .*: no longer what .*: 1 row more/);
});
