import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { makeWorkplace } from '../host/run-assay.ts';
import { runAction } from '../support/action-script.ts';
import { root, shellWords } from './doc-commands.ts';
import { runSteps, stepsOf } from './example-runs.ts';

const read = (name: string) => readFileSync(path.join(root, 'examples', 'releases', name), 'utf8');

/** The command that a file of CI asks the gate with, as words behind `assay`. */
function gateIn(file: string): string[] {
  const [, words] = /node assay\/host\/assay\.js (gate [^'\n]+)/.exec(read(file))!;
  return shellWords(words!);
}

/** What the workflow hands to the action. */
function handedIn(): { claim: string; summary: string } {
  const { jobs } = load(read('.github/workflows/quality.yml')) as {
    jobs: { gate: { steps: { uses?: string; with?: { claim: string; summary: string } }[] } };
  };
  return jobs.gate.steps.find(({ uses }) => uses?.startsWith('OWNER/assay'))!.with!;
}

test('the CI files of the example ask what they say: first not decided, then passed', {
  timeout: 300_000,
}, async () => {
  using work = makeWorkplace();
  const steps = stepsOf(read('README.md'));
  const labels = steps.findIndex(({ command }) => command.includes('labels-v2.csv'));
  await runSteps(work, 'releases', steps.slice(0, labels));
  const at = (name: string) => path.join(work.dir, name);
  const outcomes = async () => {
    rmSync(at('quality'), { recursive: true, force: true });
    await work.assay('export', 'library.assay', '--to', 'folder', '--out', 'quality');
    const codes: number[] = [];
    for (const file of ['.gitlab-ci.yml', 'Jenkinsfile'])
      codes.push((await work.assay(...gateIn(file))).exitCode);
    const inputs = { study: '', 'accept-altered': 'false', ...handedIn() };
    const done = runAction(work.dir, { ...inputs, summary: at(inputs.summary) }, root);
    return [...codes, done.exitCode, done.output];
  };
  expect(await outcomes()).toEqual([4, 4, 0, 'verdict=inconclusive']);
  expect(readFileSync(at('gate.xml'), 'utf8')).toContain('failures="0" errors="1"');
  expect(readFileSync(at('gate.md'), 'utf8')).toMatch(/^### Not decided yet: v2/);
  await work.assay('label', 'library.assay', 'labels-v2.csv', '--study', 'v2');
  expect(await outcomes()).toEqual([0, 0, 0, 'verdict=pass']);
  expect(readFileSync(at('gate.xml'), 'utf8')).toContain('failures="0" errors="0"');
  expect(readFileSync(at('gate.md'), 'utf8')).toMatch(/^### Passed: v2/);
  const refused = {
    study: '',
    'accept-altered': 'false',
    ...handedIn(),
    claim: '--help',
    summary: at('gate.md'),
  };
  expect(runAction(work.dir, refused).exitCode).toBe(1);
  expect(existsSync(at('gate.md'))).toBe(false);
});

test('the file of GitLab is YAML, and lets go on what is not decided', () => {
  const { quality } = load(read('.gitlab-ci.yml')) as {
    quality: { allow_failure: unknown; artifacts: unknown; after_script: string[] };
  };
  expect(quality.allow_failure).toEqual({ exit_codes: 4 });
  expect(quality.artifacts).toEqual({ when: 'always', reports: { junit: 'gate.xml' } });
  expect(quality.after_script[0]).toMatch(/^if \[ -f gate\.md \] .*"body@gate\.md" .*; fi$/);
});

test('our workflows install Python packages where the system lets them: into an environment of their own', () => {
  const folder = path.join(root, '.github', 'workflows');
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8').split('\n'),
  );
  const installing = lines.filter((line) => /\bpip\d?"? install/.test(line));
  expect(installing.length).toBeGreaterThan(0);
  for (const line of installing) expect(line).toMatch(/python3 -m venv ("[^"]+") && .*\/bin\/pip" install/);
});
