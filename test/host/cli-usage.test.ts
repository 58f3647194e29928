import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeProgram } from '../../host/program.ts';
import { documentFile, leaves, nameOf, upToDate } from './commands-doc.ts';
import { makeWorkplace } from './run-assay.ts';

/** For commands that leave nothing behind. The first of them is a process of its own. */
const shared = makeWorkplace();
afterAll(() => shared[Symbol.dispose]());

test.concurrent.each([
  ['no command', []],
  ['an unknown command', ['frobnicate']],
  ['an unknown option', ['demo', '--frobnicate']],
  ['a group without its command', ['study']],
  ['no project', ['estimate']],
  ['a project but no file', ['import', 'p.assay']],
  ['an argument too many', ['estimate', 'p.assay', 'q.assay']],
  ['a number that is none', ['demo', '--labels', 'many']],
  ['a number out of range', ['demo', '--labels', '0']],
  ['an error level out of range', ['study', 'create', 'p.assay', '--alpha', '1']],
  ['an unknown preset', ['study', 'create', 'p.assay', '--preset', 'magic']],
  ['an unknown format', ['import', 'p.assay', 'x.txt', '--format', 'runes']],
  ['a scale that is none', ['import', 'p.assay', 'x.jsonl', '--scale', 'criterion:helpful=5..1']],
  ['a mapping that is no JSON', ['import', 'p.assay', 'x.csv', '--map', '{id}']],
  ['a seed without a draw', ['sample', 'p.assay', '--seed', '3']],
  ['an address to listen on that is none', ['serve', '--bind', 'everywhere']],
  ['an address that others reach, without saying so', ['serve', '--bind', '0.0.0.0']],
  ['a count without gold', ['label', 'p.assay', 'x.csv', '--count', '3']],
])('wrong usage exits 2 and explains on stderr: %s', async (_, args) => {
  const { exitCode, stdout, stderr } = await shared.assay(...args);
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr.length).toBeGreaterThan(20);
  const asJson = await shared.assay(...args, '--json');
  expect(asJson.exitCode).toBe(2);
  const { schema, error } = JSON.parse(asJson.stdout);
  expect(schema).toBe(1);
  expect(error.code).toBe('INVALID_INPUT');
  expect(asJson.stderr).toContain(error.message.split('\n')[0]);
});

test('--help lists every command, and the documentation lists each with its options', async () => {
  using work = makeWorkplace({ asStarted: ['--help'] });
  const { exitCode, stdout } = await work.assay('--help');
  expect(exitCode).toBe(0);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  expect(names.filter((name) => name !== 'help')).toEqual(
    (await makeProgram()).commands.map((command) => command.name()),
  );
  const usual = stdout.split('The usual way:\n')[1]!.split('\n\n')[0]!;
  for (const name of ['import', 'label', 'estimate', 'report', 'gate'])
    expect(usual).toMatch(new RegExp(`^  ${name} `, 'm'));
  const page = readFileSync(documentFile, 'utf8');
  expect(page, 'run: node test/host/commands-doc.ts').toBe(await upToDate(page));
});

test.concurrent.each([
  'demo',
  'init',
  'import',
  'study create',
  'study goal',
  'study join',
  'sample',
  'label',
  'estimate',
  'gate',
  'plan',
  'report',
  'selfcheck',
  'serve',
  'talk',
  'validate open',
  'validate list',
  'validate next',
  'validate answer',
  'validate report',
])('%s --help exits 0 and tells of --json', async (command) => {
  const { exitCode, stdout } = await shared.assay(...command.split(' '), '--help');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Usage: assay ${command}`);
  expect(stdout).toContain('--json');
});

test('every command with --json answers wrong usage by one document with its schema', async () => {
  const commands = leaves(await makeProgram()).filter(({ options }) =>
    options.some(({ long }) => long === '--json'),
  );
  expect(commands.length).toBeGreaterThan(80);
  for (const command of commands) {
    const words = nameOf(command).split(' ').slice(1);
    const { exitCode, stdout } = await shared.assay(...words, '--no-such-option', '--json');
    const { schema, error } = JSON.parse(stdout);
    expect([words.join(' '), exitCode, schema, error.code]).toEqual([words.join(' '), 2, 1, 'INVALID_INPUT']);
  }
}, 120_000);

test('what --json prints of a list is an object, too', async () => {
  using work = makeWorkplace();
  await work.assay('init', 'p.assay');
  const { stdout } = await work.assay('study', 'list', 'p.assay', '--json');
  expect(JSON.parse(stdout)).toEqual({ schema: 1, results: [] });
});

test('a project that is not there exits 1 with its mend, on stderr and as JSON', async () => {
  using work = makeWorkplace();
  const { exitCode, stdout, stderr } = await work.assay('estimate', 'missing.assay', '--json');
  expect(exitCode).toBe(1);
  const { error } = JSON.parse(stdout);
  expect(error).toMatchObject({
    code: 'FILE_NOT_FOUND',
    details: { file: path.join(work.dir, 'missing.assay') },
  });
  expect(stderr).toContain(error.message);
  expect(stderr).toContain(error.details.remedy);
});

test('a file that is no project is refused and left as it was', async () => {
  using work = makeWorkplace();
  writeFileSync(path.join(work.dir, 'notes.txt'), 'my notes');
  const { exitCode, stderr } = await work.assay('study', 'list', 'notes.txt');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('not an Assay project');
});

test('making a project over a file that is there exits 1', async () => {
  using work = makeWorkplace();
  expect((await work.assay('init', 'p.assay')).exitCode).toBe(0);
  const { exitCode, stderr } = await work.assay('init', 'p.assay');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('There is already a file named p.assay.');
});
