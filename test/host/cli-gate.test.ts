import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Gate } from '../../shared/contract/index.ts';
import { runAction } from '../support/action-script.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';
import { alphaMean, writeTinySet } from './tiny-set.ts';

// Each step is a process of its own, so a flow takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let work: Workplace;
const p = 'gate.assay';
const gate = (...args: string[]) => work.assay('gate', p, ...args);

/** A label serves every study of its system and measure: what has none, and what compares two systems, is in a project of its own. */
async function makeProject(name: string, studies: Record<string, readonly string[]>) {
  const file = `${name}.assay`;
  await work.assay('init', name);
  const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
  await work.assay('import', file, 'tiny.jsonl', ...scale);
  for (const [study, rest] of Object.entries(studies)) {
    await work.assay('study', 'create', file, '--name', study, '--size', '40', '--seed', '1', ...rest);
  }
  return file;
}

const hostile = '<b>[x](y)</b> & "z"';

beforeAll(async () => {
  work = makeWorkplace({ asStarted: ['gate'] });
  writeTinySet(work.dir);
  await makeProject('gate', {
    few: ['--system', 'alpha'],
    all: ['--system', 'beta'],
    published: ['--system', 'alpha', '--preset', 'humcoe'],
    chosen: [
      '--system',
      'alpha',
      '--design',
      'mcm',
      '--disagreement',
      '1',
      '--uncertainty',
      'hardness',
      '--size',
      '5',
    ],
    [hostile]: ['--system', 'alpha'],
  });
  await work.assay('label', p, '--from-gold', '--study', 'all');
  await work.assay('label', p, '--from-gold', '--study', 'few', '--count', '12');
  await makeProject('pair', { pair: ['--system', 'alpha', '--against', 'beta'] });
  await work.assay('label', 'pair.assay', '--from-gold');
  await makeProject('none', { none: ['--system', 'alpha'] });
  await makeProject('two words', {
    'all of it': ['--system', 'beta'],
    'some of it': ['--system', 'alpha'],
  });
  for (const study of ['all of it', 'some of it'])
    await work.assay('label', 'two words.assay', '--from-gold', '--study', study);
  return () => work[Symbol.dispose]();
});

describe('a bound', () => {
  test('is passed with 0, failed with 3, where everything is labeled at the exact mean', async () => {
    const mean = 6 - alphaMean(40);
    expect((await gate('--study', 'all', '--at-least', String(mean))).exitCode).toBe(0);
    expect((await gate('--study', 'all', '--at-least', String(mean + 0.01))).exitCode).toBe(3);
    expect((await gate('--study', 'all', '--at-most', String(mean))).exitCode).toBe(0);
    expect((await gate('--study', 'all', '--at-most', String(mean - 0.01))).exitCode).toBe(3);
  });

  test('inside the interval is not decided: 4, with the labels that are expected to decide it', async () => {
    const inside = await gate('--study', 'few', '--at-least', '3.5', '--json');
    expect(inside.exitCode).toBe(4);
    const outcome = JSON.parse(inside.stdout) as Gate;
    expect(outcome).toMatchObject({ verdict: 'inconclusive', labeled: 12, confidence: 0.95 });
    expect(outcome.lower).toBeLessThan(3.5);
    expect(outcome.upper).toBeGreaterThan(3.5);
    expect(outcome.moreLabels).toBeGreaterThan(0);
    expect(outcome.moreLabels).toBeLessThanOrEqual(28);
    // The same bound at the very ends of the interval: met at the lower one, not above it.
    expect((await gate('--study', 'few', '--at-least', String(outcome.lower))).exitCode).toBe(0);
    expect((await gate('--study', 'few', '--at-least', String(outcome.lower + 1e-9))).exitCode).toBe(4);
    expect((await gate('--study', 'few', '--at-least', String(outcome.upper))).exitCode).toBe(4);
    expect((await gate('--study', 'few', '--at-least', String(outcome.upper + 1e-9))).exitCode).toBe(3);
  });

  test('of a study without a label is not decided, and no number is shown', async () => {
    const { exitCode, stdout } = await work.assay('gate', 'none.assay', '--at-least', '3');
    expect(exitCode).toBe(4);
    expect(stdout).toContain('No label counts yet, so nothing is known.');
    expect(stdout).toContain('not known yet');
  });
});

