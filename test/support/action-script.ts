import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import { bundled } from './bundled.ts';

const root = path.join(import.meta.dirname, '..', '..');

interface Action {
  runs: { steps: { id?: string; run: string; env?: Record<string, string> }[] };
}

/** What a step of the action left behind. */
export interface ActionRun {
  readonly exitCode: number | null;
  readonly log: string;
  /** What it wrote as outputs, such as `verdict=pass`. */
  readonly output: string;
  readonly summary: string;
}

/**
 * Runs the gate of `action.yml` as the runner does: its script by bash, its inputs by the variables that its step names.
 *
 * @param inputs by their names in the action
 * @param cwd the checkout
 * @param of the checkout of Assay; a bundle of it unless given
 */
export function runAction(cwd: string, inputs: Readonly<Record<string, string>>, of?: string): ActionRun {
  const { file, env } = bundled('host/assay.js');
  const action = load(readFileSync(path.join(root, 'action.yml'), 'utf8')) as Action;
  const step = action.runs.steps.find(({ id }) => id === 'gate')!;
  const given = Object.entries(step.env ?? {}).map(([name, from]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from)?.[1];
    return [name, inputs[input!] ?? ''];
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-action-'));
  const [summary, output, script] = ['summary.md', 'output.txt', 'step.sh'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  for (const file of [summary, output]) writeFileSync(file, '');
  writeFileSync(script, step.run);
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    encoding: 'utf8',
    env: {
      ...env,
      PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
      ASSAY_DATA_DIR: path.join(folder, 'preferences'),
      RUNNER_TEMP: folder,
      GITHUB_ACTION_PATH: of ?? path.dirname(path.dirname(file)),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      ...Object.fromEntries(given),
    },
  });
  return {
    exitCode: status,
    log: stdout + stderr,
    output: readFileSync(output, 'utf8').trim(),
    summary: readFileSync(summary, 'utf8'),
  };
}
