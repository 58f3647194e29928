import { Command, CommanderError } from 'commander';
import { AppError } from '../shared/errors.ts';
import { printDocument, printFailure } from './terminal/failure.ts';
import { guardOutput } from './terminal/guard-output.ts';
import { StandardFiles } from './terminal/standard-files.ts';
import { version } from './version.ts';

const exitCodes = 'Exit codes: 0 done, 1 failed, 2 wrong usage.';

type Load = () => Promise<(program: Command) => void>;

/** In the order of the help. Each is loaded when it is asked for: all of them take as long as many commands take to work. */
const groups: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'The usual way': {
    import: async () => (await import('./commands/import.ts')).addImport,
    study: async () => (await import('./commands/study.ts')).addStudy,
    label: async () => (await import('./commands/label.ts')).addLabel,
    estimate: async () => (await import('./commands/estimate.ts')).addEstimate,
    report: async () => (await import('./commands/report.ts')).addReport,
    gate: async () => (await import('./commands/gate.ts')).addGate,
  },
  'Projects and data': {
    demo: async () => (await import('./commands/demo.ts')).addDemo,
    backup: async () => (await import('./commands/backup.ts')).addBackup,
    init: async () => (await import('./commands/init.ts')).addInit,
    data: async () => (await import('./commands/data.ts')).addData,
    source: async () => (await import('./commands/source.ts')).addSource,
  },
  'Studies and their labels': {
    plan: async () => (await import('./commands/plan.ts')).addPlan,
    sample: async () => (await import('./commands/sample.ts')).addSample,
    practice: async () => (await import('./commands/practice.ts')).addPractice,
    batch: async () => (await import('./commands/batch.ts')).addBatch,
    team: async () => (await import('./commands/team.ts')).addTeam,
    agreement: async () => (await import('./commands/agreement.ts')).addAgreement,
    adjudicate: async () => (await import('./commands/adjudicate.ts')).addAdjudicate,
  },
  'Further results': {
    failures: async () => (await import('./commands/failures.ts')).addFailures,
    rank: async () => (await import('./commands/rank.ts')).addRank,
    series: async () => (await import('./commands/series.ts')).addSeries,
    watch: async () => (await import('./commands/watch.ts')).addWatch,
  },
  'Language models': {
    endpoint: async () => (await import('./commands/endpoint.ts')).addEndpoint,
    judge: async () => (await import('./commands/judge.ts')).addJudge,
    generate: async () => (await import('./commands/generate.ts')).addGenerate,
  },
  'Protocols of papers': {
    protocol: async () => (await import('./commands/protocol.ts')).addProtocol,
    talk: async () => (await import('./commands/talk.ts')).addHumanConversation,
    validate: async () => (await import('./commands/validate.ts')).addValidate,
    papers: async () => (await import('./commands/papers.ts')).addPapers,
  },
  Trust: {
    verify: async () => (await import('./commands/verify.ts')).addVerify,
    export: async () => (await import('./commands/export.ts')).addExport,
    key: async () => (await import('./commands/key.ts')).addKey,
    lab: async () => (await import('./commands/lab.ts')).addLab,
    selfcheck: async () => (await import('./commands/selfcheck.ts')).addSelfcheck,
  },
  'Other ways in': {
    serve: async () => (await import('./commands/serve.ts')).addServe,
    mcp: async () => (await import('./commands/serve.ts')).addMcp,
    completion: async () => {
      const { addCompletion } = await import('./commands/completion.ts');
      return (program) => addCompletion(program, makeProgram);
    },
  },
};

const commands = Object.entries(groups).flatMap(([group, loads]) =>
  Object.entries(loads).map(([name, load]) => ({ name, group, load })),
);

/**
 * The command line; one is made for each run, since a command keeps what it was given.
 *
 * @param asked the command that is to be run; without one, or where there is none of that name, all are there
 */
export async function makeProgram(asked?: string): Promise<Command> {
  const program = new Command('assay')
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

  program.hook('preAction', (_, command) => {
    if (readsAlone(command)) command.setOptionValue('readsSnapshots', true);
  });
  const one = commands.filter(({ name }) => name === asked);
  const wanted = one.length > 0 ? one : commands;
  const adds = await Promise.all(wanted.map(({ load }) => load()));
  for (const [i, add] of adds.entries()) {
    add(program);
    program.commands.at(-1)!.helpGroup(`${wanted[i]!.group}:`);
  }
  return program;
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
    const program = await makeProgram(args[0]);
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
