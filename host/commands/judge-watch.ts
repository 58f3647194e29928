import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { JudgeWatch, Run } from '../../shared/contract/index.ts';
import { AgainSchema } from '../../shared/contract/judge.ts';
import { answer } from '../terminal/answer.ts';
import { type BatchOptions, withLimits } from '../terminal/batch-options.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { takeEndpoint } from '../terminal/endpoint-options.ts';
import { pick } from '../terminal/pick.ts';
import { costText, finishRun, outcomeText } from '../terminal/run-output.ts';
import { withFields } from '../terminal/schema-options.ts';

interface WatchOptions
  extends ProjectOptions,
    Pick<BatchOptions, 'maxSpend' | 'maxCalls' | 'keyEnv' | 'dryRun'> {
  judge?: string;
  dataset?: string;
  system?: string;
  against?: string;
  size?: number;
  stored?: boolean;
}

/** What a pipeline sees of a judge that drifted, as of a system that dropped. */
const driftedExitCode = 3;

type Watched = { run: Run | null; watches: JudgeWatch[] };

export function addJudgeWatch(judge: Command): void {
  const command = withProject(judge.command('watch'))
    .description('find drift of a judge, asked again or by files of its scores: exit code 3 where it has')
    .argument('[project]', 'the project file')
    .option('--judge <name>', 'the judge, by name or number; one of files by its name')
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option('--system <name>', 'the system whose replies it scored (not needed when there is one)')
    .option('--against <name>', 'the second system, for a judge that compares a pair');
  withLimits(withFields(command, AgainSchema, { size: true }))
    .option('--stored', 'ask nobody: say what the checks so far show')
    .option('--key-env <variable>', 'take the key from this environment variable, this time')
    .action((file: string | undefined, options: WatchOptions, self: Command) => {
      const { project } = takeProject(self, file === undefined ? [] : [file], options);
      return answer(options, (engine) => watch(engine, project, options), watchedText);
    });
}

async function watch(engine: Engine, project: string, options: WatchOptions): Promise<Watched> {
  const { client } = engine;
  await client.project.open({ path: project });
  // Whose scores came with files, nobody here can ask.
  const inFiles = (await client.judge.watches({})).filter(({ ofRun }) => ofRun === null);
  const isOfFiles =
    (await client.judge.list({})).length === 0 || inFiles.some(({ judge }) => judge === options.judge);
  const asked = options.stored || isOfFiles ? { run: null, ...options } : await askAgain(engine, options);
  const isAsked = (name: string | undefined, of: readonly string[]) =>
    name === undefined || of.includes(name);
  const watches = (await client.judge.watches({})).filter(
    ({ judge, system, dataset, checks }) =>
      isAsked(asked.judge, [judge]) &&
      isAsked(asked.system, [system]) &&
      isAsked(asked.dataset, [dataset, ...checks.map((check) => check.dataset)]),
  );
  if (watches.some(({ hasDrifted }) => hasDrifted)) process.exitCode = driftedExitCode;
  return { run: asked.run, watches };
}

async function askAgain(engine: Engine, options: WatchOptions) {
  const { client } = engine;
  const judges = (await client.judge.list({})).map((one) => ({ ...one, name: one.signalName }));
  const judge = pick(judges, options.judge, 'judge', '--judge');
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const answered = dataset.systems.filter(({ items }) => items > 0);
  const system = pick(answered, options.system, 'system', '--system').name;
  const { against, size, maxSpend, maxCalls } = options;
  await takeEndpoint(client, String(judge.endpointId), options.keyEnv);
  const target = {
    ...{ judgeId: judge.id, datasetId: dataset.id, system },
    ...(against !== undefined && { against: pick(answered, against, 'system', '--against').name }),
    again: { ...(size !== undefined && { size }) },
    ...{ spendingLimit: maxSpend ?? null, viaBatchApi: false },
  };
  process.stderr.write(`${costText(await client.judge.estimate(target))}\n`);
  const run = await finishRun(engine, await client.judge.start({ ...target, callLimit: maxCalls }));
  return { run, judge: judge.name, dataset: dataset.name, system };
}

const nothingText =
  'No judge was asked again here, and no two data sets have its scores of the same replies. Run a judge first, or import newer scores of the same items as another data set.';

const watchedText = ({ run, watches }: Watched): string =>
  [
    ...(run && run.state !== 'finished' ? [outcomeText({ run })] : []),
    ...(watches.length === 0 ? [nothingText] : []),
    ...watches.map(({ words }) => words.join('\n')),
  ].join('\n\n');