describe('not worse than', () => {
  test('another study: the first interval less the second, which both hold with 90 %', async () => {
    const few = JSON.parse((await gate('--study', 'few', '--at-least', '3.5', '--json')).stdout) as Gate;
    const beta = 6 - alphaMean(40);
    const by = (margin: number) =>
      gate('--study', 'all', '--not-worse-than', 'few', '--by', String(margin), '--json');
    const open = await by(0.1);
    const outcome = JSON.parse(open.stdout) as Gate;
    expect([open.exitCode, outcome]).toMatchObject([4, { confidence: 0.9, labeled: 52, moreLabels: null }]);
    expect(outcome.lower).toBeCloseTo(beta - few.upper, 12);
    expect(outcome.upper).toBeCloseTo(beta - few.lower, 12);
    expect((await by(few.upper - beta + 1e-9)).exitCode).toBe(0);
    // The other way around the lower end of the difference decides.
    const other = (margin: number) =>
      gate('--study', 'few', '--not-worse-than', 'all', '--by', String(margin));
    expect((await other(beta - few.lower + 1e-9)).exitCode).toBe(0);
    expect((await other(beta - few.lower - 1e-9)).exitCode).toBe(4);
    const words = await gate('--study', 'few', '--not-worse-than', 'all', '--by', '0');
    expect(words.stdout).toContain('(90 %, at all looks)');
  });

  test('the other system of a comparison: by the difference of pairs, both ways around', async () => {
    // Ratings are 1 to 5 in turn for alpha and the reverse for beta: the means are equal.
    const pair = (system: string, by: string) =>
      work.assay('gate', 'pair.assay', '--not-worse-than', system, '--by', by);
    for (const system of ['alpha', 'beta']) {
      const { exitCode, stdout } = await pair(system, '0.1');
      expect(exitCode).toBe(0);
      expect(stdout).toContain('(95 %, at all looks)');
    }
    expect((await pair('beta', '0.1')).stdout).toContain('at least -0.1');
    expect((await pair('alpha', '0.1')).stdout).toContain('at most 0.1');
    const { exitCode, stderr } = await pair('gamma', '0');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"alpha" and "beta"')]);
  });
});

test('a draw after labels is another chance, and is held to a stricter level', async () => {
  const again = await makeProject('again', { again: ['--system', 'alpha'] });
  const ask = async () => {
    const { stdout } = await work.assay('gate', again, '--at-least', '3.5', '--json');
    return JSON.parse(stdout) as Gate;
  };
  await work.assay('sample', again, '--redraw', '--seed', '2');
  await work.assay('label', again, '--from-gold', '--count', '20');
  const first = await ask();
  expect(first).toMatchObject({ draws: 1, confidence: 0.95 });
  await work.assay('sample', again, '--redraw', '--seed', '3');
  await work.assay('label', again, '--from-gold', '--count', '10');
  const second = await ask();
  expect(second.draws).toBe(2);
  // A tenth of the level, shared out in proportion to 1, 1/4, 1/9, ... over all later draws.
  expect(1 - second.confidence).toBeCloseTo((0.005 * 6) / Math.PI ** 2, 12);
  expect(second.upper).toBeGreaterThan(second.lower);
  const { stdout } = await work.assay('gate', again, '--at-least', '3.5');
  expect(stdout).toContain('(99.696 %, at all looks)');
  expect(stdout).toContain('Drawn again 1 time after labels had been given');
});

test('what cannot be asked is an error, 1, that says what can', async () => {
  const refused = async (words: string, ...args: string[]) => {
    const { exitCode, stderr } = await gate(...args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(words)]);
  };
  await refused('no interval that holds at all looks', '--study', 'published', '--at-least', '3');
  await refused('no interval that holds at all looks', '--study', 'chosen', '--at-least', '3');
  const shown = await work.assay('study', 'show', p, '--study', 'chosen');
  expect(shown.stdout).toContain('a machine score below 1 is a disagreement');
  expect(shown.stdout).toContain('no honest interval');
  await refused('not inside the scale', '--study', 'few', '--at-least', '5');
  await refused('No study is called "gamma"', '--study', 'few', '--not-worse-than', 'gamma', '--by', '0');
  await refused('one system each', '--study', 'few', '--not-worse-than', 'few', '--by', '0');
  expect((await gate('--study', 'few')).exitCode).toBe(2);
  expect((await gate('--study', 'few', '--at-least', '3', '--at-most', '4')).exitCode).toBe(2);
  expect((await gate('--study', 'few', '--not-worse-than', 'beta')).exitCode).toBe(2);
});

