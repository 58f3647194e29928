import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { makeProgram, outlinedProgram } from '../../host/program.ts';

const whole = (await makeProgram()).commands.map((command) => command.name());

test.each(whole)('%s is loaded under its own name, and alone', async (name) => {
  const program = await makeProgram(name);
  expect(program.commands.map((command) => command.name())).toEqual([name]);
});

test.each(['estimat', 'help', '--help', 'toString', ''])('"%s" leaves all commands there', async (word) => {
  expect((await makeProgram(word)).commands.map((command) => command.name())).toEqual(whole);
});

test('the help names every command as the program with all options does, in the same order', async () => {
  const told = (program: Command) =>
    program.commands.map((command) => [command.name(), command.description(), command.helpGroup()]);
  expect(told(outlinedProgram())).toEqual(told(await makeProgram()));
});

test('the help loads the code of no command', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  const says = `import('./host/program.ts').then(async ({ runCommandLine }) => {
    const { registerHooks } = await import('node:module');
    registerHooks({ load(url, context, next) {
      if (/[/](core|commands)[/]/.test(url)) throw new Error('loaded ' + url);
      return next(url, context);
    } });
    await runCommandLine(process.argv.slice(1));
  });`;
  for (const words of [['--help'], ['help'], ['estimat'], []]) {
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', says, '--', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr, words.join(' ')).not.toContain('loaded');
    expect(stdout + stderr).toMatch(words[0] === 'estimat' ? /Did you mean estimate/ : /^ {2}estimate /m);
  }
});

test('the version is printed where nothing of the program can be loaded', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-version-'));
  try {
    const root = path.join(import.meta.dirname, '..', '..');
    mkdirSync(path.join(dir, 'host'));
    for (const file of ['package.json', 'host/assay.js', 'host/launch.js'])
      copyFileSync(path.join(root, file), path.join(dir, file));
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    for (const asked of ['--version', '-V']) {
      const args = [path.join(dir, 'host', 'assay.js'), asked];
      expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe(`${version}\n`);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
