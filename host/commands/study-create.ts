import { type Command, Option } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import { pairedItemsWords } from '../../shared/comparison-words.ts';
import { type Preset, presets, type Study } from '../../shared/contract/index.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { scaleDeclaration } from '../terminal/parse-scale.ts';
import { openUnit, positiveNumber, seedNumber } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { pickMeasure } from '../terminal/pick-measure.ts';
import { pickSurrogate } from '../terminal/pick-surrogate.ts';
import { counted, scaleText } from '../terminal/words.ts';

interface CreateOptions extends ProjectOptions {
  dataset?: string;
  system?: string;
  against?: string;
  measure?: string;
  surrogate?: string;
  similarity?: string;
  preset: Preset;
  size?: number;
  seed?: number;
  alpha: number;
  name?: string;
}

/** Labels to ask for when nobody says how many. */
const usualSize = 30;

export function addStudyCreate(study: Command): void {
  withProject(study.command('create'))
    .description('make a study: freeze its signals and draw the first items to label')
    .argument('[project]', 'the project file')
    .option('--dataset <name>', 'the data set, by name or number (not needed when there is one)')
    .option('--system <name>', 'the system to judge (not needed when there is one)')
    .option('--against <name>', 'a second system: the study is of their difference, on items that differ')
    .option('--measure <measure>', 'criterion:NAME, criterion:NAME=1..5 for a new one, or metric:ID')
    .option('--surrogate <surrogate>', 'system:NAME, judge:NAME[/CRITERION], auto:NAME, reader or none')
    .option('--similarity <metric>', 'how a surrogate text is compared with the response')
    .addOption(new Option('--preset <preset>', 'how items are drawn').choices(presets).default(presets[0]))
    .option('--size <number>', `how many items to draw (${usualSize} by default)`, positiveNumber)
    .option('--seed <number>', 'seed of the draw', seedNumber)
    .option('--alpha <number>', 'error level; intervals cover with probability 1 - alpha', openUnit, 0.05)
    .option('--name <name>', 'name of the study')
    .action((file: string | undefined, options: CreateOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => create(engine, project, options), studyText);
    });
}

async function create({ client }: Engine, project: string, options: CreateOptions): Promise<Study> {
  await client.project.open({ path: project });
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const asked = await declareCriterion(client, dataset.id, options.measure);
  const choices = await client.study.options({ datasetId: dataset.id });
  const system = pick(choices.systems, options.system, 'system', '--system');
  const against =
    options.against === undefined ? undefined : pick(choices.systems, options.against, 'system', '--against');
  const measure = pickMeasure(choices, asked);
  const surrogate = pickSurrogate(choices, system.name, measure, options.surrogate);
  const { similarity, preset, alpha, seed, name } = options;
  const takesSimilarity = surrogate.kind === 'system' || surrogate.kind === 'reader';
  return client.study.create({
    datasetId: dataset.id,
    system: system.name,
    ...(against && { against: against.name }),
    measure,
    surrogate: takesSimilarity && similarity !== undefined ? { ...surrogate, similarity } : surrogate,
    preset,
    alpha,
    size: options.size ?? Math.min(usualSize, system.items),
    ...(seed === undefined ? {} : { seed }),
    ...(name === undefined ? {} : { name }),
  });
}

/** Makes the criterion of `criterion:NAME=MIN..MAX`, or states its range; gives the measure without the range. */
async function declareCriterion(client: Client, datasetId: number, asked: string | undefined) {
  if (!asked?.startsWith('criterion:') || !asked.includes('=')) return asked;
  const [declaration] = scaleDeclaration(asked);
  await client.dataset.declareScale({ datasetId, ...declaration! });
  return `criterion:${declaration!.name}`;
}

function studyText(study: Study): string {
  const { name, comparison, measureName, scale, surrogateName, drawCount, populationSize, seed } = study;
  const system = comparison ? `${study.system} against ${comparison.against}` : study.system;
  return [
    `Made study "${name}".`,
    `${system}, ${measureName} (${scaleText(scale)}), surrogate: ${surrogateName}.`,
    ...(comparison ? [pairedItemsWords(comparison)] : []),
    `Drew ${counted(drawCount, 'item')} of ${populationSize} with seed ${seed}.`,
  ].join('\n');
}
