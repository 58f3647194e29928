import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { runAction } from '../support/action-script.ts';
import { alterFile } from '../support/altered-file.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

// Each step is a process of its own, so a flow takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let work: Workplace;
const p = 'altered.assay';
const found = '32 labels were changed by another program';
const read = (file: string) => readFileSync(path.join(work.dir, file), 'utf8');

beforeAll(async () => {
  work = makeWorkplace({ asStarted: ['gate'] });
  writeTinySet(work.dir);
  const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
  await work.assay('init', p);
  await work.assay('import', p, 'tiny.jsonl', ...scale);
  const drawn = ['--size', '40', '--seed', '1', '--preset', 'uniform'];
  await work.assay('study', 'create', p, '--name', 'low', '--system', 'alpha', ...drawn);
  await work.assay('label', p, '--from-gold', '--study', 'low');
  await work.assay('series', 'begin', p, '--study', 'low', '--name', 'line');
  await work.json('study', 'pairs', p, '--name', 'order', '--size', '6', '--seed', '2');
  const watched = ['--size', '30', '--seed', '3', '--preset', 'uniform'];
  await work.json('study', 'create', p, '--name', 'watched', '--system', 'beta', ...watched);
  await work.json('study', 'create', p, '--name', 'why', '--system', 'beta', '--failures', ...drawn);
  await work.json('watch', 'begin', p, '--study', 'watched', '--drop', '0.5', '--name', 'line of beta');
  copyFileSync(path.join(work.dir, p), path.join(work.dir, 'sound.assay'));
  alterFile(path.join(work.dir, p), 'UPDATE label SET value = 5');
  return () => work[Symbol.dispose]();
});

/** Every command that gives out a number or a verdict, with what it takes beside the project. */
const commands: readonly (readonly string[])[] = [
  ['gate', '--study', 'low', '--at-least', '4'],
  ['failures', '--study', 'why'],
  ['failures', 'steps', '--study', 'why'],
  ['estimate', '--study', 'low'],
  ['series'],
  ['report', '--study', 'low', '--format', 'json', '--out', 'r.json'],
  ['report', '--study', 'low', '--format', 'labels-csv', '--out', 'l.csv'],
  ['export', '--study', 'low', '--to', 'mlflow', '--out', 'm.csv'],
  ['export', '--to', 'folder', '--out', 'plain'],
  ['agreement', '--study', 'low'],
  ['lab', '--system', 'alpha', '--criterion', 'helpful', '--seeds', '2'],
  ['study', 'show', '--study', 'low'],
  ['rank', '--study', 'order'],
  ['watch'],
  ['judge', 'report', '--system', 'alpha'],
  ['judge', 'alt-test', '--system', 'alpha', '--raters', 'crowd'],
  ['team', 'rules', '--study', 'low'],
  ['team', 'quality', '--study', 'low'],
  ['practice', 'show', '--study', 'low'],
  ['protocol', 'table', '--table', '18'],
  ['protocol', 'list'],
];

/** Those of which a project needs more than a study for anything to be given out: they refuse all the same. */
const refusing: readonly (readonly string[])[] = [
  ['judge', 'improve'],
  ['judge', 'check'],
  ['judge', 'versions'],
  ['judge', 'watch', '--stored'],
  ['protocol', 'compare', '--runs', '1'],
  ['protocol', 'show', '--run', '1'],
  ['protocol', 'show', '--run', '1', '--conversation', '1'],
  ['protocol', 'signal', '--run', '1'],
  ['protocol', 'run', '--resume', '1'],
  ['protocol', 'user', '--run', '1'],
  ['protocol', 'meta', '--runs', '1'],
  ['validate', 'report', '--run', '1'],
  ['batch', 'merge', 'back.assay-labels'],
];

describe.each(refusing)('%s %s', (...words) => {
  test('of an altered project ends with 5 before it looks further', async () => {
    writeFileSync(path.join(work.dir, 'back.assay-labels'), '{}');
    const { exitCode, stderr } = await work.assay(...words, '--project', p);
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining(found)]);
  });
});

test('every command that asks for a number or a verdict stands in these tables', () => {
  const folder = path.join(import.meta.dirname, '..', '..', 'host', 'commands');
  const asked = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => call['~orpc'].meta.gives !== undefined)
      .map(([name]) => `.${group}.${name}(`),
  );
  const giving = readdirSync(folder)
    .filter((file) => asked.some((call) => readFileSync(path.join(folder, file), 'utf8').includes(call)))
    .map((file) => file.replace('.ts', ''));
  const tested = [...commands, ...refusing].flatMap(([one, two]) => [one, `${one}-${two}`]);
  // It makes a project of its own.
  expect(giving.filter((file) => file !== 'demo' && !tested.includes(file))).toEqual([]);
});

