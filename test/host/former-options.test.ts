import { Command, Option } from 'commander';
import { expect, test, vi } from 'vitest';
import { makeProgram } from '../../host/program.ts';
import { withFormer } from '../../host/terminal/former-options.ts';

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

test.each([
  ['--plan', ['--plan <labels>']],
  ['--runs', ['--runs <number>']],
  ['--rows', ['--rows <number>']],
  ['--target', ['--target <number>']],
  ['--threshold', ['--threshold <number>']],
  ['--judge', ['--judge <name>']],
])('%s takes the same in every command', async (long, flags) => {
  const found = all(await makeProgram()).flatMap(({ options }) =>
    options.filter((one) => one.long === long && !one.hidden).map((one) => one.flags),
  );
  expect([...new Set(found)]).toEqual(flags);
});

test('a former spelling goes on working, says once what to write, and is not in the help', () => {
  const collected = (text: string, before: string[] = []) => [...before, text];
  const make = () =>
    withFormer(
      new Command('run'),
      new Option('--scorer <model>', 'who scores').argParser(collected),
      '--judge',
    );
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const old = make().parse(['--judge', 'a', '--judge', 'b'], { from: 'user' });
  expect(old.opts().scorer).toEqual(['a', 'b']);
  expect(said.mock.calls).toEqual([['--judge is an old spelling here: write --scorer.\n']]);
  const now = make().parse(['--scorer', 'a'], { from: 'user' });
  expect(now.opts()).toEqual({ scorer: ['a'] });
  expect(said.mock.calls).toHaveLength(1);
  expect(make().helpInformation()).not.toContain('--judge');
});

test('a former spelling stands for a required option and over a default', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const required = new Option('--rows-file <file>', 'the rows').makeOptionMandatory();
  const take = withFormer(new Command('take'), required, '--rows').parse(['--rows', 'a.csv'], {
    from: 'user',
  });
  expect(take.opts().rowsFile).toBe('a.csv');
  const usual = new Option('--agreement <alpha>', 'alpha').argParser(Number).default(0.7);
  const start = withFormer(new Command('start'), usual, '--target');
  expect(start.parse([], { from: 'user' }).opts()).toEqual({ agreement: 0.7 });
  const other = withFormer(new Command('start'), usual, '--target').parse(['--target', '0.8'], {
    from: 'user',
  });
  expect(other.opts().agreement).toBe(0.8);
});
