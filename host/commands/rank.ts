import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import { pairVerdictWords, placeWords, withinWords } from '../../shared/comparison-words.ts';
import type { Ranking } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { writtenEstimate } from '../../shared/number-text.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { openUnit } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { onRight, table } from '../terminal/table.ts';
import { count, percent } from '../terminal/words.ts';

interface RankOptions extends ProjectOptions {
  study?: string;
  alpha: number;
}

export function addRank(program: Command): void {
  onOpenProject(program.command('rank'), rank, rankText)
    .description('order compared systems as far as their pairs are decided')
    .option('--study <name>', 'one of the comparisons (not needed when all are of one measure)')
    .option('--alpha <number>', 'error level of the whole ranking', openUnit, 0.05);
}

async function rank(client: Client, { study, alpha }: RankOptions): Promise<Ranking> {
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
        onRight('Difference'),
        { title: 'Interval' },
        onRight('Labeled'),
        { title: 'So far' },
      ],
      ranking.pairs.map((pair) => [
        `${pair.system} - ${pair.against}`,
        ...Object.values(writtenEstimate(pair, ranking.scale)).map((text) => text ?? ''),
        `${count(pair.labeled)} of ${count(pair.differing)}`,
        pairVerdictWords(pair),
      ]),
    ),
    ...ranking.missing.map(({ system, against }) => `${system} - ${against}: no study of this pair`),
    '',
    `All statements together hold with ${percent(1 - ranking.alpha)}. Undecided is not equal.${withinWords(ranking)}`,
  ].join('\n');
}
