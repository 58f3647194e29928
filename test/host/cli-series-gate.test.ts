import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Gate, Series } from '../../shared/contract/index.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let work: Workplace;
const p = 'chat.assay';
const gate = (...args: string[]) => work.assay('gate', p, ...args);
const parsed = <T>({ stdout }: { stdout: string }): T => JSON.parse(stdout) as T;

/** Of 120 replies a quarter is new in a release, and rated 1 where the previous release had 4; the others are the same. */
function writeRelease(name: string, isWorse: boolean, system = name): void {
  const lines = Array.from({ length: 120 }, (_, i) => {
    const isNew = i % 4 === 0;
    const rating = isNew && isWorse ? 1 : 3 + (i % 3 === 0 ? 1 : 0);
    return JSON.stringify({
      id: `q-${i}`,
      conversation: [{ role: 'user', content: `What is ${i}?` }],
      responses: { [system]: isNew ? `${name} says ${i}.` : `It is ${i}.` },
      human: { [system]: { quality: [rating] } },
    });
  });
  writeFileSync(path.join(work.dir, `${name}.jsonl`), `${lines.join('\n')}\n`);
}

beforeAll(async () => {
  work = makeWorkplace();
  await work.assay('init', p);
  for (const [name, isWorse] of [
    ['v14', false],
    ['v15', true],
  ] as const) {
    writeRelease(name, isWorse);
    await work.assay('import', p, `${name}.jsonl`, '--name', name, '--scale', 'criterion:quality=1..5');
  }
  const measure = ['--system', 'v14', '--measure', 'criterion:quality', '--surrogate', 'none'];
  await work.assay(
    ...['study', 'create', p, '--dataset', 'v14', '--preset', 'uniform', '--size', '100', '--seed', '3'],
    ...['--name', 'first', ...measure],
  );
  await work.assay('label', p, '--from-gold', '--study', 'first');
  await work.assay('series', 'begin', p, '--name', 'Chat');
  await work.assay('series', 'add', p, '--system', 'v15', '--dataset', 'v15');
  await work.assay('label', p, '--from-gold', '--study', 'Quality on v15', '--count', '100');
});

test('a release is held against the one before it by what the series says, in one number', async () => {
  const series = parsed<Series>(await work.assay('series', p, '--json'));
  const { difference } = series.releases[1]!;
  const asked = await gate('--series', 'Chat', '--by', '0.1', '--json');
  const outcome = parsed<Gate>(asked);
  expect(difference).toMatchObject({ kind: 'estimate', verdict: 'against' });
  const { value, lower, upper } = difference as { value: number; lower: number; upper: number };
  expect(outcome).toMatchObject({ value, lower, upper, basis: 'paired', confidence: 0.95, verdict: 'fail' });
  expect(asked.exitCode).toBe(3);
  expect(upper).toBeLessThan(-0.1);
  // Named by its studies it is the same question, and gets the same answer.
  const study = ['--study', 'Quality on v15'];
  const byName = await gate(...study, '--not-worse-than', 'first', '--by', '0.1', '--json');
  expect({ ...parsed<Gate>(byName), release: 'v15' }).toEqual(outcome);
  const words = await gate('--series', 'Chat', '--by', '0.1');
  expect(words.stdout).toContain('changed replies labeled in both releases; equal replies differ by 0');
  expect(words.stdout).toContain('A difference supposes that people rate as before');
});

test('a release is called by the names that people gave: system, study or data set', async () => {
  const verdict = (...args: string[]) => gate('--series', 'Chat', ...args);
  expect((await verdict('--release', 'v15', '--by', '2')).exitCode).toBe(0);
  expect((await verdict('--release', 'Quality on v15', '--by', '2')).exitCode).toBe(0);
  expect((await verdict('--release', 'v14', '--at-least', '2')).exitCode).toBe(0);
  expect((await verdict('--release', 'first', '--at-least', '2')).exitCode).toBe(0);
  const first = await verdict('--release', 'v14', '--by', '1');
  expect([first.exitCode, first.stderr]).toEqual([1, expect.stringContaining('is the first release')]);
  const unknown = await verdict('--release', 'v16', '--by', '1');
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('"v15"')]);
});

test.each([
  ['--by', '1'],
  ['--series', 'Chat'],
  ['--series', 'Chat', '--by', '1', '--at-least', '2'],
  ['--series', 'Chat', '--study', 'first', '--by', '1'],
  ['--release', 'v15', '--at-least', '2'],
])('claims that say too little or too much are wrong usage: %s', async (...args) => {
  expect((await gate(...args)).exitCode).toBe(2);
});

test('releases of one system are called by their data sets, in the table and in the verdict', async () => {
  const q = 'bot.assay';
  await work.assay('init', q);
  for (const [name, isWorse] of [
    ['May', false],
    ['June', true],
    ['July', true],
  ] as const) {
    writeRelease(name, isWorse, 'bot');
    await work.assay('import', q, `${name}.jsonl`, '--name', name, '--scale', 'criterion:quality=1..5');
  }
  await work.assay(
    ...['study', 'create', q, '--dataset', 'May', '--preset', 'uniform', '--size', '40', '--seed', '3'],
    ...['--system', 'bot', '--measure', 'criterion:quality', '--surrogate', 'none'],
  );
  await work.assay('label', q, '--from-gold', '--count', '40');
  await work.assay('series', 'begin', q, '--name', 'Chat');
  await work.assay('series', 'add', q, '--system', 'bot', '--dataset', 'June');
  await work.assay('series', 'add', q, '--system', 'bot', '--dataset', 'July');
  const { stdout } = await work.assay('series', q);
  const names = [...stdout.matchAll(/^[123] {2}(\w+)/gm)].map(([, name]) => name);
  expect(names).toEqual(['May', 'June', 'July']);
  expect(stdout).toMatch(/^July: /m);
  const asked = await work.assay('gate', q, '--series', 'Chat', '--release', 'June', '--by', '1');
  expect(asked.stdout).toMatch(/: June, at least -1\.$/m);
  const newest = await work.assay('gate', q, '--series', 'Chat', '--by', '1');
  expect(newest.stdout).toContain(': July,');
  // No label of the changed quarter, and still a verdict: it says what that rests on.
  expect(newest.stdout).toContain('so it lies between −1.0 and +1.0 whatever the others are.');
  expect(newest.stdout).not.toContain('nothing is known');
});
