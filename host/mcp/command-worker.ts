import { runCommandLine } from '../program.ts';
import type { AskedCommand, Outcome } from './command.ts';

/**
 * Runs commands one after the other as the process that started this one sends them, and answers what each printed. The project is closed
 * after each, so that a person can label in between; modules and threads stay loaded.
 */
export function serveCommands(): void {
  let outcome: Outcome = { exitCode: 0, stdout: '', stderr: '' };
  let isBusy = false;
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((part: string | Uint8Array, ...rest: unknown[]) => {
      outcome[name] += typeof part === 'string' ? part : Buffer.from(part).toString('utf8');
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }) as typeof process.stdout.write;
  }
  process.on('message', async ({ args, dir, env }: AskedCommand) => {
    if (dir !== undefined) process.chdir(dir);
    if (env) process.env = { ...env };
    process.exitCode = undefined;
    outcome = { exitCode: 0, stdout: '', stderr: '' };
    isBusy = true;
    try {
      await runCommandLine(args);
    } catch (error) {
      outcome.stderr += String((error as Error).stack);
      process.exitCode = 1;
    }
    isBusy = false;
    if (!process.connected) process.exit(0);
    outcome.exitCode = Number(process.exitCode ?? 0);
    process.send?.(outcome);
  });
  // A command that runs hears it as an interrupt, and takes back what it has begun.
  process.on('disconnect', () => {
    if (!isBusy) process.exit(0);
  });
}

if (import.meta.main) serveCommands();
