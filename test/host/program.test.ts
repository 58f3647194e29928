import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProgram } from '../../host/program.ts';

const whole = (await makeProgram()).commands.map((command) => command.name());

test.each(whole)('%s is loaded under its own name, and alone', async (name) => {
  const program = await makeProgram(name);
  expect(program.commands.map((command) => command.name())).toEqual([name]);
});

test.each(['estimat', 'help', '--help', 'toString', ''])('"%s" leaves all commands there', async (word) => {
  expect((await makeProgram(word)).commands.map((command) => command.name())).toEqual(whole);
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
