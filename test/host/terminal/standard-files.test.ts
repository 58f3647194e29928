import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProgram } from '../../../host/program.ts';
import { StandardFiles } from '../../../host/terminal/standard-files.ts';
import { bundled } from '../../support/bundled.ts';
import { makeWorkplace, type Outcome } from '../run-assay.ts';

const work = makeWorkplace();
afterAll(() => work[Symbol.dispose]());

const record = (id: number) =>
  JSON.stringify({ id: `q${id}`, question: `Question ${id}?`, responses: { v2: `Answer ${id}.` } });
const records = Array.from({ length: 12 }, (_, id) => record(id)).join('\n');

/** A command with a text on its standard input, as a person starts it. */
function piped(args: readonly string[], input: string): Promise<Outcome> {
  const cli = bundled('host/cli.ts');
  const env = { ...cli.env, ASSAY_DATA_DIR: path.join(work.dir, 'preferences') };
  const child = spawn(process.execPath, [cli.file, ...args], { cwd: work.dir, env });
  const outcome: Outcome = { exitCode: -1, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => {
      outcome[name] += part;
    });
  }
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ ...outcome, exitCode: code ?? -1 }));
  });
}

const leftBehind = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('assay-standard-'));
const before = leftBehind();

/** Each process loads the program, which takes seconds on a busy machine. */
const timeout = 120_000;
const study = ['--system', 'v2', '--measure', 'criterion:ok=0..1', '--surrogate', 'none', '--seed', '1'];
const form = '{"form":{"kind":"binary"},"fields":[]}';

beforeAll(async () => {
  writeFileSync(path.join(work.dir, 'data.jsonl'), records);
  writeFileSync(path.join(work.dir, 'form.json'), form);
  await work.json('init', 'p.assay');
  await work.json('import', 'p.assay', 'data.jsonl');
  await work.json('study', 'create', 'p.assay', ...study, '--form', 'form.json');
}, timeout);

test('data and settings come from standard input', { timeout }, async () => {
  await work.json('init', 'q.assay');
  const { stdout, exitCode } = await piped(['import', 'q.assay', '-', '--json'], records);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ items: 12 });
  const made = await piped(['study', 'create', 'q.assay', ...study, '--form', '-'], form);
  expect(made.exitCode).toBe(0);
  expect(leftBehind()).toEqual(before);
});

test('a label file goes to standard output as to a file, and is verified from there', {
  timeout,
}, async () => {
  const toFile = await work.assay('report', 'p.assay', '--format', 'labels-jsonl', '--out', 'labels.jsonl');
  expect(toFile.exitCode).toBe(0);
  const toStream = await work.assay('report', 'p.assay', '--format', 'labels-jsonl', '--out', '-');
  expect(toStream.stderr).toBe('Wrote standard output.\n');
  expect(toStream.stdout).toBe(readFileSync(path.join(work.dir, 'labels.jsonl'), 'utf8'));
  const verified = await piped(['verify', '-'], toStream.stdout);
  expect(verified.exitCode).toBe(0);
  expect(existsSync(path.join(work.dir, '-'))).toBe(false);
  expect(leftBehind()).toEqual(before);
});

test.each([
  ['two inputs', ['import', 'p.assay', '-', '-'], 'two files'],
  ['a file and the document', ['report', 'p.assay', '--out', '-', '--json'], 'both write'],
  ['a project to be made', ['init', '-'], 'cannot stand'],
  ['files in plenty', ['generate', 'p.assay', '--write-batch', '-'], 'cannot stand'],
])('one stream has one use: %s', async (_, args, said) => {
  const { exitCode, stderr } = await work.assay(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(said);
});

test('several files do not fit standard output', async () => {
  const { exitCode, stdout, stderr } = await work.assay('export', 'p.assay', '--to', 'parquet', '--out', '-');
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('standard output is one');
});

test('a value that is no file stays "-"', async () => {
  const program = await makeProgram('study');
  using files = new StandardFiles(program, ['study', 'create', 'p.assay', '--name', '-']);
  expect(files.args.at(-1)).toBe('-');
});

test('every option that writes a file is known, so that "-" is never read for it', async () => {
  const writes = /^(?:also )?(?:write|where to write|NAME)/;
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const nameOf = (command: Command): string =>
    command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
  for (const command of leaves(await makeProgram())) {
    for (const { long, flags, description } of command.options) {
      if (!writes.test(description) || !/<file>/.test(flags)) continue;
      const args = [...nameOf(command).split(' '), 'p.assay', long!, '-'];
      const given = () => {
        using files = new StandardFiles(program(command), args);
        return files.args.at(-1);
      };
      let outcome: string;
      try {
        outcome = given()!;
      } catch (error) {
        outcome = (error as Error).message;
      }
      expect(outcome, args.join(' ')).toMatch(/standard-output|cannot stand/);
    }
  }
  function program(command: Command): Command {
    return command.parent ? program(command.parent) : command;
  }
});
