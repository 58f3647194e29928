import { CommanderError, InvalidArgumentError } from 'commander';
import { createEngine, type Engine } from '../../core/engine.ts';
import { acceptAlteredOption } from '../../core/platform/altered-projects.ts';
import { AppError } from '../../shared/errors.ts';
import { dataDirOf } from '../data-dir.ts';
import { printWithBrowser } from '../print/print-with-browser.ts';
import { version } from '../version.ts';
import type { CommonOptions } from './common-options.ts';
import { failureOf, printFailure } from './failure.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { jsonDocument } from './json-document.ts';
import { showProgress } from './progress.ts';

/** What a command ends with that gives out no number, as another program changed the project. */
export const alteredExitCode = 5;

/**
 * Runs a command on an engine of its own, and closes it whatever happens. Numbers of an altered project are refused unless
 * the options accept it; what was altered then stands in the options, for the result to name.
 */
export async function withEngine<T>(
  options: CommonOptions,
  work: (engine: Engine) => Promise<T>,
  dataDir: string = dataDirOf(options.dataDir),
): Promise<T> {
  const onAltered = options.acceptAltered ? 'accept' : 'refuse';
  const { readsSnapshots = false } = options;
  const engine = createEngine({ dataDir, version, printPdf: printWithBrowser, onAltered, readsSnapshots });
  const stopListening = stopOnInterrupt(engine.context);
  const hideProgress = showProgress(engine.context.events, process.stderr);
  try {
    return await work(engine);
  } finally {
    if (engine.context.session.project?.isOpenElsewhere) {
      process.stderr.write('The project is open elsewhere: this is how it was a moment ago.\n');
    }
    const { accepted, older } = engine.context.altered;
    for (const words of older) if (!accepted.includes(words)) process.stderr.write(`${words}\n`);
    options.altered = accepted;
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
    const result = await withEngine(options, work);
    print(options, result, toText);
  });
}

/** A result on stdout; of an altered project it begins with what was altered. */
export function print<T>(options: CommonOptions, result: T, toText: (result: T) => string): void {
  const { json, altered = [] } = options;
  const said = json
    ? jsonDocument(altered.length === 0 ? result : withAltered(result, altered))
    : `${[...acceptedLines(altered), toText(result)].join('\n')}\n`;
  process.stdout.write(said);
}

/** A document with a field `altered`; a list becomes the field `results` beside it. */
const withAltered = (result: unknown, altered: readonly string[]) =>
  Array.isArray(result) ? { altered, results: result } : { altered, ...(result as object) };

/** That a person went on with an altered project, and what was altered; nothing where nothing was. */
export const acceptedLines = (altered: readonly string[]): string[] =>
  altered.length === 0
    ? []
    : [`This project lacks something or was changed; ${acceptAlteredOption} was given. ${altered.join(' ')}`];

/** Tells of a failure and sets the exit code; wrong usage is left to the caller. */
export async function guarded(options: CommonOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof InvalidArgumentError) {
      // Thrown by a reader of options outside of commander's own reading, so that commander has said nothing of it.
      const remedy = error.message;
      printFailure(new AppError('INVALID_INPUT', 'An option was not understood.', { remedy }), options);
      process.exitCode = 2;
      return;
    }
    if (error instanceof CommanderError) throw error;
    printFailure(error, options);
    process.exitCode = failureOf(error).code === 'PROJECT_ALTERED' ? alteredExitCode : 1;
  }
}
