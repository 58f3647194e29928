import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { candidates } from '../../host/commands/completion.ts';
import { makeProgram } from '../../host/program.ts';
import { makeWorkplace } from './run-assay.ts';

const program = await makeProgram();
const names = (...words: string[]) => candidates(program, words).map((line) => line.split('\t')[0]);

test('commands, their commands, options, choices and files are completed', () => {
  expect(names('')).toEqual(expect.arrayContaining(['import', 'estimate', 'completion']));
  expect(names('study', '')).toContain('create');
  expect(names('study', 'create', '--s')).toContain('--surrogate');
  expect(names('study', 'create', '--d')).toEqual(expect.arrayContaining(['--design', '--preset']));
  expect(names('study', 'create', '--design', '')).toContain('uniform');
  expect(names('report', '--format', '')).toContain('html');
  expect(names('report', '--out', '')).toEqual([':files']);
  expect(names('estimate', '')).toEqual([':files']);
  expect(names('study', 'create', '--name', '')).toEqual([]);
  expect(names('completion', '')).not.toContain('words');
});

test('every shell is offered a script, and another is refused', async () => {
  using work = makeWorkplace();
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout, exitCode } = await work.assay('completion', shell);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('assay completion words');
  }
  const { exitCode, stderr } = await work.assay('completion', 'tcsh');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('bash, zsh, fish');
});

test.skipIf(process.platform === 'win32')('bash completes by it', async () => {
  using work = makeWorkplace();
  const { stdout: script } = await work.assay('completion', 'bash');
  const words = candidates(program, ['study', '']).join('\\n').replaceAll("'", '');
  const asked = `assay() { printf '${words}\\n'; }
${script}
COMP_WORDS=(assay study cr) COMP_CWORD=2
_assay
printf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', asked], { encoding: 'utf8' })).toBe('create\n');
});
