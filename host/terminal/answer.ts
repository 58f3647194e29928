import { CommanderError, InvalidArgumentError } from 'commander';
import { createEngine, type Engine } from '../../core/engine.ts';
import { AppError } from '../../shared/errors.ts';
import { dataDirOf } from '../data-dir.ts';
import { printWithBrowser } from '../print/print-with-browser.ts';
import { version } from '../version.ts';
import type { CommonOptions } from './common-options.ts';
import { printFailure } from './failure.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { showProgress } from './progress.ts';

/** Runs a command on an engine of its own, and closes it whatever happens. */
export async function withEngine<T>(dataDir: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = createEngine({ dataDir, version, printPdf: printWithBrowser });
  const stopListening = stopOnInterrupt(engine.context);
  const hideProgress = showProgress(engine.context.events, process.stderr);
  try {
    return await work(engine);
  } finally {
    hideProgress();
    stopListening();
    await engine.close();
  }
}

/** A command from start to end: works, prints its result as text or as one JSON document, tells of a failure. */
export async function answer<T>(
  options: CommonOptions,
  work: (engine: Engine) => Promise<T>,
  toText: (result: T) => string,
): Promise<void> {
  await guarded(options, async () => {
    const result = await withEngine(dataDirOf(options.dataDir), work);
    print(options, result, toText);
  });
}

export function print<T>({ json }: CommonOptions, result: T, toText: (result: T) => string): void {
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : toText(result)}\n`);
}

/** Tells of a failure and sets the exit code; wrong usage is left to the caller. */
export async function guarded(options: CommonOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof InvalidArgumentError) {
      // Thrown by a reader of options outside of commander's own reading, so that commander has said nothing of it.
      const mend = error.message;
      printFailure(new AppError('INVALID_INPUT', 'An option was not understood.', { mend }), options);
      process.exitCode = 2;
      return;
    }
    if (error instanceof CommanderError) throw error;
    printFailure(error, options);
    process.exitCode = 1;
  }
}
