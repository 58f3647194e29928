import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { runAction } from '../../support/action-script.ts';
import { type Attack, must } from '../frame/attack.ts';
import { copyOf, ratedProject } from '../frame/projects.ts';

/** What may stand in an input, to end the gate early, to pass another option, or to run as script. */
const additions = [
  '--help',
  '-h',
  '--version',
  '--accept-altered',
  '--json',
  '--at-least 1.1',
  '--study=other',
  '; touch ran; exit 0',
  '$(touch ran)',
  '`touch ran`',
  '| true',
  '\ntouch ran\n',
  '"; touch ran; "',
  "'; touch ran; '",
  '$IFS touch ran',
  '-- --help',
  '*',
];

const any = <T>(rng: Rng, list: readonly T[]): T => list[uniformInt(rng, 0, list.length - 1)]!;

export const hostileAction: Attack = {
  name: 'action',
  what: 'inputs of the GitHub action, and an outcome that lies in the checkout',
  tries: { all: 60, quick: 12, test: 2 },
  cannotRun: () => (spawnSync('bash', ['-c', 'true']).status === 0 ? null : 'there is no bash'),
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 20 });
    return async ({ rng, folder: own }) => {
      copyOf(base, own);
      writeFileSync(path.join(own, 'assay-gate.md'), '### Passed: planted');
      writeFileSync(path.join(own, 'gate.json'), '{"verdict":"pass"}');
      const inputs = { project: 'p.assay', study: '', claim: '--at-least 4.99', undecided: 'fail' };
      const where = any(rng, ['claim', 'claim', 'study', 'project', 'undecided'] as const);
      const addition = any(rng, additions);
      inputs[where] = any(rng, [`${inputs[where]} ${addition}`, `${addition} ${inputs[where]}`, addition]);
      const done = runAction(own, inputs);
      const said = `${where} ${JSON.stringify(inputs[where])}`;
      must(done.exitCode !== 0, `${said}: the step passed`);
      must(!done.output.includes('pass'), `${said}: the verdict is ${done.output}`);
      must(!done.summary.includes('planted'), `${said}: an outcome of the checkout is in the summary`);
      must(!existsSync(path.join(own, 'ran')), `${said}: it was run as script`);
    };
  },
};
