import { runCommandLine } from '../../host/program.ts';
import { doAllJobsHere } from '../core/support/jobs-here.ts';
import type { Outcome } from './run-assay.ts';

/** One command of the command line, to be run in a process that stays for the next. */
export interface WarmRun {
  readonly dir: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

doAllJobsHere();
let outcome: Outcome = { exitCode: 0, stdout: '', stderr: '' };

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = ((part: string | Uint8Array, ...rest: unknown[]) => {
    outcome[name] += typeof part === 'string' ? part : Buffer.from(part).toString('utf8');
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  }) as typeof process.stdout.write;
}

process.on('message', async ({ dir, args, env }: WarmRun) => {
  process.chdir(dir);
  process.env = { ...env };
  process.exitCode = undefined;
  outcome = { exitCode: 0, stdout: '', stderr: '' };
  try {
    await runCommandLine(args);
  } catch (error) {
    outcome.stderr += String((error as Error).stack);
    process.exitCode = 1;
  }
  outcome.exitCode = Number(process.exitCode ?? 0);
  process.send?.(outcome);
});
process.on('disconnect', () => process.exit(0));
