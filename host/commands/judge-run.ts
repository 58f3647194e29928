import type { Command } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import type { CostEstimate, Endpoint, Judge, JudgeTarget, Prompt } from '../../shared/contract/index.ts';
import { JudgeSettingsSchema } from '../../shared/contract/judge.ts';
import { AppError } from '../../shared/errors.ts';
import { manyToJudge } from '../../shared/first-phase-words.ts';
import { answer } from '../terminal/answer.ts';
import { assertNoLimit, type BatchOptions, byFile, resumedRun, withRun } from '../terminal/batch-options.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { takeEndpoint } from '../terminal/endpoint-options.ts';
import { pick } from '../terminal/pick.ts';
import { costText, finishRun, outcomeText, type RunOutcome } from '../terminal/run-output.ts';
import { withFields } from '../terminal/schema-options.ts';

interface RunOptions extends ProjectOptions, BatchOptions {
  judge?: string;
  name?: string;
  endpoint?: string;
  model?: string;
  prompt?: string;
  dataset?: string;
  system?: string;
  against?: string;
  study?: string;
  repeats: number;
  itemsPerCall: number;
  maxTokens: number;
}

export function addJudgeRun(judge: Command): void {
  const command = withProject(judge.command('run'))
    .description('have a judge score the replies of a system; stored replies are never paid twice')
    .argument('[project]', 'the project file')
    .option('--judge <name>', 'a judge that is there, by name or number')
    .option('--name <name>', 'name of a new judge (the model by default)')
    .option('--endpoint <name>', 'the endpoint (not needed when there is one)')
    .option('--model <model>', "the model (the endpoint's own by default)")
    .option('--prompt <name>', 'the prompt, by name or number')
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option('--system <name>', 'the system to judge (not needed when there is one)')
    .option('--against <name>', 'the second system, for a prompt that compares a pair')
    .option('--study <name>', "only the items of this study's batch");
  withRun(
    withFields(command, JudgeSettingsSchema, {
      repeats: { hasDefault: true },
      itemsPerCall: { hasDefault: true },
      maxOutputTokens: { flag: 'max-tokens', hasDefault: true },
    }),
  ).action((file: string | undefined, options: RunOptions, command: Command) => {
    const { project } = takeProject(command, file === undefined ? [] : [file], options);
    return answer(options, (engine) => run(engine, project, options), outcomeText);
  });
}

async function run(engine: Engine, project: string, options: RunOptions): Promise<RunOutcome> {
  const { client } = engine;
  await client.project.open({ path: project });
  assertNoLimit(options);
  const resumed = await resumedRun(client, 'judge run', options);
  if (resumed) return { run: await finishRun(engine, resumed) };
  const target = await targetOf(client, options);
  const estimate = await client.judge.estimate(target);
  if (options.dryRun) {
    const requests = await client.judge.dryRun({ ...target, show: options.limit ?? 1000 });
    return { requests, estimate: costText(estimate) };
  }
  process.stderr.write(`${costText(estimate)}\n${partHint(estimate, target)}`);
  const started = await client.judge.start({ ...target, ...byFile(options), callLimit: options.maxCalls });
  return { run: await finishRun(engine, started) };
}

/** That a judge need not score so many; nothing of few, and of some that were named. */
const partHint = ({ items }: CostEstimate, { against, limit, studyId }: JudgeTarget): string =>
  items > manyToJudge && against === undefined && limit === undefined && studyId === undefined
    ? 'A judge need not score all: "assay source first-phase" takes a part. A study of it speaks for all.\n'
    : '';

async function targetOf(client: Client, options: RunOptions): Promise<JudgeTarget> {
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const answered = dataset.systems.filter(({ items }) => items > 0);
  const judge = await judgeOf(client, options);
  const { against, study, limit, maxSpend, batchApi } = options;
  return {
    judgeId: judge.id,
    datasetId: dataset.id,
    system: pick(answered, options.system, 'system', '--system').name,
    ...(against !== undefined && { against: pick(answered, against, 'system', '--against').name }),
    ...(study !== undefined && { studyId: pick(await client.study.list({}), study, 'study', '--study').id }),
    ...(limit !== undefined && { limit }),
    spendingLimit: maxSpend ?? null,
    viaBatchApi: batchApi === true,
  };
}

/** The judge that was named, or one made of endpoint and prompt; the same words give the judge that is there. */
async function judgeOf(client: Client, options: RunOptions): Promise<Judge> {
  const { judge, name, prompt, model, repeats, itemsPerCall, maxTokens, endpoint, keyEnv } = options;
  if (judge !== undefined) {
    const found = pick(await client.judge.list({}), judge, 'judge', '--judge');
    await takeEndpoint(client, String(found.endpointId), keyEnv);
    return found;
  }
  const server: Endpoint = await takeEndpoint(client, endpoint, keyEnv);
  const newest = newestOf(await client.prompt.list({}));
  const { id: promptId } = pick(newest, prompt, 'prompt', '--prompt');
  const asked = model ?? server.model;
  if (asked === '') {
    throw new AppError('INVALID_INPUT', 'Name the model that judges.', {
      field: 'model',
      remedy: 'Give --model.',
    });
  }
  return client.judge.save({
    name: name ?? asked,
    promptId,
    endpointId: server.id,
    model: asked,
    repeats,
    itemsPerCall,
    maxOutputTokens: maxTokens,
  });
}

const newestOf = (prompts: readonly Prompt[]): Prompt[] =>
  prompts.filter(
    ({ name, version }) => !prompts.some((other) => other.name === name && other.version > version),
  );
