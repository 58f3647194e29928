import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import type { Generation } from '../../shared/contract/index.ts';
import { GenerationSchema } from '../../shared/contract/llm.ts';
import { AppError } from '../../shared/errors.ts';
import { instructionsAsPersona } from '../../shared/persona-words.ts';
import { answer } from '../terminal/answer.ts';
import { assertNoLimit, type BatchOptions, byFile, resumedRun, withRun } from '../terminal/batch-options.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { takeEndpoint } from '../terminal/endpoint-options.ts';
import { pick } from '../terminal/pick.ts';
import { costText, finishRun, outcomeText, type RunOutcome } from '../terminal/run-output.ts';
import { withFields } from '../terminal/schema-options.ts';

interface GenerateOptions extends ProjectOptions, BatchOptions {
  name?: string;
  endpoint?: string;
  model?: string;
  dataset?: string;
  as: Generation['as'];
  instructions?: string;
  persona?: string;
  history: Generation['history'];
  passage: boolean;
  temperature?: number;
  maxTokens: number;
  secondSample?: boolean;
}

export function addGenerate(program: Command): void {
  const command = withProject(program.command('generate'))
    .argument('[project]', 'the project file')
    .option('--name <name>', 'name of the new system or surrogate (the model by default)')
    .option('--endpoint <name>', 'the endpoint (not needed when there is one)')
    .option('--model <model>', "the model (the endpoint's own by default)")
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option('--instructions <file>', 'a text file with the model’s instructions')
    .option('--persona <name>', 'answer as this persona of IQA-EVAL would')
    .option('--no-passage', 'keep the passage from the model');
  withRun(
    withFields(command, GenerationSchema, {
      as: { usual: 'responses' },
      history: { hasDefault: true },
      temperature: true,
      maxOutputTokens: { flag: 'max-tokens', hasDefault: true },
      secondSample: true,
    }),
  ).action((file: string | undefined, options: GenerateOptions, command: Command) => {
    const { project } = takeProject(command, file === undefined ? [] : [file], options);
    return answer(options, (engine) => generate(engine, project, options), outcomeText);
  });
}

async function generate(engine: Engine, project: string, options: GenerateOptions): Promise<RunOutcome> {
  const { client } = engine;
  await client.project.open({ path: project });
  assertNoLimit(options);
  const resumed = await resumedRun(client, 'generate', options);
  if (resumed) return { run: await finishRun(engine, resumed) };
  const endpoint = await takeEndpoint(client, options.endpoint, options.keyEnv);
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const model = options.model ?? endpoint.model;
  const generation = GenerationSchema.parse({
    endpointId: endpoint.id,
    model,
    datasetId: dataset.id,
    as: options.as,
    name: options.name ?? (options.persona === undefined ? model : `${model} as ${options.persona}`),
    instructions: await instructionsOf(client, options),
    withPassage: options.passage,
    history: options.history,
    temperature: options.temperature ?? 0,
    maxOutputTokens: options.maxTokens,
    secondSample: options.secondSample === true,
    limit: options.limit,
    spendingLimit: options.maxSpend ?? null,
    viaBatchApi: options.batchApi === true,
  });
  const estimate = await client.generation.estimate(generation);
  if (options.dryRun) {
    const requests = await client.generation.dryRun({ ...generation, show: options.limit ?? 1000 });
    return { requests, estimate: costText(estimate) };
  }
  process.stderr.write(`${costText(estimate)}\n`);
  const started = await client.generation.start({
    ...generation,
    ...byFile(options),
    callLimit: options.maxCalls,
  });
  return { run: await finishRun(engine, started) };
}

/** What the model is told: who it is, and what the file says. @throws AppError NOT_FOUND for a persona that there is not */
async function instructionsOf(client: Client, { persona, instructions }: GenerateOptions): Promise<string> {
  const text = instructions === undefined ? '' : textOf(instructions);
  if (persona === undefined) return text;
  const known = await client.persona.list({});
  const found = known.find(({ name }) => name.toLowerCase() === persona.toLowerCase());
  if (found) return instructionsAsPersona(found.role, text);
  throw new AppError('NOT_FOUND', `There is no persona named ${persona}.`, {
    remedy: `Name one of ${[...new Set(known.map(({ name }) => name))].join(', ')}.`,
  });
}

/** @throws AppError FILE_NOT_FOUND */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new AppError('FILE_NOT_FOUND', `${file} cannot be read.`, { file }, { cause: error });
  }
}
