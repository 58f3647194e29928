import type { Command } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import { Seed } from '../../shared/contract/base.ts';
import type { DrawRow, RankingStudy, Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findSubject } from '../terminal/find-study.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { onRight, table } from '../terminal/table.ts';
import { count, counted } from '../terminal/words.ts';
import { rankingDetails } from './study.ts';

interface SampleOptions extends ProjectOptions {
  study?: string;
  size?: number;
  redraw?: boolean;
  seed?: number;
}

interface Sample {
  study: Study;
  draws: DrawRow[];
}

/** Of a ranking the draws are those of its pairs. */
interface RankingSample {
  ranking: RankingStudy;
}

export function addSample(program: Command): void {
  withProject(program.command('sample'))
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--size <number>', 'draw until there are this many; labels stay', positiveNumber)
    .option('--redraw', 'a new draw over the same frozen signals; the report counts it')
    .addOption(fieldOption('seed', Seed, { says: 'seed of the new draw' }))
    .action((file: string | undefined, options: SampleOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      if (options.seed !== undefined && !options.redraw) {
        command.error("error: '--seed' goes with '--redraw'; a batch grows by the seed it has");
      }
      return answer(options, (engine) => sample(engine, project, options), sampleText);
    });
}

async function sample(
  engine: Engine,
  project: string,
  options: SampleOptions,
): Promise<Sample | RankingSample> {
  const { sample: samples } = engine.client;
  const { seed, size } = options;
  await engine.client.project.open({ path: project });
  const found = await findSubject(engine.client, options.study);
  if ('pairs' in found) return { ranking: await changedRanking(engine.client, found, options) };
  let study = found;
  if (options.redraw) {
    study = await samples.redraw({ studyId: study.id, ...(seed === undefined ? {} : { seed }) });
  }
  if (size !== undefined && size !== study.drawCount) {
    // Of a pool that stays where it is more rows are taken along first, with as many in hand as a new study has.
    if (study.source && size > study.source.taken && size <= study.populationSize) {
      await engine.client.source.takeMore({ studyId: study.id, ahead: size + rowsInHand });
    }
    study = await samples.grow({ studyId: study.id, size });
  }
  return { study, draws: await allDraws(engine.client, study.id) };
}

/** Pairs that are not decided get further items until each has so many. Those on one page are drawn anew together. */
async function changedRanking(
  client: Client,
  found: RankingStudy,
  { size, redraw, seed }: SampleOptions,
): Promise<RankingStudy> {
  const [first] = found.pairs;
  if (redraw && !found.onePage) {
    throw new AppError(
      'INVALID_INPUT',
      `"${found.name}" is a ranking: its pairs are drawn again one by one.`,
      {
        field: '--redraw',
        remedy: `Name a pair: "${first!.name}"`,
      },
    );
  }
  if (redraw) await client.sample.redraw({ studyId: first!.id, ...(seed === undefined ? {} : { seed }) });
  const ranking = redraw ? await client.ranking.get({ rankingId: found.id }) : found;
  const by = (size ?? 0) - Math.max(...ranking.pairs.map(({ drawCount }) => drawCount));
  return by > 0 ? client.ranking.grow({ rankingId: ranking.id, by }) : ranking;
}

const page = 1000;
const rowsInHand = 5000;

async function allDraws(client: Client, studyId: number): Promise<DrawRow[]> {
  const draws: DrawRow[] = [];
  for (;;) {
    const { total, rows } = await client.sample.list({ studyId, offset: draws.length, limit: page });
    draws.push(...rows);
    if (rows.length === 0 || draws.length >= total) return draws;
  }
}

function sampleText(shown: Sample | RankingSample): string {
  if ('ranking' in shown) return rankingDetails(shown.ranking);
  const { study, draws } = shown;
  const rows = draws.map(({ order, externalId, probability, state }) => [
    String(order),
    externalId,
    probability.toPrecision(3),
    state,
  ]);
  return [
    `${study.name}: ${counted(study.drawCount, 'draw')} of ${count(study.populationSize)} items, seed ${study.seed}`,
    '',
    table([onRight('Order'), { title: 'Item' }, { title: 'Probability' }, { title: 'State' }], rows),
  ].join('\n');
}
