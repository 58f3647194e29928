import { Command, CommanderError } from 'commander';
import { guardOutput } from './terminal/guard-output.ts';
import { version } from './version.ts';

const exitCodes = 'Exit codes: 0 done, 1 failed, 2 wrong usage.';

/** In the order of the help. Each is loaded when it is asked for: all of them take as long as many commands take to work. */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  demo: async () => (await import('./commands/demo.ts')).addDemo,
  init: async () => (await import('./commands/init.ts')).addInit,
  import: async () => (await import('./commands/import.ts')).addImport,
  data: async () => (await import('./commands/data.ts')).addData,
  plan: async () => (await import('./commands/plan.ts')).addPlan,
  practice: async () => (await import('./commands/practice.ts')).addPractice,
  source: async () => (await import('./commands/source.ts')).addSource,
  study: async () => (await import('./commands/study.ts')).addStudy,
  sample: async () => (await import('./commands/sample.ts')).addSample,
  label: async () => (await import('./commands/label.ts')).addLabel,
  batch: async () => (await import('./commands/batch.ts')).addBatch,
  endpoint: async () => (await import('./commands/endpoint.ts')).addEndpoint,
  judge: async () => (await import('./commands/judge.ts')).addJudge,
  protocol: async () => (await import('./commands/protocol.ts')).addProtocol,
  talk: async () => (await import('./commands/talk.ts')).addHumanConversation,
  validate: async () => (await import('./commands/validate.ts')).addValidate,
  papers: async () => (await import('./commands/papers.ts')).addPapers,
  generate: async () => (await import('./commands/generate.ts')).addGenerate,
  estimate: async () => (await import('./commands/estimate.ts')).addEstimate,
  failures: async () => (await import('./commands/failures.ts')).addFailures,
  gate: async () => (await import('./commands/gate.ts')).addGate,
  team: async () => (await import('./commands/team.ts')).addTeam,
  agreement: async () => (await import('./commands/agreement.ts')).addAgreement,
  adjudicate: async () => (await import('./commands/adjudicate.ts')).addAdjudicate,
  rank: async () => (await import('./commands/rank.ts')).addRank,
  series: async () => (await import('./commands/series.ts')).addSeries,
  watch: async () => (await import('./commands/watch.ts')).addWatch,
  report: async () => (await import('./commands/report.ts')).addReport,
  export: async () => (await import('./commands/export.ts')).addExport,
  lab: async () => (await import('./commands/lab.ts')).addLab,
  selfcheck: async () => (await import('./commands/selfcheck.ts')).addSelfcheck,
  verify: async () => (await import('./commands/verify.ts')).addVerify,
  key: async () => (await import('./commands/key.ts')).addKey,
  serve: async () => (await import('./commands/serve.ts')).addServe,
  mcp: async () => (await import('./commands/serve.ts')).addMcp,
};

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
    .addHelpText('after', `\nEvery command takes --json and --help. ${exitCodes}`);

  const one = asked !== undefined && Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  const wanted = await Promise.all((one ? [one] : Object.values(commands)).map((load) => load()));
  for (const add of wanted) add(program);
  return program;
}

/** Runs one command; what fails sets the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) guardOutput(stream);
  try {
    await (await makeProgram(args[0])).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
