import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { Seed } from '../../shared/contract/base.ts';
import type { FirstPhase } from '../../shared/contract/index.ts';
import { firstPhaseCostWords } from '../../shared/first-phase-words.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { collected, positiveNumber } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import {
  type SourceOptions,
  sourceFrom,
  withColumns,
  withServer,
  withTimeout,
} from '../terminal/source-options.ts';
import { count, counted } from '../terminal/words.ts';

interface PhaseOptions extends ProjectOptions, SourceOptions {
  rows: number;
  seed?: number;
  name?: string;
  dataset?: string;
  system?: string;
}

export function addFirstPhase(source: Command): void {
  withColumns(withTimeout(withServer(withProject(source.command('first-phase')))))
    .description(
      'take a uniform part of a pool that is too large to be judged whole, as a data set of its own',
    )
    .argument('[project]', 'the project file')
    .requiredOption('--rows <number>', 'how many rows: at least 10,000 of a larger pool', positiveNumber)
    .addOption(fieldOption('seed', Seed, { says: 'seed of the part' }))
    .option('--name <name>', 'name of the data set')
    .option('--source <path>', 'where the rows lie, as study create takes it; may be repeated', collected)
    .option('--dataset <name>', 'without --source: the data set (not needed when there is one)')
    .option('--system <name>', 'of a data set: the system whose answers are judged')
    .action((file: string | undefined, options: PhaseOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => take(engine, project, options), phaseText);
    });
}

/** A first phase, with what it costs. */
type CostedPhase = FirstPhase & { alpha: number; halfWidth: number };

async function take(engine: Engine, project: string, options: PhaseOptions): Promise<CostedPhase> {
  const { client } = engine;
  const taken = await takenPhase(engine, project, options);
  const { populationSize, items } = taken;
  return { ...taken, ...(await client.source.firstPhaseCost({ populationSize, rows: items })) };
}

async function takenPhase({ client }: Engine, project: string, options: PhaseOptions): Promise<FirstPhase> {
  await client.project.open({ path: project });
  const { rows, seed, name, source, timeout } = options;
  const wanted = { rows, ...(seed !== undefined && { seed }), ...(name !== undefined && { name }) };
  if (source) {
    const from = { source: sourceFrom(source, options), ...(timeout !== undefined && { timeout }) };
    return client.source.firstPhase({ ...wanted, from });
  }
  const dataset = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const answered = dataset.systems.filter(({ items }) => items > 0);
  const { name: system } = pick(answered, options.system, 'system', '--system');
  return client.source.firstPhase({ ...wanted, from: { datasetId: dataset.id, system } });
}

const phaseText = ({ dataset, items, populationSize, seed, ...cost }: CostedPhase): string =>
  items === populationSize
    ? `Took all ${counted(items, 'row')} as the data set "${dataset}": no first phase is needed.`
    : `Took ${counted(items, 'row')} of ${count(populationSize)} with seed ${seed} as the data set "${dataset}".\n${firstPhaseCostWords({ ...cost, rows: items, populationSize })}`;
