import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { pairVerdictWords, placeWords } from '../../shared/comparison-words.ts';
import type { Ranking } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { openUnit } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { table } from '../terminal/table.ts';
import { count, figure, percent } from '../terminal/words.ts';

interface RankOptions extends ProjectOptions {
  study?: string;
  alpha: number;
}

export function addRank(program: Command): void {
  withProject(program.command('rank'))
    .description('order compared systems as far as their pairs are decided')
    .argument('[project]', 'the project file')
    .option('--study <name>', 'one of the comparisons (not needed when all are of one measure)')
    .option('--alpha <number>', 'error level of the whole ranking', openUnit, 0.05)
    .action((file: string | undefined, options: RankOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => rank(engine, project, options), rankText);
    });
}

async function rank({ client }: Engine, project: string, { study, alpha }: RankOptions): Promise<Ranking> {
  await client.project.open({ path: project });
  const comparisons = (await client.study.list({})).filter(({ comparison }) => comparison !== null);
  if (comparisons.length === 0) {
    throw new AppError('NOT_FOUND', 'There is no study of two systems in this project.', {
      mend: 'Make them with: assay study pairs',
    });
  }
  const questions = new Set(
    comparisons.map(({ datasetId, measure }) => JSON.stringify([datasetId, measure])),
  );
  const chosen =
    study === undefined && questions.size === 1
      ? comparisons[0]!
      : pick(comparisons, study, 'study', '--study');
  return (await client.estimate.ranking({ studyId: chosen.id, alpha }))!;
}

function rankText(ranking: Ranking): string {
  const right = 'right' as const;
  return [
    `${ranking.measureName} on ${ranking.datasetName}`,
    '',
    table(
      [{ title: 'System' }, { title: 'Place' }],
      ranking.places.map((place) => [place.system, placeWords(place)]),
    ),
    '',
    table(
      [
        { title: 'Pair' },
        { title: 'Difference', align: right },
        { title: 'Interval' },
        { title: 'Labeled', align: right },
        { title: 'So far' },
      ],
      ranking.pairs.map((pair) => [
        `${pair.system} - ${pair.against}`,
        figure(pair.value),
        `${figure(pair.lower)} to ${figure(pair.upper)}`,
        `${count(pair.labeled)} of ${count(pair.differing)}`,
        pairVerdictWords(pair),
      ]),
    ),
    ...ranking.missing.map(({ system, against }) => `${system} - ${against}: no study of this pair`),
    '',
    `All statements together hold with ${percent(1 - ranking.alpha)}. Undecided is not equal.`,
  ].join('\n');
}
