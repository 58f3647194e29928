import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { ProtocolRun } from '../../shared/contract/index.ts';
import { StartProtocolSchema } from '../../shared/contract/protocol-run.ts';
import { lostModes } from '../../shared/contract/protocol-settings.ts';
import { answer } from '../terminal/answer.ts';
import { newLimits, withLimits } from '../terminal/batch-options.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { withFormer } from '../terminal/former-options.ts';
import { modelHelp, modelSpec } from '../terminal/model-spec.ts';
import { collected, openUnit, positiveNumber, wholeNumber } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { wordingOf } from '../terminal/prompt-file.ts';
import { protocolRunText } from '../terminal/protocol-output.ts';
import { protocolNames, type SettingsOptions, settingsOf } from '../terminal/protocol-settings.ts';
import { withFields } from '../terminal/schema-options.ts';
import { waitForJob } from '../terminal/wait-for-job.ts';

interface RunOptions extends ProjectOptions, SettingsOptions {
  model?: string;
  name?: string;
  dataset?: string;
  limit?: number;
  concurrency: number;
  maxSpend?: number;
  maxCalls?: number;
  resume?: number;
  allow?: string[];
  wording?: string[];
}

export function addProtocolRun(protocol: Command): void {
  const command = withProject(protocol.command('run'))
    .description(
      'replay conversations, interview a model, evaluate interactions, run instructions shard by shard, or open talks to people',
    )
    .argument('[project]', 'the project file')
    .option('--protocol <name>', protocolNames.join(', '), 'auto-gold')
    .option('--model <model>', `the model under test: ${modelHelp}`)
    .option('--name <name>', 'what the model is called')
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option(
      '--limit <number>',
      'only the first so many conversations; with IQA-EVAL questions, or workers with --worker-field; with lost-in-conversation instructions',
      positiveNumber,
    )
    .option('--metric <id>', 'replay: the metric (f1-quac by default)')
    .option('--window <number>', 'question-answer pairs of history', wholeNumber(0, 100))
    .option(
      '--detector <model>',
      'rewrite, replace, filter: a model that detects invalid questions (rules by default)',
    )
    .addOption(
      new Option(
        '--matching <rule>',
        'rewrite, replace, filter, by rules: a question is valid as the paper says (usual), by exact match, or as the authors ran it',
      ).choices(['paper', 'exact', 'authors']),
    )
    .option(
      '--look-back <number>',
      'rewrite, replace, filter: turns that show invalid questions (the window by default; the authors took 2)',
      wholeNumber(0, 100),
    )
    .option('--rewriter <model>', 'rewrite: a model that rewords questions (rules by default)')
    .option('--twin-field <name>', 'replace: field with questions that need no history')
    .option('--generator <model>', 'interview: who writes the follow-up questions')
    .option(
      '--leak-checker <model>',
      'interview: a model that looks for follow-ups that give the answer away',
    )
    .option(
      '--refusal-checker <model>',
      'replay, interview: a model that detects refusals (words and phrases by default)',
    )
    .option('--golden', 'interview: golden history')
    .option('--prompts <number>', 'interview: follow-up questions at most', wholeNumber(1, 20))
    .option(
      '--user <model>',
      'IQA-EVAL, lost-in-conversation: who plays the user (without it, IQA-EVAL scores the conversations of the data)',
    )
    .option('--direct', 'IQA-EVAL: without a user; the model answers each question itself, in one reply')
    .option('--persona <name=share>', 'IQA-EVAL: a persona; may be repeated', collected)
    .option('--persona-file <file>', 'IQA-EVAL: own personas as JSON; may be repeated', collected)
    .option('--turns <number>', 'IQA-EVAL: turns at most', wholeNumber(1, 50))
    .option('--worker-field <name>', 'IQA-EVAL: field that names who talked')
    .option(
      '--right <rule>',
      'when an answer is right. IQA-EVAL, lost-in-conversation: exact (usual), containment, f1=0.5, judge; the latter also metric=rouge-l. interview: f1 (usual), authors',
    )
    .option('--answer-checker <model>', 'with --right judge, who decides whether an answer is right')
    .option('--answer-criterion <name>', 'IQA-EVAL: a human criterion whose labels calibrate that judge')
    .option('--debias', 'IQA-EVAL: tell the judge not to favor length, order or its own kind')
    .addOption(
      new Option(
        '--mode <mode>',
        'lost-in-conversation: how much of an instruction comes when (sharded by default)',
      ).choices(lostModes),
    )
    .option(
      '--verifier <model>',
      'lost-in-conversation: who classifies each reply and copies its answer (without it, every reply as a whole is an answer)',
    )
    .option(
      '--answer-is <words>',
      'lost-in-conversation: what an answer looks like, for the verifier ("a single number")',
    )
    .option('--fewest-questions <number>', 'conversation: questions at least', wholeNumber(1, 100))
    .option('--most-questions <number>', 'conversation: questions at most', wholeNumber(1, 100))
    .option(
      '--wording <part=name>',
      'instructions to a model (see protocol prompts); may be repeated',
      collected,
    )
    .option('--resume <run>', 'go on with a run, by its number', positiveNumber)
    .option('--allow <command>', 'a program that the resumed run may start; may be repeated', collected);
  const above = new Option('--right-above <share>', 'interview: word F1 above this is right');
  withFormer(command, above.argParser(openUnit), '--threshold');
  const scorer = new Option('--scorer <model>', 'IQA-EVAL: the model that scores; may be repeated');
  withFormer(command, scorer.argParser(collected), '--judge');
  const repetitions = new Option(
    '--repetitions <number>',
    'IQA-EVAL (1 by default), lost-in-conversation (10 of each instruction)',
  );
  withFormer(command, repetitions.argParser(wholeNumber(1, 50)), '--runs');
  withFields(withLimits(command), StartProtocolSchema, { concurrency: { hasDefault: true } }).action(
    (file: string | undefined, options: RunOptions, self: Command) => {
      const { project } = takeProject(self, file === undefined ? [] : [file], options);
      if (options.resume === undefined && options.model === undefined) {
        self.error("error: name the model under test with '--model'");
      }
      return answer(options, (engine) => run(engine, project, options), protocolRunText);
    },
  );
}

async function run(engine: Engine, project: string, options: RunOptions): Promise<ProtocolRun> {
  const { client } = engine;
  await client.project.open({ path: project });
  const started =
    options.resume === undefined
      ? await start(engine, options)
      : await resume(engine, options.resume, options);
  if (started.jobId !== null) await waitForJob(engine, started.jobId);
  return client.protocol.get({ runId: started.id });
}

async function start({ client }: Engine, options: RunOptions): Promise<ProtocolRun> {
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const { personas } = await client.protocol.options({ datasetId: dataset.id });
  const { name, limit, concurrency, maxSpend, maxCalls } = options;
  return client.protocol.start({
    datasetId: dataset.id,
    model: await modelSpec(client, options.model!),
    settings: await settingsOf(client, options, personas),
    prompts: (options.wording ?? []).map(wordingOf),
    concurrency,
    spendingLimit: maxSpend ?? null,
    callLimit: maxCalls,
    ...(name !== undefined && { system: name }),
    ...(limit !== undefined && { limit }),
  });
}

const resume = (
  { client }: Engine,
  runId: number,
  { allow = [], maxSpend, maxCalls }: RunOptions,
): Promise<ProtocolRun> =>
  client.protocol.resume({
    runId,
    commands: allow,
    ...newLimits({ maxSpend, maxCalls }),
  });