test('summary, JUnit report and badge hold the outcome, and names as text', async () => {
  const files = ['--summary', 'gate.md', '--junit', 'gate.xml', '--badge', 'gate.svg'];
  const { exitCode } = await gate('--study', hostile, '--at-least', '3.5', ...files);
  expect(exitCode).toBe(4);
  const read = (file: string) => readFileSync(path.join(work.dir, file), 'utf8');
  expect(read('gate.md')).toMatch(/^### Not decided yet: /);
  expect(read('gate.md')).not.toMatch(/[<[(]x|<b>/);
  expect(read('gate.xml')).toContain('tests="1" failures="0" errors="1"');
  expect(read('gate.xml')).toContain('&#60;b&#62;[x](y)&#60;/b&#62; &#38; &#34;z&#34;: at least 3.5');
  expect(read('gate.svg')).toMatch(
    /^<svg [^>]*aria-label="assay: \d\.\d+ \(\d\.\d+ to \d\.\d+\), not decided yet"/,
  );
});

describe('the script of the action', () => {
  const run = (given: Record<string, string>) =>
    runAction(work.dir, { project: p, study: 'few', undecided: 'fail', 'accept-altered': 'false', ...given });

  test.each([
    ['--at-least 2', 'fail', 0, 'verdict=pass'],
    ['--at-least 4.9', 'pass', 3, 'verdict=fail'],
    ['--at-least 3.5', 'fail', 4, 'verdict=inconclusive'],
    ['--at-least 3.5', 'pass', 0, 'verdict=inconclusive'],
    ['  --at-most=1.5\n', 'fail', 3, 'verdict=fail'],
  ])('%s, undecided %s: exit code %i, %s', (claim, undecided, exitCode, verdict) => {
    const done = run({ claim, undecided });
    expect([done.exitCode, done.output]).toEqual([exitCode, verdict]);
    expect(done.summary).toContain('### ');
  });

  test.each([
    '--help',
    '--at-least 2 --help',
    '--help --at-least 2',
    '--at-least 2 -h',
    '--at-least 2 --version',
    '--at-least 2 --study all',
    '--at-least 4.9 --accept-altered',
    '--at-least $(touch ran)',
    '--at-least 2; touch ran',
    '--at-least 2\ntouch ran',
    '--at-least `touch ran`',
    '--not-worse-than all',
    '',
  ])('a claim that is none is refused, and nothing passes: %s', (claim) => {
    writeFileSync(path.join(work.dir, 'assay-gate.md'), '### Passed: planted');
    const done = run({ claim, undecided: 'pass' });
    expect(done.exitCode).not.toBe(0);
    expect(done.output).toBe('');
    expect(done.summary).not.toContain('planted');
    expect(existsSync(path.join(work.dir, 'ran'))).toBe(false);
  });

  test('names with spaces, and names like options, are names', () => {
    expect(run({ project: 'two words.assay', study: 'all of it', claim: '--at-least 2' }).output).toBe(
      'verdict=pass',
    );
    const other = { project: 'two words.assay', study: 'all of it' };
    for (const name of ['"some of it"', "'some of it'", 'some of it']) {
      expect(run({ ...other, claim: `--not-worse-than ${name} --by 3.9` }).output).toBe('verdict=pass');
    }
    for (const study of ['--help', '--version', '-h']) {
      const done = run({ study, claim: '--at-least 2' });
      expect([done.exitCode, done.output]).toEqual([1, '']);
    }
  });

  test('an error leaves no verdict, and no outcome of an earlier run in the summary', () => {
    writeFileSync(path.join(work.dir, 'assay-gate.md'), '### Passed: planted');
    const done = run({ project: 'not-there.assay', claim: '--at-least 2', undecided: 'pass' });
    expect([done.exitCode, done.output]).toEqual([1, '']);
    expect(done.summary).toMatch(/^### No verdict/);
    expect(done.summary).not.toContain('planted');
    expect(run({ claim: '--at-least 2', undecided: 'maybe' }).exitCode).toBe(1);
  });
});