describe.each(commands)('%s %s %s', (...words) => {
  const at = words.findIndex((word) => word.startsWith('-'));
  const args = at < 0 ? [...words, p] : [...words.slice(0, at), p, ...words.slice(at)];

  test('of an altered project ends with 5 and says what was altered', async () => {
    const { exitCode, stdout, stderr } = await work.assay(...args, '--json');
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining(found)]);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({
      code: 'PROJECT_ALTERED',
      details: { altered: [expect.stringContaining(found)] },
    });
    const text = await work.assay(...args);
    expect([text.exitCode, text.stdout]).toEqual([5, '']);
  });

  test('goes on with --accept-altered, and says so in text and JSON', async () => {
    const more = [...args, '--accept-altered', ...(args.includes('--out') ? overwriting(args) : [])];
    const document = JSON.parse((await work.assay(...more, '--json')).stdout);
    expect(document.altered).toEqual([expect.stringContaining(found)]);
    const again = [...args, '--accept-altered', ...(args.includes('--out') ? overwriting(args) : [])];
    const { exitCode, stdout } = await work.assay(...again);
    // The alternative annotator test lacks ratings here.
    expect(exitCode).toBe(words[1] === 'alt-test' ? 4 : 0);
    expect(stdout).toMatch(
      /^This project lacks something or was changed; --accept-altered was given\. 32 labels/,
    );
  });
});

let made = 0;
/** Each run writes a file of its own. */
const overwriting = (args: readonly string[]): string[] => {
  made += 1;
  return ['--out', `${made}-${args[args.indexOf('--out') + 1]}`];
};

test('a project as Assay left it needs no word of it', async () => {
  const { exitCode, stdout } = await work.assay(
    'gate',
    'sound.assay',
    '--study',
    'low',
    '--at-most',
    '4',
    '--json',
  );
  expect([exitCode, JSON.parse(stdout).altered]).toEqual([0, []]);
});

test('numbers of an older copy say so beside them, and a gate gives no verdict', async () => {
  copyFileSync(path.join(work.dir, 'sound.assay'), path.join(work.dir, 'older.assay'));
  await work.assay('estimate', 'older.assay', '--study', 'low');
  await work.assay('label', 'sound.assay', '--from-gold', '--study', 'watched');
  const words = 'older.assay is an older copy: ';
  const number = await work.assay('estimate', 'older.assay', '--study', 'low', '--json');
  expect([number.exitCode, number.stderr]).toEqual([0, expect.stringContaining(words)]);
  expect(JSON.parse(number.stdout).altered).toBeUndefined();
  const claim = ['--study', 'low', '--at-most', '4'];
  const gate = await work.assay('gate', 'older.assay', ...claim);
  expect([gate.exitCode, gate.stderr]).toEqual([5, expect.stringContaining(words)]);
  const accepted = await work.assay('gate', 'older.assay', ...claim, '--accept-altered');
  expect([accepted.exitCode, accepted.stdout]).toEqual([0, expect.stringContaining(words)]);
  expect(accepted.stderr).not.toContain(words);
});

describe('the files of a gate', () => {
  const files = ['--summary', 'g.md', '--junit', 'g.xml', '--badge', 'g.svg'];

  test('say that there is no verdict and what was altered, in place of an earlier outcome', async () => {
    for (const file of ['g.md', 'g.xml', 'g.svg']) writeFileSync(path.join(work.dir, file), 'Passed');
    const { exitCode } = await work.assay('gate', p, '--study', 'low', '--at-least', '4', ...files);
    expect(exitCode).toBe(5);
    expect(read('g.md')).toMatch(/^### No verdict/);
    expect(read('g.md')).toContain(found);
    expect(read('g.xml')).toContain('tests="1" failures="0" errors="1"');
    expect(read('g.xml')).toContain(found);
    expect(read('g.svg')).toContain('project altered');
    for (const file of ['g.md', 'g.xml', 'g.svg']) expect(read(file)).not.toContain('Passed');
  });

  test('name it beside the verdict where a person went on', async () => {
    const { exitCode } = await work.assay(
      'gate',
      p,
      '--study',
      'low',
      '--at-least',
      '4',
      ...files,
      '--accept-altered',
    );
    expect(exitCode).toBe(0);
    for (const file of ['g.md', 'g.xml']) {
      expect(read(file)).toContain(found);
      expect(read(file).replaceAll('&#45;', '-')).toContain('--accept-altered was given');
    }
    expect(read('g.svg')).toContain('altered');
  });
});

test.each(['html', 'json', 'labels-jsonl', 'figure-svg'])(
  'a report as %s says it where the number stands, and verifies',
  async (format) => {
    const out = `report.${format}`;
    await work.assay('report', p, '--study', 'low', '--format', format, '--out', out, '--accept-altered');
    const text = read(out);
    expect(text.includes(format === 'figure-svg' ? 'Another program changed this project' : found)).toBe(
      true,
    );
    if (format === 'html') expect(text.indexOf(found)).toBeLessThan(text.indexOf('class="answer'));
    if (format === 'figure-svg') return;
    const { exitCode, stdout } = await work.assay('verify', out);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('all agree')]);
  },
);

test('the action refuses it, and goes on only when asked to, with a word in the summary', () => {
  const inputs = { project: p, study: 'low', claim: '--at-least 4', undecided: 'pass' };
  const refused = runAction(work.dir, { ...inputs, 'accept-altered': 'false' });
  expect([refused.exitCode, refused.output]).toEqual([5, '']);
  expect(refused.summary).toContain(found);
  const accepted = runAction(work.dir, { ...inputs, 'accept-altered': 'true' });
  expect([accepted.exitCode, accepted.output]).toEqual([0, 'verdict=pass']);
  expect(accepted.summary).toContain(found);
  expect(runAction(work.dir, { ...inputs, 'accept-altered': 'yes' }).exitCode).toBe(1);
});
