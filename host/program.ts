import { Command, CommanderError } from 'commander';
import { AppError } from '../shared/errors.ts';
import { commandTable } from './command-table.ts';
import { printDocument, printFailure } from './terminal/failure.ts';
import { guardOutput } from './terminal/guard-output.ts';
import { StandardFiles } from './terminal/standard-files.ts';
import { version } from './version.ts';

const exitCodes = 'Exit codes: 0 done, 1 failed, 2 wrong usage.';

/**
 * The command line; one is made for each run, since a command keeps what it was given.
 *
 * @param asked the command that is to be run; without one, all are there with their options
 */
export async function makeProgram(asked?: string): Promise<Command> {
  const program = emptyProgram();
  program.hook('preAction', (_, command) => {
    if (readsAlone(command)) command.setOptionValue('readsSnapshots', true);
  });
  const one = commandTable.filter(({ name }) => name === asked);
  const wanted = one.length > 0 ? one : commandTable;
  const adds = await Promise.all(wanted.map(({ load }) => load(programOf)));
  for (const [i, add] of adds.entries()) {
    add(program);
    const { says, group } = wanted[i]!;
    program.commands.at(-1)!.description(says).helpGroup(`${group}:`);
  }
  return program;
}

/** The command line for its help: names and what each command does, without the code of any. */
export function outlinedProgram(): Command {
  const program = emptyProgram().configureHelp({ subcommandTerm: (command) => command.name() });
  for (const { name, says, group } of commandTable)
    program.command(name).description(says).helpGroup(`${group}:`);
  return program;
}

const emptyProgram = (): Command =>
  new Command('assay')
    .description('Tells how good a conversational AI system is from few human labels, and how sure that is.')
    .version(version)
    .exitOverride()
    // Else a command would take the options of its subcommands that it has, too.
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for what the command takes)')
    .addHelpText(
      'after',
      `\nCommands with a result take --json. For a file, "-" is standard input or output. ${exitCodes}`,
    );

const programOf = async (asked?: string): Promise<Command> =>
  asked === undefined ? outlinedProgram() : makeProgram(asked);

const isCommand = (word: string): boolean => commandTable.some(({ name }) => name === word);

/** Where no word names a command, its names answer: help, the version, or a word that was mistyped. */
async function programFor(args: readonly string[]): Promise<Command> {
  if (!args.some(isCommand)) return outlinedProgram();
  return makeProgram(args[0] === 'help' ? args[1] : args[0]);
}

/** Commands that change nothing in a project: one that is open elsewhere or cannot be written they read as it is now. */
const reading: ReadonlySet<string> = new Set([
  ...['estimate', 'gate', 'rank', 'failures', 'series', 'plan', 'report', 'export', 'agreement'],
  ...['study list', 'study show', 'data list', 'source list', 'adjudicate list', 'practice show', 'watch'],
  ...[
    'failures list',
    'failures found',
    'endpoint list',
    'judge list',
    'judge report',
    'judge alt-test',
    'judge versions',
  ],
  ...[
    'protocol list',
    'protocol show',
    'protocol compare',
    'protocol meta',
    'protocol table',
    'validate report',
  ],
  ...['team show', 'team list', 'team rules', 'team messages', 'team payments', 'team quality'],
]);

function readsAlone(command: Command): boolean {
  const { plan, gold, webhook } = command.opts() as { plan?: string; gold?: string; webhook?: string };
  const names = [command.name()];
  for (let at = command.parent; at?.parent; at = at.parent) names.unshift(at.name());
  // What `team quality` is given to store needs the project itself, and so does `watch`, which reports a drop once.
  return reading.has(names.join(' ')) && [plan, gold, webhook].every((given) => given === undefined);
}

/** Runs one command; what fails sets the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) guardOutput(stream);
  const options = { json: args.includes('--json') };
  try {
    const program = await programFor(args);
    using files = new StandardFiles(program, args);
    await files.read();
    await program.parseAsync(files.args, { from: 'user' });
    files.deliver();
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return;
      process.exitCode = 2;
      if (options.json) printDocument(usageFailure(error));
    } else if (error instanceof AppError) {
      printFailure(error, options);
      process.exitCode = 2;
    } else throw error;
  }
}

/** Wrong usage as the document of a failure; commander has said it to a person already. */
function usageFailure({ code, message }: CommanderError): AppError {
  const [said, ...more] = message.replace(/^error: /, '').split('\n');
  const isHelp = code === 'commander.help';
  const remedy = [...more, 'Add --help for what the command takes.'].join(' ');
  return new AppError('INVALID_INPUT', isHelp ? 'A command is missing.' : said!, { remedy });
}
